"""Tests of the page's shell: header, tabs, themes, and the initial view."""

from playwright.sync_api import expect

from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.table_at import TableAt


def test_browser_tab_shows_the_total_and_the_turn(open_page: Open) -> None:
    table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    page = open_page(table)
    expect(page).to_have_title("97, Bo to play")
    table.tell(state=table.parts["state"] | {"total": -12, "turn": "Cy"})
    expect(page).to_have_title("−12, Cy to play")
    table.tell(state=None, game=None)
    expect(page).to_have_title("Nobody is playing")


def test_tabs_are_links_and_the_current_one_is_marked(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), tables.ninety_nine_rows()))
    views = page.get_by_role("navigation", name="Views")
    expect(views.locator("[aria-current=page]")).to_have_text("Table")
    views.get_by_role("link", name="Evening").click()
    expect(views.locator("[aria-current=page]")).to_have_text("Evening")
    expect(page.get_by_role("heading", level=1)).to_have_text("Evenings")
    page.go_back()
    expect(views.locator("[aria-current=page]")).to_have_text("Table")
