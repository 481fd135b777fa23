"""Tests of a real box played from its real page, from the six digits to the next hand."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.core.commands import New
from companion.games.adding.state import AddingState
from companion.games.tricks.state import TrickState
from tests.browser import answered
from tests.phone.house import House
from tests.phone_page.conftest import Enter
from tests.phone_page.ruling import key, sheet

PEOPLE = ("Ann", "Bo", "Cy", "Di")


def total(page: Page) -> str:
    return page.locator(".strip .total").inner_text()


def turn(page: Page, name: str) -> None:
    """Wait until it is the turn of `name` and no question is open."""
    expect(page.locator(".strip .whose")).to_have_text(f"{name} to play")
    expect(sheet(page)).to_have_count(0)
    answered(page)


def tap(page: Page, name: str) -> None:
    sheet(page).get_by_role("button", name=name).press("Enter")


def adding(house: House) -> AddingState:
    state = house.table.state
    assert isinstance(state, AddingState)
    return state


@pytest.mark.slow("plays a hand on the page")
def test_phone_plays_a_hand_of_ninety_nine(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        turn(page, "Ann")
        key(page, "K").click()
        turn(page, "Bo")
        assert total(page) == "99"
        key(page, "8").click()
        expect(page.locator(".place")).to_contain_text("99 + 8 = 107 is over 99")
        key(page, "10").click()
        expect(page.locator(".strip .total")).to_have_text("89")
        turn(page, "Cy")
        key(page, "10").press("Enter")
        expect(sheet(page)).to_contain_text("up or down?")
        tap(page, "take ten off")
        turn(page, "Di")
        assert total(page) == "79"
        page.locator("#check").press("Enter")
        expect(sheet(page)).to_contain_text("What did Cy call?")
        page.keyboard.type("78")
        page.keyboard.press("Enter")
        expect(sheet(page)).to_contain_text("It is 79")
        page.keyboard.press("Escape")
        for what in ("Undo Cy’s call of 78", "Undo Cy’s 10"):
            expect(page.locator("#undo")).to_contain_text(what)
            page.locator("#undo").press("Enter")
            expect(page.locator("#undo")).to_contain_text("Yes, undo")
            page.locator("#undo").press("Enter")
        turn(page, "Cy")
        page.locator("#bust").press("Enter")
        tap(page, "Cy busts")
        expect(sheet(page)).to_have_count(0)
        page.get_by_role("button", name="deals hand 2").press("Enter")
        expect(page.locator(".strip .where")).to_contain_text("hand 2")
        assert adding(house).hand == 2
        assert [player.chips for player in adding(house).players] == [5, 5, 4, 5]


def test_scanned_card_closes_the_sheet_of_a_phone(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        page.locator("#bust").press("Enter")
        expect(sheet(page)).to_contain_text("Ann busts at 0?")
        house.scan("7H")
        expect(sheet(page)).to_have_count(0)
        expect(page.locator(".place")).to_contain_text("Nothing was sent from your phone.")
        turn(page, "Bo")
        assert adding(house).total == 7


def test_suits_and_numbers_of_one_hundred_are_asked_with_previews(
    tmp_path: Path, enter: Enter
) -> None:
    with House(tmp_path / "data", New(variant="one-hundred", players=PEOPLE)) as house:
        page = enter(house)
        key(page, "K").click()
        turn(page, "Bo")
        key(page, "5").click()
        expect(sheet(page)).to_contain_text("Which five?")
        tap(page, "hearts")
        turn(page, "Cy")
        key(page, "A").click()
        tap(page, "spades")
        expect(sheet(page).locator(".figure-place")).to_be_visible()
        page.keyboard.type("64")
        expect(sheet(page).locator(".figure-place")).to_contain_text("makes 64")
        tap(page, "Play it")
        turn(page, "Di")
        assert total(page) == "64"


def test_player_is_renamed_and_a_script_in_the_name_is_escaped(
    tmp_path: Path, enter: Enter
) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        page.locator("#more").press("Enter")
        tap(page, "Rename a player")
        tap(page, "Ann")
        sheet(page).get_by_label("Name").fill("<script>alert(1)")
        page.keyboard.press("Enter")
        turn(page, "<script>alert(1)")
        assert adding(house).players[0].name == "<script>alert(1)"


def test_phone_plays_a_trick_and_a_revoke(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", New(variant="arizona-spaghetti", players=PEOPLE)) as house:
        page = enter(house)
        for who, card in zip(("Bo", "Cy", "Di"), ("9C", "8D", "7C"), strict=True):
            page.keyboard.type(card)
            page.keyboard.press("Enter")
            turn(page, who)
        page.keyboard.type("6C")
        page.keyboard.press("Enter")
        expect(page.locator(".strip .whose")).to_have_text("Ann leads")
        key(page, "10").click()
        tap(page, "clubs")
        turn(page, "Bo")
        key(page, "J").click()
        expect(sheet(page).get_by_role("button", name="Undo it")).to_be_visible()
        tap(page, "Accept it")
        turn(page, "Cy")
        state = house.table.state
        assert isinstance(state, TrickState)
        assert state.revokes == 1


def test_points_of_a_round_are_entered_and_the_next_one_is_dealt(
    tmp_path: Path, enter: Enter
) -> None:
    with House(tmp_path / "data", New(variant="arizona-spaghetti", players=PEOPLE)) as house:
        page = enter(house)
        page.get_by_role("button", name="Enter points").press("Enter")
        expect(sheet(page).get_by_role("button", name="Points of Ann")).to_be_focused()
        for points in ("50", "30", "20"):
            page.keyboard.type(points)
            page.keyboard.press("Enter")
        tap(page, "The 30 left: Di")
        expect(sheet(page)).to_contain_text("That adds up")
        tap(page, "Enter round 1")
        expect(page.get_by_role("button", name="deals round 2")).to_be_visible()
        expect(sheet(page)).to_have_count(0)
        page.get_by_role("button", name="Check points").press("Enter")
        tap(page, "Bo")
        page.keyboard.type("35")
        page.keyboard.press("Enter")
        expect(sheet(page)).to_contain_text("It is 30")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="deals round 2").press("Enter")
        expect(page.locator(".strip .where")).to_contain_text("Round 2")


def test_phone_unpaired_at_the_box_asks_for_the_code(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        house.at_the_box(house.access.dismiss)
        expect(page.get_by_role("heading", name="The six digits on the box")).to_be_visible()
