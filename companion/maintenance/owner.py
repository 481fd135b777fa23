"""Reads files of the box's user as that user, because they might be links or endless."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.foreign.files import content_of
from companion.maintenance.apt import is_version
from companion.table.files import ACCEPTED, GAME, JOURNAL, STARTED, box_folders

QUIET = 3 * 60 * 60
"""Seconds after the last card during which a game counts as in progress; players may take a meal
break.
"""

USED = Path("/run/companion/used")
"""The file that the box writes in memory (RuntimeDirectory=); its time is the time of the
last use.
"""

RECENT = 15 * 60
"""Seconds after the last key, card or command during which the box counts as in use, even before a
game.
"""

_MAX_STARTED = 500
"""Maximum bytes read from `STARTED`."""

_MAX_GAME = 16 * 1024 * 1024
"""Maximum bytes read from a game: about 60,000 cards."""


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Run the block as the owner of `folder` if started by root, else as the current user."""
    if os.geteuid() != 0:
        yield
        return
    owner, groups = folder.stat(), os.getgroups()
    # Groups first, because they cannot be changed without root's user id.
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
    """Return the version that was last ready with the journal in `data`, or None if unknown."""
    try:
        with as_owner(data):
            content = content_of(data / STARTED, _MAX_STARTED)
    except OSError:
        return None
    found = content.decode("ascii", "replace").removesuffix("\n")
    return found if is_version(found) else None


def is_played(data: Path, now: float | None, steady: float, boot: str) -> bool:
    """Return whether a game is in progress: an entry of the journal is not older than `QUIET`.

    The age of an entry from this `boot` of the machine follows from the `steady` clock. The age of
    an earlier one is unknown without the time `now`, so only `is_used` decides. If it was dated by
    a clock that was ahead, it is at least older than this boot. An unreadable journal does not
    prevent an update, which may make it readable.
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
    """Return whether the box was used `within` seconds of the monotonic time `now`."""
    try:
        return abs(now - file.lstat().st_mtime) < within
    except OSError:  # the box was not used since the machine started
        return False


def _last_entries(data: Path) -> Iterator[dict[str, Any]]:
    """Yield the last entry of the current game of each box in the journal of `data`.

    Lines are not verified: a user who can write them can also write valid ones.

    Raises:
        OSError, ValueError: a file cannot be read.
    """
    for box in box_folders(data / JOURNAL):
        names = ((GAME.fullmatch(path.name), path) for path in box.glob("*/*"))
        files = {int(name[1]): path for name, path in names if name}
        if not files:
            continue
        content = content_of(files.get(_game_that_is_on(box)) or files[max(files)], _MAX_GAME)
        entry = content[content.rfind(b'\n{"n":') + 1 :].partition(b"\n")[0]
        if entry.startswith(b'{"n":'):
            yield json.loads(entry)


def _game_that_is_on(box: Path) -> int:
    try:
        return int(json.loads(content_of(box / ACCEPTED))["game"])
    except (OSError, ValueError, KeyError, TypeError):
        return -1
