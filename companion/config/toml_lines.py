"""On which line of a TOML text a key stands, found with the parser itself.

`tomllib` tells no lines. But a text cut off after any line is a text again unless a value is still
open, so a key stands where the first cut that holds it begins. Looking takes a parse a line, which is
spent only when there is a mistake to point at.
"""

import re
import tomllib
from collections.abc import Sequence
from typing import Any, Final

_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The line, from 1, where the key at `path` begins (or its section, for a section); None without one."""
    begins, cut = 1, ""
    for number, line in enumerate(text.split("\n"), start=1):
        cut += line + "\n"
        try:
            table = tomllib.loads(cut)
        except ValueError:
            continue
        if _holds(table, path):
            return begins
        begins = number + 1
    return None


def syntax_mistake(text: str, error: ValueError) -> tuple[int | None, str]:
    """The line of what `tomllib` refused (None at the end of the text), and its words without the place."""
    where = _AT_LINE.search(str(error))
    words = _AT_LINE.sub("", str(error))
    words = words[:1].lower() + words[1:]
    if where is None:
        return None, words
    return int(where[1]) if where[1] else len(text.rstrip("\n").split("\n")), words


def _holds(table: Any, path: Sequence[str]) -> bool:
    for key in path:
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True
