"""Movement of lists, dials and the ring of seats with LEFT and RIGHT."""

from companion.core.seats import State
from companion.inputs import Key
from companion.message import Words, phrase
from companion.screens.model import Seat

TENS, HUNDREDS = 10, 100
"""The steps of a dial while LEFT or RIGHT is held, and with MORE.

See docs/reference/buttons.md, "The six buttons".
"""

FAR = 1000
"""The smallest range of a dial that also moves by hundreds."""

BY_TENS_FIRST = 10
"""Number of repeats by tens, while a key is held, before repeats by hundreds."""


def step_of(key: Key) -> int:
    """Return -1 for LEFT, +1 for RIGHT, 0 for any other key."""
    return {"LEFT": -1, "RIGHT": 1}.get(key.name, 0)


def around(index: int, step: int, length: int) -> int:
    """Return the next index of a ring or list, which wraps at both ends."""
    return (index + step) % length


def dial_value(value: int, key: Key, low: int, high: int, *, by: int = 1) -> int:
    """Return the number after a key: one step, or ten while held and with MORE.

    It wraps at the ends. One step changes it by `by`. On a dial with a range of at least `FAR`,
    LEFT or RIGHT moves by hundreds after ten tens, and so does MORE when held. A step of ten or a
    hundred stops at an end before it wraps, so that the end can be reached.

    >>> dial_value(0, Key("RIGHT", repeat=1), 0, 9999)
    10
    >>> dial_value(101, Key("RIGHT", repeat=11), 0, 9999)
    201
    """
    steps = TENS if key.repeat or key.name == "MORE" else 1
    if high >= FAR and (key.repeat > BY_TENS_FIRST or key.held):
        steps = HUNDREDS
    reached = value + (step_of(key) or 1) * steps * by
    if reached > high:
        return low if value == high else high
    if reached < low:
        return high if value == low else low
    return reached


def position_text(index: int, count: int) -> Words:
    """Return the position of a row in its list, for the right end of the title.

    >>> position_text(0, 21)
    '1 of 21'
    """
    return phrase("{number} of {count}", number=index + 1, count=count)


def cycle(state: State, seat: int, *, forward: bool) -> int:
    """Return the next seat of a player still in."""
    count = len(state.players)
    step = 1 if forward else -1
    seats = ((seat + step * steps) % count for steps in range(1, count + 1))
    return next(other for other in seats if other in state.seats_in)


def ring_of(state: State, chosen: int | None) -> tuple[Seat, ...]:
    """Return all seats for the picture of the table, with the chosen one as having the turn."""
    return tuple(
        Seat(player.name, "act" if seat == chosen else "in" if seat in state.seats_in else "out")
        for seat, player in enumerate(state.players)
    )
