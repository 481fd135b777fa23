"""Checks whether the partition of the games, if they have their own, is mounted (deploy/read-only.md)."""

from pathlib import Path
from typing import Final, Literal, NamedTuple

FSTAB: Final = Path("/etc/fstab")
DISKS: Final = Path("/dev/disk/by-uuid")
"""A name for each file system that the machine sees (systemd's udev rules, 60-persistent-storage)."""

UUID: Final = "UUID="

Standing = Literal["there", "missing", "unusable"]


class _Line(NamedTuple):
    """The fields of fstab(5) used here: `what` is mounted, `where`."""

    what: str
    where: Path


def standing(data: Path, fstab: Path = FSTAB, disks: Path = DISKS) -> Standing:
    """Return the state of the file system that the folder `data` belongs on according to `fstab`.

    "unusable" is a file system that the machine sees but could not mount. Without a line of its own, or
    without any `fstab`, `data` is on the system's file system, so it is "there".
    """
    lines = _lines(fstab)
    line = next((line for line in lines if line.where == data), None)
    if line is None or _is_mounted(line):
        return "there"
    bearing = _bearing(line, lines)
    return "unusable" if bearing and (disks / bearing).exists() else "missing"


def _lines(fstab: Path) -> list[_Line]:
    try:
        text = fstab.read_text("utf-8", "replace")
    except OSError:
        return []
    fields = [line.split() for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [_Line(each[0], Path(each[1])) for each in fields if len(each) > 1]


def _is_mounted(line: _Line) -> bool:
    """Compare contents: in the service's own mount namespace the folder is always a mount point."""
    try:
        if line.where.stat().st_dev != line.where.parent.stat().st_dev:
            return True
        return line.what.startswith("/") and line.where.samefile(line.what)  # a bind mount of the same disk
    except OSError:
        return False


def _bearing(line: _Line, lines: list[_Line]) -> str:
    """Return the UUID of the file system, for a bind mount that of the bound folder."""
    if line.what.startswith(UUID):
        return line.what.removeprefix(UUID)
    below = [each for each in lines if each.where in Path(line.what).parents and each.what.startswith(UUID)]
    return max(below, key=lambda each: len(each.where.parts)).what.removeprefix(UUID) if below else ""
