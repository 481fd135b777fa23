"""Reads what the box's own user has written, as that user: it might be a link, or never end."""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from companion.maintenance.update.apt import is_version
from companion.table.files import ACCEPTED, GAME, JOURNAL, THOUSAND, box_folders
from companion.table.last_ready import STARTED

QUIET: Final = 3 * 60 * 60
"""Seconds after the last card for which the box is being played: people also eat."""

USED: Final = Path("/run/companion/used")
"""The file that the box leaves in memory (RuntimeDirectory=); its time is that of the last use."""

RECENT: Final = 15 * 60
"""Seconds after the last key, card or command for which somebody uses the box,
also before the first game.
"""

_MAX_STARTED: Final = 500
"""Bytes of `STARTED` that are read."""

_MAX_GAME: Final = 16 * 1024 * 1024
"""Bytes of a game that are read: some 60,000 cards."""


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
    """Return the version that was last ready with the journal in `data`;
    None if that is not told.
    """
    try:
        with as_owner(data):
            content = _content(data / STARTED, _MAX_STARTED)
    except OSError:
        return None
    found = content.decode("ascii", "replace").removesuffix("\n")
    return found if is_version(found) else None


def is_played(data: Path, now: float | None, steady: float, boot: str) -> bool:
    """Return whether somebody plays on the box: an entry of its journal is not older than `QUIET`.

    An entry of this start `boot` of the machine is as old as the `steady` clock says. The age of an
    earlier one is unknown without the time `now`, and then `is_used` decides alone. If a clock that
    was ahead has dated it, it is at least older than this start. A journal that cannot be read
    stops no update, which may be what makes it readable.
    """
    with suppress(OSError, ValueError, KeyError, TypeError), as_owner(data):
        for last in _last_entries(data):
            age = None if now is None else now - last["at"]
            if last["boot"] == boot:
                age = abs(steady - last["clock"])
            elif age is not None and age < 0:
                age = steady
            if age is not None and age < QUIET:
                return True
    return False


def is_used(now: float, within: float, file: Path = USED) -> bool:
    """Return whether the box was used `within` seconds of the moment `now`
    of the monotonic clock.
    """
    try:
        return abs(now - file.lstat().st_mtime) < within
    except OSError:  # nobody has used it since the machine has started
        return False


def _last_entries(data: Path) -> Iterator[dict[str, Any]]:
    """Yield the last entry of the game that is on, for each box in the journal of `data`.

    A line is not checked: the user who writes it may also write a right one.

    Raises:
        OSError, ValueError: a file cannot be read.
    """
    for box in box_folders(data / JOURNAL):
        files = dict(_newest_first(box))
        on = files.get(_game_that_is_on(box)) or next(iter(files.values()), None)
        content = b"" if on is None else _content(on, _MAX_GAME)
        entry = content[content.rfind(b'\n{"n":') + 1 :].partition(b"\n")[0]
        if entry.startswith(b'{"n":'):
            yield json.loads(entry)


def _newest_first(box: Path) -> Iterator[tuple[int, Path]]:
    thousands = [folder for folder in box.iterdir() if THOUSAND.fullmatch(folder.name)]
    for folder in sorted(thousands, key=lambda thousand: int(thousand.name), reverse=True):
        games = [
            (int(name[1]), path) for path in folder.iterdir() if (name := GAME.fullmatch(path.name))
        ]
        yield from sorted(games, reverse=True)


def _game_that_is_on(box: Path) -> int:
    try:
        return int(json.loads(_content(box / ACCEPTED, _MAX_GAME))["game"])
    except (OSError, ValueError, KeyError, TypeError):
        return -1


def _content(path: Path, limit: int) -> bytes:
    """Return up to `limit` bytes of the file at `path`; nothing of one that is not regular."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(limit) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
