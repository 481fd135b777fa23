"""Tests of setting up a game on the phone: game, seats, house rules, start."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from companion.core.commands import New
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open
from tests.phone_page.games_at import GamesAt, asking, unfold

LAST = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Bo")


def again(**changed: Any) -> dict[str, Any]:
    """Return the last game as the box remembers it."""
    order = {
        "cmd": "new",
        "variant": "ninety-nine",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "dealer": "Di",
    }
    return asking() | {"now": tables.NOW | {"again": order | {"house": {}} | changed}}


@pytest.fixture
def games(tmp_path: Path) -> GamesAt:
    """Return a box at which the four can play Ninety-nine again."""
    return GamesAt(tmp_path / "variants", again())


def sit(page: Page, *names: str) -> None:
    """Assert that these people have the seats, clockwise."""
    expect(page.locator(".sitting li b")).to_have_text(list(names))


def chair(page: Page, name: str) -> Locator:
    """Return the seat with this name at the table."""
    return page.locator(".sitting button", has=page.get_by_text(name, exact=True))


def tap(page: Page, *names: str) -> None:
    """Tap these people, one after the other."""
    for name in names:
        page.locator(".chips-of").get_by_text(name, exact=True).click()


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


def test_names_are_typed_one_after_the_other_if_no_people_are_known(
    open_page: Open, tmp_path: Path
) -> None:
    games = GamesAt(tmp_path / "variants")
    page = open_page(games, tab="game")
    name = page.get_by_label("Name")
    name.fill("Ann")
    name.press("Enter")
    expect(name).to_have_value("")
    expect(name).to_be_focused()
    expect(start(page)).to_have_text("Ninety-nine is for 2 to 12 players.")
    page.keyboard.type(" Bo ")
    page.keyboard.press("Enter")
    page.keyboard.type("ann")
    page.keyboard.press("Enter")
    expect(page.locator("#new-why")).to_have_text("ann sits there already.")
    name.fill("")
    page.get_by_role("button", name="A seat without a name").click()
    sit(page, "Ann", "Bo", "Seat 3")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#everybody")).to_have_text("All 2")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["players"] == ["Ann", "Bo", "Seat 3"]


def test_people_of_other_evenings_are_tapped_and_keep_their_order(
    open_page: Open, tmp_path: Path
) -> None:
    known = [f"Guest {at}" for at in range(1, 14)]
    games = GamesAt(tmp_path / "variants", again(), known=known, tonight=False)
    page = open_page(games, tab="game")
    offered = page.locator(".chips-of button span")
    expect(offered).to_have_text(known[:10])
    expect(start(page)).to_have_attribute("aria-disabled", "true")
    tap(page, "Guest 3", "Guest 1", "Guest 2")
    sit(page, "Guest 3", "Guest 1", "Guest 2")
    expect(
        page.get_by_role("button", name="Guest 1", exact=False).and_(page.locator(".person"))
    ).to_have_count(2)
    tap(page, "Guest 1")
    sit(page, "Guest 3", "Guest 2")
    expect(offered).to_have_text(known[:10])
    page.get_by_role("button", name="All 13").click()
    tap(page, "Guest 13")
    page.get_by_role("button", name="Done").click()
    sit(page, "Guest 3", "Guest 2", "Guest 13")
    # Only the last person without a seat gives up a place in the list.
    expect(offered).to_have_text([*known[:9], "Guest 13"])


def test_first_card_takes_at_most_twelve_taps(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(
        tmp_path / "variants", again(), known=["Ann", "Bo", "Cy", "Di", "Eva"], tonight=False
    )
    page = open_page(games, (360, 640), tab="game", touch=True)
    page.evaluate(
        "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true); }"
    )
    tap(page, "Ann", "Bo", "Cy", "Di")
    expect(start(page)).to_have_text("Start: Ann plays first")
    start(page).tap()
    page.wait_for_selector('body[data-tab="table"]')
    taps = page.evaluate("window.taps")
    # One tap on the scanned address comes before, the tab "Play" and a card after.
    assert 1 + taps + 2 <= 12
    assert taps == 5
    assert games.started()[0]["players"] == ["Ann", "Bo", "Cy", "Di"]


def test_everything_is_on_one_screen_with_start_in_reach(open_page: Open, tmp_path: Path) -> None:
    known = [
        "Winifred",
        "Maximilian",
        "Cy",
        "Di",
        "Eva",
        "Jörg",
        "Max",
        "Peggy",
        "Ann",
        "Yusuf",
        "Bo",
    ]
    games = GamesAt(tmp_path / "variants", again(players=known[:8], dealer="Winifred"), known=known)
    page = open_page(games, (360, 640), tab="game", touch=True)
    sit(page, *known[:8])
    ends = page.evaluate(
        """() => [...document.querySelectorAll(".chips-of button, .fold, #start")]
          .map((each) => Math.round(each.getBoundingClientRect().bottom))"""
    )
    assert len(ends) == 12 + 2 + 1
    assert max(ends) <= 640
    assert max(ends[:-1]) <= page.locator(".start").evaluate(
        "each => each.getBoundingClientRect().top"
    )
    page.locator("#open-game").click()
    page.wait_for_selector(".cards-do")
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    bounds = start(page).bounding_box()
    assert bounds is not None
    assert bounds["y"] + bounds["height"] <= 640


def test_names_at_a_full_table_do_not_cover_each_other(open_page: Open, tmp_path: Path) -> None:
    known = [
        "Winifred",
        "Maximilian",
        "Konstantin",
        "Bartholomew",
        "Evangeline",
        "Jörg",
        "Wilhelmina",
        "Peggy",
    ]
    games = GamesAt(tmp_path / "variants", again(players=known, dealer="Winifred"), known=known)
    page = open_page(games, (360, 640), tab="game")
    sit(page, *known)
    covered = page.evaluate(
        """() => {
          const seats = [...document.querySelectorAll(".sitting button")];
          const boxes = seats.map((each) => each.getBoundingClientRect());
          return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)).length;
        }"""
    )
    assert covered == 0


def test_card_table_is_shown_before_the_game(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    unfold(page, "game")
    table = page.locator(".cards-do .plain")
    expect(table.locator("div", has_text="adds nothing, reverses play")).to_contain_text("4")
    expect(page.locator(".cards-do")).to_contain_text("Each player gets 3 cards and 5 chips.")
    expect(page.locator(".cards-do .secondary").last).to_contain_text("derived from an example")


def test_game_is_chosen_by_its_number_and_its_variant(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    expect(page.locator("#open-game")).to_contain_text("3 cards, 5 chips each")
    unfold(page, "game")
    expect(page.locator(".chosen")).to_contain_text("15 variants")
    page.get_by_role("button", name="100", exact=True).click()
    expect(page.locator(".cards-do")).to_contain_text("doubles the total")
    page.get_by_role("button", name="99", exact=True).click()
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("list", name="Variants").get_by_role("button")).to_have_count(4)
    page.get_by_text("Published variants · 11").click()
    page.get_by_role("button", name="Stack").click()
    expect(page.get_by_role("heading", name="Stack", exact=True)).to_be_visible()
    expect(page.locator(".cards-do")).to_contain_text("3 pennies")
    page.get_by_role("button", name="Change", exact=True).click()
    chosen = page.get_by_role("list", name="Variants").get_by_role("button", pressed=True)
    expect(chosen).to_contain_text("Stack")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["variant"] == "ninety-nine-stack"


def test_two_quick_presses_both_count(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    chair(page, "Ann").focus()
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    sit(page, "Bo", "Cy", "Ann", "Di")


def test_seat_is_moved_by_arrows_and_keeps_the_focus(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    chair(page, "Ann").press("ArrowRight")
    expect(chair(page, "Ann")).to_be_focused()
    page.keyboard.press("ArrowRight")
    sit(page, "Bo", "Cy", "Ann", "Di")
    expect(page.locator("#polite")).to_contain_text("Ann, seat 3 of 4")
    expect(start(page)).to_have_text("Start: Bo plays first")
    page.keyboard.press("Delete")
    sit(page, "Bo", "Cy", "Di")


def test_seat_is_moved_by_buttons(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    chair(page, "Bo").click()
    page.get_by_role("button", name="Move counterclockwise").click()
    sit(page, "Bo", "Ann", "Cy", "Di")
    page.get_by_role("button", name="Move counterclockwise").click()
    sit(page, "Ann", "Cy", "Di", "Bo")
    page.get_by_label("Seat 4", exact=True).fill("Bodo")
    page.get_by_label("Seat 4", exact=True).press("Enter")
    sit(page, "Ann", "Cy", "Di", "Bodo")
    chair(page, "Cy").click()
    page.get_by_role("button", name="Remove").click()
    sit(page, "Ann", "Di", "Bodo")
    expect(page.locator(".people")).to_be_visible()


def test_seat_is_dragged_with_the_mouse(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, DESK, tab="game")
    first, third = chair(page, "Ann").bounding_box(), chair(page, "Cy").bounding_box()
    assert first is not None
    assert third is not None
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(third["x"] + 10, third["y"] + 20, steps=8)
    page.mouse.up()
    sit(page, "Bo", "Cy", "Ann", "Di")
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    sit(page, "Bo", "Cy", "Ann", "Di")
    expect(page.locator(".people")).to_be_visible()


def test_seat_is_dragged_by_touch_without_scrolling(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, (360, 400), tab="game", touch=True)
    last, first = chair(page, "Cy").bounding_box(), chair(page, "Ann").bounding_box()
    assert first is not None
    assert last is not None
    finger = page.context.new_cdp_session(page)
    places = [
        (last["x"] + 20, last["y"] + 20),
        (last["x"] - 20, last["y"] - 20),
        (first["x"] + 20, first["y"] + 20),
    ]
    for kind, (x, y) in zip(["touchStart", "touchMove", "touchMove"], places, strict=True):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    sit(page, "Cy", "Ann", "Bo", "Di")
    assert page.evaluate("scrollY") == 0


def test_chosen_dealer_stays_the_same_person(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    chair(page, "Bo").click()
    page.get_by_role("button", name="Make dealer").click()
    expect(chair(page, "Bo")).to_contain_text("deals")
    expect(start(page)).to_have_text("Start: Cy plays first")
    page.get_by_role("button", name="Move counterclockwise").click()
    expect(start(page)).to_have_text("Start: Ann plays first")


def test_sentence_explains_how_many_can_play(open_page: Open, games: GamesAt) -> None:
    games.known = ["Ann", "Bo", "Cy", "Di", "Eva"]
    page = open_page(games, tab="game")
    tap(page, "Eva")
    # Five players need two decks, which must be known before the cards are shuffled.
    expect(page.locator("#open-game .secondary")).to_have_text("3 cards, 3 chips each")
    expect(page.locator(".set-up .pack")).to_contain_text("Two decks")
    tap(page, "Bo")
    sit(page, "Ann", "Cy", "Di", "Eva")
    expect(page.locator(".set-up .pack")).to_have_count(0)
    unfold(page, "game")
    page.get_by_role("button", name="Tricks").click()
    expect(start(page)).to_have_text("Start: Di deals")
    page.locator("#open-game").click()
    tap(page, "Cy", "Di")
    expect(start(page)).to_contain_text("Arizona Spaghetti is for 3 to")
    expect(start(page)).to_have_attribute("aria-disabled", "true")
    start(page).press("Enter")
    expect(page.locator("#urgent")).to_contain_text("Arizona Spaghetti is for 3 to")
    assert games.started() == []


def test_equal_names_must_be_changed_before_the_start(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    chair(page, "Bo").click()
    page.get_by_label("Seat 2", exact=True).fill("Ann")
    expect(page.locator(".not-yet")).to_have_text(
        "Ann sits there twice: give each player a name of their own."
    )
    start(page).press("Enter")
    expect(page.locator("#urgent")).to_contain_text("Ann sits there twice")
    assert games.started() == []


def test_house_rule_is_a_switch_with_its_state_in_words(open_page: Open, games: GamesAt) -> None:
    page = open_page(games, tab="game")
    unfold(page, "rules")
    rule = switch(page, "A card past the limit busts at once")
    expect(rule).to_have_attribute("aria-checked", "false")
    rule.click()
    expect(rule).to_have_attribute("aria-checked", "true")
    expect(page.locator(".rule-row", has=rule).locator(".state")).to_have_text("on")
    switch(page, "Aces count 1 or 11").click()
    unfold(page, "game")
    expect(page.locator(".cards-do")).to_contain_text("A player who goes over 99 busts")
    expect(page.locator(".cards-do .plain")).to_contain_text("adds 1 or 11, as called")
    expect(page.locator("#open-rules")).to_contain_text("2 changed")
    unfold(page, "rules")
    switch(page, "A play to exactly 69").click()
    expect(switch(page, "A play to exactly 69")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Chips each: decrease").click()
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
    unfold(page, "rules")
    rule = switch(page, "A card past the limit busts at once")
    rule.click()
    expect(rule).to_have_attribute("aria-checked", "true")
    rule.click()
    expect(rule).to_have_attribute("aria-checked", "false")
    page.get_by_role("button", name="Chips each: increase").click()
    page.get_by_role("button", name="Chips each: decrease").click()
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert "house" not in games.started()[0]


def test_contradicting_house_rules_prevent_the_start(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(variant="ninety-nine-boyer"))
    page = open_page(games, tab="game")
    unfold(page, "rules")
    page.get_by_label("On a bust").select_option("pays; new hand")
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
    unfold(page, "rules")
    page.locator(".house summary").click()
    row = page.locator(".rule-row.exact")
    row.get_by_label("Total", exact=True).fill("77")
    row.get_by_label("Effect").select_option("the total becomes 0")
    row.get_by_role("button", name="Add").click()
    expect(row).to_contain_text("77: the total becomes 0")
    unfold(page, "game")
    expect(page.locator(".rules-of")).to_contain_text("Exactly 77")
    unfold(page, "rules")
    page.locator(".house summary").click()
    row.get_by_role("button", name="Remove 77").click()
    expect(row).not_to_contain_text("77:")


def test_dealer_is_drawn_by_lot_and_turns_up_a_card_if_the_rules_have_one(
    open_page: Open, tmp_path: Path
) -> None:
    games = GamesAt(tmp_path / "variants", again(variant="ninety-nine-ishihara"))
    games.drawn = "Cy"
    page = open_page(games, tab="game")
    chair(page, "Bo").click()
    page.get_by_role("switch", name="Dealer by lot", checked=False).click()
    expect(start(page)).to_have_text("Start: draw lots who deals")
    expect(page.locator(".sitting small")).to_have_count(0)
    start(page).click()
    expect(page.locator("#polite")).to_contain_text("By lot: Cy deals")
    expect(page.locator("#sheet")).to_contain_text("Cy turns up")
    assert [order["cmd"] for order in games.started()] == ["lot"]
    page.locator("#sheet").get_by_role("button", name="7", exact=True).press("Enter")
    expect(page.locator("#sheet")).to_be_hidden()
    lot, new = games.started()
    assert lot == {"cmd": "lot", "players": ["Ann", "Bo", "Cy", "Di"]}
    assert (new["cmd"], new["dealer"], new["up_card"]) == ("new", "Cy", "7")


def test_game_can_propose_drawing_the_dealer(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(variant="one-hundred-strict", dealer=None))
    page = open_page(games, tab="game")
    expect(start(page)).to_have_text("Start: draw lots who deals")
    chair(page, "Bo").click()
    page.get_by_role("button", name="Make dealer").click()
    expect(start(page)).to_have_text("Start: Cy plays first")


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


def test_refusal_is_shown_next_to_start(open_page: Open, games: GamesAt) -> None:
    answers = games.answers
    assert answers is not None

    def refusing(path: str, body: dict[str, Any]) -> Any:
        if path == "order":
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
    expect(page.locator(".not-yet")).to_contain_text("Can’t reach the box")


@pytest.mark.parametrize(
    ("size", "larger"),
    [
        (NARROW, 16),
        *(
            pytest.param(size, larger, marks=pytest.mark.proof)
            for size, larger in ((PHONE, 32), (DESK, 16))
        ),
    ],
)
def test_content_fits_the_page_and_every_control_can_be_tapped(
    open_page: Open, tmp_path: Path, size: tuple[int, int], larger: int
) -> None:
    names = ["Maximiliane Wolkenstein", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal"]
    games = GamesAt(tmp_path / "variants", again(players=names, dealer="Maximiliane Wolkenstein"))
    page = open_page(games, size, tab="game")
    page.evaluate(
        "size => document.documentElement.style.setProperty('font-size', size)", f"{larger}px"
    )
    page.evaluate("() => dispatchEvent(new Event('resize'))")
    sit(page, *names)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert small(page) == []
    chair(page, "Bo").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert small(page) == []
    unfold(page, "rules")
    page.locator(".house summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert small(page) == []
    unfold(page, "game")
    page.get_by_role("button", name="Change", exact=True).click()
    page.locator(".versions summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert small(page) == []


def small(page: Page) -> Any:
    """Return the controls that are too small for a finger."""
    return page.evaluate(
        """[...document.querySelectorAll("main :is(button, select, input, a, summary)")]
          .filter((each) => each.offsetParent && !each.classList.contains("unseen"))
          .filter((each) => each.offsetHeight < 48 || each.offsetWidth < 44)
          .map((each) => [each.tagName, each.textContent, each.offsetWidth,
            each.offsetHeight].join(" "))"""
    )


def test_points_game_is_chosen_from_its_group_and_names_the_dealer(
    open_page: Open, games: GamesAt
) -> None:
    page = open_page(games, tab="game")
    unfold(page, "game")
    page.locator(".groups").get_by_role("button", name="Points").click()
    expect(start(page)).to_have_text("Start: Di deals")
    unfold(page, "rules")
    switch(page, "The fewest points win").click()
    target = page.get_by_role("textbox", name="Goal")
    target.fill("100")
    target.press("Tab")
    if page.locator(".house summary").count():
        page.locator(".house summary").click()
    sums = page.get_by_role("textbox", name="A round adds up to")
    sums.fill("26 78")
    sums.press("Tab")
    expect(sums).to_have_value("26, 78")
    unfold(page, "game")
    expect(page.locator(".cards-do")).to_contain_text("100 points or more")
    expect(page.locator(".cards-do")).to_contain_text("its points add up to 26 or 78")
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    (order,) = games.started()
    house = {"wins": "lowest", "target": 100, "sums": [26, 78]}
    assert (order["variant"], order["house"]) == ("points", house)


def test_person_is_renamed_merged_and_forgotten(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(), known=["Ann", "Bo", "Cy", "Di", "Eva", "Flo"])
    page = open_page(games, tab="game")
    sheet, said = page.locator(".one-seat"), page.locator(".people [role=status]")
    page.get_by_role("button", name="All 6").click()
    page.get_by_role("button", name="Change names").click()
    tap(page, "Bo")
    sheet.get_by_label("Name").fill("Bob ")
    page.get_by_role("button", name="Rename").click()
    expect(said).to_have_text("Bo is now Bob.")
    sit(page, "Ann", "Bob", "Cy", "Di")
    tap(page, "Eva")
    page.get_by_role("button", name="The same as …").click()
    expect(said).to_have_text("Eva is the same as …")
    expect(page.locator(".chips-of button span")).to_have_text(["Ann", "Bob", "Cy", "Di", "Flo"])
    tap(page, "Ann")
    expect(sheet.locator("p")).to_have_text(
        "Are Eva and Ann one person? 41 games of Eva then count for Ann. This cannot be undone."
    )
    expect(page.get_by_role("button", name="No, two people")).to_be_focused()
    page.get_by_role("button", name="One person").click()
    expect(said).to_have_text("Eva is now Ann.")
    assert games.posted("/people/rename") == [{"player": "Bo", "name": "Bob"}]
    assert games.posted("/people/merge") == [{"people": {"Eva": "Ann"}}]


def test_person_is_forgotten_by_press_and_hold(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(), known=["Ann", "Bo"])
    page = open_page(games, tab="game")
    forget = page.get_by_role("button", name="Forget", exact=True)
    page.locator("#everybody").click()
    page.locator(".chips-of").get_by_text("Ann").click(delay=800)
    forget.click()
    expect(page.locator(".one-seat p")).to_have_text(
        "Forget Ann? 41 games keep their results, under another name."
    )
    page.get_by_role("button", name="No, keep them").click()
    assert not games.posted("/people/forget")
    forget.click()
    forget.click()
    expect(page.locator(".people [role=status]")).to_have_text("Ann is forgotten.")
    assert games.posted("/people/forget") == [{"player": "Ann"}]
    tap(page, "Bo")
    sit(page, "Cy", "Di")


def test_refused_name_is_one_sentence_and_can_be_typed_again(
    open_page: Open, tmp_path: Path
) -> None:
    games = GamesAt(tmp_path / "variants", again(), known=["Ann", "Bo"])
    games.refused = "Bo is taken: choose another name."
    page = open_page(games, tab="game")
    page.locator("#everybody").click()
    page.get_by_role("button", name="Change names").click()
    tap(page, "Ann")
    page.locator(".one-seat").get_by_label("Name").fill("Bo")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator(".one-seat [role=status]")).to_have_text(
        "Bo is taken: choose another name."
    )
    sit(page, "Ann", "Bo", "Cy", "Di")


def test_name_of_a_seated_player_can_be_replaced(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(), known=["Ann", "Bo", "Ann 2"])
    page = open_page(games, tab="game")
    page.locator("#somebody-new").click()
    page.get_by_label("Name").fill("ann")
    page.get_by_role("button", name="Another Ann").click()
    sit(page, "Ann", "Bo", "Cy", "Di", "Ann 3")
    expect(page.get_by_role("button", name="Another Ann")).to_have_count(0)
    chair(page, "Cy").click()
    page.get_by_label("Seat 3", exact=True).fill("Ann 3")
    page.get_by_role("button", name="Another Ann 3").click()
    sit(page, "Ann", "Bo", "Ann 4", "Di", "Ann 3")


def seat(number: int, *beside: str) -> dict[str, Any]:
    return {"name": f"Seat {number}", "number": number, "games": [1], "beside": list(beside)}


def test_seats_of_the_evening_are_assigned_at_the_start(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(), seats=[seat(1, "Seat 2"), seat(2, "Seat 1")])
    page = open_page(games, tab="game")
    takes_over = switch(page, "Seat 1 to Seat 2 of tonight are Ann, Bo")
    expect(takes_over).to_have_attribute("aria-checked", "false")
    takes_over.click()
    with page.expect_response("**/people/merge"):
        start(page).click()
    assert games.posted("/people/merge") == [{"people": {"Seat 1": "Ann", "Seat 2": "Bo"}}]


@pytest.mark.parametrize(
    "seats", [[seat(1, "Ann"), seat(5)], pytest.param([], marks=pytest.mark.full)]
)
def test_seats_without_possible_people_are_not_offered(
    open_page: Open, tmp_path: Path, seats: list[dict[str, Any]]
) -> None:
    games = GamesAt(tmp_path / "variants", again(), seats=seats)
    page = open_page(games, tab="game")
    expect(start(page)).to_be_visible()
    expect(page.get_by_text("of tonight")).to_have_count(0)


def test_seats_stay_unassigned_without_the_switch(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(), seats=[seat(1)])
    page = open_page(games, tab="game")
    expect(switch(page, "Seat 1 of tonight is Ann")).to_be_visible()
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert not games.posted("/people/merge")


def test_one_tap_seats_the_people_of_the_last_evening_at_its_game(
    open_page: Open, tmp_path: Path
) -> None:
    known = ["Eva", "Ann", "Bo", "Cy", "Di"]
    games = GamesAt(
        tmp_path / "variants", again(variant="points-rummy"), known=known, tonight=False
    )
    page = open_page(games, tab="game")
    page.get_by_role("button", name="Play on: Ann, Bo, Cy, Di").click()
    sit(page, "Ann", "Bo", "Cy", "Di")
    expect(page.get_by_role("button", name="Play on")).to_have_count(0)
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    (order,) = games.started()
    assert (order["variant"], order["players"]) == ("points-rummy", ["Ann", "Bo", "Cy", "Di"])
    assert "keep_chips" not in order


def test_chips_are_kept_if_switched_on(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", again(), playing=LAST)
    _rules, before = games.scene.game_of(AddingRules, AddingState)
    games.scene = replace(
        games.scene, state=replace(before.seated(0, replace(before.players[0], chips=4)), pot=1)
    )
    page = open_page(games, tab="game")
    keep = switch(page, "Keep the chips: Ann 4, Bo 5, Cy 5, Di 5")
    expect(keep).to_have_attribute("aria-checked", "false")
    keep.click()
    start(page).click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["keep_chips"] is True
