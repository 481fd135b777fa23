"""Computes with the milliseconds of MicroPython's `time.ticks_ms`, which wrap around.

>>> since(5, 1073741820)
9
"""

from micropython import const

_PERIOD = const(0x3FFFFFFF)
"""Ticks wrap at 2**30 on boards of 32 bits:
after 12 days (py/mpconfig.h, MICROPY_PY_TIME_TICKS_PERIOD).
"""


def since(now: int, then: int) -> int:
    """Return the milliseconds from `then` to `now`, if they are less than 12 days apart."""
    return (now - then) & _PERIOD
