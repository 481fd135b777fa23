"""Reads what the box's own user has written, as that user: it might be a link, or never end."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.maintenance.update.apt import is_version
from companion.maintenance.update.journal_lines import last_entries
from companion.table.last_ready import STARTED

QUIET: Final = 3 * 60 * 60
"""Seconds after the last card for which the box is being played: people also eat."""

USED: Final = Path("/run/companion/used")
"""The file that the box leaves in memory (RuntimeDirectory=); its time is that of the last use."""

RECENT: Final = 15 * 60
"""Seconds after the last key, card or command for which somebody uses the box, also before the first game."""

_MOST: Final = 500
"""Bytes of `STARTED` that are read."""


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Run the block as the owner of `folder` if started by root, else as the current user."""
    if os.geteuid() != 0:
        yield
        return
    owner, groups = folder.stat(), os.getgroups()
    # Groups and group first: without root's user id they could no longer be changed.
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def last_ready(data: Path) -> str | None:
    """Return the version that was last ready with the journal in `data`; None if that is not told."""
    try:
        with as_owner(data):
            descriptor = os.open(data / STARTED, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            said = file.read(_MOST) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
    except OSError:
        return None
    found = said.decode("ascii", "replace").removesuffix("\n")
    return found if is_version(found) else None


def is_played(data: Path, now: float | None, steady: float, boot: str) -> bool:
    """Return whether somebody plays on the box: an entry of its journal is not older than `QUIET`.

    An entry of this start `boot` of the machine is as old as the `steady` clock says. The age of an earlier
    one is unknown without the time `now`, and then `is_used` decides alone. If a clock that was ahead has
    dated it, it is at least older than this start. A journal that cannot be read stops no update, which may
    be what makes it readable.
    """
    with suppress(OSError, ValueError, KeyError, TypeError), as_owner(data):
        for last in last_entries(data):
            age = None if now is None else now - last["at"]
            if last["boot"] == boot:
                age = abs(steady - last["clock"])
            elif age is not None and age < 0:
                age = steady
            if age is not None and age < QUIET:
                return True
    return False


def is_used(now: float, within: float, file: Path = USED) -> bool:
    """Return whether the box was used `within` seconds of the moment `now` of the monotonic clock."""
    try:
        return abs(now - file.lstat().st_mtime) < within
    except OSError:  # nobody has used it since the machine has started
        return False
