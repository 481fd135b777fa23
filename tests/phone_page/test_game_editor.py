"""The editor of a game of one's own: its card table, what is wrong with it, saving."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.phone_page.conftest import DESK, NARROW, PHONE, Open
from tests.phone_page.games_at import GamesAt, unfold


@pytest.fixture
def games(tmp_path: Path) -> GamesAt:
    return GamesAt(tmp_path / "variants", known=("Ann", "Bo"))


def edited(open_page: Open, games: GamesAt, size: tuple[int, int] = PHONE) -> Page:
    """The editor, opened on ninety-nine."""
    page = open_page(games, size, tab="game")
    unfold(page, "rules")
    page.get_by_role("button", name="Change the card table").click()
    page.wait_for_selector(".card-row")
    return page


def row(page: Page, cards: str) -> Locator:
    return page.get_by_role("group", name=cards, exact=True)


def write(page: Page, cards: str, amount: str) -> None:
    field = row(page, cards).get_by_label("By how much")
    field.fill(amount)
    field.press("Enter")


def saved(tmp_path: Path, name: str = "our-ninety-nine") -> dict[str, Any]:
    return tomllib.loads((tmp_path / "variants" / f"{name}.toml").read_text("utf-8"))


def test_king_over_the_limit_blocks_saving_until_a_quick_fix(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    write(page, "king", "100")
    problem = page.locator(".problem")
    expect(problem).to_contain_text("Kings could never be played")
    expect(page.locator("#save")).to_have_text("Settle the ✕ first")
    expect(row(page, "king").get_by_label("By how much")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".strip .over")).to_contain_text("K")
    page.locator("#save").press("Enter")
    expect(page.locator("#urgent")).to_contain_text("Kings could never be played")
    assert games.posted("/games/save") == []
    problem.get_by_role("button", name="Target: 100").click()
    expect(problem).to_have_count(0)
    page.locator("#save").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.get_by_role("heading", name="Our Ninety-nine")).to_be_visible()
    assert saved(tmp_path) == {
        "extends": "ninety-nine",
        "title": "Our Ninety-nine",
        "target": 100,
        "cards": {"K": {"set": 100}},
    }
    # What was saved is chosen, and can be started.
    page.locator("#open-game").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    page.get_by_role("button", name="Bo", exact=True).click()
    page.locator("#start").click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["variant"] == "our-ninety-nine"


def test_typed_text_survives_an_update_from_the_box(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    field = row(page, "nine").get_by_label("By how much")
    field.fill("1")
    field.press("End")
    games.tell(box=games.parts["box"] | {"missing": ["Reader"]})
    expect(page.locator("body")).to_contain_text("Reader")
    field.press("5")
    field.press("Enter")
    expect(row(page, "nine")).to_contain_text("yours")
    expect(field).to_have_value("15")


def test_changed_rows_are_marked_and_can_be_reset(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    write(page, "nine", "5")
    expect(row(page, "nine")).to_contain_text("yours")
    page.get_by_role("button", name="As printed").click()
    expect(row(page, "nine")).not_to_contain_text("yours")
    expect(row(page, "nine").get_by_label("By how much")).to_have_value("0")


def test_single_card_can_have_its_own_effect(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    page.get_by_role("button", name="One card alone").click()
    page.locator(".picker").get_by_role("button", name="Q", exact=True).click()
    page.get_by_role("button", name="Only the queen of spades").click()
    row(page, "queen of spades").get_by_label("To the total").select_option("sets any of")
    write(page, "queen of spades", "0-50")
    row(page, "queen of spades").get_by_label("And then").select_option(index=1)
    page.get_by_role("button", name="One card alone").click()
    page.locator(".picker").get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="All four").click()
    row(page, "three").get_by_label("And then").select_option("skip")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_contain_text("sets the total anywhere from 0 to 50")
    assert saved(tmp_path)["cards"] == {
        "3": {"add": "pip", "skip": 1},
        "QS": {"set": {"from": 0, "to": 50}, "reverse": True},
    }


def test_single_card_can_return_to_the_effect_of_its_rank(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    page.get_by_role("button", name="One card alone").click()
    page.locator(".picker").get_by_role("button", name="K", exact=True).click()
    page.get_by_role("button", name="Only the king of hearts").click()
    page.get_by_role("button", name="king of hearts as every other king").click()
    expect(row(page, "king of hearts")).to_have_count(0)


def test_legal_but_dull_rules_give_a_warning_and_can_be_saved(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    row(page, "ten").get_by_label("To the total").select_option("adds")
    row(page, "king").get_by_label("To the total").select_option("adds")
    write(page, "king", "10")
    expect(page.locator(".warning")).to_contain_text("Nothing takes the total down")
    expect(page.locator(".warning")).to_contain_text("At 99 only 4 and 9 can be played")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert saved(tmp_path)["cards"] == {"10 K": {"add": 10}}


def test_the_other_rules_are_changed_with_the_same_rows_as_house_rules(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games, DESK)
    page.get_by_role("button", name="Chips each: one less").click()
    page.get_by_role("switch", name="Several cards of a rank").click()
    page.get_by_label("Title").fill("Sunday’s ninety-nine")
    page.get_by_label("Who busts").select_option("is out of the game")
    page.locator("#save").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.get_by_role("heading", name="Sunday’s ninety-nine")).to_be_visible()
    said = saved(tmp_path, "sundays-ninety-nine")
    assert (said["chips"], said["sets"], said["bust"]) == (4, True, "out")


def test_house_rules_are_copied_into_an_own_game(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = open_page(games, tab="game")
    unfold(page, "rules")
    page.get_by_role("switch", name="Aces count 1 or 11").click()
    page.get_by_role("button", name="Chips each: one less").click()
    page.get_by_role("button", name="Save as your own").click()
    expect(row(page, "ace")).to_contain_text("yours")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    said = saved(tmp_path)
    assert (said["chips"], said["cards"]) == (4, {"A": {"add": [1, 11]}})
    # Four chips are meant for any number of players, not for fewer than five.
    assert said["from_players"] == {"5": {"decks": 2}}


def test_own_game_is_edited_in_place(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    page.locator("#save").click()
    page.get_by_role("button", name="Change Our Ninety-nine").click()
    write(page, "nine", "5")
    expect(page.locator("#save")).to_have_text("Save")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert [entry.name for entry in (tmp_path / "variants").iterdir()] == ["our-ninety-nine.toml"]
    assert saved(tmp_path)["cards"]["9"]["add"] == 5


def test_same_title_asks_before_it_replaces_a_game(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    page.locator("#save").click()
    page.locator(".groups").get_by_role("button", name="98").click()
    page.locator(".groups").get_by_role("button", name="99").click()
    unfold(page, "rules")
    page.get_by_role("button", name="Change the card table").click()
    write(page, "nine", "5")
    expect(page.locator(".ending")).to_contain_text("our-ninety-nine.toml already")
    page.locator("#save").click()
    expect(page.locator(".ending")).to_contain_text("There is a game Our Ninety-nine of yours already.")
    assert "cards" not in saved(tmp_path)
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert saved(tmp_path)["cards"]["9"]["add"] == 5


def test_leaving_saves_nothing(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    write(page, "nine", "5")
    page.get_by_role("button", name="Leave without saving").click()
    unfold(page, "game")
    expect(page.locator(".cards-do")).to_contain_text("pass to you")
    assert not (tmp_path / "variants").exists()


@pytest.mark.parametrize(("size", "larger"), [(PHONE, 16), (NARROW, 16), (PHONE, 32), (DESK, 16)])
def test_the_editor_is_not_wider_than_the_page(
    open_page: Open, games: GamesAt, size: tuple[int, int], larger: int
) -> None:
    page = edited(open_page, games, size)
    page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", f"{larger}px")
    write(page, "king", "100")
    page.get_by_role("button", name="One card alone").click()
    page.locator(".picker").get_by_role("button", name="Q", exact=True).click()
    expect(page.locator(".problem")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
