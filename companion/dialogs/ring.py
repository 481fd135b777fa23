"""The ring of seats, from which a player or a place is chosen by LEFT and RIGHT."""

from companion.rules.family import State
from companion.screens.model import Seat


def cycle(state: State, seat: int, *, forward: bool) -> int:
    """Return the next seat of a player still in."""
    count = len(state.players)
    step = 1 if forward else -1
    seats = ((seat + step * steps) % count for steps in range(1, count + 1))
    return next(other for other in seats if other in state.seats_in)


def ring_of(state: State, chosen: int | None) -> tuple[Seat, ...]:
    """Return all seats for the picture of the table, with the chosen one as who acts."""
    return tuple(
        Seat(player.name, "act" if seat == chosen else "in" if seat in state.seats_in else "out")
        for seat, player in enumerate(state.players)
    )
