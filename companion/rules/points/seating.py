"""Players who come late, go early or change seats,
and who is in by hand (docs/rules.md section 9).
"""

from msgspec import UNSET
from msgspec.structs import replace

from companion.errors import Illegal
from companion.message import phrase
from companion.rules.checks import seat_called, seat_in
from companion.rules.commands import ChangeSeat, Join, Leave, Set
from companion.rules.events import (
    Eliminated,
    Event,
    GameEnded,
    Joined,
    ManualSettings,
    SeatChanged,
    SetByHand,
)
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsPlayer, PointsResult, PointsState
from companion.rules.refusals import BadField, GameOver, NotInThisGame
from companion.rules.seating import check_newcomer, order_with, place_for


def join(rules: PointsRules, state: PointsState, command: Join) -> PointsResult:
    """Seat a latecomer with points of their own, who plays from the next round on, or at once.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_not_over(state)
    at = place_for(state, command.after)
    check_newcomer(state, command, len(state.players), rules.title, rules.players)
    if command.chips is not UNSET:
        raise Illegal(BadField("chips", phrase("nobody has chips in this game: leave it out")))
    points = 0 if command.points is UNSET else command.points
    waits = state.phase == "play" and command.when != "now"
    newcomer = PointsPlayer(name=command.player, still_in=not waits, points=points, waits=waits)
    event = Joined(command.player, state.players[at - 1].name, 0, points=points)
    return _reseated(state, (*range(at), None, *range(at, len(state.players))), newcomer), (event,)


def leave(state: PointsState, command: Leave) -> PointsResult:
    """Let a player leave, whose points stay on the sheet; the last one left wins.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_not_over(state)
    seat = seat_called(state, command.player)
    if not state.players[seat].waits:
        seat_in(state, command.player)
    state = state.seated(seat, replace(state.players[seat], still_in=False, waits=False))
    return _without_those_out(state, [Eliminated(command.player, "left")])


def change_seat(state: PointsState, command: ChangeSeat) -> PointsResult:
    """Move a player to another seat; the deal stays with its dealer.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_not_over(state)
    return _reseated(state, order_with(state, command)), (
        SeatChanged(command.player, command.after),
    )


def set_who_is_in(state: PointsState, command: Set) -> PointsResult:
    """Set who is in, which is all that a points game lets the players set by hand.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_not_over(state)
    if not command.still_in or command.chips or command.total is not UNSET:
        raise Illegal(NotInThisGame("set"))
    if command.turn is not UNSET or command.direction is not UNSET:
        raise Illegal(NotInThisGame("set"))
    still_in_before = {
        name: state.players[seat_called(state, name)].still_in for name in command.still_in
    }
    for name, is_in in command.still_in.items():
        seat = seat_called(state, name)
        state = state.seated(seat, replace(state.players[seat], still_in=is_in, waits=False))
    if not state.seats_in:
        raise Illegal(BadField("in", phrase("somebody has to be in")))
    return _without_those_out(
        state,
        [
            SetByHand(
                ManualSettings(still_in=still_in_before),
                ManualSettings(still_in=dict(command.still_in)),
            )
        ],
    )


def bring_in(state: PointsState) -> PointsState:
    """Return the state with those in who waited for the next round."""
    players = tuple(
        replace(player, still_in=True, waits=False) if player.waits else player
        for player in state.players
    )
    return replace(state, players=players)


def check_not_over(state: PointsState) -> None:
    """Raise ``game-over`` when the game is."""
    if state.phase == "game-over":
        raise Illegal(GameOver())


def won(state: PointsState, winners: tuple[int, ...], events: list[Event]) -> PointsResult:
    """End the game with these winners, who share the win if they are several."""
    names = tuple(state.players[seat].name for seat in winners)
    events.append(GameEnded(names[0] if len(names) == 1 else None, winners=names))
    return replace(state, phase="game-over", winners=winners), tuple(events)


def _without_those_out(state: PointsState, events: list[Event]) -> PointsResult:
    """Go on with those who are in; who waits comes in when a single player is left."""
    if len(state.seats_in) == 1:
        state = bring_in(state)
    if len(state.seats_in) == 1:
        return won(state, state.seats_in, events)
    return state, tuple(events)


def _reseated(
    state: PointsState, order: tuple[int | None, ...], newcomer: PointsPlayer | None = None
) -> PointsState:
    """Return the state with the old seats in that `order`, and the newcomer where it has None."""
    players = tuple(newcomer if old is None else state.players[old] for old in order)
    return replace(state, players=players, dealer=order.index(state.dealer))
