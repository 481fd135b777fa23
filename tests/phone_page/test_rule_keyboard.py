"""Tests of playing with a keyboard alone: letters write a card, arrows move between keys, the focus
is never lost.
"""

import threading
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import answered
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, Open
from tests.phone_page.ruling import answering, key, ordering, orders, rule, sends, sheet, table

Json = dict[str, Any]


CARDS = {"8d": "8D", "0": "10", "th": "10H", "10s": "10S", "a": "A", "jk": "JK", "Kc": "KC"}


def test_typed_card_is_played_with_enter(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    for count, (typed, card) in enumerate(CARDS.items()):
        page.keyboard.type(typed)
        expect(page.locator(".writing")).to_contain_text("Bo plays")
        assert len(orders(at)) == count
        assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "play", "card": card}, (
            typed
        )
        expect(page.locator(".writing")).to_have_count(0)


def test_card_typed_during_a_pending_play_is_played_after_it(open_page: Open) -> None:
    go_on = threading.Event()

    def slowly(_order: Json) -> None:
        go_on.wait(10)

    at = table(ruled=slowly)
    page = rule(open_page, at)
    with ordering(page):
        page.keyboard.type("8d")
        page.keyboard.press("Enter")
    page.keyboard.type("9s")
    page.keyboard.press("Enter")
    with ordering(page):
        go_on.set()
    answered(page)
    expect(page.locator(".writing")).to_have_count(0)
    assert orders(at) == [{"cmd": "play", "card": "8D"}, {"cmd": "play", "card": "9S"}]


def test_card_typed_behind_a_refused_card_is_not_played(open_page: Open) -> None:
    go_on = threading.Event()

    def refused(_order: Json) -> Json:
        go_on.wait(10)
        return {"refused": {"code": "over-target", "sentence": "97 + 8 = 105 is over 99"}}

    at = table(ruled=refused)
    page = rule(open_page, at)
    with ordering(page):
        page.keyboard.type("8d")
        page.keyboard.press("Enter")
    page.keyboard.type("9s")
    page.keyboard.press("Enter")
    go_on.set()
    expect(page.locator(".refused")).to_be_visible()
    page.keyboard.press("Enter")
    assert orders(at) == [{"cmd": "play", "card": "8D"}]


def test_backspace_deletes_a_letter_or_asks_for_undo(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.keyboard.type("8d")
    page.keyboard.press("Backspace")
    page.keyboard.type("h")
    expect(page.locator(".writing").get_by_role("img")).to_have_accessible_name("8 of hearts")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(page.locator(".writing")).to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.locator("#undo")).to_contain_text("Yes, undo")
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("Backspace")
    assert orders(at) == []
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "undo"}


def test_escape_clears_the_typed_text(open_page: Open) -> None:
    page = rule(open_page, table())
    page.keyboard.type("8d")
    page.keyboard.press("Escape")
    expect(page.locator(".writing")).to_have_count(0)


def test_arrows_move_between_keys_and_enter_presses(open_page: Open) -> None:
    page = rule(open_page, table())
    page.keyboard.press("ArrowRight")
    expect(key(page, "A")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(key(page, "2")).to_be_focused()
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "play", "card": "2"}


def test_held_key_plays_once(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    key(page, "8").focus()
    with answering(page):
        for _ in range(5):
            page.keyboard.down("Enter")  # held: the second and later ones repeat
    page.keyboard.up("Enter")
    key(page, "9").focus()
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "play", "card": "9"}
    assert orders(at) == [{"cmd": "play", "card": "8"}, {"cmd": "play", "card": "9"}]


def test_b_plus_and_equals_are_bust_several_and_check(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["game"]["sets"] = True
    page = rule(open_page, table(parts))
    page.keyboard.press("+")
    expect(page.locator("#several")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("+")
    for pressed, title in (("b", "Bo busts at 97?"), ("=", "What did Ann call?")):
        page.keyboard.press(pressed)
        expect(sheet(page).get_by_role("heading")).to_have_text(title)
        page.keyboard.press("Escape")
        expect(sheet(page)).to_have_count(0)


def test_sheet_takes_and_restores_the_focus(open_page: Open) -> None:
    page = rule(open_page, table())
    page.locator("#bust").press("Enter")
    expect(sheet(page).get_by_role("button", name="Bo busts")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(sheet(page).get_by_role("button", name="Show the hand")).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet(page).locator('[data-rank="A"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#bust")).to_be_focused()


def test_figures_are_typed_into_a_sheet_and_enter_checks(open_page: Open) -> None:
    checked = {"checked": {"called": -7, "correct": False, "verdict": "It is 97", "said": ""}}
    page = rule(open_page, table(ruled=lambda _order: checked))
    page.locator("#check").press("Enter")
    expect(sheet(page)).to_be_visible()
    page.keyboard.type("-79")
    page.keyboard.press("Backspace")
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "claim", "total": -7}


def test_list_of_keys_has_a_remembered_switch_for_letters(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.keyboard.press("?")
    sheet(page).get_by_role("switch", name="Letters", exact=True, checked=True).click()
    expect(sheet(page).get_by_role("switch", name="Letters", checked=False)).to_have_text(
        "Letters: off"
    )
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    page.reload()
    page.wait_for_selector(".rule #more")
    page.keyboard.type("8b")
    page.keyboard.press("ArrowRight")
    expect(key(page, "A")).to_be_focused()
    expect(page.locator(".writing")).to_have_count(0)
    expect(sheet(page)).to_have_count(0)


def test_letters_in_a_name_do_not_type_a_card(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.locator("#more").press("Enter")
    sheet(page).get_by_role("button", name="Rename a player").press("Enter")
    sheet(page).get_by_role("button", name="Bo", exact=True).press("Enter")
    name = sheet(page).get_by_label("Name")
    name.press("Control+A")
    page.keyboard.type("Jack 8?=b")
    expect(name).to_have_value("Jack 8?=b")
    for _ in range(3):
        page.keyboard.down("Backspace")  # held, it keeps deleting
    page.keyboard.up("Backspace")
    expect(name).to_have_value("Jack 8")
    page.keyboard.type("?=b")
    renamed = {"cmd": "rename", "player": "Bo", "name": "Jack 8?=b"}
    assert sends(page, lambda: page.keyboard.press("Enter")) == renamed


def test_tab_order_is_the_reading_order(open_page: Open) -> None:
    page = rule(open_page, table(), DESK)
    page.locator(".rule").wait_for()
    order = page.evaluate(
        """() => [...document.querySelectorAll(".rule button")].map((button) => {
          const { top, left } = button.getBoundingClientRect();
          return [button.tabIndex, Math.round(top), Math.round(left)];
        })"""
    )
    assert all(index == 0 for index, _top, _left in order)
    assert [place[1:] for place in order] == sorted(place[1:] for place in order)


def test_keyboard_plays_a_whole_hand(open_page: Open) -> None:
    at = table(
        ruled=lambda order: (
            {"question": _up_or_down()} if order == {"cmd": "play", "card": "10"} else None
        )
    )
    page = rule(open_page, at)
    _tab_to(page, "10")
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("button", name="take ten off")).to_be_focused()
    page.keyboard.press("ArrowRight")
    up = {"cmd": "play", "card": "10", "value": 10}
    assert sends(page, lambda: page.keyboard.press("Enter")) == up
    expect(key(page, "10")).to_be_focused()
    _tab_to(page, "Bo busts")
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("button", name="Bo busts")).to_be_focused()
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "bust"}


def _tab_to(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.ariaLabel ?? document.activeElement.textContent"
        )
        if str(focused).strip().startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached with Tab")


def _up_or_down() -> Json:
    options = [
        {"label": label, "makes": makes, "suit": None, "refused": ""}
        | {"order": {"cmd": "play", "card": "10", "value": value}}
        for label, makes, value in (("take ten off", "87", -10), ("add ten", "107", 10))
    ]
    return {
        "title": "Bo's ten",
        "text": "up or down?",
        "cards": ["10"],
        "options": options,
        "dial": None,
    }
