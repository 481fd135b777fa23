"""Redraw the reference pictures and the contact sheet: `python -m tests.drawing.regenerate`.

Look at docs/screens.png and at `git diff --stat` before committing what changed.
"""

from pathlib import Path

from tests.drawing.gallery import EVERYTHING
from tests.drawing.sheet import contact_sheet

REFERENCE = Path(__file__).parent / "reference"
SHEET = Path(__file__).parents[2] / "docs" / "screens.png"


def regenerate() -> None:
    REFERENCE.mkdir(exist_ok=True)
    for stale in REFERENCE.glob("*.png"):
        stale.unlink()
    for example in EVERYTHING:
        example.drawn().save(REFERENCE / f"{example.name}.png", optimize=True)
    contact_sheet().save(SHEET, optimize=True)


if __name__ == "__main__":
    regenerate()
