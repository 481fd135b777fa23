"""The source files of the pages, and which of them each page consists of.

`deploy/pages/build.py` makes the built files from them with the standard library alone, so this
module imports no package.
"""

import hashlib
from pathlib import Path

_COMPANION = Path(__file__).parents[1]

BUILT = Path(__file__).with_name("built")
"""The folder of the built files; it does not exist if nothing was built."""

INDEX = "built.json"
"""The file of `BUILT` that names the others."""

FOLDERS = {
    "shared": Path(__file__).with_name("static"),
    "games": _COMPANION / "games",
    "phone": _COMPANION / "phone" / "static",
    "panel": _COMPANION / "simulation" / "static",
    "floor": _COMPANION / "floor" / "static",
}
"""The folders of the sources, by their names in a build."""

PAGES = {
    "phone": FOLDERS["phone"] / "page.html",
    "panel": FOLDERS["panel"] / "panel.html",
    "floor": FOLDERS["floor"] / "floor.html",
}
"""The HTML of each page."""


def files_of(name: str) -> list[Path]:
    """Return the files of one of the `FOLDERS`; of the games, only those that a page loads."""
    return sorted(
        file for file in FOLDERS[name].rglob("*.js" if name == "games" else "*") if file.is_file()
    )


def fingerprint() -> str:
    """Return a hash of all sources, which shows whether built files belong to them."""
    digest = hashlib.sha256()
    for name, folder in FOLDERS.items():
        for file in files_of(name):
            content = file.read_bytes()
            digest.update(f"{name}/{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()
