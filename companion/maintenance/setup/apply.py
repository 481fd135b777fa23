"""Writes changes so that a power cut leaves either the old file or the new one, and backs up the original.

The boot partition is FAT, which has neither owners nor links: there a file is written in place, once its copy
is safe.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.maintenance.doctor.machine import Machine
from companion.maintenance.setup.plan import Change
from companion.table.files import on_disk

COPY: Final = ".before-companion"
"""The suffix of the backup, which is made only once, so that it stays the owner's original."""

_READABLE: Final = 0o644


def write(machine: Machine, change: Change) -> None:
    """Carry out one change.

    Raises:
        OSError: it cannot be written; the file is unchanged.
    """
    path = machine.at(change.path)
    if path.is_symlink() and change.text is not None:
        path = path.resolve()
    fat = change.path.startswith("/boot/")
    copy = path.with_name(path.name + COPY)
    if path.is_file() and not copy.exists():
        _put(copy, path.read_bytes(), None if fat else path.stat())
    if change.text is None:
        _link(path)
        return
    new = change.text.encode("utf-8", "surrogateescape")
    if fat and path.exists():
        _overwrite(path, new)
    else:
        _put(path, new, path.stat() if path.exists() else None)


def _link(path: Path) -> None:
    """Link to /dev/null, which masks a unit for systemd."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to("/dev/null")
    fresh.replace(path)
    on_disk(path.parent)


def _overwrite(path: Path, new: bytes) -> None:
    with path.open("r+b") as file:
        file.write(new)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _put(path: Path, new: bytes, like: os.stat_result | None) -> None:
    """Write `new` beside `path` and move it there, with the owner and permissions of `like`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    try:
        with fresh.open("wb") as file:
            file.write(new)
            file.flush()
            if like is not None:
                os.fchown(file.fileno(), like.st_uid, like.st_gid)
            with suppress(PermissionError):  # FAT accepts some permissions and refuses others
                os.fchmod(file.fileno(), _READABLE if like is None else stat.S_IMODE(like.st_mode))
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    on_disk(path.parent)
