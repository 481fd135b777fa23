"""Whether the games are there at all: they may be on a partition of their own (deploy/read-only.md)."""

from pathlib import Path
from typing import Final, Literal, NamedTuple

FSTAB: Final = Path("/etc/fstab")
DISKS: Final = Path("/dev/disk/by-uuid")
"""A name for each file system that the machine sees (systemd's own udev rules, 60-persistent-storage)."""

UUID: Final = "UUID="

Standing = Literal["there", "missing", "unusable"]


class _Line(NamedTuple):
    """What of fstab(5) counts here: `what` is mounted, `where`."""

    what: str
    where: Path


def standing(data: Path, fstab: Path = FSTAB, disks: Path = DISKS) -> Standing:
    """How it stands with the file system that the folder `data` is to be on, as `fstab` has it.

    "unusable" is one that the machine sees and could not mount. Without a line of its own, or without any
    `fstab`, `data` is on the system's file system and is there.
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
    """Told by what is found there, not by what is mounted: in the service's own view it is in any case.

    OSError is what a file system gives whose disk is dying or gone.
    """
    try:
        if line.where.stat().st_dev != line.where.parent.stat().st_dev:
            return True
        return line.what.startswith("/") and line.where.samefile(line.what)  # a folder of the same disk
    except OSError:
        return False


def _bearing(line: _Line, lines: list[_Line]) -> str:
    """The UUID of the file system that bears it: its own, or that of the folder which is bound there."""
    if line.what.startswith(UUID):
        return line.what.removeprefix(UUID)
    below = [each for each in lines if each.where in Path(line.what).parents and each.what.startswith(UUID)]
    return max(below, key=lambda each: len(each.where.parts)).what.removeprefix(UUID) if below else ""
