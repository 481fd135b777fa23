"""The folders that backups of a journal are kept in:
on a USB stick if there is one, else beside it.
"""

import re
from pathlib import Path
from typing import Final

from companion.table.backup import FOLDER

_MOUNTS: Final = Path("/proc/self/mounts")

STICKS: Final = ("/media/", "/run/media/")
"""Where sticks are mounted: Filesystem Hierarchy Standard 3.0, section 3.11;
udisks, and our udev rule.
"""


def backup_folders(configured: str, data: Path, mounts: Path = _MOUNTS) -> list[Path]:
    """Return the folders for backups of the journal in `data`, the best first.

    It is that in the `configured` folder, if one is; else on each stick; beside the journal comes
    last.
    """
    places = [Path(configured)] if configured else mounted_sticks(mounts)
    # Each once: the configured folder may be that of the journal.
    return list(dict.fromkeys(place / FOLDER for place in (*places, data)))


def mounted_sticks(mounts: Path) -> list[Path]:
    """Return where sticks are mounted, by the kernel's table `mounts`; none if it cannot be read.

    The sticks themselves are not touched, because one may hang.

    >>> mounted_sticks(Path("/nowhere"))
    []
    """
    try:
        lines = mounts.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    points = (_unescaped(line.split(" ")[1]) for line in lines if line.count(" ") > 2)
    # Each once: systemd binds /run/media over itself for the box, and a stick then stands there
    # twice.
    return [Path(point) for point in dict.fromkeys(points) if point.startswith(STICKS)]


def _unescaped(point: str) -> str:
    r"""Return a mount point with its spaces, which the kernel writes as ``\040`` (fstab(5))."""
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), point)
