"""Times of a journal in local time, and the boot from which its steady clock counts."""

import secrets
from datetime import date, datetime
from pathlib import Path

from companion.message import Words, in_context, joined, phrase

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return an id for this boot of the machine; if not on Linux, for this start of the program."""
    try:
        return _BOOT.read_text("ascii")[:8]
    except OSError:
        return secrets.token_hex(4)


def local_time(at: float) -> datetime:
    """Return seconds since 1970 UTC in local time; 1970 for an impossible time in a damaged
    journal.

    No digest covers the time of a command, because the state does not depend on it.

    >>> local_time(1e300) == local_time(0.0)
    True
    """
    try:
        return datetime.fromtimestamp(at).astimezone()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0.0).astimezone()


_WEEKDAYS = (
    in_context("day", "Monday"),
    in_context("day", "Tuesday"),
    in_context("day", "Wednesday"),
    in_context("day", "Thursday"),
    in_context("day", "Friday"),
    in_context("day", "Saturday"),
    in_context("day", "Sunday"),
)
_MONTHS = (
    in_context("month", "January"),
    in_context("month", "February"),
    in_context("month", "March"),
    in_context("month", "April"),
    in_context("month", "May"),
    in_context("month", "June"),
    in_context("month", "July"),
    in_context("month", "August"),
    in_context("month", "September"),
    in_context("month", "October"),
    in_context("month", "November"),
    in_context("month", "December"),
)


def day(on: date, *, year: bool = False) -> Words:
    """Return a day in words, optionally with the `year`.

    >>> day(date(2026, 11, 20)), day(date(2026, 11, 20), year=True)
    ('Friday 20 November', 'Friday 20 November 2026')
    """
    words = phrase("{weekday} {day} {month} {year}") if year else phrase("{weekday} {day} {month}")
    return words.filled(
        weekday=_WEEKDAYS[on.weekday()],
        day=on.day,
        month=_MONTHS[on.month - 1],
        year=str(on.year),
    )


def duration(seconds: float) -> Words:
    """Return a duration of at least a minute in hours and minutes.

    >>> duration(11400), duration(7200), duration(20)
    ('3 h 10 min', '2 h', '1 min')
    """
    hours, minutes = divmod(max(round(seconds / 60), 1), 60)
    parts = []
    if hours:
        parts.append(in_context("duration", "{n} h", n=hours))
    if minutes:
        parts.append(in_context("duration", "{n} min", n=minutes))
    return joined(" ", parts)
