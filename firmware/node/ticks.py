"""Milliseconds that wrap round, as MicroPython's `time.ticks_ms` gives them.

>>> since(5, 1073741820)
9
"""

from micropython import const

_PERIOD = const(0x3FFFFFFF)
"""Ticks wrap at 2**30 on boards of 32 bits: after 12 days (py/mpconfig.h, MICROPY_PY_TIME_TICKS_PERIOD)."""


def since(now: int, then: int) -> int:
    """Milliseconds from `then` to `now`, if that was less than 12 days ago."""
    return (now - then) & _PERIOD
