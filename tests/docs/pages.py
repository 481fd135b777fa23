"""The documents as tests read them: their sections, and the tables in these."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRANSLATIONS = sorted(file.parent.name for file in (ROOT / "docs").glob("*/README.md"))
"""The languages of the translated pages, each with a folder."""


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def headings(name: str) -> list[str]:
    """Return the headings of a page without their marks: "1.5 Owing plays"."""
    return re.findall(r"^#+ (.*)$", page(name), re.MULTILINE)


def section(name: str, heading: str) -> str:
    """Return the text below a heading, up to the next heading of any level."""
    _, found, rest = page(name).partition(f"# {heading}\n")
    assert found, f"{name} has no section {heading!r}"
    return re.split(r"^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def tables(text: str) -> list[list[tuple[str, ...]]]:
    """Return the rows of each table in `text`, without its head."""
    blocks = re.findall(r"^\|.*\n\|[-:| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[_cells(row) for row in block.splitlines()] for block in blocks]


def _cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.strip("|").split("|"))


def code(text: str) -> list[str]:
    """Return the text of each code span in `text`."""
    return re.findall(r"`([^`]+)`", text)


_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def numbers(text: str) -> set[float]:
    """Return the numbers that `text` states, in digits or up to ten in words."""
    found = {float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}
    return found | {
        float(_WORDS.index(each)) for each in re.findall(r"\w+", text) if each in _WORDS
    }


def fenced(text: str, kind: str) -> list[str]:
    """Return the code blocks of a `kind` in `text`."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
