"""Days and durations in words."""

from datetime import date

from companion.message import Words, in_context, joined, phrase

_MINUTE = 60
_HOUR = 60


def day(on: date, *, year: bool = False) -> Words:
    """Return a day in words, with the `year` if asked.

    >>> day(date(2026, 11, 20)), day(date(2026, 11, 20), year=True)
    ('Friday 20 November', 'Friday 20 November 2026')
    """
    words = phrase(
        "{weekday} {day} {month}",
        weekday=_weekdays()[on.weekday()],
        day=on.day,
        month=_months()[on.month - 1],
    )
    return joined(" ", (words, str(on.year) if year else ""))


def duration(seconds: float) -> Words:
    """Return a duration in hours and minutes, at least a minute.

    >>> duration(11400), duration(7200), duration(20)
    ('3 h 10 min', '2 h', '1 min')
    """
    hours, minutes = divmod(max(round(seconds / _MINUTE), 1), _HOUR)
    parts: list[Words] = []
    if hours:
        parts.append(in_context("duration", "{n} h", n=hours))
    if minutes:
        parts.append(in_context("duration", "{n} min", n=minutes))
    return joined(" ", parts)


def _weekdays() -> tuple[Words, ...]:
    return (
        in_context("day", "Monday"),
        in_context("day", "Tuesday"),
        in_context("day", "Wednesday"),
        in_context("day", "Thursday"),
        in_context("day", "Friday"),
        in_context("day", "Saturday"),
        in_context("day", "Sunday"),
    )


def _months() -> tuple[Words, ...]:
    return (
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
