"""The panel's language and card letters, which change together with those of the box."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.core.commands import New
from companion.languages import load_language
from companion.message import ENGLISH, using
from companion.words.turns import whose_move
from tests.browser import translate
from tests.simulation.conftest import PHONE, Open
from tests.simulation.small_box import SmallBox
from tests.simulation.whole_box import switched_on
from tests.worded import gettext, worded

GERMAN = load_language("de")
NEW = New(variant="ninety-nine", players=("Ann", "Bo"))


def shown(page: Page) -> str:
    """Return the picture on the display, in words."""
    return page.locator("#display").get_attribute("aria-label") or ""


def holds(page: Page, key: str) -> None:
    """Hold a key down until the display shows another picture."""
    before = shown(page)
    page.keyboard.down(key)
    expect(page.locator("#display")).not_to_have_attribute("aria-label", before)
    page.keyboard.up(key)


def turns_to(page: Page, row: str) -> None:
    """Turn a list on the display until it is at this row."""
    while row not in shown(page):
        holds(page, "ArrowRight")


@pytest.mark.slow("a whole box, whose menu is used on its page")
def test_open_panel_follows_the_language_chosen_in_the_menu(
    open_page: Open, tmp_path: Path
) -> None:
    with switched_on(tmp_path, NEW, language="de") as box:
        page = open_page(box.bench, language=lambda: box.app.language)
        assert page.evaluate("navigator.language").startswith("en")
        root, keys = page.locator("html"), page.locator("#keys")
        with using(GERMAN):
            expect(keys).to_have_text(gettext("Keys"))
            assert gettext("Backspace") in printed(page)
        expect(root).to_have_attribute("lang", "de")
        holds(page, "+")
        turns_to(page, "Deutsch")
        holds(page, "=")
        turns_to(page, "English")
        page.keyboard.press("=")
        expect(root).to_have_attribute("lang", "en")
        expect(keys).to_have_text("Keys")
        assert box.table.state
        expect(page.locator(".hand.act .whose")).to_have_text(worded(whose_move(box.table.state)))


@pytest.mark.slow("a page that is loaded four times")
def test_reloaded_page_keeps_its_settings(open_page: Open) -> None:
    box, spoken = SmallBox(), [ENGLISH]
    page = open_page(box, PHONE, language=lambda: spoken[-1])
    page.locator("#tabs button", has_text="Di").click()
    page.locator(".other").click()
    page.get_by_role("button", name="Hearts").click()
    page.click("#menu")
    page.click("#sound")
    page.click("#dim")
    page.keyboard.press("d")
    page.keyboard.press("8")
    page.locator('.card[data-label^="1QH"]').focus()
    spoken.append(GERMAN)
    box.tell()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#written")).to_contain_text("8")
    expect(page.locator('.card[data-label^="1QH"]')).to_be_focused()
    on = page.locator("#switches :is([aria-pressed=true], [aria-checked=true])").evaluate_all(
        "all => all.map(each => each.id)"
    )
    assert on == ["show-deck", "sound", "dim"]
    page.locator(".other").click()
    expect(page.locator("#tabs [aria-pressed=true] b")).to_have_text("Di")
    page.keyboard.press("?")
    spoken.append(ENGLISH)
    box.tell()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#help")).to_be_visible()
    page.reload()
    expect(page.locator(".card").first).to_be_visible()
    expect(page.locator("#help")).to_be_hidden()


def test_panel_follows_the_letters_of_the_deck(open_page: Open) -> None:
    box, spoken = SmallBox(), [ENGLISH._replace(court="BDK")]
    page = open_page(box, language=lambda: spoken[-1])
    page.keyboard.type("dd")
    expect(page.locator("#written")).to_contain_text("D")
    expect(page.locator("#written svg")).to_have_count(1)
    page.keyboard.press("?")
    assert {"B", "D", "!"} <= printed(page)
    page.click("#help-close")
    page.click("#show-deck")
    queen = page.locator('.card[data-label^="1QH"] text')
    expect(queen).to_have_text("D")
    spoken.append(ENGLISH)
    box.tell()
    expect(queen).to_have_text("Q")
    assert {"J", "Q", "B"} <= printed(page)
    assert "!" not in printed(page)


def test_panel_translated_by_the_browser_still_shows_the_table(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    expect(page.locator("html")).to_have_attribute("translate", "no")
    whose, cards = page.locator("#where"), page.locator("#seats .seat").first
    translate(page)
    expect(whose).to_contain_text("<")
    page.locator(".hand.act .card").first.click()
    expect(whose).not_to_contain_text("<")
    expect(cards).not_to_contain_text("<")


def printed(page: Page) -> set[str]:
    """Return the keys in the list of keys."""
    return {text or "" for text in page.locator("#help kbd").all_text_contents()}
