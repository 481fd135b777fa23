"""Adding variants and their TOML files; docs/reference/variant-files.md is the reference.

A file contains only what differs from the one it ``extends``. Neither this module nor the engine
treats any variant by name.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS, Card, Pack, parse_card
from companion.core.consequences import (
    OF_AMOUNTS,
    OF_CHIPS,
    Consequence,
    Consequences,
    all_of,
)
from companion.core.options import (
    Bust,
    ChipsLook,
    Count,
    Dealt,
    DebtPasses,
    Ends,
    Exact,
    Forgotten,
    GameNames,
    HandSize,
    KeyTraits,
    Leads,
    Over,
    Provenance,
    StockOut,
    TwoPlayerReverse,
    UpCard,
    file_defaults,
    file_struct,
    from_file,
    required_keys,
)
from companion.core.variant_keys import (
    as_struct,
    check_required,
    dotted,
    keys_set_in,
    read_cards_out,
    read_number,
    read_ranks,
)
from companion.errors import CardError, VariantError
from companion.games.adding.effects import Bounds, Show, When, Whole
from companion.message import Message, phrase


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game over several hands, to `to` points. The winner of a hand gets `points`, or as many as
    the cards left in the winner's hand.
    """

    to: Annotated[int, Meta(ge=1, le=9999)]
    points: Annotated[int, Meta(ge=1, le=9999)] | Literal["cards"] = 1


class AddingOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The rule keys of adding games,
    in the order of every list (docs/reference/variant-files.md).
    """

    family: ClassVar[str] = "adding"
    """The name of the family in files, in the journal and on the page."""

    target: Annotated[
        Annotated[int, Meta(ge=0)], KeyTraits(dial=(1, 999), usual=True, in_house=Count)
    ]
    hand_size: Annotated[HandSize, KeyTraits(dial=(1, 20), usual=True, in_house=Count)]
    deal: Dealt = "hand size"
    chips: Annotated[
        Count | None, KeyTraits(dial=(1, 99), usual=True, listed=False, applies="has_chips")
    ] = None
    decks: Annotated[Literal[1, 2, 3, 4], KeyTraits(dial=(1, 4))] = 1
    jokers: Annotated[Annotated[int, Meta(ge=0, le=8)], KeyTraits(usual=True)] = 0
    ranks: Annotated[str, KeyTraits(house_rule=False)] = " ".join(RANKS)
    cards_out: Annotated[str, KeyTraits(house_rule=False)] = ""
    bust: Annotated[Bust, KeyTraits(usual=True)]
    bust_chips: ClassVar[int] = 1
    """The number of chips that a bust costs in a game with chips."""
    over: Annotated[Over, KeyTraits(usual=True)] = "refuse"
    stock_out: StockOut = "reshuffle"
    forgotten: Forgotten = "lost"
    up_card: UpCard = "none"
    leads: Annotated[Leads, KeyTraits(applies="has_next_hand")] = "left of dealer"
    ends: Ends = "one left"
    match: Annotated[Match | None, KeyTraits(house_rule=False)] = None
    sets: Annotated[bool, KeyTraits(usual=True)] = False
    debt_passes: Annotated[DebtPasses, KeyTraits(applies="obliges")] = "unmet"
    two_player_reverse: Annotated[TwoPlayerReverse, KeyTraits(usual=True, applies="reverses")] = (
        "pass"
    )
    floor: Annotated[Annotated[int, Meta(le=0)] | None, KeyTraits(dial=(-999, 0))] = None
    honor: Annotated[bool, KeyTraits(applies="has_chips")] = False
    winner_takes_all: Annotated[bool, KeyTraits(applies="has_chips")] = False
    passing: Annotated[
        dict[int, Consequences],
        KeyTraits(house_rule=False, in_file=dict[str, Consequence | Consequences]),
    ] = {}
    on_bust: Annotated[
        Consequences, KeyTraits(house_rule=False, in_file=Consequence | Consequences)
    ] = ()
    reward: Annotated[
        Consequences, KeyTraits(house_rule=False, in_file=Consequence | Consequences)
    ] = ()
    exact: Annotated[
        dict[int, Exact | Consequences],
        KeyTraits(
            dial=(-99, 999),
            in_file=dict[str, Exact | Consequence | Consequences],
            in_house=dict[Annotated[str, Meta(pattern=r"^-?[0-9]{1,4000}\Z")], Exact],
        ),
    ] = {}


class Range(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"low": "from", "high": "to"}
):
    """A range of numbers to choose from, both ends included."""

    low: Whole
    high: Whole


class Span(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"low": "from", "high": "to"}
):
    """A range of totals to choose from, both ends included."""

    low: Whole | Literal["target"]
    high: Whole | Literal["target"]


Amount = Whole | Annotated[tuple[Whole, ...], Meta(min_length=1)] | Range
"""A number, or several to choose from."""
Total = Whole | Literal["target"]
Totals = Total | Annotated[tuple[Total, ...], Meta(min_length=1)] | Span
OPERATIONS: Final = ("add", "set", "multiply", "divide")
"""The keys of an entry that change the total."""


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card in a file: one of `OPERATIONS`, and actions (docs/reference/variant-files.md).

    Without `each_counts` each owed play counts, unless the card that obliges is a joker.
    """

    add: Amount | Literal["pip"] | UnsetType = UNSET
    set: Totals | UnsetType = UNSET
    multiply: Amount | UnsetType = UNSET
    divide: Amount | UnsetType = UNSET
    round: Literal["down", "up"] | UnsetType = UNSET
    when: When | Literal["otherwise"] | UnsetType = UNSET
    reverse: bool = False
    skip: Annotated[int, Meta(ge=0, le=99)] = 0
    again: bool = False
    choose_next: bool = False
    oblige: Annotated[int, Meta(ge=0, le=99)] = 0
    each_counts: bool | UnsetType = UNSET
    knock_out: bool = False
    shield: bool = False
    call: Annotated[str, Meta(max_length=24)] = ""
    then: Consequence | Consequences = ()


Entries = CardEntry | tuple[CardEntry, ...]
"""What a card does: an entry, or several of which its player chooses one."""


def alternatives(entries: Entries) -> tuple[CardEntry, ...]:
    """Return the entries of a card."""
    return entries if isinstance(entries, tuple) else (entries,)


class FromPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes of a variant from a certain number of players on."""

    decks: Literal[1, 2, 3, 4] | UnsetType = UNSET
    chips: Count | UnsetType = UNSET
    hand_size: HandSize | UnsetType = UNSET


class AddingNames(GameNames, frozen=True):
    """The keys of an adding variant's file apart from the rule keys:
    its names and tables of cards.
    """

    listed: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    chips_look: ChipsLook | UnsetType = UNSET
    forfeit: Annotated[str, Meta(max_length=24)] | Consequence | Consequences | UnsetType = UNSET
    start: Annotated[int, Meta(ge=0, le=9999)] | UnsetType = UNSET
    first_turns_without: dict[str, Count] | UnsetType = UNSET
    shows: dict[str, Show] | UnsetType = UNSET
    from_players: dict[str, FromPlayers] | UnsetType = UNSET
    cards: dict[str, Any] | UnsetType = UNSET


AddingFile: Final = file_struct("AddingFile", AddingNames, AddingOptions)
"""The keys of a variant file. All are optional because a parent file may set them."""


class AddingVariant(AddingOptions, frozen=True, kw_only=True):
    """A variant without house rules.

    `cards` maps a rank ("8", "JK") or a single card ("QS") to its entry, or to several; that of a
    single card takes precedence. `players` is the minimum and the maximum; the latter is None if
    only the pack limits it. `listed` is shown next to `short` in the display's list; "" for the
    title. `forfeit` is what the loser of the game has to do, or what happens then; `start` is the
    total at which a hand begins. They are UNSET for nothing and for 0, so that the journal stores
    such a variant in the same form as before these keys were added.
    """

    name: str
    title: str
    short: str
    provenance: Provenance
    source: str
    dealer_by_lot: bool = False
    players: tuple[int, int | None]
    chips_look: ChipsLook
    first_turns_without: dict[str, int]
    shows: dict[str, Show]
    from_players: dict[int, FromPlayers]
    cards: dict[str, Entries]
    listed: str = ""
    forfeit: str | Consequences | UnsetType = UNSET
    start: int | UnsetType = UNSET

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def place(self) -> tuple[int, int]:
        """The sort key of the variant in every list: its family, and the place within it."""
        return 0, self.target

    @property
    def starts_at(self) -> int:
        """The total at which a hand begins."""
        return 0 if self.start is UNSET else self.start

    @property
    def counts_down(self) -> bool:
        """Whether the total must not go below the target, instead of above it."""
        return self.starts_at > self.target

    def is_over(self, total: int) -> bool:
        """Return whether a total is over the target: below it in a game that counts down."""
        return total < self.target if self.counts_down else total > self.target

    def pack_of(self, decks: int, *, stickers: bool = False) -> Pack:
        """Return the pack of `decks` decks.

        Raises:
            VariantError: `ranks` or `cards_out` names a card that does not exist.
        """
        ranks = read_ranks(self.ranks)
        out = read_cards_out(self.cards_out, ranks, "cards_out")
        kept = tuple(rank for rank in RANKS if rank in ranks)
        return Pack(decks, self.jokers, stickers, kept, out)


def doubts(variant: AddingVariant) -> Iterator[tuple[str, Message]]:
    """Yield the keys of a playable variant that are often meant otherwise, with a question."""
    for key, entries in variant.cards.items():
        where = dotted("cards", key)
        ways = alternatives(entries)
        for entry in ways:
            if entry.oblige > 1 and entry.each_counts is UNSET and key != JOKER:
                owed = phrase(
                    "each of the {n} owed plays counts: is that meant? Then write each_counts = "
                    "true, else false",
                    n=entry.oblige,
                )
                yield where, owed
        for place, entry in enumerate(ways):
            before = ways[:place]
            is_shut = entry.when == "otherwise" and any(other.when is UNSET for other in before)
            if entry in before or is_shut or _never_holds(variant, entry.when):
                never = phrase(
                    "alternative {n} is never possible: is that meant? Change its condition, or "
                    "leave it out",
                    n=place + 1,
                )
                yield where, never


def _never_holds(variant: AddingVariant, when: When | str | UnsetType) -> bool:
    """Return whether the totals or the players of a condition do not occur."""
    if not isinstance(when, When):
        return False
    nearest, most = when.total, variant.players[1]
    if isinstance(nearest, Bounds):
        nearest = nearest.high if variant.counts_down else nearest.low
    fewest = when.players.low if isinstance(when.players, Bounds) else when.players
    return (isinstance(nearest, int) and variant.is_over(nearest)) or (
        isinstance(fewest, int) and most is not None and fewest > most
    )


def check_adding_contradictions(variant: AddingVariant) -> None:
    """Raise VariantError, with key and reason, if two keys contradict each other."""
    if variant.starts_at == variant.target:
        raise VariantError(
            phrase("a hand begins at the target: write another start or target"), "target"
        )
    if variant.counts_down and variant.floor is not None:
        raise VariantError(
            phrase("the target is the lowest total of a game that counts down: leave floor out"),
            "floor",
        )
    _check_cards(variant)
    _check_chips(variant)
    _check_course(variant)
    _check_consequences(variant)
    for number in variant.exact:
        if variant.is_over(number) and variant.counts_down:
            below = phrase(
                "{n} is below the target {target} and never reached: leave it out, or lower the "
                "target",
                n=number,
                target=variant.target,
            )
            raise VariantError(below, "exact")
        if variant.is_over(number):
            over = phrase(
                "{n} is over the target {target} and never reached: leave it out, or raise the "
                "target",
                n=number,
                target=variant.target,
            )
            raise VariantError(over, "exact")
    _check_deal(variant)


def _check_cards(variant: AddingVariant) -> None:
    pack = variant.pack_of(1)
    for card in pack.cards():
        if card.rank not in variant.cards and str(card) not in variant.cards:
            rank = card.rank
            raise VariantError(phrase("has no line for {rank}: add one", rank=rank), "cards")
    entries = [
        (key, entry) for key, every in variant.cards.items() for entry in alternatives(every)
    ]
    for key, entry in entries:
        listed = entry.set if isinstance(entry.set, tuple) else (entry.set,)
        for number in (total for total in listed if isinstance(total, int)):
            if variant.is_over(number) and variant.counts_down:
                below = phrase(
                    "sets {n}, below the target {target}: raise it, or lower the target",
                    n=number,
                    target=variant.target,
                )
                raise VariantError(below, f"cards.{key}")
            if variant.is_over(number):
                over = phrase(
                    "sets {n}, over the target {target}: lower it, or raise the target",
                    n=number,
                    target=variant.target,
                )
                raise VariantError(over, f"cards.{key}")
    if any(entry.shield for _, entry in entries) and not any(
        entry.knock_out for _, entry in entries
    ):
        raise VariantError(
            phrase("there is a shield, but no card knocks a player out: leave shield out"), "cards"
        )


def _check_course(variant: AddingVariant) -> None:
    if variant.match is not None and variant.bust in {"chip, play on", "chip, new pile"}:
        lasting = phrase('a bust does not end a hand here: write bust = "out" or "chip, new hand"')
        raise VariantError(lasting, "match")
    one_hand = variant.match is None and variant.bust != "chip, new hand"
    if one_hand and variant.leads != "left of dealer":
        raise VariantError(phrase("there is only one hand: leave it out, or add a match"), "leads")
    if variant.ends == "first out" and variant.winner_takes_all:
        nobody = phrase("the first one out loses and nobody wins the pot: leave one of them out")
        raise VariantError(nobody, "ends")


def _check_consequences(variant: AddingVariant) -> None:
    tables = {
        "on_bust": variant.on_bust,
        "reward": variant.reward,
        "forfeit": () if isinstance(variant.forfeit, str | UnsetType) else variant.forfeit,
        **{f"passing.{number}": what for number, what in variant.passing.items()},
        **{
            f"exact.{number}": what
            for number, what in variant.exact.items()
            if not isinstance(what, str)
        },
    }
    for key, consequences in tables.items():
        for consequence in consequences:
            _check_consequence(variant, key, consequence)
    check_card_consequences(variant)
    for number in variant.passing:
        if number == variant.target or variant.is_over(number):
            never = phrase("a total of {n} is never passed: lower it, or raise the target")
            if variant.counts_down:
                never = phrase("a total of {n} is never passed: raise it, or lower the target")
            raise VariantError(never.filled(n=number), "passing")


def check_card_consequences(variant: AddingVariant) -> None:
    """Raise VariantError, with key and reason, for a card's consequence that cannot happen."""
    for card, entries in variant.cards.items():
        ways = alternatives(entries)
        for number, entry in enumerate(ways, start=1):
            place = (str(number),) if len(ways) > 1 else ()
            key = dotted("cards", card, *place, "then")
            names = entry.choose_next or entry.knock_out
            for consequence in all_of(entry.then):
                _check_consequence(variant, key, consequence, names=names)


def _check_consequence(
    variant: AddingVariant, key: str, consequence: Consequence, *, names: bool = False
) -> None:
    who, does, other = consequence.who, consequence.does, consequence.other
    if does in OF_CHIPS and variant.chips is None:
        raise VariantError(phrase("needs chips: give each player some (chips = 5)"), key)
    if does in OF_CHIPS and who == other:
        same = phrase('who and with are the same: write with = "pot", or another player')
        raise VariantError(same, key)
    if does not in OF_CHIPS and other != "pot":
        raise VariantError(phrase("with is for chips only: leave it out"), key)
    if does not in OF_AMOUNTS and consequence.how_many != 1:
        raise VariantError(phrase("there is nothing to count here: leave how_many out"), key)
    if does.startswith("wins") and who == "others":
        raise VariantError(phrase("only one player can win: write another who"), key)
    if does not in OF_AMOUNTS and key in {"reward", "forfeit"}:
        over = phrase("the hand is over then: write pays, takes, drinks or scores")
        raise VariantError(over, key)
    if who == "named" and not names:
        nobody = phrase("nobody is named here: write another who, or choose_next for the card")
        raise VariantError(nobody, key)


def _check_chips(variant: AddingVariant) -> None:
    if variant.chips is not None:
        return
    if variant.bust.startswith("chip") and not variant.on_bust:
        raise VariantError(phrase("a bust costs chips: give each player some (chips = 5)"), "bust")
    if variant.honor or variant.winner_takes_all:
        key = "honor" if variant.honor else "winner_takes_all"
        raise VariantError(phrase("needs chips: give each player some (chips = 5)"), key)


def _check_deal(variant: AddingVariant) -> None:
    fewest, most = variant.players
    for count, change in ((fewest, FromPlayers()), *variant.from_players.items()):
        if count < fewest or (most is not None and count > most):
            raise VariantError(
                phrase("{n} players cannot play this: leave it out", n=count),
                f"from_players.{count}",
            )
        decks = variant.decks if change.decks is UNSET else change.decks
        hand_size = variant.hand_size if change.hand_size is UNSET else change.hand_size
        most_dealt = 1 if variant.deal == "all" else largest_hand(hand_size)
        if count * most_dealt > variant.pack_of(decks).size:
            too_many = phrase(
                "{n} players cannot be dealt {cards} cards each: lower hand_size, or add a deck",
                n=count,
                cards=most_dealt,
            )
            raise VariantError(too_many, "hand_size")


def largest_hand(hand_size: HandSize) -> int:
    """Return the largest number of cards that a player is dealt.

    >>> largest_hand(3), largest_hand((5, 7, 6))
    (3, 7)
    """
    return hand_size if isinstance(hand_size, int) else max(hand_size)


DEFAULTS: Final[dict[str, Any]] = file_defaults(AddingOptions) | {
    "listed": "",
    "players": (2,),
    "chips_look": "dots",
    "forfeit": "",
    "start": 0,
    "first_turns_without": {},
    "shows": {},
    "from_players": {},
}
MAX_PLAYERS: Final = 99
"""The end of the search for a possible number of players, larger than any table."""

MUST_SAY: Final = ("title", "short", *required_keys(AddingOptions), "cards")


def card_keys(key: str) -> list[Card]:
    """Return the ranks and single cards in a key of a ``[cards]`` table: "2 3 5", "AS AC", "JK".

    Raises:
        CardError: a part of the key is neither a rank nor a card, or names a deck.
    """
    cards = []
    for part in key.split():
        card = parse_card(part)
        if card.deck is not None:
            raise CardError(
                phrase(
                    "{text} names a deck; a card does the same from either deck", text=repr(part)
                )
            )
        cards.append(card)
    if not cards:
        raise CardError(phrase("the key is empty: write the ranks or cards it applies to"))
    return cards


def read_cards(table: Mapping[str, Any]) -> dict[str, Entries]:
    """Return a ``[cards]`` table with the entries of each rank and card, ranks first.

    Raises:
        VariantError: a key is not a card, or an entry has too few or too many fields.
    """
    ranks: dict[str, Entries] = {}
    singles: dict[str, Entries] = {}
    for key, raw in table.items():
        where = dotted("cards", key)
        try:
            cards = card_keys(key)
        except CardError as error:
            raise VariantError(error.reason, where) from None
        entries = _read_entries(raw, key)
        for card in cards:
            if card.is_joker and any(entry.add == "pip" for entry in alternatives(entries)):
                raise VariantError(phrase("a joker has no pip value: write a number"), where)
            place = singles if card.suit else ranks
            if str(card) in place:
                raise VariantError(phrase("{card} is described twice: keep one", card=card), where)
            place[str(card)] = entries
    return ranks | singles


def _read_entries(raw: object, key: str) -> Entries:
    """Return the entry of a key, or the list of alternatives."""
    where = dotted("cards", key)
    if not isinstance(raw, dict | list):
        raise VariantError(
            phrase("write what the card does in curly brackets: {{ add = 0 }}"), where
        )
    if not isinstance(raw, list):
        return _checked(as_struct(raw, CardEntry, "cards", key), where)
    if len(raw) < 2:
        raise VariantError(
            phrase("a list has two or more alternatives: write another, or no brackets"), where
        )
    entries = tuple(
        _checked(as_struct(each, CardEntry, "cards", key, str(number)), where)
        for number, each in enumerate(raw, start=1)
    )
    if any(entry.shield for entry in entries):
        raise VariantError(phrase("a shield has no alternatives: keep one entry"), where)
    return entries


def merge_cards(cards: Mapping[str, Entries], over: Mapping[str, Entries]) -> dict[str, Entries]:
    """Return `cards` overridden by `over`.
    A rank in `over` also replaces the single cards of that rank.
    """
    laid = {
        key: entry
        for key, entry in cards.items()
        if not ((card := parse_card(key)).suit and card.rank in over)
    }
    return laid | dict(over)


def _checked(entry: CardEntry, where: str) -> CardEntry:
    """Return the entry with its `after` in the usual spelling.

    Raises:
        VariantError: its keys contradict each other.
    """
    _check_entry(entry, where)
    if entry.when is not UNSET and entry.shield:
        raise VariantError(phrase("a shield can be shown at any time: leave when out"), where)
    if not isinstance(entry.when, When):
        return entry
    _check_when(entry.when, where)
    if entry.when.after is UNSET:
        return entry
    try:
        after = " ".join(map(str, card_keys(entry.when.after)))
    except CardError as error:
        raise VariantError(error.reason, where) from None
    return replace(entry, when=replace(entry.when, after=after))


def _check_when(when: When, where: str) -> None:
    if when == When():
        raise VariantError(phrase("when has no condition: write one, or leave it out"), where)
    for which in (when.total, when.players):
        match which:
            case Bounds() if which == Bounds():
                raise VariantError(
                    phrase("the condition has no number: write from, to or multiple_of"), where
                )
            case Bounds(low=int() as low, high=int() as high) if low > high:
                raise VariantError(
                    phrase(
                        "from {low} to {high} holds for no number: write the smaller number first",
                        low=low,
                        high=high,
                    ),
                    where,
                )


def _check_entry(entry: CardEntry, where: str) -> None:
    says = [name for name in OPERATIONS if getattr(entry, name) is not UNSET]
    if len(says) != 1:
        raise VariantError(
            phrase("write one of add, set, multiply or divide (add = 0 leaves the total)"), where
        )
    by = getattr(entry, says[0])
    match by:
        case Range(int() as low, int() as high) | Span(int() as low, int() as high) if low > high:
            raise VariantError(
                phrase(
                    "from {low} to {high} leaves nothing to choose: write the smaller number first",
                    low=low,
                    high=high,
                ),
                where,
            )
        case tuple() if len(set(by)) != len(by):
            raise VariantError(phrase("the numbers to choose from must all differ"), where)
    if entry.divide is not UNSET and _has_zero(entry.divide):
        raise VariantError(phrase("no total can be divided by 0: leave 0 out of divide"), where)
    if entry.round is not UNSET and entry.divide is UNSET:
        raise VariantError(phrase("round applies to a quotient: write divide, too"), where)
    if sum((entry.choose_next, entry.again, entry.skip > 0)) > 1:
        raise VariantError(
            phrase("choose_next, again and skip contradict each other: keep one"), where
        )
    if entry.each_counts is not UNSET and not entry.oblige:
        raise VariantError(phrase("each_counts applies to owed plays: write oblige, too"), where)
    if entry.shield and entry.knock_out:
        raise VariantError(phrase("a card cannot be the shield and knock out: keep one"), where)


def _has_zero(amount: Amount) -> bool:
    match amount:
        case Range(low, high):
            return low <= 0 <= high
        case tuple():
            return 0 in amount
    return amount == 0


def merge_adding_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file merged over what it inherits (`below`), after checking the type of each key.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = keys_set_in(raw, AddingFile)
    cards = read_cards(raw.get("cards", {}))
    merged = {**DEFAULTS, **below, **own}
    if "players" in own and "from_players" not in own:
        merged["from_players"] = inherited_changes(merged["from_players"], own["players"])
    merged["cards"] = merge_cards(below.get("cards", {}), cards)
    return merged


def inherited_changes(changes: Mapping[str, Any], players: Sequence[int]) -> dict[str, Any]:
    """Return the parent's ``from_players`` entries that apply to a file with its own ``players``.

    An entry for more players than this file allows is dropped instead of reported as a mistake.
    """
    return {
        count: change
        for count, change in changes.items()
        if len(players) < 2 or int(count) <= players[1]
    }


def finish_adding_variant(name: str, content: Mapping[str, Any]) -> AddingVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: a key is missing, or two keys contradict each other.
    """
    if content["deal"] == "all":  # The number of players decides.
        content = {"hand_size": 1, **content}
    check_required(content, MUST_SAY)
    rules = from_file(AddingOptions, content)
    rules["exact"] = {
        read_number(key, "exact"): what if isinstance(what, str) else all_of(what)
        for key, what in rules["exact"].items()
    }
    rules["passing"] = {
        read_number(key, "passing"): all_of(what) for key, what in rules["passing"].items()
    }
    rules |= {key: all_of(rules[key]) for key in ("on_bust", "reward")}
    variant = AddingVariant(
        name=name,
        listed=content["listed"],
        players=_players(content["players"]),
        chips_look=content["chips_look"],
        forfeit=_forfeit(content["forfeit"]),
        start=content["start"] or UNSET,
        first_turns_without={
            _rank(key, "first_turns_without"): n
            for key, n in content["first_turns_without"].items()
        },
        shows={_rank(key, "shows"): what for key, what in content["shows"].items()},
        from_players={
            read_number(key, "from_players"): what for key, what in content["from_players"].items()
        },
        cards=content["cards"],
        **rules,
    )
    check_adding_contradictions(variant)
    return variant


def _forfeit(written: str | Consequence | Consequences) -> str | Consequences | UnsetType:
    if isinstance(written, str):
        return written or UNSET
    return all_of(written) or UNSET


def _players(numbers: tuple[int, ...]) -> tuple[int, int | None]:
    if not 1 <= len(numbers) <= 2 or numbers[0] < 2 or numbers[-1] < numbers[0]:
        raise VariantError(
            phrase("write the minimum, 2 or more, and a maximum if there is one: [2] or [3, 6]"),
            "players",
        )
    if numbers[-1] > MAX_PLAYERS:
        raise VariantError(
            phrase("no table seats {n}: write {most} at most", n=numbers[-1], most=MAX_PLAYERS),
            "players",
        )
    return numbers[0], numbers[1] if len(numbers) == 2 else None


def _rank(key: str, where: str) -> str:
    if key not in RANKS:
        raise VariantError(
            phrase(
                "{text} is not a rank: write one of {ranks}", text=repr(key), ranks=" ".join(RANKS)
            ),
            where,
        )
    return key
