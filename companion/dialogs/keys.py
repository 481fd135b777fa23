"""Moves lists and dials by LEFT and RIGHT, for all dialogs."""

from companion.inputs import Key
from companion.text.language import gettext as _

TENS = 10
"""The step of a dial while LEFT or RIGHT is held, and with MORE (docs/box.md, "The six buttons")."""


def turned(key: Key) -> int:
    """Return -1 for LEFT, +1 for RIGHT, 0 for any other key."""
    return {"LEFT": -1, "RIGHT": 1}.get(key.name, 0)


def around(index: int, step: int, length: int) -> int:
    """Return the next index of a ring or list, which wraps at both ends."""
    return (index + step) % length


def dialled(value: int, key: Key, low: int, high: int, *, by: int = 1) -> int:
    """Return the number after a key: one step, or ten while held and with MORE; it wraps at the ends.

    One step changes it by `by`. A step of ten stops at an end before it wraps, so that the end can be
    reached.
    """
    step = turned(key) * by * (TENS if key.repeat else 1)
    if key.name == "MORE":
        step = TENS * by
    reached = value + step
    if reached > high:
        return low if value == high else high
    if reached < low:
        return high if value == low else low
    return reached


def place_among(index: int, count: int) -> str:
    """Return the place of a row in its list, for the right end of the title.

    >>> place_among(0, 21)
    '1 of 21'
    """
    return _("{number} of {count}").format(number=index + 1, count=count)
