"""On which line of a TOML text a key stands, found with the parser itself.

`tomllib` tells no lines. But a text cut off after any line is a text again unless a value is still
open, so a key stands where the first cut that holds it begins. Looking takes a parse a line, which is
spent only when there is a mistake to point at.
"""

import tomllib
from collections.abc import Sequence
from typing import Any


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


def _holds(table: Any, path: Sequence[str]) -> bool:
    for key in path:
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True
