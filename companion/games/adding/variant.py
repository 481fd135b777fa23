"""Adding variants; docs/reference/variant-files.md is the reference.

A file contains only what differs from the one it ``extends``. Neither this module nor the engine
treats any variant by name.
"""

from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from companion.core.cards import JOKER, RANKS, Card, Pack, parse_card
from companion.core.consequences import Consequence, Consequences, all_of
from companion.core.frozen import Frozen
from companion.core.options import (
    Bust,
    ChipsLook,
    Count,
    Exact,
    GameNames,
    HandSize,
    HouseBust,
    KeyTraits,
    Operation,
    Provenance,
    UpCard,
    file_struct,
)
from companion.core.variant_keys import read_cards_out, read_ranks
from companion.errors import CardError
from companion.games.adding.effects import Change, Effect, FromTo, Numbers, Ways, When, Whole, pips
from companion.message import phrase

Dealt = Literal["hand size", "all"]
"""The cards that are dealt: the same number to each player, or the whole pack."""
Over = Literal["refuse", "bust"]
StockOut = Literal["play on", "reshuffle"]
Forgotten = Literal["lost", "made up"]
Draws = Literal["each turn", "never"]
"""When a player draws the cards that were played."""
EmptyHand = Literal["out", "passes", "wins"]
"""What happens to a player without cards: goes out if none can come, misses the turn, or wins."""
DebtPasses = Literal["unmet", "full"]
TwoPlayerReverse = Literal["pass", "again"]
Show = Literal["wins", "everyone loses"]
"""The consequences of showing three cards of a rank (docs/reference/rules.md section 4.2)."""
Leads = Literal["left of dealer", "loser", "winner"]
"""Who plays first in the next hand (docs/reference/rules.md section 1.11)."""
Ends = Literal["one left", "first out"]
"""What ends a hand in which players go out."""


class Match(Frozen, forbid_unknown_fields=True):
    """A game over several hands, to `to` points. The winner of a hand gets `points`, or as many as
    the cards left in the winner's hand. With `at_once` the first player who gets there wins, also
    in the middle of a hand.
    """

    to: Annotated[int, Meta(ge=1, le=9999)]
    points: Annotated[int, Meta(ge=1, le=9999)] | Literal["cards"] = 1
    at_once: bool = False


_IN_FILES = KeyTraits(house_rule=False)
Befalls = Annotated[Consequences, KeyTraits(house_rule=False, in_file=Consequence | Consequences)]
ByNumber = Annotated[
    dict[int, Consequences],
    KeyTraits(house_rule=False, in_file=dict[str, Consequence | Consequences]),
]
"""The consequences of totals, or of cards on the pile, by their number."""


class AddingOptions(Frozen, kw_only=True):
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
    ranks: Annotated[str, _IN_FILES] = " ".join(RANKS)
    cards_out: Annotated[str, _IN_FILES] = ""
    bust: Annotated[Bust, KeyTraits(usual=True, in_house=HouseBust)]
    bust_chips: ClassVar[int] = 1
    """The number of chips that a bust costs in a game with chips."""
    over: Annotated[Over, KeyTraits(usual=True)] = "refuse"
    stock_out: StockOut = "reshuffle"
    draws: Annotated[Draws, _IN_FILES] = "each turn"
    empty_hand: Annotated[EmptyHand, _IN_FILES] = "out"
    forgotten: Forgotten = "lost"
    up_card: UpCard = "none"
    leads: Annotated[Leads, KeyTraits(applies="has_next_hand")] = "left of dealer"
    ends: Ends = "one left"
    match: Annotated[Match | None, _IN_FILES] = None
    sets: Annotated[bool, KeyTraits(usual=True)] = False
    debt_passes: Annotated[DebtPasses, KeyTraits(applies="obliges")] = "unmet"
    two_player_reverse: Annotated[TwoPlayerReverse, KeyTraits(usual=True, applies="reverses")] = (
        "pass"
    )
    floor: Annotated[Annotated[int, Meta(le=0)] | None, KeyTraits(dial=(-999, 0))] = None
    honor: Annotated[bool, KeyTraits(applies="has_chips")] = False
    winner_takes_all: Annotated[bool, KeyTraits(applies="has_chips")] = False
    passing: ByNumber = {}
    multiples: ByNumber = {}
    alike: ByNumber = {}
    runs: ByNumber = {}
    on_bust: Befalls = ()
    stuck: Befalls = ()
    reward: Befalls = ()
    exact: Annotated[
        dict[int, Exact | Consequences],
        KeyTraits(
            dial=(-99, 999),
            listed=False,  # It has several totals: set them on a phone.
            in_file=dict[str, Exact | Consequence | Consequences],
            in_house=dict[Annotated[str, Meta(pattern=r"^-?[0-9]{1,4000}\Z")], Exact],
        ),
    ] = {}


class Range(FromTo):
    """A range of numbers to choose from, both ends included."""

    low: Whole
    high: Whole


class Span(FromTo):
    """A range of totals to choose from, both ends included."""

    low: Whole | Literal["target"]
    high: Whole | Literal["target"]


Amount = Whole | Annotated[tuple[Whole, ...], Meta(min_length=1)] | Range
"""A number, or several to choose from."""
Total = Whole | Literal["target"]
Totals = Total | Annotated[tuple[Total, ...], Meta(min_length=1)] | Span
OPERATIONS: Final = ("add", "set", "multiply", "divide")
"""The keys of an entry that change the total."""


class CardEntry(Frozen, forbid_unknown_fields=True):
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


class FromPlayers(Frozen, forbid_unknown_fields=True):
    """The changes of a variant from a certain number of players on."""

    decks: Literal[1, 2, 3, 4] | UnsetType = UNSET
    chips: Count | UnsetType = UNSET
    hand_size: HandSize | UnsetType = UNSET


class AddingNames(GameNames):
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


AddingFile = file_struct("AddingFile", AddingNames, AddingOptions)
"""The keys of a variant file. All are optional because a parent file may set them."""


class AddingVariant(AddingOptions, kw_only=True):
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

    @property
    def has_next_hand(self) -> bool:
        """Whether another hand follows; otherwise the first hand ends with the game."""
        for_chips = self.empty_hand != "out" and self.chips is not None
        return self.bust == "chip, new hand" or self.match is not None or for_chips

    @property
    def watches_plays(self) -> bool:
        """Whether a rule looks at the totals that plays make, or at the cards on the pile."""
        return bool(self.exact or self.passing or self.multiples or self.alike or self.runs)

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


def largest_hand(hand_size: HandSize) -> int:
    """Return the largest number of cards that a player is dealt.

    >>> largest_hand(3), largest_hand((5, 7, 6))
    (3, 7)
    """
    return hand_size if isinstance(hand_size, int) else max(hand_size)


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


def ways_of(rank: str, entries: Entries, target: int, *, down: bool = False) -> Ways:
    """Return what a card of `rank` may do from its file `entries`, in a game up or `down` to
    `target`.
    """
    return tuple(_effect_of(rank, entry, target, down=down) for entry in alternatives(entries))


def _effect_of(rank: str, entry: CardEntry, target: int, *, down: bool) -> Effect:
    return Effect(
        change=_change(rank, entry, target, down=down),
        when=None if entry.when is UNSET else entry.when,
        reverse=entry.reverse,
        skip=entry.skip,
        again=entry.again,
        choose_next=entry.choose_next,
        oblige=entry.oblige,
        each_counts=each_counts(rank, entry),
        knock_out=entry.knock_out,
        shield=entry.shield,
        call=entry.call,
        then=all_of(entry.then),
    )


def each_counts(rank: str, entry: CardEntry) -> bool:
    """Return whether each play owed after a card of `rank` counts, by its file or by default."""
    own = entry.each_counts
    return entry.oblige > 0 and (rank != JOKER if own is UNSET else own)


def _change(rank: str, entry: CardEntry, target: int, *, down: bool) -> Change:
    if entry.add == "pip":
        return pips(rank, down=down)
    operation: Operation = next(name for name in OPERATIONS if getattr(entry, name) is not UNSET)
    by: int | Numbers
    match getattr(entry, operation):
        case Range(low, high) | Span(low, high):
            first, last = _total(low, target), _total(high, target)
            by = range(min(first, last), last + 1)
        case tuple() as numbers:
            by = tuple(dict.fromkeys(_total(number, target) for number in numbers))
        case number:
            by = _total(number, target)
    return Change(operation, by, entry.round == "up")


def _total(number: int | str, target: int) -> int:
    return target if isinstance(number, str) else number
