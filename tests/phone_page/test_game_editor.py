"""Tests of editing a user's variant: add-ons, card rows, the file's text, saving."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.phone_page.conftest import DESK, PHONE, Open
from tests.phone_page.games_at import GamesAt, unfold


@pytest.fixture
def games(tmp_path: Path) -> GamesAt:
    return GamesAt(tmp_path / "variants", known=("Ann", "Bo"))


def edited(open_page: Open, games: GamesAt, size: tuple[int, int] = PHONE) -> Page:
    """Return the editor, opened with Ninety-nine."""
    page = open_page(games, size, tab="game")
    unfold(page, "rules")
    begin(page)
    expect(page.locator(".card-table")).to_be_visible()
    return page


def begin(page: Page) -> None:
    page.get_by_role("button", name="Make your own variant").click()
    expect(page.locator("#file-text")).to_be_visible()


def row(page: Page, card: str) -> Locator:
    """Return the row of the card table that begins with this card."""
    return page.locator(f".card-table #card-{card}")


def opened(page: Page, card: str, words: str) -> Locator:
    """Open the panel of a card by its row."""
    row(page, card).click()
    panel = page.locator("#opened")
    expect(panel).to_be_focused()
    expect(panel).to_have_accessible_name(words)
    return panel


def tap(panel: Locator, words: str) -> None:
    panel.get_by_role("button", name=words, exact=True).click()


def number(panel: Locator, text: str) -> None:
    field = panel.get_by_role("textbox")
    field.fill(text)
    field.press("Enter")


def add_on(page: Page, title: str) -> Locator:
    return page.locator(".add-on").filter(has_text=title)


def save(page: Page) -> None:
    page.locator("#save").click()
    expect(page.locator("#start")).to_be_visible()


def saved(tmp_path: Path, name: str = "our-ninety-nine") -> dict[str, Any]:
    return tomllib.loads((tmp_path / "variants" / f"{name}.toml").read_text("utf-8"))


def test_row_opens_in_place_and_the_focus_goes_in_and_comes_back(
    open_page: Open, games: GamesAt
) -> None:
    page = edited(open_page, games)
    expect(row(page, "10")).to_contain_text("goes 10 up or 10 down, as called")
    panel = opened(page, "10", "ten")
    expect(row(page, "10")).to_have_attribute("aria-expanded", "true")
    expect(panel.get_by_role("textbox")).to_have_value("10, −10")
    opened(page, "J", "jack")
    expect(row(page, "10")).to_have_attribute("aria-expanded", "false")
    tap(page.locator("#opened"), "Done")
    expect(page.locator("#opened")).to_have_count(0)
    expect(row(page, "J")).to_be_focused()


@pytest.mark.slow("edits a variant tap by tap on the page")
def test_sentence_of_a_card_follows_each_tap_and_can_be_reset(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    panel = opened(page, "9", "nine")
    number(panel, "1 or 11")
    expect(row(page, "9")).to_contain_text("adds 1 or 11, as called")
    tap(panel, "skips")
    expect(row(page, "9")).to_contain_text("skips a player")
    tap(panel, "plays again")
    tap(panel, "sets")
    expect(row(page, "9")).to_contain_text("sets the total to 99, gives another turn")
    number(panel, "−5")
    expect(row(page, "9")).to_contain_text("sets the total to −5")
    tap(panel, "nothing")
    tap(panel, "adds")
    expect(row(page, "9")).to_contain_text("adds 9")
    number(panel, "much")
    expect(panel.get_by_role("textbox")).to_have_value("")
    tap(opened(page, "K", "king"), "adds")
    expect(row(page, "K")).to_contain_text("changed")
    tap(page.locator("#opened"), "Reset to original")
    expect(row(page, "K")).not_to_contain_text("changed")
    save(page)
    assert saved(tmp_path) == {
        "extends": "ninety-nine",
        "title": "Our Ninety-nine",
        "cards": {"9": {"call": "pass to you", "add": "pip"}},
    }
    # The saved game is selected and can be started.
    page.locator("#open-game").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    page.get_by_role("button", name="Bo", exact=True).click()
    page.locator("#start").click()
    page.wait_for_selector('body[data-tab="table"]')
    assert games.started()[0]["variant"] == "our-ninety-nine"


def test_tap_that_makes_the_variant_unplayable_is_refused_with_the_reason(
    open_page: Open, games: GamesAt
) -> None:
    page = edited(open_page, games)
    number(opened(page, "K", "king"), "100")
    why = "cards.K: sets 100, over the target 99: lower it, or raise the target."
    expect(page.locator(".ending .not-yet")).to_have_text(why)
    expect(row(page, "K")).to_contain_text("sets the total to 99")
    expect(page.locator("#file-text")).to_have_value(
        'extends = "ninety-nine"\ntitle = "Our Ninety-nine"\n'
    )


def test_card_that_no_row_can_show_is_left_to_the_file(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    page.locator("#file-text").fill(
        'extends = "ninety-nine"\ntitle = "Ours"\n[cards]\nQS = { add = 0, choose_next = true }\n'
    )
    panel = opened(page, "QS", "queen of spades")
    expect(panel).to_contain_text("This card does too much to edit here.")
    expect(panel.get_by_role("textbox")).to_have_count(0)


def test_house_rules_are_copied_into_an_own_variant(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = open_page(games, tab="game")
    unfold(page, "rules")
    page.get_by_role("switch", name="Aces count 1 or 11").click()
    page.get_by_role("button", name="Chips each: decrease").click()
    begin(page)
    expect(row(page, "A")).to_contain_text("changed")
    page.get_by_label("Title", exact=True).fill('Sunday’s "99"')
    save(page)
    said = saved(tmp_path, "sundays-99")
    assert (said["title"], said["chips"], said["cards"]) == (
        'Sunday’s "99"',
        4,
        {"A": {"add": [1, 11]}},
    )
    # The four chips apply to any number of players, not only to fewer than five.
    assert said["from_players"] == {"5": {"decks": 2}}


def test_add_ons_are_used_and_removed_by_the_same_tap(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    expect(page.locator(".add-on")).to_have_count(6)
    page.get_by_role("button", name="All 22 add-ons").click()
    for title in ("Jack takes ten off", "Aces 1 or 11", "Three skips a player"):
        add_on(page, title).click()
        expect(add_on(page, title)).to_have_attribute("aria-pressed", "true")
    add_on(page, "Three skips a player").click()
    expect(add_on(page, "Three skips a player")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Fewer add-ons").click()
    expect(add_on(page, "Jack takes ten off")).to_be_visible()
    expect(row(page, "A")).to_contain_text("adds 1 or 11, as called")
    save(page)
    assert saved(tmp_path)["cards"] == {"A": {"add": [1, 11]}, "J": {"add": -10}}


def test_first_mistake_of_the_text_is_named_and_a_tap_selects_its_line(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    text = page.locator("#file-text")
    wrong = (
        'extends = "ninety-nine"\ntitle = "Ours"\ntarget = -1\n\n[cards]\nK = { set = "goal" }\n'
    )
    text.fill(wrong)
    mistakes = page.locator("#mistakes")
    expect(mistakes.get_by_role("button")).to_have_count(1)
    expect(mistakes).to_contain_text(
        "line 3: target: -1 is not possible, write a whole number, 0 or more"
    )
    mistakes.get_by_role("button").click()
    expect(text).to_be_focused()
    assert page.evaluate("getSelection().toString()") == "target = -1"
    expect(page.locator("#save")).to_have_text("Correct the mistake first")
    page.locator("#save").press("Enter")
    expect(page.locator("#urgent")).to_contain_text("line 3: target: -1 is not possible")
    assert games.posted("/games/save") == []
    add_on(page, "Aces 1 or 11").click()
    expect(text).to_have_value(wrong)
    text.fill('extends = "ninety-nine"\ntitle = "Ours"\ntarget = 100\n')
    expect(mistakes.get_by_role("button")).to_have_count(0)
    expect(row(page, "K")).to_contain_text("sets the total to 100")
    save(page)
    assert saved(tmp_path, "ours")["target"] == 100


def test_typed_text_survives_an_update_from_the_box(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    text = page.locator("#file-text")
    text.press("Control+End")
    text.press_sequentially("chips")
    games.tell(box=games.parts["box"] | {"missing": ["Reader"]})
    expect(page.locator("body")).to_contain_text("Reader")
    text.press_sequentially(" = 7")
    expect(text).to_have_value('extends = "ninety-nine"\ntitle = "Our Ninety-nine"\nchips = 7')
    expect(page.locator("#editor")).to_contain_text("7 chips")


@pytest.mark.slow("checks a whole trick game after each change of its text")
def test_trick_game_is_changed_by_its_text(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = open_page(games, DESK, tab="game")
    page.locator(".groups").get_by_role("button", name="Tricks").click()
    expect(page.locator(".chosen")).to_contain_text("Arizona Spaghetti")
    begin(page)
    expect(page.locator(".add-on")).to_have_count(0)
    text = page.locator("#file-text")
    text.fill(text.input_value() + "revoke_penalty = 5\n")
    save(page)
    assert saved(tmp_path, "our-arizona-spaghetti")["revoke_penalty"] == 5


def test_own_variant_is_edited_in_place(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    save(page)
    page.get_by_text("Games as files").click()
    page.get_by_role("button", name="Change Our Ninety-nine").click()
    expect(page.locator("#save")).to_have_text("Save")
    opened(page, "9", "nine").get_by_role("textbox").fill("5")
    save(page)  # at once, while the field is still being edited
    assert [entry.name for entry in (tmp_path / "variants").iterdir()] == ["our-ninety-nine.toml"]
    assert saved(tmp_path)["cards"]["9"]["add"] == 5


def test_own_variant_is_deleted_after_a_question(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)  # not saved yet
    save(page)
    page.get_by_text("Games as files").click()
    page.get_by_role("button", name="Change Our Ninety-nine").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".against")).to_contain_text("Delete Our Ninety-nine?")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Delete").click()
    page.locator(".against").get_by_role("button", name="Delete").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#open-game")).to_contain_text("Ninety-nine")  # which it extended
    assert list((tmp_path / "variants").iterdir()) == []


def test_same_title_asks_before_it_replaces_a_variant(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    save(page)
    page.locator(".groups").get_by_role("button", name="98").click()
    page.locator(".groups").get_by_role("button", name="99").click()
    unfold(page, "rules")
    begin(page)
    add_on(page, "Aces 1 or 11").click()
    expect(page.locator(".ending")).to_contain_text("our-ninety-nine.toml")
    page.locator("#save").click()
    expect(page.locator(".ending")).to_contain_text("You already have a game Our Ninety-nine.")
    assert "cards" not in saved(tmp_path)
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator("#start")).to_be_visible()
    assert saved(tmp_path)["cards"] == {"A": {"add": [1, 11]}}


def test_leaving_discards_changes_after_a_question(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    add_on(page, "Aces 1 or 11").click()
    expect(row(page, "A")).to_contain_text("changed")
    page.locator("header .back").click()
    expect(page.locator(".against")).to_contain_text("Your changes are not saved.")
    page.get_by_role("button", name="Stay").click()
    expect(page.locator(".against")).to_have_count(0)
    page.locator("header .back").click()
    page.locator(".against").get_by_role("button", name="Leave without saving").click()
    expect(page.locator("#start")).to_be_visible()
    assert not (tmp_path / "variants").exists()
