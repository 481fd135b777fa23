"""Tests that all text is readable: no line is cut off, no word is broken or overlaps another."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.words.form import FOR_PAGES
from tests.depth import FULL
from tests.fits import READABLE
from tests.phone_page import tables
from tests.phone_page.conftest import Open, put
from tests.phone_page.ruling import key, rule, table
from tests.phone_page.table_at import TableAt
from tests.phone_page.test_look_views import DRAWN, enlarge, noted, over

Json = dict[str, Any]

SIZES = [(320, 640), (1024, 768)]
if FULL:
    SIZES += [(360, 780), (390, 844), (768, 1024), (1600, 1000)]

NAMES = {"Ann": "Peggy", "Bo": "Jörg", "Di": "Åsgåry"}
"""Names with letters that reach far below and above their line."""


def named(told: Any) -> Any:
    """Return the same data with other names."""
    text = FOR_PAGES.encode(told).decode()
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
    return {
        kind: TableAt(named(parts), named(rows), rules=True)
        for kind, (parts, rows) in of_kinds.items()
    }


def in_all_sizes(page: Page) -> Iterator[tuple[str, Json]]:
    """Yield what cannot be read in each window size, with normal and with large letters."""
    page.evaluate("async () => { await document.fonts.ready; }")
    for letters in ("100%", "200%"):
        enlarge(page, letters)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            yield f"{width} {letters}", page.evaluate(READABLE)


@pytest.mark.slow("looks at every kind of table in several windows")
@pytest.mark.parametrize("tab", ["table", "rule"])
def test_no_line_is_cut_or_overlaps_another(open_page: Open, tab: str) -> None:
    tables = tables_of_all_kinds()
    at = tables["nobody"]
    page = open_page(at, tab=tab)
    page.wait_for_selector('body[data-link="live"]')
    for kind, other in tables.items():
        put(page, at, other)
        for size, unreadable in in_all_sizes(page):
            assert unreadable["cut"] + unreadable["colliding"] == [], (kind, size)


def with_sets() -> Json:
    parts = tables.ninety_nine()
    does = [*tables.NINETY_NINE_KEYS, ("JK", "sets 99")]
    parts["game"] |= {
        "sets": True,
        "keys": tables.keys([("Q", ["2, ", tables.sign("S"), " doubles"]), *does]),
    }
    return parts


def test_no_word_on_a_key_is_broken_or_overflows(open_page: Open) -> None:
    at = TableAt(tables.ninety_nine(), rules=True)
    page = rule(open_page, at)
    expect(page.locator('[data-rank="4"] .does')).to_have_text("0, reverse")
    for parts in (tables.ninety_nine(), with_sets()):
        put(page, at, TableAt(parts))
        for size, unreadable in in_all_sizes(page):
            broken = [word for word in unreadable["broken"] if word.startswith("does")]
            assert broken + unreadable["colliding"] == [], (parts["game"]["sets"], size)


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
        assert [
            word for word in unreadable["broken"] if word.removeprefix("list: ") in headings
        ] == [], at
