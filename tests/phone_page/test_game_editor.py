"""The editor of a game of one's own: recipes, the card table, an opened card, contradictions, saving."""

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


def begun(open_page: Open, games: GamesAt, size: tuple[int, int] = PHONE) -> Page:
    """The editor's first step, opened on ninety-nine."""
    page = open_page(games, size, tab="game")
    unfold(page, "rules")
    page.get_by_role("button", name="Change the card table").click()
    page.wait_for_selector(".recipe")
    return page


def edited(open_page: Open, games: GamesAt, size: tuple[int, int] = PHONE) -> Page:
    """The editor with the card table of ninety-nine in sight."""
    page = begun(open_page, games, size)
    if size != DESK:
        page.get_by_role("button", name="See the table").click()
    expect(page.locator(".card-table")).to_be_visible()
    return page


def row(page: Page, card: str) -> Locator:
    """The row of the card table that begins with this card."""
    return page.locator(f".card-table #card-{card}")


def opened(page: Page, card: str, words: str) -> Locator:
    """The panel of a card, opened by its row."""
    row(page, card).click()
    panel = page.locator("#opened")
    expect(panel).to_be_focused()
    expect(panel).to_have_accessible_name(words)
    return panel


def tap(panel: Locator, words: str) -> None:
    panel.get_by_role("button", name=words, exact=True).click()


def adds(panel: Locator, number: int) -> None:
    """Another number is added, or taken off; what was there goes."""
    before = panel.get_by_role("button", name="Without")
    count = before.count()
    tap(panel, "Another")
    panel.get_by_label("Another number").fill(str(abs(number)))
    tap(panel.locator(".another"), "takes off" if number < 0 else "adds")
    for _ in range(count):
        before.first.click()


def sets(panel: Locator, number: int) -> None:
    tap(panel, "sets")
    tap(panel, "another number")
    panel.get_by_label("Number").fill(str(number))
    panel.get_by_label("Number").press("Enter")


def done(page: Page) -> None:
    page.get_by_role("button", name="Done", exact=True).click()


def recipe(page: Page, title: str) -> Locator:
    return page.locator(".recipe").filter(has_text=title)


def saved(tmp_path: Path, name: str = "our-ninety-nine") -> dict[str, Any]:
    return tomllib.loads((tmp_path / "variants" / f"{name}.toml").read_text("utf-8"))


def test_row_opens_in_place_and_the_focus_goes_in_and_comes_back(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    expect(row(page, "10")).to_have_attribute("aria-expanded", "false")
    panel = opened(page, "10", "ten")
    expect(row(page, "10")).to_have_attribute("aria-expanded", "true")
    expect(row(page, "10")).to_contain_text("goes 10 up or 10 down, as called")
    expect(panel.locator(".makes")).to_contain_text("from 89")
    expect(panel.locator(".makes")).to_contain_text("99, 79")
    expect(row(page, "9")).to_be_in_viewport()
    opened(page, "J", "jack, queen")
    expect(row(page, "10")).to_have_attribute("aria-expanded", "false")
    done(page)
    expect(page.locator("#opened")).to_have_count(0)
    expect(row(page, "J")).to_be_focused()


@pytest.mark.slow("edits a game tap by tap on the page")
def test_sentence_of_the_open_card_follows_each_tap(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    panel = opened(page, "10", "ten")
    tap(panel, "Without +10")
    expect(row(page, "10")).to_contain_text("takes 10 off")
    tap(panel, "reverse")
    expect(row(page, "10")).to_contain_text("takes 10 off, reverses play")
    tap(panel, "skip")
    tap(panel, "again")  # which a card that skips cannot do
    expect(row(page, "10")).to_contain_text("takes 10 off, reverses play, gives another turn")
    tap(panel, "More")
    panel.get_by_label("Said with it").fill("down")
    panel.get_by_label("Said with it").press("Enter")
    expect(row(page, "10")).to_contain_text("said “down”")
    tap(panel, "nothing")
    tap(panel, "multiplies")
    expect(row(page, "10")).to_contain_text("doubles the total")
    expect(row(page, "10")).to_contain_text("yours")


@pytest.mark.slow("edits a game card by card on the page")
def test_king_over_the_limit_blocks_saving_until_a_quick_fix(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    panel = opened(page, "K", "king")
    sets(panel, 100)
    expect(panel.locator(".problem")).to_contain_text("Kings could never be played")
    expect(panel.locator(".makes .over")).to_have_count(3)
    done(page)
    problem = page.locator(".problem")
    expect(problem).to_contain_text("Kings could never be played")
    expect(problem.get_by_role("button")).to_have_count(2)
    expect(row(page, "K")).to_contain_text("✕")
    expect(page.locator("#save")).to_have_text("Mend the ✕ first")
    page.locator("#save").press("Enter")
    expect(page.locator("#urgent")).to_contain_text("Kings could never be played")
    assert games.posted("/games/save") == []
    problem.get_by_role("button", name="Target: 100").click()
    expect(problem).to_have_count(0)
    page.locator("#save").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator(".fold", has_text="Our Ninety-nine")).to_be_visible()
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
    panel = opened(page, "K", "king")
    sets(panel, 1)
    field = panel.get_by_label("Number")
    field.press("End")
    games.tell(box=games.parts["box"] | {"missing": ["Reader"]})
    expect(page.locator("body")).to_contain_text("Reader")
    field.press("5")
    field.press("Enter")
    expect(row(page, "K")).to_contain_text("sets the total to 15")
    expect(field).to_have_value("15")


@pytest.mark.slow("edits a game tap by tap on the page")
def test_changed_rows_are_marked_and_can_be_reset(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    adds(opened(page, "9", "nine"), 5)
    expect(row(page, "9")).to_contain_text("adds 5")
    done(page)
    sets(opened(page, "K", "king"), 50)
    expect(row(page, "K")).to_contain_text("yours")
    page.get_by_role("button", name="As printed").click()
    expect(row(page, "K")).not_to_contain_text("yours")
    done(page)
    expect(row(page, "9")).to_contain_text("yours")
    page.get_by_role("button", name="All as printed").click()
    expect(row(page, "9")).not_to_contain_text("yours")
    expect(row(page, "9")).to_contain_text("said “pass to you”")


@pytest.mark.slow("edits a game card by card on the page")
def test_one_of_several_cards_gets_a_row_of_its_own(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    panel = opened(page, "J", "jack, queen")
    tap(panel, "queen")
    expect(page.locator("#opened")).to_have_accessible_name("queen")
    tap(panel, "spades")
    expect(page.locator("#opened")).to_have_accessible_name("queen of spades")
    tap(panel, "sets")
    tap(panel, "as called")
    panel.get_by_label("Up to").fill("50")
    panel.get_by_label("Up to").press("Enter")
    tap(panel, "reverse")
    done(page)
    expect(row(page, "QS")).to_contain_text("sets the total anywhere from 0 to 50, reverses play")
    expect(row(page, "J")).to_contain_text("J Q")
    tap(opened(page, "2", "two, three, five, six, seven, eight"), "three")
    tap(panel, "skip")
    done(page)
    expect(row(page, "3")).to_contain_text("adds 3, skips a player")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_contain_text("sets the total anywhere from 0 to 50")
    assert saved(tmp_path)["cards"] == {
        "3": {"add": "pip", "skip": 1},
        "QS": {"set": {"from": 0, "to": 50}, "reverse": True},
    }


def test_single_card_can_return_to_the_effect_of_its_rank(open_page: Open, games: GamesAt) -> None:
    page = edited(open_page, games)
    panel = opened(page, "K", "king")
    tap(panel, "hearts")
    expect(row(page, "KH")).to_be_visible()
    tap(panel, "all")
    expect(row(page, "KH")).to_have_count(0)
    expect(page.locator("#opened")).to_have_accessible_name("king")


def test_legal_but_dull_rules_give_a_warning_and_can_be_saved(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    tap(opened(page, "10", "ten"), "Without −10")
    panel = opened(page, "K", "king")
    tap(panel, "adds")
    adds(panel, 10)
    done(page)
    expect(page.locator(".warning")).to_contain_text("Nothing takes the total down")
    expect(page.locator(".warning")).to_contain_text("At 99 only 4 and 9 can be played")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert saved(tmp_path)["cards"] == {"10 K": {"add": 10}}


def test_the_other_rules_are_changed_with_the_same_rows_as_house_rules(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games, DESK)
    page.get_by_role("button", name="Change title and other rules").click()
    expect(page.locator("#opened")).to_be_focused()
    page.get_by_role("button", name="Chips each: one less").click()
    page.get_by_label("Title", exact=True).fill("Sunday’s ninety-nine")
    page.get_by_label("Who busts").select_option("is out of the game")
    page.get_by_text("The other rules").click()
    page.get_by_role("switch", name="Several cards of a rank").click()
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
    expect(row(page, "A")).to_contain_text("yours")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    said = saved(tmp_path)
    assert (said["chips"], said["cards"]) == (4, {"A": {"add": [1, 11]}})
    # Four chips are meant for any number of players, not for fewer than five.
    assert said["from_players"] == {"5": {"decks": 2}}


def test_recipes_are_laid_and_lifted_by_the_same_tap(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = begun(open_page, games)
    expect(page.locator(".recipe")).to_have_count(6)
    page.get_by_role("button", name="All 22 recipes").click()
    recipe(page, "Jack takes ten off").click()
    for title in ("Aces 1 or 11", "Three skips one"):
        recipe(page, title).click()
        expect(recipe(page, title)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".standing")).to_have_text("3 recipes laid")
    recipe(page, "Three skips one").click()
    expect(recipe(page, "Three skips one")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Fewer recipes").click()
    expect(recipe(page, "Jack takes ten off")).to_be_visible()
    page.get_by_role("button", name="See the table").click()
    expect(row(page, "A")).to_contain_text("adds 1 or 11, as called")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert saved(tmp_path)["cards"] == {"A": {"add": [1, 11]}, "J": {"add": -10}}


def test_recipe_says_first_what_it_contradicts(open_page: Open, games: GamesAt) -> None:
    page = begun(open_page, games)
    recipe(page, "Nine turns play round").click()
    expect(page.locator(".standing")).to_have_text("1 recipe laid")
    recipe(page, "King passes, nine sets 99").click()
    against = page.locator(".against")
    expect(against).to_contain_text("It contradicts “Nine turns play round”")
    against.get_by_role("button", name="Leave it").click()
    expect(against).to_have_count(0)
    expect(recipe(page, "Nine turns play round")).to_have_attribute("aria-pressed", "true")
    recipe(page, "King passes, nine sets 99").click()
    against.get_by_role("button", name="Lay it all the same").click()
    expect(recipe(page, "King passes, nine sets 99")).to_have_attribute("aria-pressed", "true")
    expect(recipe(page, "Nine turns play round")).to_have_attribute("aria-pressed", "false")


def test_another_game_to_start_from_keeps_the_recipes(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = begun(open_page, games)
    recipe(page, "Aces 1 or 11").click()
    expect(recipe(page, "Aces 1 or 11")).to_have_attribute("aria-pressed", "true")
    hundred = page.get_by_role("button", name="One Hundred", exact=True)
    hundred.click()
    expect(hundred).to_have_attribute("aria-pressed", "true")
    expect(recipe(page, "Aces 1 or 11")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="All games").click()
    page.locator(".ways").get_by_role("button", name="Kao sip kao").click()
    expect(recipe(page, "Aces 1 or 11")).to_contain_text("in it already")
    page.get_by_role("button", name="See the table").click()
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert saved(tmp_path, "our-kao-sip-kao") == {"extends": "ninety-nine-thai", "title": "Our Kao sip kao"}


def test_own_game_is_edited_in_place(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    page.locator("#save").click()
    page.get_by_text("Games as files").click()
    page.get_by_role("button", name="Change Our Ninety-nine").click()
    adds(opened(page, "9", "nine"), 5)
    done(page)
    expect(page.locator("#save")).to_have_text("Save")
    page.locator("#save").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert [entry.name for entry in (tmp_path / "variants").iterdir()] == ["our-ninety-nine.toml"]
    assert saved(tmp_path)["cards"]["9"]["add"] == 5


@pytest.mark.slow("edits a game twice on the page")
def test_same_title_asks_before_it_replaces_a_game(open_page: Open, games: GamesAt, tmp_path: Path) -> None:
    page = edited(open_page, games)
    page.locator("#save").click()
    page.locator(".groups").get_by_role("button", name="98").click()
    page.locator(".groups").get_by_role("button", name="99").click()
    unfold(page, "rules")
    page.get_by_role("button", name="Change the card table").click()
    page.get_by_role("button", name="See the table").click()
    adds(opened(page, "9", "nine"), 5)
    done(page)
    expect(page.locator(".ending")).to_contain_text("our-ninety-nine.toml already")
    page.locator("#save").click()
    expect(page.locator(".ending")).to_contain_text("There is a game Our Ninety-nine of yours already.")
    assert "cards" not in saved(tmp_path)
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator(".cards-do")).to_be_visible()
    assert saved(tmp_path)["cards"]["9"]["add"] == 5


def test_leaving_saves_nothing_and_asks_where_something_was_changed(
    open_page: Open, games: GamesAt, tmp_path: Path
) -> None:
    page = edited(open_page, games)
    adds(opened(page, "9", "nine"), 5)
    back = page.locator("header .back")
    back.click()
    back.click()
    expect(page.locator(".recipes")).to_be_visible()
    back.click()
    expect(page.locator(".against")).to_contain_text("What you have changed is not saved.")
    page.locator(".against").get_by_role("button", name="Leave without saving").click()
    unfold(page, "game")
    expect(page.locator(".cards-do")).to_contain_text("pass to you")
    assert not (tmp_path / "variants").exists()
