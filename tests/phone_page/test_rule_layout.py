"""Tests of the layout of the tab "Play": no event moves a key, no key is too small, nothing
overflows.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open, put, resize
from tests.phone_page.ruling import key, rule, sheet, table
from tests.phone_page.table_at import TableAt
from tests.phone_page.test_look_views import enlarge

Json = dict[str, Any]

LONG = "Wolfeschlegelsteinhausen"  # 24 letters, as long as a name may be
SCRIPT = "<img src=x onerror=q()>"


def tappable(page: Page) -> Json:
    boxes: Json = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".rule button")].map((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return [button.id || button.dataset.rank || button.dataset.suit, [x, y + scrollY, width,
            height]];
        }))"""
    )
    return boxes


def sticks_out(page: Page) -> bool:
    wider: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wider


def over_99(_order: Json) -> Json:
    return {
        "refused": {
            "code": "over-target",
            "sentence": "97 + 8 = 105 is over 99" + ", and so on" * 12,
        }
    }


def long_names() -> Json:
    parts = tables.ninety_nine()
    for player in parts["state"]["players"]:
        player["name"] = LONG
    parts["state"]["turn"] = LONG
    parts["now"]["undo"] = tables.undo(
        f"{LONG}’s", f"−112, {LONG} to play, counterclockwise", "10H"
    )
    return parts


@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(size, marks=pytest.mark.proof) for size in (NARROW, DESK))]
)
def test_refusals_and_sentences_do_not_move_keys(open_page: Open, size: tuple[int, int]) -> None:
    at = table(
        ruled=lambda order: (
            over_99(order)
            if order["card"] == "8"
            else {"meanwhile": ["Cy's phone: ", tables.sign("10S"), ". "] * 6}
        )
    )
    page = rule(open_page, at, size)
    before = tappable(page)
    key(page, "8").click()
    expect(page.locator(".refused")).to_be_visible()
    assert tappable(page) == before
    key(page, "2").click()
    expect(page.locator(".place .said")).to_be_visible()
    assert tappable(page) == before
    page.keyboard.type("8d")
    expect(page.locator(".writing")).to_be_visible()
    assert tappable(page) == before


def test_plays_and_long_names_do_not_move_keys(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    before = tappable(page)
    parts = long_names()
    played = tables.row(
        413, LONG, "4H", -112, "“back on you −112”", after=[f"{LONG} owes two plays"] * 3
    )
    at.tell(
        state=parts["state"] | {"total": -112},
        now=parts["now"] | {"sequence": 413},
        rows=[*at.rows, played],
    )
    expect(page.locator(".place")).to_contain_text("−112")
    assert tappable(page) == before


def test_undo_key_keeps_its_place_after_a_hand(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    before = tappable(page)["undo"]
    at.tell(
        state=at.parts["state"] | {"phase": "hand-over", "turn": None},
        now=at.parts["now"] | {"deals": "Cy"},
    )
    expect(page.locator("#deal")).to_be_visible()
    assert tappable(page)["undo"] == before


def in_two_sizes(page: Page, at: TableAt, *tables: Json) -> Iterator[tuple[int, int]]:
    """Yield the width and height of the page at each of the tables, on a usual and
    a narrow phone.
    """
    for size in (PHONE, NARROW):
        resize(page, size)
        for parts in tables:
            put(page, at, table(parts))
            yield size


def test_tap_targets_are_at_least_48_pixels_and_8_apart(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    for size in in_two_sizes(page, at, tables.ninety_nine(), tables.spaghetti(), long_names()):
        boxes = list(tappable(page).items())
        assert boxes
        for name, (_x, _y, width, height) in boxes:
            assert min(width, height) >= 48, (size, name)
        for (one, (x, y, w, h)), (other, (ox, oy, ow, oh)) in combinations(boxes, 2):
            apart = max(ox - (x + w), x - (ox + ow), oy - (y + h), y - (oy + oh))
            assert apart >= 7.9, (size, one, other)


def hand_over() -> Json:
    parts = tables.ninety_nine()
    parts["state"] |= {"phase": "hand-over", "turn": None}
    parts["now"] |= {"can": tables.NOTHING_CAN, "deals": "Cy"}
    return parts


def test_place_keys_bust_check_and_undo_fit_a_phone_without_scrolling(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    for size in in_two_sizes(page, at, tables.ninety_nine(), tables.spaghetti(), hand_over()):
        _x, y, _width, height = tappable(page)["undo"]
        tabs = page.get_by_role("navigation", name="Views").bounding_box()
        assert tabs is not None
        assert y + height <= tabs["y"], size


def open_sheets(page: Page) -> list[str]:
    """Open every sheet that the table allows, one after the other, and return the names of those
    that overflow.
    """
    wrong = []
    for kind in ("bust", "check", "more"):
        page.locator(f"#{kind}").press("Enter")
        expect(sheet(page)).to_be_visible()
        box = sheet(page).bounding_box()
        assert box is not None
        width = page.evaluate("document.documentElement.clientWidth")
        inner = page.evaluate(
            "(({scrollWidth, clientWidth}) => scrollWidth > "
            "clientWidth)(document.querySelector('dialog'))"
        )
        if box["x"] < 0 or box["x"] + box["width"] > width or inner:
            wrong.append(kind)
        page.keyboard.press("Escape")
        expect(sheet(page)).to_have_count(0)
    return wrong


@pytest.mark.slow("opens every sheet in three windows")
def test_long_names_and_reasons_do_not_overflow_sideways(open_page: Open) -> None:
    page = rule(open_page, table(long_names(), over_99))
    for size in (PHONE, NARROW, DESK):
        resize(page, size)
        assert open_sheets(page) == [], size
    key(page, "8").press("Enter")
    expect(page.locator(".refused")).to_be_visible()
    for size, letters in product((PHONE, NARROW, DESK), ("100%", "200%")):
        resize(page, size)
        enlarge(page, letters)
        assert not sticks_out(page), (size, letters)


def test_sheet_of_suits_fits_a_phone_with_double_text_size(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["game"]["keys"] = tables.keys(tables.NINETY_NINE_KEYS, suited="9")
    page = rule(open_page, table(parts))
    page.get_by_role("button", name="Enter the suit, too").click()
    key(page, "9").click()
    enlarge(page)
    assert sheet(page).evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


def test_unbreakable_name_leaves_room_for_the_chips(open_page: Open) -> None:
    parts = long_names()
    for player in parts["state"]["players"]:
        player["name"] = "W" * 24
    parts["state"] |= {"phase": "hand-over", "turn": None}
    page = rule(open_page, table(parts))
    name, pips = page.locator(".people .name").first, page.locator(".people .pips").first
    for size in (PHONE, NARROW):
        resize(page, size)
        assert not sticks_out(page), size
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), size
        named, chips = name.bounding_box(), pips.bounding_box()
        assert named is not None
        assert chips is not None
        assert named["x"] + named["width"] <= chips["x"], size


def test_action_is_never_cut_behind_a_long_name(open_page: Open) -> None:
    page = rule(open_page, table(long_names()))
    for size, letters in product((PHONE, NARROW), ("100%", "200%")):
        resize(page, size)
        enlarge(page, letters)
        does = page.locator(".strip .whose .does")
        expect(does).to_have_text(" to play")
        strip, words = page.locator(".strip").bounding_box(), does.bounding_box()
        assert strip is not None
        assert words is not None
        assert words["x"] + words["width"] <= strip["x"] + strip["width"], (size, letters)
        assert words["y"] + words["height"] <= strip["y"] + strip["height"], (size, letters)


def test_undo_of_points_names_the_round(open_page: Open) -> None:
    parts = tables.spaghetti()
    parts["now"]["undo"] = tables.undo("the points of round 1", "Ann to lead trick 1 of round 1")
    page = rule(open_page, table(parts))
    says = page.locator("#undo b")
    expect(says).to_have_text("Undo the points of round 1")
    assert says.evaluate("(words) => words.scrollWidth <= words.clientWidth")


def test_pairing_page_fits_a_phone(open_page: Open) -> None:
    at = TableAt(tables.ninety_nine())
    page = open_page(at, tab="rule")
    button = page.get_by_role("button", name="Just watch").bounding_box()
    tabs = page.get_by_role("navigation", name="Views").bounding_box()
    assert button is not None
    assert tabs is not None
    assert button["y"] + button["height"] <= tabs["y"]


def test_wide_page_shows_the_board_next_to_the_keys(open_page: Open) -> None:
    page = rule(open_page, table(), DESK)
    board, keys = page.locator(".board").bounding_box(), page.locator(".rule").bounding_box()
    assert board is not None
    assert keys is not None
    assert board["x"] + board["width"] <= keys["x"]
    expect(page.locator(".strip")).to_have_count(0)
    expect(page.locator(".wanted")).to_contain_text("Bo plays")


def test_name_is_escaped_wherever_it_appears(open_page: Open) -> None:
    parts = tables.ninety_nine()
    for player in parts["state"]["players"][:2]:
        player["name"] = SCRIPT
    parts["state"]["turn"] = SCRIPT
    parts["now"]["call"] = {"player": SCRIPT, "cards": ["4H"], "text": ""}
    parts["now"]["undo"] = tables.undo(f"{SCRIPT}’s", f"{SCRIPT} to play", "4H")
    parts["now"]["can"] |= {"leave": [SCRIPT], "forgot": [SCRIPT]}
    refused = {"refused": {"code": "not-your-turn", "sentence": f"It is {SCRIPT}'s turn"}}
    at = table(parts, lambda _order: refused, rows=[tables.row(412, SCRIPT, "4H", 97, by=SCRIPT)])
    page = rule(open_page, at)
    expect(page.locator(".place")).to_contain_text(SCRIPT)
    for kind in ("bust", "check", "more"):
        page.locator(f"#{kind}").press("Enter")
        expect(sheet(page)).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet(page)).to_have_count(0)
    key(page, "8").click()
    expect(page.locator(".refused")).to_contain_text("<img src=x")
    question: Json = {"title": SCRIPT, "text": SCRIPT, "cards": [], "dial": None}
    option = {
        "label": SCRIPT,
        "makes": SCRIPT,
        "suit": None,
        "order": {"cmd": "accept"},
        "refused": SCRIPT,
    }
    at.tell(question=question | {"options": [option]})
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Answer here").press("Enter")
    expect(sheet(page).get_by_role("heading")).to_have_text(SCRIPT)
    assert page.locator("img").count() == 0
