"""Finds the line of a key in a TOML text with the parser itself.

`tomllib` reports no line numbers. But a text cut after any line still parses unless a value is open there, so
a key starts where the first cut that contains it starts. This costs one parse for each line, and is done only
when there is a mistake to report.
"""

import tomllib
from collections.abc import Sequence
from typing import Any


def line_of(text: str, path: Sequence[str]) -> int | None:
    """Return the line, from 1, where the key or section at `path` begins; None if it is not in the text."""
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
