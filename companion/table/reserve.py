"""Keeps room on the journal's disk, and sets it free once the players know that the disk is full.

So the game goes on while somebody makes room, also after a start on a full disk.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.table.files import AS_WRITTEN, on_disk

_ROOM: Final = 256 * 1024
"""Bytes. SQLite takes 32 KiB to open a write-ahead log (sqlite.org, "WAL-mode File Format"). A command takes
some 8 KiB of log until the next game begins, and 80 bytes of the file from then on."""


def keep_room(path: Path) -> None:
    """Take the room beside the journal at `path` if it is not taken; do nothing if there is none."""
    reserve = _reserve_of(path)
    if reserve.exists():
        return
    beside = reserve.with_name(f".{reserve.name}.new")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | AS_WRITTEN, 0o644)
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(_ROOM))  # zeros would take no room on some file systems
        on_disk(beside)
        beside.replace(reserve)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def set_room_free(path: Path) -> bool:
    """Set the room beside the journal at `path` free; return whether it was taken."""
    try:
        _reserve_of(path).unlink()
    except OSError:
        return False
    return True


def _reserve_of(path: Path) -> Path:
    return path.with_suffix(".reserve")
