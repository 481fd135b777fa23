"""Whether the games are there at all: they may be on a partition of their own (deploy/read-only.md)."""

from pathlib import Path
from typing import Final

FSTAB: Final = Path("/etc/fstab")

_POINT: Final = 1  # fs_file, the second field of a line: fstab(5)


def is_missing(data: Path, fstab: Path = FSTAB) -> bool:
    """Whether the folder `data` is to be on a file system of its own, as `fstab` has it, and is not.

    Told by the devices, not by what is mounted: in the service's own view `data` is a mount in any case
    (ReadWritePaths= of its unit).
    """
    try:
        lines = fstab.read_text("utf-8").splitlines()
    except OSError:
        return False
    fields = [line.split() for line in lines if not line.lstrip().startswith("#")]
    if str(data) not in [each[_POINT] for each in fields if len(each) > _POINT]:
        return False
    return not data.exists() or data.stat().st_dev == data.parent.stat().st_dev
