"""Tests of the board: the total, the player to act, the direction, and the seats in the order of
the box's lights.
"""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.depth import FULL
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open, resize
from tests.phone_page.table_at import TableAt


def at_table(parts: dict[str, Any]) -> TableAt:
    return TableAt(parts, tables.ninety_nine_rows())


def eight(total: int = 100) -> dict[str, Any]:
    names = (
        "Bartholomew",
        "Constantine",
        "Cyrus-Alexander",
        "Dinah",
        "Eva",
        "Finn",
        "Gustavson",
        "Henrietta",
    )
    return tables.adding(
        [tables.seat(name, 3) for name in names], total=total, turn="Dinah", target=100
    )


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_board_has_one_name_and_is_followed_by_a_list_of_seats(open_page: Open) -> None:
    page = open_page(at_table(tables.ninety_nine()))
    expect(
        page.get_by_role("img", name="Total 97. Bo to play, clockwise.", exact=True)
    ).to_be_visible()
    expect(page.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_text(
        ["Ann", "Bo", "Cy", "Di"]
    )
    expect(seat(page, "Bo").get_by_role("img", name="4 chips")).to_be_visible()
    expect(seat(page, "Bo")).to_have_attribute("aria-current", "true")
    assert page.locator(".octagon .lens").count() == 4
    assert page.locator(".octagon .lens.lit").count() == 1


def test_lit_light_is_next_to_the_player_to_act(open_page: Open) -> None:
    table = at_table(tables.ninety_nine())
    page = open_page(table)
    for name, right, low in (
        ("Ann", False, False),
        ("Bo", True, False),
        ("Cy", True, True),
        ("Di", False, True),
    ):
        table.tell(state=table.parts["state"] | {"turn": name})
        expect(page.get_by_role("img", name=f"{name} to play")).to_be_visible()
        x, y = middle(page.locator(".lens.lit"))
        board_x, board_y = middle(page.locator(".octagon"))
        assert (x > board_x, y > board_y) == (right, low), name


def test_chevrons_follow_the_direction_of_play(open_page: Open) -> None:
    table = at_table(tables.ninety_nine())
    page = open_page(table)
    top = "() => document.querySelector('.chevron').getScreenCTM().a"
    expect(page.locator(".way")).to_have_text("clockwise")
    assert page.evaluate(top) > 0.9, "at the top they point to the right"
    table.tell(state=table.parts["state"] | {"direction": "counterclockwise"})
    expect(page.locator(".way")).to_have_text("counterclockwise")
    assert page.evaluate(top) < -0.9


def test_owed_play_and_player_who_is_out_are_shown_in_words(open_page: Open) -> None:
    parts = tables.adding(
        [
            tables.seat("Ann", cards=4),
            tables.seat("Bo", cards=0, still_in=False),
            tables.seat("Cy", cards=4),
        ],
        total=98,
        turn="Cy",
        chips=None,
        owed=2,
    )
    page = open_page(at_table(parts))
    expect(page.get_by_role("img", name="Total 97", exact=False)).to_have_count(0)
    expect(page.get_by_role("img", name="Total 98. Cy owes 2 plays, clockwise.")).to_be_visible()
    expect(seat(page, "Cy")).to_contain_text("owes 2")
    expect(seat(page, "Bo")).to_contain_text("out")
    expect(seat(page, "Ann")).to_contain_text("4 cards")
    assert page.locator(".lens.dark").count() == 1


def test_player_asked_for_a_shield_is_the_one_to_act(open_page: Open) -> None:
    parts = tables.adding([tables.seat("Ann"), tables.seat("Bo")], total=50, turn=None, chips=None)
    parts["state"] |= {"phase": "shield", "named": "Bo", "owed": 0}
    page = open_page(at_table(parts))
    expect(seat(page, "Bo")).to_contain_text("shield?")
    expect(seat(page, "Bo")).to_have_attribute("aria-current", "true")
    assert page.locator(".lens.lit").count() == 1


def test_rotating_the_table_moves_the_next_seat_to_the_bottom(open_page: Open) -> None:
    page = open_page(at_table(tables.ninety_nine()))
    turn = page.get_by_role("button", name="Turn the table")
    lowest = (
        "() => [...document.querySelectorAll('.chairs .chair')].sort((one, other) =>"
        " other.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom)[0].innerText"
    )
    for name in ("Di", "Ann", "Bo", "Cy"):
        turn.click()
        expect(page.locator(".at-4 b")).to_have_text(name)
        assert name in page.evaluate(lowest)
    page.reload()
    expect(page.locator(".at-4 b")).to_have_text("Cy")
    page.get_by_role("button", name="Turn the table").click()
    expect(page.locator(".at-4")).to_have_count(0)


def test_ninth_and_tenth_player_are_below_the_board_without_light(open_page: Open) -> None:
    names = [f"Player {number}" for number in range(1, 11)]
    parts = tables.adding([tables.seat(name, 3) for name in names], total=42, turn="Player 9")
    page = open_page(at_table(parts))
    others = page.get_by_role("list", name="Seats without a light").get_by_role("listitem")
    expect(others).to_have_text(["Player 9", "Player 10"])
    expect(others.first).to_have_attribute("aria-current", "true")
    assert page.locator(".lens").count() == 8
    assert page.locator(".lens.lit").count() == 0


TOUCHED = """() => {
  const total = document.querySelector(".total").getBoundingClientRect();
  return [...document.querySelectorAll(".chairs .chair b")].filter((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return left < total.right && total.left < right && top < total.bottom && total.top < bottom;
  }).map((name) => name.textContent);
}"""


def test_total_never_overlaps_a_name(open_page: Open) -> None:
    table = at_table(eight(0))
    page = open_page(table)
    page.evaluate("async () => { await document.fonts.ready; }")
    expect(page.locator(".chairs .chair b")).to_have_count(8)
    for total in (7, 100, -104):
        table.tell(state=eight(total)["state"])
        expect(page.locator(".total")).to_have_text(str(total).replace("-", "\N{MINUS SIGN}"))
        for size in (NARROW, (900, 700), *((PHONE, DESK, (1024, 768)) if FULL else ())):
            resize(page, size)
            figures, _ = middle(page.locator(".total"))
            assert page.evaluate(TOUCHED) == [], (total, size)
            board, _ = middle(page.locator(".octagon"))
            assert abs(figures - board) < 2, (total, size)


CLEAR = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".octagon .way"));
  const way = words.getBoundingClientRect();
  const { left, right, top } = document.querySelector(".chairs .moves").getBoundingClientRect();
  const edge = getComputedStyle(document.querySelector(".chairs .moves"), "::before");
  return way.bottom <= top + parseFloat(edge.top) || way.right <= left - 8 || way.left >= right + 8;
}"""


def test_bottom_seat_does_not_cover_the_direction(open_page: Open) -> None:
    table = at_table(tables.ninety_nine())
    page = open_page(table)
    for name in ("Cy", "Di"):
        table.tell(state=table.parts["state"] | {"turn": name, "direction": "counterclockwise"})
        expect(page.locator(".chairs .moves b")).to_have_text(name)
        for size in (PHONE, NARROW, DESK):
            resize(page, size)
            assert page.evaluate(CLEAR), (name, size)


def test_long_name_is_cut_instead_of_the_action(open_page: Open) -> None:
    parts = tables.adding(
        [tables.seat("Maximiliane-Theodora von Hohenfels", 5), tables.seat("Bo", 5)],
        total=1,
        turn=None,
    )
    parts["state"]["turn"] = "Maximiliane-Theodora von Hohenfels"
    page = open_page(at_table(parts))
    does = page.locator(".move .does")
    expect(does).to_have_text(" to play", use_inner_text=False)
    assert page.locator(".move .name").evaluate("name => name.scrollWidth > name.clientWidth")
    right = does.bounding_box()
    board = page.locator(".octagon").bounding_box()
    assert right
    assert board
    assert right["x"] + right["width"] < board["x"] + board["width"]


def test_change_is_marked_if_motion_is_reduced(open_page: Open) -> None:
    table = at_table(tables.ninety_nine())
    page = open_page(table)
    expect(page.locator(".total")).to_have_text("97")
    table.tell(state=table.parts["state"] | {"total": 79})
    page.wait_for_selector(".total.changed")
    expect(page.locator(".total")).to_have_text("79")


def test_total_counts_through_at_most_four_figures(open_page: Open) -> None:
    table = at_table(tables.ninety_nine())
    page = open_page(table, still=False)
    expect(page.locator(".total")).to_have_text("97")
    page.evaluate(
        """() => { window.shown = [];
        const total = document.querySelector(".total");
        new MutationObserver(() => window.shown.push(total.textContent))
          .observe(total, { childList: true, characterData: true, subtree: true }); }"""
    )
    table.tell(state=table.parts["state"] | {"total": 0})
    expect(page.locator(".total")).to_have_text("0")
    shown = page.evaluate("window.shown")
    assert shown[-1] == "0"
    assert 1 <= len(shown) <= 4
    assert set(shown) <= {"73", "49", "24", "0"}
