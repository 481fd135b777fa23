"""The names of the files of the user's variants."""

import re
import unicodedata
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
