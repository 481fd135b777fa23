"""Tables of texts in files: a row is a line `== situation` and the text below it."""

from collections.abc import Sequence
from pathlib import Path

from companion.maintenance.doctor.context import Finding, listed

FOLDER = Path(__file__).parent


def texts(name: str) -> dict[str, str]:
    """Return the text of each situation in a file of this folder."""
    rows: dict[str, str] = {}
    for row in ("\n" + (FOLDER / name).read_text("utf-8")).split("\n== ")[1:]:
        situation, _, text = row.partition("\n")
        assert situation not in rows, f"{name} has two rows {situation!r}"
        rows[situation] = text.rstrip("\n")
    return rows


def as_read(found: Sequence[Finding]) -> str:
    """Return findings as the user reads them, one sentence per line, without the final line end."""
    return listed(found, width=1000).removesuffix("\n")
