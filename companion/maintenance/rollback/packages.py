"""The package of the previous version, which deploy/keep-this-version keeps."""

from pathlib import Path
from typing import Final, NamedTuple

from companion.table.last_ready import read

KEPT: Final = Path("/var/lib/companion-kept")
"""The folder of the kept package; root owns it."""

PACKAGE: Final = "companion.deb"


class KeptPackage(NamedTuple):
    """A version that has been ready: its `package`, and the version of the `journal` that it writes."""

    version: str
    journal: int
    package: Path


def kept_in(folder: Path) -> KeptPackage | None:
    """Return the version kept in `folder`; None if there is none, or only half of it."""
    started, package = read(folder), folder / PACKAGE
    if started is None or not package.is_file():
        return None
    return KeptPackage(started.version, started.journal, package)
