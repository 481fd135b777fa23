"""Finds the lines of keys in a TOML text with the parser itself.

`tomllib` reports no line numbers. But lines parse together unless a value is open behind them, so a
key starts with the first line of those that contain it. This is done only when there is a mistake
to report.
"""

import tomllib
from collections.abc import Iterable, Sequence
from typing import Any, Final

_MAX_PARSED: Final = 500_000
"""Characters of one value that are parsed, again with each of its lines;
longer ones have no line.
"""


def lines_of(text: str, paths: Iterable[Sequence[str]]) -> dict[Sequence[str], int]:
    """Return the line, from 1, where the key or section at each of the `paths` begins,
    if it is there.
    """
    left, found = set(paths), dict[Sequence[str], int]()
    begins, header, part, parsed = 1, "", "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        part += line + "\n"
        parsed += len(part)
        if parsed > _MAX_PARSED:
            break
        if part.strip() and not part.startswith("#"):
            is_header = part.lstrip().startswith("[")
            try:
                table = tomllib.loads(part if is_header else header + part)
            except ValueError:
                continue
            here = [path for path in left if _holds(table, path)]
            found |= dict.fromkeys(here, begins)
            left.difference_update(here)
            header = part if is_header else header
        begins, part, parsed = number + 1, "", 0
    return found


def _holds(table: Any, path: Sequence[str]) -> bool:
    for key in path:
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True
