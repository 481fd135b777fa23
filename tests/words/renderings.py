"""Every rendering of the program's words: `python -m tests.words.renderings` rewrites the files.

A file has one rendering per line, below a heading that begins with "#" and names what is rendered.
Look at `git diff tests/words/golden` before committing what changed.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from companion.message import render
from tests.words import (
    dialogs,
    disagreements,
    effects,
    events,
    heard,
    points_told,
    questions,
    refusals_told,
    rules_told,
)

GOLDEN = Path(__file__).parent / "golden"
COMMAND = "python -m tests.words.renderings"

FILES: Mapping[str, Callable[[], Iterator[str]]] = {
    "effects": effects.effects,
    "ranks": effects.ranks,
    "variants": rules_told.variants,
    "rules": rules_told.rules,
    "adding-events": events.adding_events,
    "trick-events": events.trick_events,
    "points-events": points_told.points_events,
    "evenings": events.evenings,
    "refusals": refusals_told.refused,
    "pictures": dialogs.pictures,
    "dialogs": dialogs.walks,
    "questions": questions.questions,
    "disagreements": disagreements.disagreements,
    "heard": heard.heard,
}
"""The function that makes each golden file."""


def golden(name: str) -> Path:
    return GOLDEN / f"{name}.txt"


def rendered(name: str) -> str:
    """Return the text of a golden file as the program renders it now."""
    lines = [render(line) for line in FILES[name]()]
    told = (
        line
        for line, after in zip(lines, [*lines[1:], "#"], strict=True)
        if not _is_empty(line, after)
    )
    return "".join(f"{line}\n" for line in told)


def _is_empty(line: str, after: str) -> bool:
    """Return whether a line is a heading with nothing below it."""
    return line.startswith("# ") and after.startswith("#")


def regenerate() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for stale in GOLDEN.glob("*.txt"):
        stale.unlink()
    for name in FILES:
        golden(name).write_text(rendered(name), "utf-8")


if __name__ == "__main__":
    regenerate()
