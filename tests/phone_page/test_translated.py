"""Tests of the page while the browser translates it, which replaces the page's text nodes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import translate
from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.table_at import TableAt


def test_page_asks_not_to_be_translated_and_names_its_language(open_page: Open) -> None:
    table = TableAt(tables.ninety_nine())
    table.language = "de"
    root = open_page(table).locator("html")
    expect(root).to_have_attribute("translate", "no")
    expect(root).to_have_attribute("lang", "de")


@pytest.mark.parametrize("tab", ["table", "wall"])
def test_translated_page_shows_the_new_total(open_page: Open, tab: str) -> None:
    table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    page = open_page(table, tab=tab)
    expect(page.get_by_text("97", exact=True).first).to_be_attached()
    translate(page)
    total_becomes(page, table, 98)
    translate(page)
    total_becomes(page, table, 57)


def test_sheet_of_a_translated_page_shows_changes(open_page: Open) -> None:
    table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows(), rules=True)
    page = open_page(table, tab="rule")
    page.locator("#more").click()
    sheet = page.locator("dialog[open]")
    translate(page)
    expect(sheet).to_contain_text("<")
    table.tell(state=table.parts["state"] | {"total": 98})
    expect(sheet).not_to_contain_text("<")


def total_becomes(page: Page, table: TableAt, total: int) -> None:
    """Change the total at the table, and assert that the page shows it without translated text."""
    table.tell(state=table.parts["state"] | {"total": total})
    expect(page.get_by_text(str(total), exact=True).first).to_be_attached()
    expect(page.locator("#page")).not_to_contain_text("<")
