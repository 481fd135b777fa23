"""Trick variants, their TOML files, and the rules made from a variant.

docs/reference/variant-files.md describes the files.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import gcd
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict, replace

from companion.core.cards import SUITS, Card, Pack, parse_card
from companion.core.frozen import Frozen
from companion.core.options import (
    IN_FILES,
    GameNames,
    GameOfRounds,
    KeyTraits,
    Passing,
    Provenance,
    Wins,
    file_defaults,
    file_struct,
    from_file,
    house_rules,
)
from companion.core.refusals import BadPlayers
from companion.core.variant_keys import (
    Content,
    Contradiction,
    check_required,
    dotted,
    house_values,
    keys_set_in,
    plain,
    raise_first,
    read_cards_out,
    read_number,
    read_players,
    read_ranks,
)
from companion.errors import CardError, Illegal, VariantError
from companion.foreign.schema_errors import not_possible
from companion.message import Message, phrase

Contracts = Literal["in order", "once each", "once a dealer", "all of a dealer", "any"]
"""Which round is played next: the next one of the file, or one that the dealer chooses."""
LeftOver = Literal["none", "last trick", "out"]
"""What happens to the cards that cannot be dealt out evenly."""
Points = Annotated[int, Meta(ge=1, le=9999)]
"""Points with at most four digits, the maximum on a score sheet."""

Suit = Literal["C", "D", "H", "S"]
Trump = Literal["C", "D", "H", "S", "named"]
"""The trump of a round, or that players name it at the deal."""
Ends = Literal["all cards", "last card"]


LEADERS = ("left of dealer", "dealer")
"""Who leads the first trick of a round; any other value is the card that is led."""


class TrickOptions(Frozen, kw_only=True):
    """The rule keys of trick games,
    in the order of every list (docs/reference/variant-files.md).
    """

    family: ClassVar[str] = "tricks"
    follow: Annotated[bool, IN_FILES] = True
    must_trump: Annotated[bool, IN_FILES] = False
    must_beat: Annotated[bool, IN_FILES] = False
    wins: Annotated[Wins, IN_FILES] = "lowest"
    until: Annotated[Points | None, IN_FILES] = None
    contracts: Annotated[Contracts, IN_FILES] = "in order"
    leads: Annotated[str, IN_FILES] = "left of dealer"
    first_trick_without: Annotated[str, IN_FILES] = ""
    left_over: Annotated[LeftOver, IN_FILES] = "none"
    pass_cards: Annotated[int, Meta(ge=0, le=26), IN_FILES] = 0
    passing: Annotated[tuple[Passing, ...], Meta(min_length=1), IN_FILES] = ("left",)
    revoke_penalty: Annotated[
        int,
        Meta(ge=-9999, le=9999),
        KeyTraits(dial=(-999, 999), usual=True, in_house=int),
    ] = 0


ANY_POINTS = 9999
"""The most that a player can get, or lose, in a round of any points."""
SignedPoints = Annotated[int, Meta(ge=-ANY_POINTS, le=ANY_POINTS)]


class OthersPay(Frozen, forbid_unknown_fields=True):
    """A sweep after which the player who took everything pays nothing for it,
    and every other player pays `others` more.
    """

    others: SignedPoints


class RoundEntry(Frozen, forbid_unknown_fields=True, omit_defaults=True):
    """A round: what costs, which suit may not be led, and when it ends
    (docs/reference/variant-files.md). Each player is dealt `hand_size` cards, 0 for as many as
    there are. With `places` it has no tricks, and only these points, or any points, are entered.
    """

    hand_size: Annotated[int, Meta(ge=0, le=26)] = 0
    restricted: Suit | None = None
    restricted_opens: bool = True
    trump: Trump | None = None
    trick: SignedPoints = 0
    first_trick: SignedPoints = 0
    last_trick: SignedPoints = 0
    last_tricks: Annotated[int, Meta(ge=1, le=26)] = 1
    tricks: dict[str, SignedPoints] = {}
    cards: dict[str, SignedPoints] = {}
    sweep: SignedPoints | OthersPay = 0
    ends: Ends = "all cards"
    places: tuple[SignedPoints, ...] | Literal["any"] = ()
    says: Annotated[str, Meta(max_length=20)] = ""

    @property
    def written(self) -> tuple[int, ...]:
        """All points that the keys name, except those of a sweep."""
        singly = (self.trick, self.first_trick, self.last_trick)
        return (*singly, *self.tricks.values(), *self.cards.values(), *self.by_place)

    @property
    def by_place(self) -> tuple[int, ...]:
        """The points of a round without tricks, if it has fixed ones."""
        return () if self.places == "any" else self.places


class TrickNames(GameNames):
    """The keys of a trick game's file apart from the rule keys: its deck and rounds."""

    ranks: str | UnsetType = UNSET
    removed: dict[str, str] | UnsetType = UNSET
    rounds: Annotated[tuple[RoundEntry, ...], Meta(min_length=1)] | UnsetType = UNSET


TrickFile = file_struct("TrickFile", TrickNames, TrickOptions)
"""The keys of a trick game's file. All are optional because a parent file may set them."""


class TrickVariant(
    GameOfRounds,
    TrickOptions,
    kw_only=True,
    tag_field="family",
    tag=TrickOptions.family,
):
    """A trick variant without house rules.

    `ranks` are those of the deck, lowest first; `removed` maps a number of players to the
    additional cards taken out. `until` is the number of points that ends the game, or None if the
    `rounds` are played once. `place` is the sort key of every list.
    """

    place: ClassVar[tuple[int, int]] = (1, 0)
    name: str
    title: str
    short: str
    provenance: Provenance
    source: str
    dealer_by_lot: bool = False
    players: tuple[int, int]
    ranks: tuple[str, ...]
    removed: dict[int, tuple[str, ...]]
    rounds: tuple[RoundEntry, ...]


TRICK_HOUSE_RULES = house_rules(TrickOptions)
"""The house rules of trick games,
with their types (docs/reference/referee-protocol.md, "House rules").
"""


class Round(RoundEntry, kw_only=True):
    """A round with this pack: `by_card` maps cards to their points, and `by_trick` has those of
    each trick, the last one being the trick that ends the round.

    `total` is the sum that all players pay, without a sweep and penalties. `step` divides every sum
    that one player can pay without a sweep. `costly` is the part of the total that costs, and
    `sign`, 1 or -1, is the sign of every cost; all other points are gains. `left_out` lists how
    many of the cards that count can be among those left out.
    """

    wins: Wins
    by_card: dict[Card, int]
    by_trick: tuple[int, ...]
    total: int
    step: int
    costly: int
    sign: int
    left_out: tuple[int, ...]

    def __hash__(self) -> int:
        return hash(self.by_trick)  # a dict has no hash

    @property
    def cards_each(self) -> int:
        """The number of cards of each player, which is that of tricks."""
        return len(self.by_trick)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The points of all tricks and of all cards that count."""
        return (*self.by_trick, *self.by_card.values())

    @property
    def gains(self) -> int:
        """The sum of all points of the round that do not cost."""
        return self.total - self.costly

    @property
    def has_sweep(self) -> bool:
        """Whether a player who takes everything that costs changes what is paid."""
        return self.sweep != 0 and self.costly != 0

    @property
    def sweeper_pays(self) -> int:
        """What a player who took everything that costs pays more than that."""
        return self.sweep if isinstance(self.sweep, int) else -self.costly

    @property
    def others_pay(self) -> int:
        """What each other player pays more after a sweep."""
        return self.sweep.others if isinstance(self.sweep, OthersPay) else 0

    @property
    def span(self) -> tuple[int, int]:
        """The fewest and the most points that a player can have in this round."""
        if self.places == "any":
            return -ANY_POINTS, ANY_POINTS
        if self.places:
            return min(self.places), max(self.places)
        costs = [0, self.costly]
        if self.sweep != 0:
            costs += self.costly + self.sweeper_pays, self.others_pay
        ends = [number + gains for gains in (0, self.gains) for number in costs]
        return min(ends), max(ends)

    def sums(self, players: int) -> tuple[int, ...]:
        """Return the sums that all players can pay: without a sweep, and with one if there is."""
        if self.sweep == 0:
            return (self.total,)
        return self.total, self.total + self.sweeper_pays + self.others_pay * (players - 1)

    def gained(self, numbers: Iterable[int]) -> int:
        """Return the sum of those of the `numbers` that do not cost."""
        return sum(number for number in numbers if number * self.sign < 0)

    def without(self, cards: Iterable[Card]) -> "Round":
        """Return the round without the points of these cards, which are out of it."""
        out = [self.by_card.get(card, 0) for card in cards]
        total, costly = self.total - sum(out), self.costly - sum(out) + self.gained(out)
        return replace(self, total=total, costly=costly)

    def as_dealt(self) -> Iterator["Round"]:
        """Yield the round for each sum that it can have, without the cards that are left out."""
        out = {(0, 0, 0)}  # how many cards are out, their points, and those of them that cost
        for points in self.by_card.values():
            costs = points - self.gained([points])
            out |= {
                (many + 1, total + points, costly + costs)
                for many, total, costly in out
                if many < max(self.left_out)
            }
        for many, total, costly in out:
            if many in self.left_out:
                yield replace(self, total=self.total - total, costly=self.costly - costly)


class TrickRules(TrickVariant, kw_only=True):
    """The rules of one game: its variant with the house rules laid over it, and its cards.

    `costs` are those of the `rounds`, which are played in order, and repeated if there is an
    `until`; `hand_size` is that of the first one. `cards` are those of the pack, by printed form
    and by label. `opens` is the card that is led first, and `not_first` are
    those barred from the first trick.
    """

    pack: Pack
    hand_size: int
    costs: tuple[Round, ...]
    cards: dict[object, Card]
    opens: Card | None
    not_first: frozenset[Card]
    seats: int

    def __repr__(self) -> str:
        return f"<TrickRules of {self.variant}>"  # its tables have thousands of entries

    def round(self, number: int) -> Round:
        """Return the round with this number, counted from 1."""
        return self.costs[(number - 1) % len(self.costs)]

    @property
    def last_round(self) -> int | None:
        """The number of rounds of a game, or None if points end it."""
        if self.until is not None:
            return None
        times = 1 if self.contracts in {"in order", "once each"} else self.seats
        return len(self.rounds) * times

    def passing_before(self, number: int) -> Passing | None:
        """Return where cards go before the round with this number, or None if none are passed on in
        this game.
        """
        if not self.pass_cards:
            return None
        ways = ways_to_pass(self.passing, self.seats)
        return ways[(number - 1) % len(ways)]

    @property
    def below_zero(self) -> bool:
        """Whether a player can have points below 0 in a round."""
        return self.revoke_penalty < 0 or any(costs.span[0] < 0 for costs in self.costs)

    def height(self, card: Card) -> int:
        """Return the position of a card within its suit; 0 is the lowest."""
        return self.pack.ranks.index(card.rank)

    def rank_below(self, height: int) -> str:
        """Return the rank below a height, "" below the lowest."""
        return ("", *self.pack.ranks)[height]


def ways_to_pass(passing: tuple[Passing, ...], players: int) -> tuple[Passing, ...]:
    """Return the ways to pass cards that exist for this number of players; with an odd number
    there is no seat across.
    """
    return passing if players % 2 == 0 else tuple(to for to in passing if to != "across")


def trick_rules_in_force(
    variant: TrickVariant, house: Mapping[str, object], players: int, *, stickers: bool = False
) -> TrickRules:
    """Return the rules of `variant` for this number of `players`, with the `house` rules applied.

    Raises:
        Illegal: ``bad-house-rule`` with the `rule`; ``bad-players`` if the pack cannot be dealt to
            this number of players.
    """
    rules = house_values(TRICK_HOUSE_RULES, house)
    fewest, most = variant.players
    if not fewest <= players <= most:
        raise Illegal(
            BadPlayers("count", count=players, title=variant.title, fewest=fewest, most=most)
        )
    pack = pack_for(variant, players, stickers=stickers)
    laid = replace(variant, **rules)
    costs = tuple(_round(entry, laid, pack, players) for entry in laid.rounds)
    return TrickRules(
        **asdict(laid),
        pack=pack,
        hand_size=costs[0].cards_each,
        costs=costs,
        cards={text: card for card in pack.cards() for text in (str(card), f"{card}/1")},
        opens=opening_card(variant, pack),
        not_first=frozenset(
            card for key in variant.first_trick_without.split() for card in cards_meant(key, pack)
        ),
        seats=players,
    )


def opening_card(variant: TrickVariant, pack: Pack) -> Card | None:
    """Return the card that is led first: that of the variant, or if it is taken out of the `pack`,
    the next higher one of its suit; None if the player after the dealer leads.
    """
    if variant.leads in LEADERS:
        return None
    named = parse_card(variant.leads)
    higher = pack.ranks[pack.ranks.index(named.rank) :]
    return next((card for rank in higher if (card := Card(rank, named.suit)) in pack), None)


def pack_for(variant: TrickVariant, players: int, *, stickers: bool = False) -> Pack:
    """Return the pack for this number of players."""
    removed = tuple(parse_card(card) for card in variant.removed.get(players, ()))
    return Pack(stickers=stickers, ranks=variant.ranks, removed=removed)


def packs(variant: TrickVariant) -> Iterator[tuple[int, Pack]]:
    """Yield each number of players, with its pack."""
    fewest, most = variant.players
    for players in range(fewest, most + 1):
        yield players, pack_for(variant, players)


def cards_meant(key: str, pack: Pack) -> Iterator[Card]:
    """Yield the cards of `pack` that match a key of a round's ``cards``: a suit, a rank, or cards.

    >>> [str(card) for card in cards_meant("QS", Pack())]
    ['QS']
    >>> [str(card) for card in cards_meant("J", Pack())]
    ['JC', 'JD', 'JH', 'JS']
    """
    if key in SUITS:
        yield from (card for card in pack.cards() if card.suit == key)
        return
    for part in key.split():
        named = parse_card(part)
        for card in pack.cards():
            if card.rank == named.rank and named.suit in {None, card.suit}:
                yield card


def _round(entry: RoundEntry, variant: TrickVariant, pack: Pack, players: int) -> Round:
    tricks = cards_each(entry, pack, players)
    by_trick, by_card = points_by_trick(entry, tricks), points_by_card(entry, pack)
    numbers = [*by_trick, *by_card.values(), *entry.by_place]
    above, below = sum(n for n in numbers if n > 0), sum(n for n in numbers if n < 0)
    # In a round without costs everything that counts is needed for a sweep.
    costly = (above or below) if variant.wins == "lowest" else (below or above)
    out = pack.size % players if variant.left_over == "out" else 0
    return Round(
        **asdict(entry),
        wins=variant.wins,
        by_card=by_card,
        by_trick=by_trick,
        total=above + below,
        step=gcd(*entry.written) or 1,
        costly=costly,
        sign=1 if costly > 0 else -1,
        left_out=tuple(range(max(0, out - pack.size + len(by_card)), min(out, len(by_card)) + 1)),
    )


def cards_each(entry: RoundEntry, pack: Pack, players: int) -> int:
    """Return the number of cards dealt to each player in a round, which is that of tricks."""
    return entry.hand_size or pack.size // players


def points_by_trick(entry: RoundEntry, tricks: int) -> tuple[int, ...]:
    """Return the points of each trick, if the round has this number of `tricks`."""
    points = [entry.trick] * tricks
    points[0] += entry.first_trick
    for place in range(max(0, tricks - entry.last_tricks), tricks):
        points[place] += entry.last_trick
    for number, more in entry.tricks.items():
        points[int(number) - 1] += more
    return tuple(points)


def points_by_card(entry: RoundEntry, pack: Pack) -> dict[Card, int]:
    """Return the points of each card of `pack` that a key of the round's ``cards`` matches."""
    points: dict[Card, int] = {}
    for key, more in entry.cards.items():
        for card in cards_meant(key, pack):
            points[card] = points.get(card, 0) + more
    return points


SEATS = 8
"""The maximum number of players: the display has room for as many cards side by side, and the table
has as many lights.
"""


def _contradictions(variant: TrickVariant) -> Iterator[Contradiction]:
    """Yield the keys that contradict each other, in the order of the reports."""
    yield from _of_deal(variant)
    yield from _of_passing(variant)
    yield from _of_duties(variant)
    yield from _of_order(variant)
    for place, entry in enumerate(variant.rounds, start=1):
        for key in entry.tricks:
            read_number(key, dotted("rounds", str(place), "tricks"))
        for keys, why in _of_round(variant, entry):
            yield dotted("rounds", str(place), *keys), why
    if variant.until is not None and not any(map(_can_rise, variant.rounds)):
        yield "until", phrase("no round brings points above 0, so nobody reaches it: leave it out")


def _can_rise(entry: RoundEntry) -> bool:
    """Return whether a player can get more points in this round."""
    if entry.places == "any":
        return True
    more = entry.sweep.others if isinstance(entry.sweep, OthersPay) else entry.sweep
    return any(points > 0 for points in (*entry.written, more))


def _of_deal(variant: TrickVariant) -> Iterator[Contradiction]:
    fewest, most = variant.players
    if most > SEATS:
        room = phrase("a display has room for a trick of {n} cards: write {n} or fewer", n=SEATS)
        yield "players", room
    for count in variant.removed:
        if not fewest <= count <= most:
            nobody = phrase("this is not played with {n}: players is {fewest} to {most}")
            yield (
                dotted("removed", str(count)),
                nobody.filled(n=count, fewest=fewest, most=most),
            )
    deals_all = not all(entry.hand_size for entry in variant.rounds)
    for count, pack in packs(variant):
        where = dotted("removed", str(count))
        if pack.size < count:
            few = phrase("{cards} cards are too few for {n} players: take out fewer")
            yield where, few.filled(cards=pack.size, n=count)
        if deals_all and variant.left_over == "none" and (left := pack.size % count):
            uneven = phrase(
                "{cards} cards cannot be dealt evenly to {n} players: take {left} more out"
            )
            yield where, uneven.filled(cards=pack.size, n=count, left=left)


def _of_passing(variant: TrickVariant) -> Iterator[Contradiction]:
    if not variant.pass_cards:
        if variant.passing != TrickOptions().passing:
            yield "passing", phrase("no cards are passed: write pass_cards, how many")
        return
    for count, pack in packs(variant):
        each = min(cards_each(entry, pack, count) for entry in variant.rounds)
        if variant.pass_cards > each:
            yield "pass_cards", _no_more(count, each)
        if not ways_to_pass(variant.passing, count):
            nobody = phrase("with {n} players nobody sits across: add left, right or none", n=count)
            yield "passing", nobody


def _no_more(players: int, cards: int) -> Message:
    """Return the reason why a number of cards of each player is too large."""
    return phrase(
        "with {n} players everyone has {cards}: write a number up to that", n=players, cards=cards
    )


def _of_duties(variant: TrickVariant) -> Iterator[Contradiction]:
    """Yield the keys that add to following suit if players need not follow, or without a trump."""
    for key in ("must_trump", "must_beat"):
        if getattr(variant, key) and not variant.follow:
            yield key, phrase("players need not follow suit: leave it out")
    if variant.must_trump and not any(entry.trump for entry in variant.rounds):
        yield "must_trump", phrase("no round has a trump: write trump in one, or leave it out")


def _of_order(variant: TrickVariant) -> Iterator[Contradiction]:
    """Yield why rounds cannot be chosen so, or why the first card is not in the pack."""
    if variant.contracts == "any" and variant.until is None:
        endless = phrase("rounds are chosen without end: write until, the points that end the game")
        yield "contracts", endless
    if variant.contracts not in {"in order", "any"} and variant.until is not None:
        fixed = phrase("each round is chosen once, so points cannot end the game: leave until out")
        yield "contracts", fixed
    if variant.contracts in {"once each", "any"} and len(variant.rounds) == 1:
        yield "contracts", phrase("there is one round, so none is chosen: leave it out")
    deck = Pack(ranks=variant.ranks)
    for key in variant.first_trick_without.split():
        for why in _of_cards(key, deck):
            yield "first_trick_without", why
    if variant.leads not in LEADERS:
        for why in _of_first_card(variant, deck):
            yield "leads", why


def _of_first_card(variant: TrickVariant, deck: Pack) -> Iterator[Message]:
    try:
        is_one = parse_card(variant.leads).suit is not None
    except CardError:
        is_one = False
    if not is_one:
        yield phrase("write left of dealer, dealer or a single card, such as 2C")
    yield from _of_cards(variant.leads, deck)
    for count, pack in packs(variant):
        if any(cards_each(entry, pack, count) * count < pack.size for entry in variant.rounds):
            yield phrase(
                "with {n} players the card that leads may be left over: take cards out instead, or "
                "write left of dealer or dealer",
                n=count,
            )
        if opening_card(variant, pack) is None:
            gone = phrase(
                "with {n} players {card} and the higher cards of its suit are taken out: "
                "write another card"
            )
            yield gone.filled(n=count, card=variant.leads)


def _of_round(
    variant: TrickVariant, entry: RoundEntry
) -> Iterator[tuple[tuple[str, ...], Message]]:
    """Yield the contradictions of a round: the keys below the round, and the reason."""
    if entry.places:
        for why in _of_places(variant, entry):
            yield ("places",), why
        return
    for key in entry.cards:
        for why in _of_cards(key, Pack(ranks=variant.ranks)):
            yield ("cards", key), why
    yield from _of_costs(entry)
    for players, pack in packs(variant):
        yield from _of_pack(variant, entry, players, pack)


def _of_costs(entry: RoundEntry) -> Iterator[tuple[tuple[str, ...], Message]]:
    """Yield the contradictions of a round of tricks that do not depend on the deck."""
    for table, numbers in (("cards", entry.cards), ("tricks", entry.tricks)):
        for key, points in numbers.items():
            if not points:
                yield (table, key), phrase("0 changes nothing: leave it out")
    if not any(entry.written):
        yield (
            (),
            phrase("nothing costs in this round: write trick, first_trick, last_trick or cards"),
        )
    if entry.hand_size and entry.cards:
        dealt = phrase("cards that count may not be dealt then: deal all, or leave cards out")
        yield ("hand_size",), dealt
    if entry.restricted is None and not entry.restricted_opens:
        none = phrase("no suit is restricted in this round: write restricted, or leave it out")
        yield ("restricted_opens",), none
    if entry.last_tricks > 1 and not entry.last_trick:
        nothing = phrase("the last tricks cost nothing: write last_trick, what each of them costs")
        yield ("last_tricks",), nothing
    if entry.ends == "last card":
        for why in _of_early_end(entry):
            yield ("ends",), why


def _of_places(variant: TrickVariant, entry: RoundEntry) -> Iterator[Message]:
    """Yield why a round without tricks has other keys, or not points for each player."""
    if replace(entry, says="", places=()) != RoundEntry():
        yield phrase("the round has no tricks then: leave all other keys but says out")
    if entry.places == "any":
        return
    fewest, most = variant.players
    if not fewest == most == len(entry.places):
        each = phrase(
            "{n:d} numbers are for exactly {n:d} players, and players is {fewest} to {most}: write "
            "one for each player"
        )
        yield each.filled(n=len(entry.places), fewest=fewest, most=most)
    if not any(entry.places):
        yield phrase("nothing counts in this round: change one number")


def _of_early_end(entry: RoundEntry) -> Iterator[Message]:
    if not entry.cards:
        yield phrase("no card costs in this round, so none is the last: leave it out")
    if entry.trick:
        yield phrase("each trick costs, so all cards must be played: leave it out")
    if entry.tricks or entry.last_tricks > 1:
        yield phrase("tricks cost by their number, so all cards must be played: leave it out")


def _of_pack(
    variant: TrickVariant, entry: RoundEntry, players: int, pack: Pack
) -> Iterator[tuple[tuple[str, ...], Message]]:
    """Yield the cards and tricks that cost but do not exist with this number of players, and a
    sweep with only one thing that costs.
    """
    for key in entry.cards:
        for part in key.split():
            if not any(cards_meant(part, pack)):
                gone = phrase(
                    "{card} is taken out for {n} players: take out another in removed.{n}"
                )
                yield ("cards", key), gone.filled(card=part, n=players)
    most, tricks = pack.size // players, cards_each(entry, pack, players)
    if tricks > most:
        yield ("hand_size",), _no_more(players, most)
    few = phrase(
        "with {n} players a round has {tricks} tricks: write a number from 1 to {tricks}",
        n=players,
        tricks=tricks,
    )
    for key in entry.tricks:
        if not 1 <= int(key) <= tricks:
            yield ("tricks", key), few
    if entry.last_tricks > tricks:
        yield ("last_tricks",), few
    costs = _round(entry, variant, pack, players)
    things = [number for number in costs.numbers if number]
    if not things:
        nothing = phrase("with {n} players all points cancel each other: change one of them")
        yield (), nothing.filled(n=players)
    if entry.sweep != 0 and sum(number * costs.costly > 0 for number in things) == 1:
        yield ("sweep",), phrase("a sweep needs more than one thing that costs: leave it out")


def _of_cards(key: str, deck: Pack) -> Iterator[Message]:
    """Yield why a key does not name a suit, or ranks and cards of the deck."""
    if key in SUITS:
        return
    if not key.split():
        yield phrase("the key is empty: write the suit, rank or cards it applies to")
    for part in key.split():
        if part in SUITS:
            own = phrase("{suit} is a suit and needs a key of its own: write one key per suit")
            yield own.filled(suit=part)
        text = repr(part[:20])
        try:
            card = parse_card(part)
        except CardError:
            yield phrase("{text} is not a suit, rank or card: write H, Q or KS", text=text)
            return
        if card.is_joker or card.deck is not None:
            yield phrase("{text} is not in one deck without jokers: write H, Q or KS", text=text)
        if card not in deck:
            yield phrase("{card} is not in this deck: write only cards of its ranks", card=card)
    meant = list(cards_meant(key, deck))
    for card in meant:
        if meant.count(card) > 1:
            yield phrase("{card} is covered twice: write it once", card=card)


TRICK_DEFAULTS = file_defaults(TrickOptions) | {"removed": {}}
TRICK_MUST_SAY = ("title", "short", "players", "ranks", "rounds")


def merge_trick_file(raw: Content, below: Content) -> Content:
    """Return a file merged over what it inherits (`below`), after checking the type of each key.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = keys_set_in(raw, TrickFile, RoundEntry, _check_round_entry)
    merged = {**TRICK_DEFAULTS, **below, **own}
    if "players" in own:
        fewest, most = read_players(own["players"])
        # Entries for a number of players that this file does not allow are inherited, so they are
        # not a mistake here.
        if "removed" not in own:
            merged["removed"] = {
                count: cards
                for count, cards in merged["removed"].items()
                if fewest <= int(count) <= most
            }
    return merged


def finish_trick_variant(name: str, content: Content) -> TrickVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: a key is missing, or two keys contradict each other.
    """
    check_required(content, TRICK_MUST_SAY)
    ranks = read_ranks(content["ranks"])
    variant = TrickVariant(
        name=name,
        players=read_players(content["players"]),
        ranks=ranks,
        removed={
            read_number(count, "removed"): tuple(
                map(str, read_cards_out(cards, ranks, dotted("removed", count)))
            )
            for count, cards in content["removed"].items()
        },
        rounds=content["rounds"],
        **from_file(TrickOptions, content),
    )
    raise_first(_contradictions(variant))
    return variant


def _check_round_entry(raw: Content, place: str) -> None:
    cards = raw.get("cards", {})
    if not isinstance(cards, dict):
        right = phrase(
            "a suit, rank or cards and what each costs: {example}", example="{ QS = 13 }"
        )
        raise VariantError(not_possible(cards, right), dotted("rounds", place, "cards"))


def content(variant: TrickVariant) -> Content:
    """Return the content of a trick game's file, except its names and rule keys."""
    return {
        "ranks": " ".join(variant.ranks),
        "removed": {str(count): " ".join(cards) for count, cards in variant.removed.items()},
        "rounds": plain(variant.rounds),
    }


def further_content(rules: TrickRules) -> Content:
    """Return the cards that the rules in force remove from the deck."""
    removed = " ".join(str(card) for card in rules.pack.removed)
    removed_here = {str(rules.seats): removed} if removed else {}
    return {"ranks": " ".join(rules.pack.ranks), "removed": removed_here}


def content_in_force(rules: TrickRules) -> Content:
    """Return the rounds of the rules in force, in the form of a variant file."""
    return {"rounds": plain(rules.rounds)}
