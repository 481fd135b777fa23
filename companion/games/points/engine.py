"""The engine of all points games: the state, and a pure step from state to state.

docs/reference/rules.md section 9 defines the rules, docs/reference/referee-protocol.md the order of
the checks.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core import refusals
from companion.core.checks import (
    check_chooses_none,
    check_newcomer,
    check_turns_none,
    first_dealer,
    judge_points,
    order_with,
    place_for,
    seat_called,
    seat_in,
)
from companion.core.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Claim,
    Deal,
    End,
    Forget,
    Join,
    Judged,
    Leave,
    New,
    Play,
    Score,
    Set,
    Shield,
    Show,
    Step,
)
from companion.core.events import (
    Adjusted,
    BidsEntered,
    Eliminated,
    EndCalled,
    Event,
    Events,
    Joined,
    ManualSettings,
    RoundDealt,
    RoundEnded,
    Scored,
    SeatChanged,
    SetByHand,
    Tied,
)
from companion.core.frozen import Frozen
from companion.core.options import Always
from companion.core.seats import RoundPhase, SeatsOfRounds
from companion.errors import Illegal
from companion.games.points.variant import Bids, PointsVariant
from companion.message import phrase, plural


class PointsPlayer(Frozen, gc=False):
    """A player at a seat: their standing, and the points of the last round entered.

    `waits` is true for a player who sat down during a round and plays from the next one. `team` is
    the number of their team, counted from 1, in a game with teams: all its players have its points.
    `bid` is the number of tricks that the player bid in this round; None before. `bags` is the
    number of tricks too many in the game, that of the whole team.
    """

    name: str
    still_in: bool = True
    points: int = 0
    last: int = 0
    waits: bool = False
    team: int | None = None
    bid: int | None = None
    bags: int = 0
    chips: ClassVar[None] = None


class Side(NamedTuple):
    """A player, or the players of a team, who have their points together."""

    seats: tuple[int, ...]
    players: tuple[PointsPlayer, ...]

    @property
    def first(self) -> PointsPlayer:
        """A player of the side, whose points and bags are those of the side."""
        return self.players[0]

    @property
    def label(self) -> str:
        """The name of the side: ``Ann & Cy``."""
        return " & ".join(player.name for player in self.players)


class PointsState(SeatsOfRounds):
    """A moment of a points game. No player is to act, because all points are entered together.

    `deals_counted` is the number of rounds in the standings.
    """

    family: ClassVar[str] = "points"
    turn: ClassVar[None] = None
    clockwise: ClassVar[None] = None
    derived: ClassVar[tuple[str, ...]] = ("deals_counted",)
    players: tuple[PointsPlayer, ...]
    deals_counted: int = 0

    @property
    def next_dealer(self) -> int:
        seats_in = self.seats_in
        return next((seat for seat in seats_in if seat > self.dealer), seats_in[0])

    @property
    def sides(self) -> tuple[Side, ...]:
        """The players still in: each a side of their own, or grouped by team."""
        return self._grouped(self.seats_in)

    @property
    def all_sides(self) -> tuple[Side, ...]:
        """All players, in or out, grouped like `sides`."""
        return self._grouped(range(len(self.players)))

    def _grouped(self, seats: Iterable[int]) -> tuple[Side, ...]:
        sides: dict[object, list[int]] = {}
        for seat in seats:
            team = self.players[seat].team
            sides.setdefault(("seat", seat) if team is None else team, []).append(seat)
        players = self.players
        return tuple(
            [Side(tuple(side), tuple([players[seat] for seat in side])) for side in sides.values()]
        )

    @property
    def names_in(self) -> tuple[str, ...]:
        """The names of the players still in."""
        return tuple(self.players[seat].name for seat in self.seats_in)

    @property
    def has_bids(self) -> bool:
        """Whether the bids of this round are known."""
        return any(self.players[seat].bid is not None for seat in self.seats_in)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of all sides."""
        return tuple(side.label for side in self.all_sides)

    def label_of(self, name: str) -> str:
        """Return the name of the side of the player with that name."""
        seat = self.seat_of(name)
        return next((side.label for side in self.all_sides if seat in side.seats), name)

    @property
    def points_of(self) -> Mapping[str, int]:
        return {side.label: side.first.points for side in self.all_sides}

    @property
    def lit(self) -> int | None:
        # No player is to act, so the light marks the dealer.
        return {"play": self.dealer, "round-over": self.next_dealer}.get(self.phase)


PointsResult = tuple[PointsState, Events]
"""The result of an accepted command: the next state, and its events."""


Asked = Literal["points", "winners", "bids", "tricks"]
"""The next entry: the points of a round, its winners and an amount, or its bids and then its
tricks.
"""


def asked_now(rules: PointsVariant, state: PointsState) -> Asked:
    """Return the next entry in this round."""
    if rules.bids is not None:
        return "tricks" if state.has_bids else "bids"
    return "winners" if rules.takes_winners(len(state.seats_in)) else "points"


class PublicPointsPlayer(Frozen, gc=False, rename={"still_in": "in"}):
    """A player of a points game."""

    name: str
    still_in: bool
    points: int
    last: int
    waits: Always | UnsetType = UNSET
    team: int | UnsetType = UNSET
    bid: int | UnsetType | None = UNSET
    bags: int | UnsetType = UNSET


class PublicPointsState(Frozen, gc=False):
    """The state of a points game."""

    variant: str
    phase: RoundPhase
    round: int
    dealer: str
    players: tuple[PublicPointsPlayer, ...]
    winners: tuple[str, ...]


def public_points_state(rules: PointsVariant, state: PointsState) -> PublicPointsState:
    """Return the public form of a state."""
    return PublicPointsState(
        variant=rules.variant,
        phase=state.phase,
        round=state.round,
        dealer=state.players[state.dealer].name,
        players=tuple(_public_player(rules, player) for player in state.players),
        winners=state.won_by,
    )


def _public_player(rules: PointsVariant, player: PointsPlayer) -> PublicPointsPlayer:
    return PublicPointsPlayer(
        player.name,
        player.still_in,
        player.points,
        player.last,
        waits=player.waits or UNSET,
        team=player.team or UNSET,
        bid=UNSET if rules.bids is None else player.bid,
        bags=UNSET if rules.bids is None or rules.bids.bags is UNSET else player.bags,
    )


def join(rules: PointsVariant, state: PointsState, command: Join) -> PointsResult:
    """Seat a latecomer with points of their own, who plays from the next round, or at once.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    at = place_for(state, command.after)
    check_newcomer(state, command, len(state.players), rules.title, rules.players)
    if command.chips is not UNSET:
        raise Illegal(
            refusals.BadField("chips", phrase("nobody has chips in this game: leave it out"))
        )
    points = command.points or 0
    waits = state.phase == "play" and command.when != "now"
    newcomer = PointsPlayer(name=command.player, still_in=not waits, points=points, waits=waits)
    event = Joined(command.player, state.players[at - 1].name, 0, points=points)
    return _reseated(state, (*range(at), None, *range(at, len(state.players))), newcomer), (event,)


def leave(state: PointsState, command: Leave) -> PointsResult:
    """Remove a player from the game. Their points stay on the sheet; the last player left wins.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    seat = seat_called(state, command.player)
    if not state.players[seat].waits:
        seat_in(state, command.player)
    return _without_those_out(_put(state, seat, is_in=False), Eliminated(command.player, "left"))


def set_who_is_in(state: PointsState, command: Set) -> PointsResult:
    """Set which players are in, the only setting of a points game that can be changed by hand.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    if not command.still_in or command != Set(still_in=command.still_in):
        raise Illegal(refusals.NotInThisGame("set"))
    now, before = dict(command.still_in), {}
    for name, is_in in now.items():
        seat = seat_called(state, name)
        before[name] = state.players[seat].still_in
        state = _put(state, seat, is_in=is_in)
    if not state.seats_in:
        raise Illegal(refusals.BadField("in", phrase("somebody has to be in")))
    event = SetByHand(ManualSettings(still_in=before), ManualSettings(still_in=now))
    return _without_those_out(state, event)


def _put(state: PointsState, seat: int, *, is_in: bool) -> PointsState:
    """Return the state with the player at `seat` in or out, and not waiting."""
    return state.seated(seat, replace(state.players[seat], still_in=is_in, waits=False))


def bring_in(state: PointsState) -> PointsState:
    """Return the state with all waiting players brought in."""
    for seat, player in enumerate(state.players):
        if player.waits:
            state = _put(state, seat, is_in=True)
    return state


def won(state: PointsState, winners: tuple[int, ...], *events: Event) -> PointsResult:
    """End the game with these winners, who share the win if there are several."""
    state, end = state.ended(winners)
    return state, (*events, end)


def _without_those_out(state: PointsState, *events: Event) -> PointsResult:
    """Continue without the players who are out; if one side is left, bring in those who wait."""
    if len(state.sides) == 1:
        state = bring_in(state)
    if len(state.sides) == 1:
        return won(state, state.seats_in, *events)
    return state, events


def _reseated(
    state: PointsState, order: tuple[int | None, ...], newcomer: PointsPlayer | None = None
) -> PointsState:
    """Return the state with the old seats in the given `order`; None is the seat of `newcomer`.
    The dealer stays the same player.
    """
    players = tuple(newcomer if old is None else state.players[old] for old in order)
    return replace(state, players=players, dealer=order.index(state.dealer))


def start(rules: PointsVariant, command: New) -> PointsResult:
    """Return the first round of a new game.

    Raises:
        Illegal: ``bad-players`` if they cannot be divided into teams, ``unknown-player`` for the
            dealer, ``bad-field`` for an up-card.
    """
    count, teams = len(command.players), rules.teams
    if teams is not None and count % teams:
        raise Illegal(refusals.BadPlayers("teams", count=count, teams=teams))
    dealer = first_dealer(command.players, command.dealer)
    players = tuple(
        PointsPlayer(name=name, team=None if teams is None else seat % teams + 1)
        for seat, name in enumerate(command.players)
    )
    before = PointsState(phase="round-over", round=0, dealer=dealer, players=players)
    return _deal_round(before, dealer, command)


def step(rules: PointsVariant, state: PointsState, command: Step) -> PointsResult:
    """Apply one command to a game in progress.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    if isinstance(command, Play | Bust | Shield | Accept | Forget | Show):
        raise Illegal(refusals.NotInThisGame(str(command.__struct_config__.tag)))
    _check_in_this_game(rules, command)
    if state.phase == "game-over":
        raise Illegal(refusals.GameOver())
    match command:
        case Score():
            return _score(rules, state, command)
        case Deal():
            if state.phase == "play":
                raise Illegal(refusals.WrongPhase("deal-round"))
            return _deal_round(state, state.next_dealer, command)
        case Join():
            return join(rules, state, command)
        case Leave():
            return leave(state, command)
        case ChangeSeat():
            event = SeatChanged(command.player, command.after)
            return _reseated(state, order_with(state, command)), (event,)
        case Set():
            return set_who_is_in(state, command)
        case End():
            if not state.deals_counted:
                raise Illegal(refusals.WrongPhase("end"))
            best = state.best_seats(rules.wins)
            return won(state, best, EndCalled(state.deals_counted))


def _check_in_this_game(rules: PointsVariant, command: Step) -> None:
    """Raise ``not-in-this-game`` for a newcomer to teams, and for winners or bids in a game whose
    rounds have none.
    """
    match command:
        case Join() if rules.teams is not None:
            raise Illegal(refusals.NotInThisGame("join"))
        case Score() if command.winners is not UNSET and not rules.enters_winners:
            raise Illegal(refusals.NotInThisGame("winners"))
        case Score(bids=bids, tricks=tricks) if rules.bids is None:
            if bids is not UNSET or tricks is not UNSET:
                raise Illegal(refusals.NotInThisGame("bids"))


def scores(rules: PointsVariant, state: PointsState) -> Iterator[Score]:
    """Yield entries of this round: for each side one in which it gets or takes everything."""
    asked = asked_now(rules, state)
    for side in (side.first.name for side in state.sides):
        match asked:
            case "bids":
                yield Score(bids={name: int(name == side) for name in state.names_in})
            case "tricks":
                yield Score(tricks={side: 1})
            case "winners":
                yield Score(winners=(side,), amount=1)
            case "points":
                for points in rules.sums_of_round(state.round) or (1,):
                    yield Score(points={side: points})


def judge(state: PointsState, command: Claim) -> Judged:
    """Return whether a player's call of their total points is right.

    Raises:
        Illegal: ``not-in-this-game`` for a total, ``unknown-player``.
    """
    return judge_points(state, command, [player.points for player in state.players])


def _deal_round(state: PointsState, dealer: int, command: New | Deal) -> PointsResult:
    check_turns_none(command)
    check_chooses_none(command)
    state = replace(state, phase="play", round=state.round + 1, dealer=dealer)
    return state, (RoundDealt(state.round, state.players[dealer].name, cards=0),)


def _score(rules: PointsVariant, state: PointsState, command: Score) -> PointsResult:
    if state.phase == "round-over":
        raise Illegal(refusals.RoundOver(state.deals_next))
    if command.winners is not UNSET and not rules.takes_winners(len(state.seats_in)):
        sits_out = phrase("{n} play a round and the others sit out: write the points of each")
        raise Illegal(refusals.BadField("winners", sits_out.filled(n=rules.round_players)))
    if rules.bids is not None and command.bids is not UNSET:
        bids = _bids(rules, rules.bids, state, command.bids)
        bidders = (replace(player, bid=bids.get(player.name)) for player in state.players)
        state = replace(state, players=tuple(bidders))
        if command.tricks is UNSET:
            return state, (BidsEntered(state.round, bids),)
    brought = list(_brought(rules, state, command))
    _check_sum(rules.sums_of_round(state.round), tuple(points for points, _bags in brought))
    players = [replace(player, last=0, bid=None) for player in state.players]
    adjusted: list[Event] = []
    times = rules.round(state.round).times
    shared = {seat: side.seats for side in state.all_sides for seat in side.seats}
    for side, (of_side, more) in zip(state.sides, brought, strict=True):
        player, points = side.first, times * of_side
        reached, after = player.points + points, standing(rules, player, points)
        if after != reached:
            adjusted.append(Adjusted(player.name, reached, after))
        bags = player.bags + more
        for seat in shared[side.seats[0]]:
            players[seat] = replace(players[seat], points=after, last=points, bags=bags)
    scored = {players[seat].name: players[seat].last for seat in state.seats_in}
    state = replace(state, phase="round-over", players=tuple(players), deals_counted=state.round)
    return _after_round(rules, state, [Scored(state.round, scored), *adjusted])


def standing(rules: PointsVariant, player: PointsPlayer, brought: int) -> int:
    """Return the points of a player to whom a round brought these points.

    A round that brings nothing leaves them as they are.
    """
    if not brought:
        return player.points
    after = player.points + brought
    if rules.target is not None and after > rules.target and rules.overshoot != "counts":
        after = player.points if rules.overshoot == "stays" else rules.overshoot
    return rules.exact.get(after, after)


def _after_round(rules: PointsVariant, state: PointsState, events: list[Event]) -> PointsResult:
    """Put players out by their points, then end the game or wait for the next deal.

    If all have reached `out_at`, the best of them stay in, and the game ends.
    """
    out = [
        seat
        for seat in state.seats_in
        if rules.out_at is not None and state.players[seat].points >= rules.out_at
    ]
    ends = len(out) == len(state.seats_in)
    stay = state.best_seats(rules.wins) if ends else ()
    for seat in out:
        if seat not in stay:
            state = _put(state, seat, is_in=False)
            events.append(Eliminated(state.players[seat].name, "points"))
    if ends or _is_last(rules, state):
        best = state.best_seats(rules.wins)
        if rules.tie == "share" or any({*best} == {*side.seats} for side in state.sides):
            return won(state, best, *events)
        events.append(Tied(tuple(state.players[seat].name for seat in best)))
    state = bring_in(state)
    if len(state.sides) == 1:
        return won(state, state.seats_in, *events)
    return state, (*events, RoundEnded(state.round, state.deals_next))


def _brought(rules: PointsVariant, state: PointsState, command: Score) -> Iterable[tuple[int, int]]:
    """Return the points and the bags that the round brings each side, in the order of the sides."""
    if rules.bids is not None and command.tricks is not UNSET:
        return _brought_by_tricks(rules, rules.bids, state, command.tricks)
    if command.points is not UNSET:
        brought = _of_each_side(state, command.points)
    else:
        won = _sides_named(state, command.winners or ())
        brought = points_of_winners(rules, len(state.sides), {*won.values()}, command.amount or 0)
    return ((points, 0) for points in brought)


def _brought_by_tricks(
    rules: PointsVariant, bids: Bids, state: PointsState, named: Mapping[str, int]
) -> Iterator[tuple[int, int]]:
    tricks = _of_each_player(state, named)
    if not state.has_bids:
        raise Illegal(refusals.BadField("bids", phrase("nobody has bid: write the bids, too")))
    due, total = _tricks_due(rules, bids, state), sum(tricks.values())
    if due is not None and total != due:
        why = plural(
            "This round has {n:d} trick, not {number}",
            "This round has {n:d} tricks, not {number}",
            due,
            number=total,
        )
        raise Illegal(refusals.BadField("tricks", why, whole=True))
    for side in state.sides:
        hands = [(player.bid or 0, tricks[player.name]) for player in side.players]
        yield bids.score(hands, side.first.bags)


def _tricks_due(rules: PointsVariant, bids: Bids, state: PointsState) -> int | None:
    """Return the number of tricks of this round; None if it is not known."""
    return bids.tricks_in(min(state.round, rules.last_round or state.round))


def _bids(
    rules: PointsVariant, bids: Bids, state: PointsState, named: Mapping[str, int]
) -> dict[str, int]:
    """Return the bid of each player still in.

    Raises:
        Illegal: ``bad-field`` for a bid that cannot be made, that may be meant as nil, or that
            makes the bids add up to the tricks.
    """
    bid_of = _of_each_player(state, named)
    if bids.nil is not UNSET and len(named) < len(bid_of):
        why = phrase("a bid of 0 counts of its own: write the bid of each player, also 0")
        raise Illegal(refusals.BadField("bids", why))
    due = _tricks_due(rules, bids, state)
    if due is not None and max(bid_of.values()) > due:
        too_high = plural(
            "This round has {n:d} trick: bid less", "This round has {n:d} tricks: bid less", due
        )
        raise Illegal(refusals.BadField("bids", too_high, whole=True))
    if bids.hook and sum(bid_of.values()) == due:
        hooked = phrase("The bids may not add up to {n}, the tricks of this round", n=due)
        raise Illegal(refusals.BadField("bids", hooked, whole=True))
    return bid_of


def _of_each_player(state: PointsState, named: Mapping[str, int]) -> dict[str, int]:
    """Return the number of each player still in: 0 for one who is not named."""
    _sides_named(state, named)
    return {name: named.get(name, 0) for name in state.names_in}


def _of_each_side(state: PointsState, named: Mapping[str, int]) -> tuple[int, ...]:
    """Return the points of each side: 0 for one that is not named."""
    sides = _sides_named(state, named)
    given = {side: named[name] for name, side in sides.items()}
    if len(given) < len(sides):
        why = phrase("two players of a team are named: write one of them")
        raise Illegal(refusals.BadField("points", why))
    return tuple(given.get(side, 0) for side in range(len(state.sides)))


def _sides_named(state: PointsState, names: Collection[str]) -> dict[str, int]:
    """Return the side of each of these players, who must be in."""
    for name in names:
        seat_called(state, name)
    seats = {name: seat_in(state, name) for name in names}
    of_seat = {seat: place for place, side in enumerate(state.sides) for seat in side.seats}
    return {name: of_seat[seat] for name, seat in seats.items()}


def _check_sum(sums: Sequence[int], points: tuple[int, ...]) -> None:
    """Raise ``bad-sum`` unless the points add up to one of the `sums`, or `sums` is empty."""
    total = sum(points)
    if not sums or total in sums:
        return
    due = min(sums, key=lambda allowed: abs(allowed - total))
    raise Illegal(refusals.BadSum(due - total, due, 1, points, tuple(sums)))


def _is_last(rules: PointsVariant, state: PointsState) -> bool:
    if rules.last_round is not None and state.round >= rules.last_round:
        return True
    return (
        rules.target is not None and max(player.points for player in state.players) >= rules.target
    )


def points_of_winners(
    rules: PointsVariant, sides: int, won: Collection[int], amount: int
) -> tuple[int, ...]:
    """Return the points of each of the `sides`, numbered from 0, of which those in `won` win.

    docs/reference/rules.md section 9.2 defines them.

    Raises:
        Illegal: ``bad-field`` if no side wins or nobody is left to pay, ``bad-amount`` if the
            amount cannot be shared out evenly.
    """
    lost = sides - len(won)
    if not won:
        raise Illegal(refusals.BadField("winners", phrase("nobody is named: write who has won")))
    if rules.losers == "pay" and not lost:
        why = phrase("nobody is left to pay: leave out who has lost")
        raise Illegal(refusals.BadField("winners", why))
    solo = 1 if rules.solo is None or sides <= 2 else rules.solo
    for_winner, for_loser = amount, 0
    if solo > 1 and len(won) == 1:
        for_winner *= solo
        for_loser = -_share(for_winner, lost) if rules.losers == "pay" else 0
    elif rules.losers == "pay":
        for_loser = -amount * solo if lost == 1 else -amount
        for_winner = _share(-for_loser * lost, len(won))
    return tuple(for_winner if side in won else for_loser for side in range(sides))


def _share(points: int, among: int) -> int:
    """Return an equal share of points among sides; raise ``bad-amount`` if there is a rest."""
    share, rest = divmod(points, among)
    if rest:
        raise Illegal(refusals.BadAmount(abs(points), among))
    return share
