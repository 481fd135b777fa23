"""Whatever is written can be read: no line loses its feet, no word is broken or lies on another."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.ruling import key, rule, table
from tests.phone_page.table_at import TableAt
from tests.phone_page.test_look_views import DRAWN, enlarge, noted, over

Json = dict[str, Any]

SIZES = [(320, 640), (360, 780), (390, 844), (768, 1024), (1024, 768), (1600, 1000)]
READABLE = (Path(__file__).parents[1] / "readable.js").read_text("utf-8")

NAMES = {"Ann": "Peggy", "Bo": "Jörg", "Di": "Åsgåry"}
"""Names that reach as far below their line and above it as names do."""


def named(told: Any) -> Any:
    """The same with other names."""
    text = json.dumps(told)
    for old, new in NAMES.items():
        text = text.replace(f'"{old}', f'"{new}')
    return json.loads(text)


def tables_of_all_kinds() -> dict[str, TableAt]:
    ended, rows = over()
    names = ("Peggy", "Jörg", "Cy", "Åsgåry", "Gypsy", "Quijy", "Pjotr", "Ygg")
    crowd = [tables.seat(name, 3) for name in names]
    of_kinds = {
        "play": (tables.ninety_nine(), noted()),
        "crowd": (tables.adding(crowd, total=100, turn="Gypsy"), noted()),
        "hand over": (ended, rows),
        "tricks": (tables.spaghetti(), []),
        "nobody": (tables.nobody(), []),
    }
    return {kind: TableAt(named(parts), named(rows), rules=True) for kind, (parts, rows) in of_kinds.items()}


def in_all_sizes(page: Page) -> Iterator[tuple[str, Json]]:
    """What cannot be read, in each window, with usual and with large letters."""
    page.evaluate("async () => { await document.fonts.ready; }")
    for letters in ("", "large"):
        if letters:
            enlarge(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            yield f"{width} {letters}", page.evaluate(READABLE)


@pytest.mark.parametrize("tab", ["table", "rule"])
@pytest.mark.parametrize("kind", ["play", "crowd", "hand over", "tricks", "nobody"])
def test_no_line_is_cut_or_overlaps_another(open_page: Open, kind: str, tab: str) -> None:
    page = open_page(tables_of_all_kinds()[kind], tab=tab)
    page.wait_for_selector('body[data-link="live"]')
    found = {at: unreadable["cut"] + unreadable["colliding"] for at, unreadable in in_all_sizes(page)}
    assert {at: what for at, what in found.items() if what} == {}


def with_sets() -> Json:
    parts = tables.ninety_nine()
    does = [*tables.NINETY_NINE_KEYS, ("JK", "sets 99")]
    parts["game"] |= {
        "sets": True,
        "keys": tables.keys([("Q", ["2, ", tables.sign("S"), " doubles"]), *does]),
    }
    return parts


@pytest.mark.parametrize("parts", [tables.ninety_nine(), with_sets()], ids=["single cards", "sets"])
def test_no_word_on_a_key_is_broken_or_overflows(open_page: Open, parts: Json) -> None:
    page = rule(open_page, TableAt(parts, rules=True))
    expect(page.locator('[data-rank="4"] .does')).to_have_text("0, reverse")
    for at, unreadable in in_all_sizes(page):
        broken = [word for word in unreadable["broken"] if word.startswith("does")]
        assert broken + unreadable["colliding"] == [], at


def test_reason_of_a_refusal_is_not_cut(open_page: Open) -> None:
    why = {"refused": {"code": "over-target", "sentence": "97 + 8 = 105 is over 99"}}
    page = rule(open_page, table(ruled=lambda _order: why))
    key(page, "8").click()
    expect(page.locator(".refused")).to_be_visible()
    for at, unreadable in in_all_sizes(page):
        assert unreadable["cut"] == [], at


def test_no_heading_of_the_list_of_plays_is_broken(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), tables.ninety_nine_rows()))
    page.get_by_role("button", name="As a list").click()
    headings = page.locator(".hand thead").inner_text().split()
    for at, unreadable in in_all_sizes(page):
        assert [word for word in unreadable["broken"] if word.removeprefix("list: ") in headings] == [], at
