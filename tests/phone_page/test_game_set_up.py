"""Setting up a game on the phone: which one, who sits where, house rules, start."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.commands import New
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open
from tests.phone_page.games_at import GamesAt, asking

LAST = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Bo")


def again(**changed: Any) -> dict[str, Any]:
    """The last game as the box remembers it."""
    order = {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "Cy", "Di"], "dealer": "Di"}
    return asking() | {"now": tables.NOW | {"again": order | {"house": {}} | changed}}


@pytest.fixture
def games(tmp_path: Path) -> GamesAt:
    """A box at which the four play ninety-nine again."""
    return GamesAt(tmp_path / "variants", again())


def sit(page: Page, *names: str) -> None:
    """These people sit there, clockwise."""
    fields = page.locator(".seats li input")
    expect(fields).to_have_count(len(names))
    for place, name in enumerate(names):
        expect(fields.nth(place)).to_have_value(name)


def start(page: Page) -> Locator:
    return page.locator("#start")


def switch(page: Page, label: str) -> Locator:
    return page.get_by_role("switch", name=label)


def test_last_players_are_preset_and_one_tap_starts(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    expect(start(page)).to_have_text("Start: Ann plays first")
    sit(page, "Ann", "Bo", "Cy", "Di")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started() == [
        {
            "cmd": "new",
            "variant": "ninety-nine",
            "players": ["Ann", "Bo", "Cy", "Di"],
            "dealer": "Di",
        }
    ]


def test_first_game_has_four_seats_and_the_default_variant(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants")
    page = open_page(games, tab="game")
    expect(page.get_by_role("heading", name="Ninety-nine", exact=True)).to_be_visible()
    page.get_by_label("Seat 2", exact=True).fill("Bo")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["players"] == ["Seat 1", "Bo", "Seat 3", "Seat 4"]


def test_card_table_is_shown_before_the_game(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    table = page.locator(".cards-do .plain")
    expect(table.locator("div", has_text="adds nothing, reverses play")).to_contain_text("4")
    expect(page.locator(".cards-do")).to_contain_text("Each player gets 3 cards and 5 chips.")
    expect(page.locator(".cards-do .secondary").last).to_contain_text("derived from an example")


def test_game_is_chosen_by_its_number_and_its_variant(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    expect(page.locator(".chosen")).to_contain_text("15 ways to play it")
    page.get_by_role("button", name="100", exact=True).click()
    expect(page.locator(".cards-do")).to_contain_text("doubles the total")
    page.get_by_role("button", name="99", exact=True).click()
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_role("list", name="Ways to play it").get_by_role("button", name="Stack").click()
    expect(page.get_by_role("heading", name="Stack", exact=True)).to_be_visible()
    expect(page.locator(".cards-do")).to_contain_text("3 pennies")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["variant"] == "ninety-nine-stack"


def test_both_of_two_quick_presses_count(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    expect(page.get_by_role("button", name="Move Ann down")).to_be_visible()
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    page.get_by_role("button", name="Move Ann down").press("Enter")
    page.keyboard.press("Enter")
    sit(page, "Bo", "Cy", "Ann", "Di")


def test_a_seat_moves_by_its_arrows_and_the_focus_goes_with_it(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.get_by_role("button", name="Move Ann down").press("Enter")
    expect(page.get_by_role("button", name="Move Ann down")).to_be_focused()
    page.keyboard.press("Enter")
    sit(page, "Bo", "Cy", "Ann", "Di")
    expect(page.locator("#polite")).to_contain_text("Ann, seat 3 of 4")
    expect(start(page)).to_have_text("Start: Bo plays first")
    expect(page.get_by_role("button", name="Move Bo up")).to_have_attribute("aria-disabled", "true")


def test_a_seat_is_dragged_with_the_mouse(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, DESK, tab="game")
    grips = page.locator(".seats .grip")
    first, third = grips.nth(0).bounding_box(), grips.nth(2).bounding_box()
    assert first is not None
    assert third is not None
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(third["x"] + 10, third["y"] + third["height"], steps=8)
    page.mouse.up()
    sit(page, "Bo", "Cy", "Ann", "Di")
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    sit(page, "Bo", "Cy", "Ann", "Di")


def test_seat_is_dragged_by_touch_without_scrolling(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, PHONE, tab="game", touch=True)
    page.locator(".seats").scroll_into_view_if_needed()
    page.locator(".seats .doing").scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    last, first = (
        page.locator(".seats .grip").nth(2).bounding_box(),
        page.locator(".seats .grip").nth(0).bounding_box(),
    )
    assert first is not None
    assert last is not None
    finger = page.context.new_cdp_session(page)
    places = [last["y"] + 24, last["y"] - 10, first["y"] + 30, first["y"] + 4]
    for kind, y in zip(["touchStart", "touchMove", "touchMove", "touchMove"], places, strict=True):
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": last["x"] + 10, "y": y}]}
        )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    sit(page, "Cy", "Ann", "Bo", "Di")
    assert page.evaluate("scrollY") == scrolled


def test_chosen_dealer_stays_the_same_person(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.get_by_role("button", name="Who deals").click()
    page.get_by_role("button", name="Let deal Bo").click()
    expect(page.locator(".seats li", has=page.locator(".deals")).locator("input")).to_have_value("Bo")
    expect(start(page)).to_have_text("Start: Cy plays first")
    page.get_by_role("button", name="Move Bo up").click()
    expect(start(page)).to_have_text("Start: Ann plays first")


def test_players_are_added_and_removed_within_the_limits(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Seat 5", exact=True).fill("Eva")
    # Five play with two decks: that is to be known before the cards are shuffled.
    expect(page.locator(".start .pack")).to_contain_text("Two decks")
    page.get_by_role("button", name="Take one out").click()
    page.get_by_role("button", name="Take out Bo").click()
    sit(page, "Ann", "Cy", "Di", "Eva")
    expect(page.locator(".start .pack")).to_have_count(0)
    page.get_by_role("button", name="Tricks").click()
    expect(start(page)).to_have_text("Start: Eva leads")
    page.get_by_role("button", name="Take one out").click()
    page.get_by_role("button", name="Take out Cy").click()
    expect(page.get_by_role("button", name="Take one out")).to_have_attribute("aria-disabled", "true")


def test_equal_names_must_be_changed_first(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.get_by_label("Seat 2", exact=True).fill("Ann")
    expect(page.locator(".not-yet")).to_have_text(
        "Ann sits there twice: give each player a name of their own."
    )
    start(page).press("Enter")
    expect(page.locator("#urgent")).to_contain_text("Ann sits there twice")
    assert games.started() == []


def test_a_house_rule_is_a_switch_that_says_on_and_off(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    rule = switch(page, "A card that goes over busts at once")
    expect(rule).to_have_attribute("aria-checked", "false")
    rule.click()
    expect(rule).to_have_attribute("aria-checked", "true")
    expect(page.locator(".rule-row", has=rule).locator(".state")).to_have_text("on")
    expect(page.locator(".cards-do")).to_contain_text("Whoever goes over 99 busts")
    switch(page, "Aces count 1 or 11").click()
    expect(page.locator(".cards-do .plain")).to_contain_text("adds 1 or 11, as called")
    switch(page, "A play to exactly 69").click()
    expect(switch(page, "A play to exactly 69")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Chips each: one less").click()
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["house"] == {
        "over": "bust",
        "cards": {"A": {"add": [1, 11]}},
        "exact": {"69": "chip"},
        "chips": 4,
    }


def test_reset_house_rule_is_not_sent(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    rule = switch(page, "A card that goes over busts at once")
    rule.click()
    expect(rule).to_have_attribute("aria-checked", "true")
    rule.click()
    expect(rule).to_have_attribute("aria-checked", "false")
    page.get_by_role("button", name="Chips each: one more").click()
    page.get_by_role("button", name="Chips each: one less").click()
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert "house" not in games.started()[0]


def test_house_rules_that_contradict_each_other_keep_the_game_from_starting(
    open_page: Open, tmp_path: Path
) -> None:
    games = GamesAt(tmp_path / "variants", again(variant="ninety-nine-boyer"))
    page = open_page(games, tab="game")
    page.get_by_text("All other house rules").click()
    page.get_by_label("Who busts").select_option("pays a chip; new hand")
    expect(page.locator(".not-yet")).to_contain_text("nobody has chips")
    start(page).press("Enter")
    assert games.started() == []
    page.get_by_label("Chips each", exact=True).fill("3")
    page.get_by_label("Chips each", exact=True).press("Enter")
    expect(page.locator(".not-yet")).to_have_count(0)
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["house"] == {"bust": "chip, new hand", "chips": 3}


def test_special_totals_are_added_and_removed(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.get_by_text("All other house rules").click()
    row = page.locator(".rule-row.exact")
    row.get_by_label("Total", exact=True).fill("77")
    row.get_by_label("What it brings").select_option("the total becomes 0")
    row.get_by_role("button", name="Add").click()
    expect(row).to_contain_text("77: the total becomes 0")
    expect(page.locator(".rules-of")).to_contain_text("Exactly 77")
    row.get_by_role("button", name="Take out 77").click()
    expect(row).not_to_contain_text("77:")


def test_a_card_is_turned_up_where_the_rules_say_so(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(variant="ninety-nine-ishihara"))
    page = open_page(games, tab="game")
    expect(page.locator(".cards-do")).to_contain_text("10 up or 10 down")
    start(page).click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Di turns up")
    assert games.started() == []
    sheet.get_by_role("button", name="7", exact=True).press("Enter")
    expect(sheet).to_be_hidden()
    assert [(order["variant"], order["up_card"]) for order in games.started()] == [
        ("ninety-nine-ishihara", "7")
    ]


def test_new_game_asks_for_confirmation_once(open_page: Open, tmp_path: Path) -> None:
    parts = tables.ninety_nine()
    parts |= {"now": parts["now"] | {"again": again()["now"]["again"]}}
    games = GamesAt(tmp_path / "variants", parts, playing=LAST)
    page = open_page(games, tab="game")
    start(page).click()
    expect(start(page)).to_have_text("Yes, leave that game")
    expect(page.locator(".start")).to_contain_text("Ninety-nine is being played")
    assert games.started() == []
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert len(games.started()) == 1


def test_refusal_is_shown_beside_start(open_page: Open, games: GamesAt) -> None:
    answers = games.answers
    assert answers is not None

    def refusing(path: str, body: dict[str, Any]) -> Any:
        if path == "/rule":
            return 200, {"refused": {"code": "bad-players", "sentence": "Everybody needs a name"}}
        return answers(path, body)

    games.answers = refusing
    page = open_page(games, tab="game")
    start(page).click()
    expect(page.locator(".not-yet")).to_have_text("Everybody needs a name.")
    expect(page.locator("body")).to_have_attribute("data-tab", "game")


def test_start_is_disabled_without_a_connection(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game", clock=True)
    expect(start(page)).to_have_text("Start: Ann plays first")
    games.close()
    page.clock.fast_forward(5000)
    expect(page.locator('body[data-link="lost"]')).to_be_attached()
    expect(start(page)).to_have_attribute("aria-disabled", "true")
    start(page).press("Enter")
    expect(page.locator(".not-yet")).to_contain_text("No word from the box")


def test_name_in_the_set_up_is_escaped(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.get_by_label("Seat 1", exact=True).fill("<img src=x onerror>")
    expect(start(page)).to_have_text("Start: <img src=x onerror> plays first")
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize(("size", "larger"), [(PHONE, 16), (NARROW, 16), (PHONE, 32), (DESK, 16)])
def test_nothing_is_wider_than_the_page_and_everything_can_be_tapped(
    open_page: Open, tmp_path: Path, size: tuple[int, int], larger: int
) -> None:
    names = ["Maximiliane Wolkenstein", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal"]
    games = GamesAt(tmp_path / "variants", again(players=names, dealer="Maximiliane Wolkenstein"))
    page = open_page(games, size, tab="game")
    page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", f"{larger}px")
    page.wait_for_selector(".cards-do .plain")
    page.get_by_text("All other house rules").click()
    page.get_by_role("button", name="Change", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        """[...document.querySelectorAll("main :is(button, select, input, a, summary)")]
          .filter((each) => each.offsetParent && !each.classList.contains("unseen"))
          .filter((each) => each.offsetHeight < 48 || each.offsetWidth < 44)
          .map((each) => [each.tagName, each.textContent, each.offsetWidth, each.offsetHeight].join(" "))"""
    )
    assert small == []


def test_a_points_game_is_chosen_among_its_own_and_says_who_deals(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    page.locator(".groups").get_by_role("button", name="Points").click()
    expect(start(page)).to_have_text("Start: Di deals")
    switch(page, "The fewest points win").click()
    target = page.get_by_role("textbox", name="Target")
    target.fill("100")
    target.press("Tab")
    expect(page.locator(".cards-do")).to_contain_text("100 points or more")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    (order,) = games.started()
    assert (order["variant"], order["house"]) == ("points", {"wins": "lowest", "target": 100})
