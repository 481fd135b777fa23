"""The package of the version before, which deploy/keep-this-version has put away."""

from pathlib import Path
from typing import Final, NamedTuple

from companion.table.last_ready import read

KEPT: Final = Path("/var/lib/companion-kept")
"""Where the package keeps it; the folder is root's."""

PACKAGE: Final = "companion.deb"


class KeptPackage(NamedTuple):
    """A version that has been ready: its `package`, and the version of the `journal` that it writes."""

    version: str
    journal: int
    package: Path


def kept_in(folder: Path) -> KeptPackage | None:
    """What is kept in `folder`; None when nothing is, or only half of it."""
    started, package = read(folder), folder / PACKAGE
    if started is None or not package.is_file():
        return None
    return KeptPackage(started.version, started.journal, package)
