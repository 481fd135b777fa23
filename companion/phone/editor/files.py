"""The files of the user's variants: their names, and an atomic write."""

import os
import re
import tempfile
import unicodedata
from pathlib import Path
from typing import Final

LONGEST_NAME: Final = 40
"""Maximum characters of a file's name without ``.toml``, as many as its title may have."""

NAMELESS: Final = "our-game"
"""The name of a file whose title has no ASCII letter or digit."""


def plain_name(title: str) -> str:
    """Return a name of lower-case letters, digits and hyphens: "Our 99" is ``our-99``."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", letters)[:LONGEST_NAME].strip("-")
    return name or NAMELESS


def write_whole(folder: Path, name: str, data: bytes) -> None:
    """Write a file completely or not at all; on return it is on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            # mkstemp lets only the owner read the file, but any user may read a variant.
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        Path(beside).replace(folder / name)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    shelf = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(shelf)
    finally:
        os.close(shelf)
