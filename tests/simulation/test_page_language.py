"""The panel in the box's language, with the letters of the table's deck."""

from playwright.sync_api import expect

from tests.simulation.conftest import Open
from tests.simulation.small_box import SmallBox

MODULE = """export const language = "de", court = ["B", "D", "K"], languages = [["de", "Deutsch"]];
export const messages = { "Whole deck": ["Ganzes Blatt"], "Whose cards": ["Wessen Karten"],
  "Letters on": ["Buchstaben an"] };
"""


def test_panel_shows_the_messages_of_its_language_and_the_letters_of_the_deck(open_page: Open) -> None:
    page = open_page(SmallBox())
    page.route(
        "**/shared/messages.js", lambda route: route.fulfill(content_type="text/javascript", body=MODULE)
    )
    page.reload()
    page.get_by_role("button", name="Ganzes Blatt").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#tabs")).to_have_attribute("aria-label", "Wessen Karten")
    page.keyboard.type("dd")
    expect(page.locator("#written")).to_contain_text("D")
    expect(page.locator("#written svg")).to_have_count(1)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys.get_by_role("button", name="Buchstaben an")).to_be_visible()
    expect(keys.locator("dt").first).to_have_text("A 2–9 0 B D K")
    expect(keys).to_contain_text("!")
