"""The panel in the box's language, with the letters of the table's deck."""

from playwright.sync_api import expect

from tests.simulation.conftest import Open
from tests.simulation.small_box import SmallBox

MODULE = """export const language = "de", court = ["B", "D", "K"], languages = [["de", "Deutsch"]];
export const messages = {
  "Sound on": ["Ton an"], "{group}, {n} card": ["{group}: {n} Karte", "{group}: {n} Karten"],
};
"""


def test_panel_shows_the_messages_of_its_language_and_the_letters_of_the_deck(open_page: Open) -> None:
    page = open_page(SmallBox())
    page.route(
        "**/shared/messages.js", lambda route: route.fulfill(content_type="text/javascript", body=MODULE)
    )
    page.reload()
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_text("Ton an")
    expect(page.locator(".hand").first).to_have_attribute("aria-label", "Ann: 3 Karten")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.type("dd")
    expect(page.locator("#written")).to_contain_text("D")
    expect(page.locator("#written svg")).to_have_count(1)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog").locator("kbd").all_inner_texts()
    assert keys[4:7] == ["B", "D", "K"]
    assert "!" in keys
