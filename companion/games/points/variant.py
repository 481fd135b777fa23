"""Points games: their rule keys, TOML files and house rules.

docs/reference/variant-files.md describes the files.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.core.options import (
    IN_FILES,
    Count,
    GameNames,
    GameOfRounds,
    KeyTraits,
    Provenance,
    Wins,
    file_defaults,
    file_struct,
    from_file,
    house_rules,
)
from companion.core.refusals import BadHouseRule
from companion.core.variant_keys import (
    Content,
    Contradiction,
    Doubt,
    check_required,
    dotted,
    house_values,
    key_path,
    keys_set_in,
    plain,
    raise_first,
    read_number,
    read_players,
)
from companion.errors import Illegal
from companion.message import phrase

Teams = Annotated[int, Meta(ge=2, le=6)]
Factor = Annotated[int, Meta(ge=2, le=99)]
Entry = Literal["points", "winners"]
Losers = Literal["pay", "nothing"]
Tie = Literal["share", "one more round"]
GameTarget = Annotated[int, Meta(ge=1, le=99_999)]
"""The points that end a points game; some variants of Canasta are played to 10,000 or more."""
RoundSum = Annotated[int, Meta(ge=-99_999, le=99_999)]
"""The sum of all players' points in a round."""


class Bids(Frozen, forbid_unknown_fields=True):
    """The points of a bid: `made` and for `each` trick bid if as many are taken as were bid, else
    `missed` for each trick too many or too few and `missed_each` for each trick bid.

    With `over`, a bid is made by more tricks too, and each trick too many has these points. With
    `bags`, which needs `over`, each time that a side has so many of them in the game costs these
    points: in Spades ``(10, -100)``. A bid of 0 brings `nil` without a trick, and else costs it.
    `tricks` is the number of tricks in a round, that of each round in turn, or the round's number;
    with `hook` the bids may not add up to it.
    """

    made: RoundSum = 0
    each: RoundSum = 0
    missed: RoundSum = 0
    over: RoundSum | UnsetType = UNSET
    missed_each: RoundSum | UnsetType = UNSET
    bags: tuple[Factor, RoundSum] | UnsetType = UNSET
    nil: RoundSum | UnsetType = UNSET
    tricks: (
        Literal["round"] | Count | Annotated[tuple[Count, ...], Meta(min_length=1)] | UnsetType
    ) = UNSET
    hook: bool = False

    @property
    def brings_points(self) -> bool:
        """Whether any bid or trick brings or costs points."""
        return any((self.made, self.each, self.missed, self.over, self.missed_each, self.nil))

    def score(self, hands: Sequence[tuple[int, int]], bags: int = 0) -> tuple[int, int]:
        """Return the points and the new bags of a side with this bid and these tricks of each
        player, which had so many `bags` before. docs/reference/rules.md section 9.4 has them.

        >>> Bids(made=20, each=10, missed=-10).score([(2, 2)])
        (40, 0)
        >>> spades = Bids(each=10, over=1, missed_each=-10, bags=(10, -100), nil=100)
        >>> spades.score([(4, 6)]), spades.score([(4, 3)]), spades.score([(4, 6)], bags=9)
        ((42, 2), (-40, 0), (-58, 2))
        >>> spades.score([(4, 3), (0, 2)])  # Those of a failed nil do not help the partner.
        (-138, 2)
        """
        alone = [tricks for bid, tricks in hands if bid == 0] if self.nil is not UNSET else []
        bid, tricks = sum(bid for bid, _ in hands), sum(tricks for _, tricks in hands) - sum(alone)
        points = sum((self.nil or 0) * (1 if tricks == 0 else -1) for tricks in alone)
        if len(alone) < len(hands):
            if tricks == bid or (tricks > bid and self.over is not UNSET):
                points += self.made + self.each * bid
            else:
                points += self.missed * abs(tricks - bid) + (self.missed_each or 0) * bid
        more = max(0, tricks - bid) + sum(alone)
        every, costs = self.bags or (1, 0)
        points += (self.over or 0) * more + costs * ((bags + more) // every - bags // every)
        return points, 0 if self.bags is UNSET else more

    def tricks_in(self, number: int) -> int | None:
        """Return the tricks of the round with this number, counted from 1; None if not known."""
        if isinstance(self.tricks, tuple):
            return self.tricks[(number - 1) % len(self.tricks)]
        if self.tricks is UNSET:
            return None
        return number if self.tricks == "round" else self.tricks


class PointsOptions(Frozen, kw_only=True):
    """The rule keys of points games,
    in the order of every list (docs/reference/variant-files.md).
    """

    family: ClassVar[str] = "points"
    wins: Annotated[Wins, KeyTraits(usual=True)] = "highest"
    target: Annotated[GameTarget | None, KeyTraits(dial=(1, 9999), usual=True, called="goal")] = (
        None
    )
    overshoot: Annotated[Literal["counts", "stays"] | RoundSum, IN_FILES] = "counts"
    exact: Annotated[
        dict[int, RoundSum], KeyTraits(house_rule=False, in_file=dict[str, RoundSum])
    ] = {}
    last_round: Annotated[Count | None, KeyTraits(dial=(1, 99), usual=True)] = None
    last_rounds: Annotated[
        dict[int, Count], KeyTraits(house_rule=False, in_file=dict[str, Count])
    ] = {}
    out_at: Annotated[GameTarget | None, KeyTraits(dial=(1, 9999), applies="may_put_out")] = None
    tie: Tie = "share"
    teams: Annotated[Teams | None, KeyTraits(dial=(2, 6))] = None
    entry: Annotated[Entry, KeyTraits(applies="may_enter_winners")] = "points"
    round_players: Annotated[Count | None, IN_FILES] = None
    losers: Annotated[Losers, KeyTraits(applies="enters_winners")] = "pay"
    solo: Annotated[Factor | None, KeyTraits(dial=(2, 9), applies="enters_winners")] = None
    bids: Annotated[Bids | None, IN_FILES] = None
    sums: Annotated[tuple[RoundSum, ...], KeyTraits(dial=(-999, 999))] = ()


class PointsRound(Frozen, forbid_unknown_fields=True, omit_defaults=True):
    """A round: its name, the value of a point,
    and its own `sums` (docs/reference/variant-files.md).
    """

    says: Annotated[str, Meta(max_length=20)] = ""
    times: Annotated[int, Meta(ge=1, le=99)] = 1
    sums: tuple[RoundSum, ...] | UnsetType = UNSET


class PointsNames(GameNames):
    """The keys of a points game's file apart from the rule keys: its rounds."""

    rounds: Annotated[tuple[PointsRound, ...], Meta(min_length=1)] | UnsetType = UNSET


POINTS_HOUSE_RULES = house_rules(PointsOptions) | {
    "rounds": Annotated[tuple[PointsRound, ...], Meta(min_length=1)]
}
"""Each house rule with the type of its value."""

PointsFile = file_struct("PointsFile", PointsNames, PointsOptions)
"""The keys of a points game's file. All are optional because a parent file may set them."""


class PointsVariant(
    GameOfRounds,
    PointsOptions,
    kw_only=True,
    tag_field="family",
    tag=PointsOptions.family,
):
    """A points game, with or without house rules.

    After the last of the `rounds`, the first one follows again; without `rounds`, all rounds are
    alike. A points game has no cards. `place` is the sort key of every list.
    """

    place: ClassVar[tuple[int, int]] = (2, 0)
    pack: ClassVar[None] = None
    hand_size: ClassVar[int] = 0
    name: str
    title: str
    short: str
    provenance: Provenance
    source: str
    dealer_by_lot: bool = False
    players: tuple[int, int]
    rounds: tuple[PointsRound, ...]

    def round(self, number: int) -> PointsRound:
        """Return the round with this number, counted from 1."""
        return self.rounds[(number - 1) % len(self.rounds)] if self.rounds else PointsRound()

    @property
    def may_put_out(self) -> bool:
        """Whether points may put a player out."""
        return self.wins == "lowest" and self.target is None

    @property
    def may_enter_winners(self) -> bool:
        """Whether rounds add up to what winners and losers make."""
        sums = (self.sums, *(entry.sums for entry in self.rounds))
        return self.bids is None and all(each in (UNSET, (), (0,)) for each in sums)

    @property
    def enters_winners(self) -> bool:
        """Whether the players enter the winners of a round and one amount."""
        return self.entry == "winners"

    def takes_winners(self, players: int) -> bool:
        """Whether a table of so many `players` enters winners: not if some of them sit out."""
        return self.enters_winners and players <= (self.round_players or players)

    @property
    def losers_pay(self) -> bool:
        """Whether the winners of a round get what its losers pay."""
        return self.enters_winners and self.losers == "pay"

    def sums_of_round(self, number: int) -> tuple[int, ...]:
        """Return the sums that the points of a round may have; empty if any sum is allowed.

        A sum of 0 means that losers pay: it does not count if only winners get points.
        """
        if self.losers_pay:
            return (0,)
        own = self.round(number).sums
        sums = self.sums if own is UNSET else own
        return () if self.enters_winners and sums == (0,) else sums


def points_rules_in_force(
    variant: PointsVariant, house: Mapping[str, object], players: int
) -> PointsVariant:
    """Return the game with the `house` rules applied, for the number of `players` who start it.

    Raises:
        Illegal: ``bad-house-rule`` with the `rule`, also if two rules contradict each other.
    """
    own_last = {"last_round": variant.last_rounds.get(players, variant.last_round)}
    rules = replace(variant, **own_last | house_values(POINTS_HOUSE_RULES, house))
    for key, why in _contradictions(rules):
        raise Illegal(BadHouseRule(key_path(key)[0], why))
    return rules


SEATS = 12
"""The maximum number of players, limited by the rows of the display's score sheet."""

POINTS_DEFAULTS = file_defaults(PointsOptions) | {
    "players": (2, SEATS),
    "rounds": (),
}
POINTS_MUST_SAY = ("title", "short")


def merge_points_file(raw: Content, below: Content) -> Content:
    """Return a file merged over what it inherits (`below`), after checking the type of each key.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = keys_set_in(raw, PointsFile, PointsRound)
    merged = {**POINTS_DEFAULTS, **below, **own}
    if own.get("last_round") and "rounds" not in own:
        # Rounds after this file's last one are inherited, so they are not a mistake here.
        merged["rounds"] = merged["rounds"][: own["last_round"]]
    return merged


def finish_points_variant(name: str, content: Content) -> PointsVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: a key is missing, or two keys contradict each other.
    """
    check_required(content, POINTS_MUST_SAY)
    rules = from_file(PointsOptions, content)
    for table in ("exact", "last_rounds"):
        rules[table] = {read_number(key, table): number for key, number in rules[table].items()}
    variant = PointsVariant(
        name=name,
        players=read_players(content["players"]),
        rounds=content["rounds"],
        **rules,
    )
    raise_first(_contradictions(variant))
    raise_first(_contradictions_of_file(variant, content))
    return variant


def _contradictions_of_file(variant: PointsVariant, content: Content) -> Iterator[Contradiction]:
    """Yield the contradictions that are wrong in a file, but right as a house rule."""
    fewest, most = variant.players
    if variant.teams is not None and not most // variant.teams * variant.teams >= fewest:
        why = phrase("no number of players can be divided into {n} teams: change players")
        yield "teams", why.filled(n=variant.teams)
    for key in ("losers", "solo"):
        if not variant.enters_winners and content[key] != POINTS_DEFAULTS[key]:
            yield key, phrase('counts only if winners are entered: write entry = "winners", too')
    for players in variant.last_rounds:
        if not fewest <= players <= most:
            why = phrase("there are never {n} players: leave this line out, or change players")
            yield dotted("last_rounds", str(players)), why.filled(n=players)
    if variant.last_round is not None and len(variant.rounds) > variant.last_round:
        why = phrase("the game ends with round {n}: leave this one out, or raise last_round")
        yield dotted("rounds", str(variant.last_round + 1)), why.filled(n=variant.last_round)


def _contradictions(variant: PointsVariant) -> Iterator[Contradiction]:
    """Yield the keys that contradict each other, in the order of the reports."""
    if variant.players[1] > SEATS:
        room = phrase("the score sheet has room for {n} players: write {n} or fewer", n=SEATS)
        yield "players", room
    yield from _of_sums(variant, variant.sums, "sums")
    if variant.out_at is not None:
        yield from _of_out_at(variant)
    if variant.bids is not None:
        yield from _of_bids(variant, variant.bids)
    for place, entry in enumerate(variant.rounds, start=1):
        yield from _of_sums(variant, entry.sums or (), dotted("rounds", str(place), "sums"))
    if variant.overshoot != "counts":
        yield from _of_overshoot(variant)


def _of_bids(variant: PointsVariant, bids: Bids) -> Iterator[Contradiction]:
    if variant.enters_winners:
        yield "bids", phrase("bids are entered, not winners: leave entry out")
    if not bids.brings_points:
        yield "bids", phrase("no bid brings points: write made, each or missed")
    if bids.bags is not UNSET and bids.over is UNSET:
        why = phrase("counts tricks too many, which make the bid only with over: write over, too")
        yield "bids.bags", why
    if bids.hook and bids.tricks is UNSET:
        why = phrase("the bids may not add up to the tricks of a round: write tricks, too")
        yield "bids.hook", why


def _of_overshoot(variant: PointsVariant) -> Iterator[Contradiction]:
    target = variant.target
    if target is None:
        yield "overshoot", phrase("counts only with a target: write target, too")
        return
    if isinstance(variant.overshoot, int) and variant.overshoot >= target:
        why = phrase("points past the target would end the game: write a number below {n}")
        yield "overshoot", why.filled(n=target)
    if variant.tie != "share":
        why = phrase("players with {n} points could not play on: leave tie out")
        yield "overshoot", why.filled(n=target)
    if target in variant.exact:
        why = phrase("the game is won with {n}: leave it out here")
        yield dotted("exact", str(target)), why.filled(n=target)


def _of_out_at(variant: PointsVariant) -> Iterator[Contradiction]:
    if variant.wins == "highest":
        why = phrase('many points put a player out, so few are good: write wins = "lowest", too')
        yield "out_at", why
    if variant.target is not None:
        why = phrase("players go out until one is left: leave target out, or write it as false")
        yield "out_at", why


def _of_sums(variant: PointsVariant, sums: Sequence[int], where: str) -> Iterator[Contradiction]:
    if variant.losers_pay and sums not in ((), (0,)):
        yield where, phrase("losers pay the winners, so the sum is 0: leave it out")
    for number in sums:
        if sums.count(number) > 1:
            yield where, phrase("{what} appears twice: write it once", what=number)


def content(game: PointsVariant) -> Content:
    """Return the content of a points game's file, except its names and rule keys."""
    return {"rounds": plain(game.rounds)} if game.rounds else {}


def points_doubts(variant: PointsVariant, _own: Content, _below: Content) -> Iterator[Doubt]:
    """Yield the keys of a playable file that are often meant otherwise, each with a question."""
    if variant.losers_pay and variant.wins == "lowest":
        yield "wins", phrase("winners get what losers pay, and the fewest win: is that meant?")
    if variant.bids is not None and variant.sums:
        yield "sums", phrase("these are points: is that meant? For tricks write bids.tricks")
    better = 1 if variant.wins == "highest" else -1
    for key in ("missed", "missed_each", "bags"):
        found = getattr(variant.bids, key, 0) or 0
        points = found[1] if isinstance(found, tuple) else found
        if points * better > 0:
            rewards = phrase("{n} rewards a missed bid: is that meant? Else write {other}")
            yield f"bids.{key}", rewards.filled(n=points, other=-points)
