"""Small sums that every dialog does with LEFT and RIGHT."""

from companion.inputs import Key

TENS = 10
"""How far a dial goes while LEFT or RIGHT is held, and with MORE (docs/box.md, "The six buttons")."""


def turned(key: Key) -> int:
    """-1 for LEFT, +1 for RIGHT, 0 for any other key."""
    return {"LEFT": -1, "RIGHT": 1}.get(key.name, 0)


def around(index: int, step: int, length: int) -> int:
    """The next place of a ring or list; both ends wrap round."""
    return (index + step) % length


def dialled(value: int, key: Key, low: int, high: int, *, by: int = 1) -> int:
    """The number after a key: one further, ten further while held and with MORE; it wraps at the ends.

    One further is a step of `by`. A step of ten stops at an end before it wraps, so that the end itself
    can be reached.
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
