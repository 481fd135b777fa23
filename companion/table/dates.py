"""Days and durations in words."""

from datetime import date

from companion.text.language import gettext as _
from companion.text.language import pgettext

_MINUTE = 60
_HOUR = 60


def day(on: date, *, year: bool = False) -> str:
    """Return a day in words, with the `year` if asked.

    >>> day(date(2026, 11, 20)), day(date(2026, 11, 20), year=True)
    ('Friday 20 November', 'Friday 20 November 2026')
    """
    said = _("{weekday} {day} {month}").format(
        weekday=_weekdays()[on.weekday()], day=on.day, month=_months()[on.month - 1]
    )
    return f"{said} {on.year}" if year else said


def duration(seconds: float) -> str:
    """Return a duration in hours and minutes, at least a minute.

    >>> duration(11400), duration(7200), duration(20)
    ('3 h 10 min', '2 h', '1 min')
    """
    hours, minutes = divmod(max(round(seconds / _MINUTE), 1), _HOUR)
    parts = []
    if hours:
        parts.append(pgettext("duration", "{n} h").format(n=hours))
    if minutes:
        parts.append(pgettext("duration", "{n} min").format(n=minutes))
    return " ".join(parts)


def _weekdays() -> tuple[str, ...]:
    return (
        pgettext("day", "Monday"),
        pgettext("day", "Tuesday"),
        pgettext("day", "Wednesday"),
        pgettext("day", "Thursday"),
        pgettext("day", "Friday"),
        pgettext("day", "Saturday"),
        pgettext("day", "Sunday"),
    )


def _months() -> tuple[str, ...]:
    return (
        pgettext("month", "January"),
        pgettext("month", "February"),
        pgettext("month", "March"),
        pgettext("month", "April"),
        pgettext("month", "May"),
        pgettext("month", "June"),
        pgettext("month", "July"),
        pgettext("month", "August"),
        pgettext("month", "September"),
        pgettext("month", "October"),
        pgettext("month", "November"),
        pgettext("month", "December"),
    )
