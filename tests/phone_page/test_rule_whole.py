"""Tests of a real box whose questions are answered on its real page."""

from pathlib import Path

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
