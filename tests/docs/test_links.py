"""Every link between the documents leads to a file and, after its ``#``, to a heading."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, TRANSLATIONS

PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for page in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "hardware").rglob("*.md"),
    )
)


def without_code(text: str) -> str:
    """Return the text without its code blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchor of each heading: "3.3 V and 5 V" has 33-v-and-5-v."""
    titles = re.findall(r"^#+ (.*)$", without_code(page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_a_file_and_a_heading(name: str) -> None:
    page = ROOT / name
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text("utf-8"))):
        if not re.match(r"[a-z]+:", link):
            file, _, anchor = link.partition("#")
            target = (page.parent / file).resolve() if file else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def test_the_index_leads_to_every_document() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {
        (index.parent / link.partition("#")[0]).resolve()
        for link in re.findall(r"\]\(([^)\s]+\.md[^)\s]*)\)", index.read_text("utf-8"))
        if ":" not in link
    }
    pages = {
        page
        for page in (ROOT / "docs").rglob("*.md")
        if page != index and page.relative_to(ROOT / "docs").parts[0] not in TRANSLATIONS
    }
    assert pages - linked == set()
