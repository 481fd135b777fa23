"""Tests of a phone that belongs to a player: the seat at the bottom, "Your turn", and cards out of
turn.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.commands import New, Play
from companion.games.adding.state import AddingState
from tests.browser import answered
from tests.phone.house import House
from tests.phone.repairs.missed import explain
from tests.phone_page import tables
from tests.phone_page.conftest import Enter, Open
from tests.phone_page.ruling import key, rule, sends, sheet, stop_the_watch
from tests.phone_page.table_at import Answer, TableAt
from tests.phone_page.test_readable import in_all_sizes, named

Json = dict[str, Any]

BOTTOM = re.compile(r"\bat-4\b")
BUZZED = """() => {
  window.buzzed = 0;
  Object.defineProperty(navigator, "vibrate", { value: () => { window.buzzed += 1; return true;
    } });
}"""


def owned(player: str, parts: Json | None = None, ruled: Json | None = None) -> TableAt:
    """Return a table at which the phone can play and belongs to `player`; `ruled`
    answers orders.
    """

    def answers(path: str, body: Json) -> Answer | None:
        if path == "/me" and body:
            me["player"] = body["player"]
        if path == "/me":
            return 200, me
        return (200, ruled) if path == "order" and ruled else None

    me: Json = {"rules": True, "name": f"{player}'s phone", "player": player}
    rows = tables.ninety_nine_rows() if parts is None else []
    return TableAt(parts or tables.ninety_nine(), rows, rules=True, answers=answers)


def tap(page: Page, name: str) -> None:
    sheet(page).get_by_role("button", name=name, exact=True).click()


def with_phone_of(player: str, at: TableAt) -> TableAt:
    """Return the same table with a connected phone of `player`."""
    at.parts["ruling"] |= {"owners": [player]}
    return at


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


def at_bottom(page: Page, name: str) -> None:
    expect(seat(page, name)).to_have_class(BOTTOM)


def stands(house: House) -> tuple[int, str | None]:
    state = house.table.state
    assert isinstance(state, AddingState)
    return state.total, state.name_of(state.turn)


def strip(page: Page) -> Locator:
    return page.locator(".strip .whose")


def test_owner_is_asked_once_and_remembered(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house, "Cy")
        expect(page.locator(".standing")).to_have_text("Cy's phone")
        page.reload()
        expect(page.locator(".standing")).to_have_text("Cy's phone")
        page.goto(f"{house.address}/#table")
        at_bottom(page, "Cy")
        expect(seat(page, "Cy").locator(".own-name")).to_have_text("Cy")
        assert house.phone(rules=True).rule(cmd="rename", player="Cy", name="Cyrus") == {"done": 2}
        at_bottom(page, "Cyrus")
        expect(page.locator(".standing")).to_have_text("Cyrus's phone")


def test_seat_is_chosen_and_given_up_under_more(open_page: Open) -> None:
    at = owned("")
    page = rule(open_page, at)
    page.locator("#more").click()
    sheet(page).get_by_role("button", name="Whose phone is this?").click()
    sheet(page).get_by_role("button", name="Di").click()
    expect(sheet(page)).to_have_count(0)
    expect(page.locator("#polite")).to_have_text("This phone is Di’s.")
    page.locator("#more").click()
    sheet(page).get_by_role("button", name="This phone is Di’s").click()
    expect(sheet(page).get_by_role("button", name="Di")).to_have_attribute("aria-pressed", "true")
    sheet(page).get_by_role("button", name="No seat").click()
    expect(sheet(page)).to_have_count(0)
    assert at.posted("/me") == [{"player": "Di"}, {"player": ""}]
    assert sends(page, lambda: key(page, "8").click()) == {"cmd": "play", "card": "8"}


def test_phone_has_no_owner_while_its_owner_is_not_seated(open_page: Open) -> None:
    at = owned("Eve")
    page = rule(open_page, at)
    expect(page.locator(".standing")).to_have_text("you can play")
    assert sends(page, lambda: key(page, "8").click()) == {"cmd": "play", "card": "8"}


def test_owner_can_play_for_the_player_to_act_and_undo_it(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house, "Cy")
        key(page, "6").click()
        expect(page.locator(".last")).to_contain_text("for Ann")
        assert stands(house) == (6, "Bo")
        stop_the_watch(page, 5000)
        page.locator(".last").get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator(".last")).not_to_contain_text("for Ann")
        assert stands(house) == (0, "Ann")


def test_owners_own_card_is_shown_without_undo(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house, "Ann")
        key(page, "6").click()
        expect(page.locator(".last")).to_contain_text("Ann: 6")
        expect(page.locator(".last").get_by_role("button", name="Undo")).to_have_count(0)


def test_card_for_a_player_with_a_connected_phone_asks_whose_it_is(open_page: Open) -> None:
    page = rule(open_page, with_phone_of("Bo", owned("Ann")))
    key(page, "8").click()
    expect(sheet(page).get_by_role("heading", name="Whose card is this?")).to_be_visible()
    assert sends(page, lambda: tap(page, "Bo")) == {"cmd": "play", "card": "8", "player": "Bo"}


def test_set_for_a_player_with_a_connected_phone_asks_whose_it_is(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["game"]["sets"] = True
    page = rule(open_page, with_phone_of("Bo", owned("Ann", parts)))
    page.locator("#several").click()
    for _card in range(2):
        key(page, "8").click()
    page.locator("#play-set").click()
    expect(sheet(page).get_by_role("heading", name="Whose cards are these?")).to_be_visible()
    assert sends(page, lambda: tap(page, "Bo")) == {
        "cmd": "play",
        "cards": ["8", "8"],
        "player": "Bo",
    }


def test_owner_who_is_out_plays_for_the_player_to_act(open_page: Open) -> None:
    parts = tables.adding(
        [tables.seat("Ann", 0, still_in=False), tables.seat("Bo", 3)], total=9, turn="Bo"
    )
    page = rule(open_page, owned("Ann", parts))
    assert sends(page, lambda: key(page, "8").click()) == {"cmd": "play", "card": "8"}


@pytest.mark.parametrize("tab", ["table", "rule"])
def test_own_turn_is_shown_in_words_and_vibrates_once(open_page: Open, tab: str) -> None:
    at = owned("Cy")
    page = open_page(at, tab=tab, still=False)
    page.evaluate(BUZZED)
    page.locator(".standing").click()  # browsers vibrate only after a tap
    expect(page.locator(".standing")).to_have_text("Cy's phone")
    at.tell(state=at.parts["state"] | {"turn": "Cy"}, now=at.parts["now"] | {"sequence": 500})
    expect(page.locator(".standing")).to_have_text("Your turn")
    expect(page.locator("main").get_by_text("Your turn, Cy")).to_be_visible()
    expect(page).to_have_title("97, Your turn")
    expect(page.locator("#polite")).to_contain_text("Your turn.")
    at.tell(state=at.parts["state"] | {"total": 96})
    expect(page).to_have_title("96, Your turn")
    assert page.evaluate("window.buzzed") == 1
    at.tell(state=at.parts["state"] | {"turn": "Di"})
    expect(page.locator(".standing")).to_have_text("Cy's phone")
    assert page.evaluate("window.buzzed") == 1


def test_owed_plays_are_shown_during_the_own_turn(open_page: Open) -> None:
    at = owned("Bo")
    at.parts["state"] |= {"owed": 2}
    page = rule(open_page, at)
    expect(page.locator(".standing")).to_have_text("Your turn")
    expect(strip(page)).to_have_text("Bo owes 2 plays")


@pytest.mark.parametrize("still", [False, True])
def test_vibration_is_off_by_default_if_motion_is_reduced(open_page: Open, still: bool) -> None:
    at = owned("Cy")
    page = rule(open_page, at, still=still)
    page.evaluate(BUZZED)
    page.locator("#more").click()
    sheet(page).get_by_role("button", name="This phone is Cy’s").click()
    expect(page.locator("#buzz")).to_have_text("Vibrate: off" if still else "Vibrate: on")
    page.locator("#buzz").click()
    expect(page.locator("#buzz")).to_have_text("Vibrate: on" if still else "Vibrate: off")
    assert page.evaluate("window.buzzed") == int(still)  # vibrates as a sample when switched on
    page.keyboard.press("Escape")
    at.tell(state=at.parts["state"] | {"turn": "Cy"})
    expect(page.locator(".standing")).to_have_text("Your turn")
    assert page.evaluate("window.buzzed") == 2 * int(still)


def test_rotated_table_returns_with_the_next_game(open_page: Open) -> None:
    at = owned("Bo")
    page = open_page(at)
    at_bottom(page, "Bo")
    page.get_by_role("button", name="Turn the table").click()
    expect(seat(page, "Bo")).not_to_have_class(BOTTOM)
    at.tell(game=at.parts["game"] | {"number": 99})
    at_bottom(page, "Bo")


@pytest.mark.slow("lets two phones in at a box, and corrects its game")
def test_card_out_of_turn_opens_the_question_and_waits_for_the_correction(
    tmp_path: Path, enter: Enter
) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        enter(house, "Bo")
        page = enter(house, "Cy")
        key(page, "6").click()
        tap(page, "Cy")
        said = sheet(page)
        expect(said.get_by_role("heading", name="It is Bo’s turn, not Cy’s.")).to_be_visible()
        expect(said.locator(".figure-place")).to_have_text("8as the box has it")
        expect(said.locator(".seats").get_by_role("button", name="Cy")).to_have_attribute(
            "aria-pressed", "true"
        )
        assert stands(house) == (8, "Bo")
        stop_the_watch(page, 5000)
        said.get_by_role("button", name="1", exact=True).click()  # replaces the box's total
        said.get_by_role("button", name="5", exact=True).click()
        stop_the_watch(page, 6000)
        said.locator(".explanation").click()
        expect(sheet(page)).to_have_count(0)
        expect(page.locator(".held")).to_contain_text("not played yet")
        assert stands(house) == (15, "Cy")
        answered(page)
        page.locator(".held").get_by_role("button", name="Play it", exact=True).press("Enter")
        expect(page.locator(".held")).to_have_count(0)
        expect(strip(page)).to_have_text("Di to play")
        assert stands(house) == (21, "Di")


@pytest.mark.slow("lets two phones in at a box")
def test_card_played_too_early_is_offered_when_its_turn_comes(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        enter(house, "Ann")
        page = enter(house, "Bo")
        key(page, "6").click()
        tap(page, "Bo")
        expect(sheet(page)).to_contain_text("It is Ann’s turn, not Bo’s.")
        page.keyboard.press("Escape")
        expect(page.locator(".held")).to_contain_text("not played: it is Ann’s turn")
        house.scan("8S")
        expect(strip(page)).to_have_text("Your turn, Bo")
        expect(page.locator(".held")).to_contain_text("not played yet")
        house.scan("5H")  # the scanner has read it
        expect(strip(page)).to_have_text("Cy to play")
        expect(page.locator(".held")).to_have_count(0)
        assert stands(house) == (13, "Cy")


def test_card_out_of_turn_in_a_trick_asks_the_box_at_once(open_page: Open) -> None:
    refused = {
        "refused": {"code": "not-your-turn", "sentence": "It is Cy’s turn", "said": "It is theirs."}
    }
    at = with_phone_of("Cy", owned("Di", tables.spaghetti(), refused))
    page = rule(open_page, at)
    key(page, "9").click()
    with page.expect_request("**/explain") as asked:
        tap(page, "Di")
    assert (asked.value.post_data_json or {})["turn"] == "Di"
    expect(sheet(page).get_by_role("heading", name="It is Cy’s turn, not Di’s.")).to_be_visible()


def test_owner_can_play_for_the_player_to_act_in_a_trick(tmp_path: Path, enter: Enter) -> None:
    four = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy", "Di"))
    with House(tmp_path / "data", four) as house:
        house.obey(Play(card="9H"))
        page = enter(house, "Di")
        expect(page.locator('[data-rank="2"]')).to_be_visible()
        page.keyboard.type("2H")
        page.keyboard.press("Enter")
        expect(strip(page)).to_have_text("Cy to play")
        expect(page.locator(".last")).to_contain_text("for Bo")


def test_refused_seat_shows_the_reason(open_page: Open) -> None:
    at = owned("")
    usual = at.answers
    why = "No player at the table has that name."
    at.answers = lambda path, body: (
        (400, {"problem": why}) if path == "/me" and body else usual and usual(path, body)
    )
    page = rule(open_page, at)
    page.locator("#more").click()
    sheet(page).get_by_role("button", name="Whose phone is this?").click()
    sheet(page).get_by_role("button", name="Di").click()
    expect(sheet(page).get_by_role("alert")).to_contain_text(why)


def test_own_turn_can_be_read_in_every_size(open_page: Open) -> None:
    page = open_page(owned("Jörg", named(tables.ninety_nine())))
    expect(page.locator(".standing")).to_have_text("Your turn")
    for tab in ("Table", "Play"):
        page.get_by_role("link", name=tab).click()
        for size, unreadable in in_all_sizes(page):
            assert unreadable["cut"] + unreadable["colliding"] == [], (tab, size)


@pytest.mark.slow("looks at a waiting card in every size")
def test_card_that_waits_can_be_read_in_every_size(open_page: Open) -> None:
    refused = {
        "refused": {"code": "not-your-turn", "sentence": "It is Jörg’s turn", "said": "It is his."}
    }
    page = rule(
        open_page, with_phone_of("Jörg", owned("Peggy", named(tables.ninety_nine()), refused))
    )
    key(page, "8").click()
    tap(page, "Peggy")
    expect(sheet(page)).to_contain_text("It is Jörg’s turn, not Peggy’s.")
    for at, unreadable in in_all_sizes(page):
        assert unreadable["cut"] == [], at
    page.keyboard.press("Escape")
    expect(page.locator(".held")).to_be_visible()
    for at, unreadable in in_all_sizes(page):
        assert unreadable["cut"] == [], at
