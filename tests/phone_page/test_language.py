"""Tests of the page's own words: in the phone's language, with the letters of the deck at the
table.
"""

from playwright.sync_api import expect

from tests.browser import Contexts, answered
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open, resize
from tests.phone_page.ruling import key, rule, sends, table
from tests.phone_page.table_at import TableAt
from tests.shared_port import SharedPorts


def speaking(language: str, messages: dict[str, list[str]]) -> TableAt:
    at = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    at.language, at.messages = language, messages
    return at


def test_page_shows_the_messages_of_its_language_and_names_it(open_page: Open) -> None:
    page = open_page(speaking("de", {"Table": ["Tisch"], "tab\4Play": ["Leiten"]}))
    expect(page.get_by_role("link", name="Tisch")).to_be_visible()
    expect(page.get_by_role("link", name="Leiten")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")


WRITTEN = {
    "BDK": {"dd": "QD", "b": "J", "qd": "QD", "8dd": "Q", "jk": "JK", "bk": "K"},
    "VDR": {"r": "K"},
    "SCR": {"cs": "QS", "ss": "JS", "8s": "8S"},
    "1VDR": {"1s": "AS", "ad": "AD", "10": "10"},
}


def test_letters_of_the_deck_write_a_card(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    for court, written in WRITTEN.items():
        at.tell(box=at.parts["box"] | {"court": court})
        expect(key(page, "J").locator(".face")).to_have_text(court[-3])
        for typed, card in written.items():
            page.keyboard.type(typed)
            order = sends(page, lambda: page.keyboard.press("Enter"))
            assert order == {"cmd": "play", "card": card}, (court, typed)
            answered(page)


def test_sign_of_a_suit_is_written_like_its_letter(open_page: Open) -> None:
    page = rule(open_page, table())
    page.keyboard.type("8")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '♥', bubbles: true }))"
    )
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "play", "card": "8H"}


def test_page_changes_with_the_letters_of_the_deck(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.keyboard.press("b")
    page.keyboard.press("Escape")
    at.tell(box=at.parts["box"] | {"court": "BDK"})
    expect(key(page, "J").locator(".face")).to_have_text("B")
    assert [key(page, rank).locator(".face").inner_text() for rank in ("J", "Q", "K")] == [
        "B",
        "D",
        "K",
    ]
    page.keyboard.type("b")
    expect(page.locator(".writing .card")).to_have_text("B")
    page.keyboard.press("Escape")
    page.keyboard.press("!")
    expect(page.locator("dialog[open]").get_by_role("heading")).to_contain_text("busts")


def test_chosen_language_is_kept_and_the_page_loaded_in_it(open_page: Open) -> None:
    at = speaking("en", {})
    page = open_page(at)
    choice = page.get_by_role("combobox", name="Language").locator("visible=true")
    for size in (DESK, NARROW, PHONE):
        resize(page, size)
        expect(choice.locator("option")).to_have_text(["Deutsch", "English"])
    expect(choice).to_have_value("en")
    at.language = "de"
    with page.expect_request("**/shared/messages-*.js") as asked:
        choice.select_option("Deutsch")
    assert "language=de" in asked.value.all_headers()["cookie"]
    expect(page.locator("html")).to_have_attribute("lang", "de")
    [kept] = page.context.cookies()
    assert (kept["path"], kept["sameSite"]) == ("/", "Strict")


def test_missing_words_do_not_blame_the_browser(contexts: Contexts, ports: SharedPorts) -> None:
    table = TableAt(tables.ninety_nine())
    with table.served(ports), contexts.page(PHONE) as page:
        page.route("**/messages-*.js", lambda route: route.abort())
        with page.expect_event("pageerror"):
            page.goto(table.address)
        expect(page.locator("#too-old")).to_be_hidden()
