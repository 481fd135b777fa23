"""Tests of what an unpaired phone can read about games, and of games as files."""

import tomllib
from pathlib import Path

from playwright.sync_api import expect

from companion.core.commands import New
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, Open
from tests.phone_page.games_at import GamesAt, asking, unfold

PLAYED = New(
    variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), house={"cards": {"2": {"add": 22}}}
)


def test_unpaired_phone_shows_the_rules_in_force(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", tables.ninety_nine(), playing=PLAYED, rules=False)
    page = open_page(games, tab="game")
    expect(page.get_by_role("heading", name="Ninety-nine", level=2).first).to_be_visible()
    expect(page.locator(".cards-do .plain")).to_contain_text("adds 22")
    expect(page.locator("#start")).to_have_count(0)
    expect(page.locator(".seats")).to_have_count(0)
    page.get_by_role("button", name="Enter the code").click()
    digits = page.locator("dialog[open]").get_by_role("heading", name="The six digits on the box")
    expect(digits).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-tab", "game")


def test_finished_game_is_not_shown_as_current(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", tables.ninety_nine(), playing=PLAYED, rules=False)
    page = open_page(games, tab="game")
    expect(page.locator(".playing")).to_contain_text("is being played")
    games.tell(state=games.parts["state"] | {"phase": "game-over", "turn": None, "winner": "Ann"})
    expect(page.locator(".playing")).to_contain_text("is over")
    expect(page.locator(".playing")).not_to_contain_text("played")


def test_unpaired_phone_shows_other_games_and_returns(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", tables.ninety_nine(), playing=PLAYED, rules=False)
    page = open_page(games, tab="game")
    page.get_by_role("button", name="Tricks").click()
    expect(page.locator(".cards-do")).to_contain_text("each trick costs 10")
    page.get_by_role("button", name="Current game").click()
    expect(page.locator(".cards-do .plain")).to_contain_text("adds 22")


def test_catalogue_is_shown_without_a_game(open_page: Open, tmp_path: Path) -> None:
    page = open_page(GamesAt(tmp_path / "variants", rules=False), DESK, tab="game")
    expect(page.locator(".cards-do .plain")).to_contain_text("add their pips")
    expect(page.get_by_role("heading", name="Ninety-nine", level=2, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Load a game")).to_have_count(0)


def test_file_of_a_game_can_be_shared(open_page: Open, tmp_path: Path) -> None:
    page = open_page(GamesAt(tmp_path / "variants"), tab="game", accept_downloads=True)
    unfold(page, "game")
    page.get_by_text("Games as files").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Share Ninety-nine").click()
    assert download.value.suggested_filename == "ninety-nine.toml"
    assert tomllib.loads(download.value.path().read_text("utf-8"))["title"] == "Ninety-nine"


def test_imported_file_is_added_to_the_catalogue(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants")
    page = open_page(games, tab="game")
    unfold(page, "game")
    file = tmp_path / "Evas 99.toml"
    file.write_text('extends = "ninety-nine"\ntitle = "Eva\'s 99"\ntarget = 77\n', "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", name="Eva's 99")).to_be_visible()
    expect(page.locator(".cards-do .plain")).to_contain_text("sets the total to 77")
    assert (tmp_path / "variants" / "evas-99.toml").read_text("utf-8") == file.read_text("utf-8")
    file.write_text('extends = "ninety-nine"\ntitle = "Eva\'s 99"\ntarget = 88\n', "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".files")).to_contain_text("You already have a game Eva's 99.")
    assert "77" in (tmp_path / "variants" / "evas-99.toml").read_text("utf-8")
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator(".cards-do .plain")).to_contain_text("sets the total to 88")


def test_invalid_file_is_rejected_with_a_sentence(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants")
    page = open_page(games, tab="game")
    unfold(page, "game")
    file = tmp_path / "letter.toml"
    file.write_text("Dear Eva", "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".files .not-yet")).to_contain_text(
        "This game cannot be played: line 1: is not TOML"
    )
    file.write_text("#" * 70_000, "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".files .not-yet")).to_contain_text(
        "letter.toml is not a game: it is larger than 60 KiB"
    )
    assert not (tmp_path / "variants").exists()


def test_failed_list_is_requested_again(open_page: Open, tmp_path: Path) -> None:
    games = GamesAt(tmp_path / "variants", asking())
    answers, games.answers = games.answers, lambda path, _: (404, {}) if path == "/games" else None
    page = open_page(games, tab="game", clock=True)
    expect(page.get_by_role("heading", name="Can’t reach the box.")).to_be_visible()
    games.answers = answers
    page.clock.fast_forward(2000)
    unfold(page, "game")
    expect(page.locator(".chosen")).to_contain_text("Ninety-nine")
