"""The engine of all points games: a pure step from state to state.

``start`` begins a game, ``step`` applies one command; both return the new state and the events, or
raise `Illegal`. docs/rules.md section 9 defines the rules, docs/protocol.md the order of the
checks.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from companion.errors import Illegal
from companion.message import phrase
from companion.rules.checks import (
    check_turns_none,
    first_dealer,
    points_called,
    seat_called,
    seat_in,
)
from companion.rules.commands import (
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
from companion.rules.events import EndCalled, Event, RoundDealt, RoundEnded, Scored
from companion.rules.points import seating
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsPlayer, PointsResult, PointsState, best_seats
from companion.rules.refusals import BadField, BadSum, NotInThisGame, RoundOver, WrongPhase


def start(command: New) -> PointsResult:
    """Return the first round of a new game.

    Raises:
        Illegal: ``unknown-player`` for the dealer, ``bad-field`` for an up-card.
    """
    dealer = first_dealer(command.players, command.dealer)
    players = tuple(PointsPlayer(name=name) for name in command.players)
    before = PointsState(phase="round-over", round=0, dealer=dealer, players=players)
    return _deal_round(before, dealer, command)


def step(rules: PointsRules, state: PointsState, command: Step) -> PointsResult:
    """Apply one command to a game in progress.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    match command:
        case Score():
            return _score(rules, state, command)
        case Deal():
            if state.phase == "play":
                raise Illegal(WrongPhase("deal-round"))
            seating.check_not_over(state)
            return _deal_round(state, state.next_dealer, command)
        case Join():
            return seating.join(rules, state, command)
        case Leave():
            return seating.leave(state, command)
        case ChangeSeat():
            return seating.change_seat(state, command)
        case Set():
            return seating.set_who_is_in(state, command)
        case End():
            seating.check_not_over(state)
            if not state.rounds_entered:
                raise Illegal(WrongPhase("end"))
            return seating.won(state, best_seats(rules, state), [EndCalled(state.rounds_entered)])
        case Play() | Bust() | Shield() | Accept() | Forget() | Show():
            raise Illegal(NotInThisGame(str(command.__struct_config__.tag)))
        case _:
            assert_never(command)


def judge(state: PointsState, command: Claim) -> Judged:
    """Return whether the points that a player claims are those that the player has,
    all rounds together.

    Raises:
        Illegal: ``not-in-this-game`` for a total, ``unknown-player``.
    """
    seat, points = points_called(state, command.player, command.points)
    player = state.players[seat]
    return Judged(player.name, points, player.points, correct=points == player.points)


def _deal_round(state: PointsState, dealer: int, command: New | Deal) -> PointsResult:
    check_turns_none(command.up_card)
    state = replace(state, phase="play", round=state.round + 1, dealer=dealer)
    return state, (RoundDealt(state.round, state.players[dealer].name, cards=0),)


def _score(rules: PointsRules, state: PointsState, command: Score) -> PointsResult:
    seating.check_not_over(state)
    if state.phase == "round-over":
        raise Illegal(RoundOver(state.deals_next))
    points = _of_each_seat(state, command.points)
    _check_sum(rules.sums_of_round(state.round), tuple(points.values()))
    times = rules.round(state.round).times
    players = tuple(
        replace(
            player,
            points=player.points + times * points.get(seat, 0),
            last=times * points.get(seat, 0),
        )
        for seat, player in enumerate(state.players)
    )
    state = replace(state, phase="round-over", players=players, rounds_entered=state.round)
    brought = {players[seat].name: players[seat].last for seat in points}
    events: list[Event] = [Scored(state.round, brought)]
    if _is_last(rules, state):
        return seating.won(state, best_seats(rules, state), events)
    state = seating.bring_in(state)
    events.append(RoundEnded(state.round, state.deals_next))
    return state, tuple(events)


def _of_each_seat(state: PointsState, points: Mapping[str, int]) -> dict[int, int]:
    """Return the points by seat, in order; raise ``bad-field`` if somebody still in is missing."""
    for name in points:
        seat_called(state, name)
    for name in points:
        seat_in(state, name)
    for seat in state.seats_in:
        name = state.players[seat].name
        if name not in points:
            raise Illegal(
                BadField(
                    "points",
                    phrase("{name} is missing: write everybody who is still in", name=name),
                )
            )
    return {seat: points[state.players[seat].name] for seat in state.seats_in}


def _check_sum(sums: Sequence[int], points: tuple[int, ...]) -> None:
    """Raise ``bad-sum`` unless the points add up to one of the `sums`, or may add up to any."""
    total = sum(points)
    if not sums or total in sums:
        return
    due = min(sums, key=lambda allowed: abs(allowed - total))
    raise Illegal(BadSum(due - total, due, 1, points, tuple(sums)))


def _is_last(rules: PointsRules, state: PointsState) -> bool:
    if rules.last_round is not None and state.round >= rules.last_round:
        return True
    return (
        rules.target is not None and max(player.points for player in state.players) >= rules.target
    )
