"""Lights of a state and sounds of events; pure."""

from collections.abc import Sequence

from companion.core.events import Busted, Event, GameEnded, HandEnded, RoundEnded, WentOver
from companion.core.seats import State
from companion.outputs import SEATS, Lights, SeatLight, Sound


def sound_of(events: Sequence[Event]) -> Sound:
    """Return the sound for an accepted command that caused `events`."""
    kinds = {type(event) for event in events}
    if GameEnded in kinds:
        return "game-over"
    if kinds & {HandEnded, RoundEnded}:
        return "hand-over"
    return "bust" if kinds & {Busted, WentOver} else "accepted"


PLACES = {
    2: (0, 4),
    3: (0, 3, 5),
    4: (7, 1, 3, 5),
    5: (0, 1, 3, 5, 7),
    6: (0, 1, 3, 4, 5, 7),
    7: (0, 1, 2, 3, 4, 5, 7),
}


def light_places(players: int) -> tuple[int, ...]:
    """Return each seat's light among the eight: 0 at the top, then clockwise.

    The players sit around the table, so a small group is spread over its eight sides: two face each
    other, four take the corners, eight every side. Seats from the ninth on have no light.

    >>> light_places(3)
    (0, 3, 5)
    """
    return PLACES.get(players, tuple(range(min(players, SEATS))))


def seat_places(players: int) -> tuple[float, ...]:
    """Return each seat's place around the table in eighths of a turn: 0 at the top, then clockwise.

    Up to eight seats are at their lights; more are spread evenly.

    >>> seat_places(4)
    (7, 1, 3, 5)
    >>> seat_places(16)[:3]
    (0.0, 0.5, 1.0)
    """
    return (
        light_places(players)
        if players <= SEATS
        else tuple(SEATS * at / players for at in range(players))
    )


LIGHT_COUNT = SEATS + 4


def light_alone(place: int) -> Lights:
    """Return the lights with only one lit: 0 to 7 are the seats, then clockwise, counterclockwise,
    accepted and refused.
    """
    if place < SEATS:
        return Lights(seats=tuple("act" if seat == place else "dark" for seat in range(SEATS)))
    name = ("clockwise", "counterclockwise", "accepted", "refused")[place - SEATS]
    return Lights(**{name: True})  # type: ignore[arg-type]  # the names are those of its fields


def lights_of(state: State | None, verdict: str = "", *, resting: bool = False) -> Lights:
    """Return the lights of the seats, the direction and the last verdict.

    The seat whose turn it is is bright, other seats still in are dim, the rest are dark. While the
    display is `resting`, only the seat whose turn it is is lit, and dim.
    """
    accepted, refused = verdict == "accepted", verdict == "refused"
    if state is None:
        return Lights(accepted=accepted, refused=refused)
    seats: list[SeatLight] = ["dark"] * SEATS
    lit, still_in = state.lit, state.seats_in
    for seat, place in enumerate(light_places(len(state.players))):
        seats[place] = "act" if seat == lit else "in" if seat in still_in else "dark"
    if resting:
        return Lights(tuple("in" if seat == "act" else "dark" for seat in seats))
    playing = state.phase in {"play", "shield"}
    return Lights(
        seats=tuple(seats),
        clockwise=playing and state.clockwise is True,
        counterclockwise=playing and state.clockwise is False,
        accepted=accepted,
        refused=refused,
    )
