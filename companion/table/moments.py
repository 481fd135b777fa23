"""Moments of a journal in local time."""

from datetime import datetime


def local_moment(at: float) -> datetime:
    """Return seconds since 1970 UTC in local time; 1970 for a time that a damaged journal may hold.

    No digest covers the time of a command, because the state does not depend on it.

    >>> local_moment(1e300) == local_moment(0.0)
    True
    """
    try:
        return datetime.fromtimestamp(at).astimezone()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0.0).astimezone()
