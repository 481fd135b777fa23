"""What an update must know of the journal, read from its lines with the standard library alone.

The caller reads as the box's own user, whose files might be links, or never end. A line is not checked here:
who writes it may write a right one.
"""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion.table.files import ACCEPTED, GAME, JOURNAL, THOUSAND, box_folders

_MOST: Final = 16 * 1024 * 1024
"""Bytes of a file that are read: some 60,000 cards."""


def last_entries(data: Path) -> Iterator[dict[str, Any]]:
    """Yield the last entry of the game that is on, for each box in the journal of `data`.

    Raises:
        OSError, ValueError: a file cannot be read.
    """
    for box in box_folders(data / JOURNAL):
        files = dict(_newest_first(box))
        on = files.get(_game_that_is_on(box)) or next(iter(files.values()), None)
        content = b"" if on is None else _content(on)
        entry = content[content.rfind(b'\n{"n":') + 1 :].partition(b"\n")[0]
        if entry.startswith(b'{"n":'):
            yield json.loads(entry)


def _newest_first(box: Path) -> Iterator[tuple[int, Path]]:
    thousands = [folder for folder in box.iterdir() if THOUSAND.fullmatch(folder.name)]
    for folder in sorted(thousands, key=lambda one: int(one.name), reverse=True):
        games = [(int(name[1]), path) for path in folder.iterdir() if (name := GAME.fullmatch(path.name))]
        yield from sorted(games, reverse=True)


def _game_that_is_on(box: Path) -> int:
    try:
        return int(json.loads(_content(box / ACCEPTED))["game"])
    except (OSError, ValueError, KeyError, TypeError):
        return -1


def _content(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(_MOST) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
