"""Moments of a journal: in local time, and the start of the machine
that its steady clock counts from.
"""

import secrets
from datetime import datetime
from pathlib import Path
from typing import Final

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return what tells this start of the machine from all others;
    off Linux that of the program.
    """
    try:
        return _BOOT.read_text("ascii")[:8]
    except OSError:
        return secrets.token_hex(4)


def local_time(at: float) -> datetime:
    """Return seconds since 1970 UTC in local time; 1970 for a time that a damaged journal may hold.

    No digest covers the time of a command, because the state does not depend on it.

    >>> local_time(1e300) == local_time(0.0)
    True
    """
    try:
        return datetime.fromtimestamp(at).astimezone()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0.0).astimezone()
