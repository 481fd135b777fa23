"""Tests of playing a points game with a real table behind the page: rounds are entered, undone and
ended.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.variants import load_variants
from companion.variants.reading import finish_variant, merge_content, read_content
from tests.phone_page.conftest import Open
from tests.phone_page.points_at import PointsAt
from tests.phone_page.ruling import orders, rule, sends, sheet
from tests.variants.shown_games import SHOWN

HEARTS = """
family = "points"
title = "Hearts"
short = "He"
wins = "lowest"
target = 100
sums = [26, 52]
"""


@pytest.fixture
def at(tmp_path: Path) -> PointsAt:
    return PointsAt(
        tmp_path,
        finish_variant("hearts", merge_content(read_content(HEARTS), {})),
        "Ann",
        "Bo",
        "Cy",
    )


def enters(page: Page, *points: str) -> None:
    """Enter the points from one player to the next, skipping names that are left out."""
    for place, text in enumerate(points):
        for sign in text:
            sheet(page).locator(f'[data-key="{sign}"]').click()
        if place < len(points) - 1:
            main(page).click()


def main(page: Page) -> Locator:
    return sheet(page).locator(".foot .main")


def entered(page: Page) -> list[str]:
    return sheet(page).locator(".given").all_inner_texts()


@pytest.mark.slow("enters two rounds on the page")
def test_two_rounds_are_entered_undone_and_ended(open_page: Open, at: PointsAt) -> None:
    page = rule(open_page, at)
    page.get_by_role("button", name="Enter round 1").click()
    enters(page, "20", "9")
    expect(sheet(page).locator(".sum")).to_contain_text("29 of 26 or 52")
    sheet(page).get_by_role("button", name="Points of Bo").click()
    enters(page, "4")
    rest = sheet(page).get_by_role("button", name="The 2 left: Cy")
    expect(main(page)).to_have_text("Next: Cy")
    rest.click()
    expect(sheet(page).locator(".sum")).to_contain_text("That adds up")
    sheet(page).get_by_role("button", name="Cy: 1 more").click()
    sends(page, main(page).click)
    expect(sheet(page).get_by_role("alert")).to_contain_text("together it must be 26 or 52")
    assert entered(page) == ["20", "4", "3"]
    sheet(page).get_by_role("button", name="Cy: 1 less").click()
    assert sends(page, main(page).click) == {
        "cmd": "score",
        "points": {"Ann": 20, "Bo": 4, "Cy": 2},
    }
    expect(page.locator(".rounds tfoot td b")).to_have_text(["20", "4", "2"])

    page.locator('nav a[href="#table"]').click()
    page.wait_for_selector('body[data-tab="table"]')  # both tabs have the button
    page.get_by_role("button", name="Enter round 2").press("Enter")  # deals the round as well
    enters(page, "-5", "31")
    expect(sheet(page).locator(".entries li").first).to_contain_text("20 → 15")
    sheet(page).get_by_role("button", name="Not yet").press("Enter")
    page.get_by_role("button", name="Enter round 2").press("Enter")
    assert entered(page) == ["−5", "31", ""]
    sheet(page).get_by_role("button", name="The 0 left: Cy").click()
    sends(page, main(page).click)
    expect(page.locator(".rounds tfoot td b")).to_have_text(["15", "35", "2"])
    expect(page.locator(".rounds tfoot .mark")).to_contain_text("lowest")
    expect(page.locator(".rounds tfoot small")).to_have_text(["13 behind", "33 behind", "lowest"])

    page.locator("#undo").press("Enter")
    page.locator("#undo").press("Enter")
    expect(page.locator(".rounds tfoot td b")).to_have_text(["20", "4", "2"])
    page.get_by_role("button", name="End the game").click()
    end = sheet(page).get_by_role("button", name="End the game")
    assert sends(page, end.click) == {"cmd": "end"}
    expect(page.locator(".strip .whose")).to_have_text("Cy wins")
    assert [order["cmd"] for order in orders(at)] == [
        "score",
        "score",
        "deal",
        "score",
        "undo",
        "end",
    ]


def shown(folder: Path, name: str, *players: str) -> PointsAt:
    """Return a table that plays a game of tests/variants/shown."""
    variant = load_variants(extra=[SHOWN / f"{name}.toml"]).variants[name]
    return PointsAt(folder, variant, *players)


def test_round_is_entered_by_a_tap_on_each_winner_and_one_amount(
    open_page: Open, tmp_path: Path
) -> None:
    at = shown(tmp_path, "doppelkopf-by-winners", "Ann", "Bo", "Cy", "Di")
    page = rule(open_page, at)
    page.get_by_role("button", name="Enter round 1").click()
    expect(main(page)).to_have_text("Who has won?")
    for name in ("Ann", "Bo", "Cy", "Bo"):
        sheet(page).get_by_role("button", name=name, exact=True).click()
    expect(sheet(page).locator('[aria-pressed="true"]')).to_have_text(["Ann", "Cy"])
    expect(main(page)).to_have_text("The amount is missing")
    sheet(page).locator('[data-key="2"]').click()
    assert sends(page, main(page).click) == {
        "cmd": "score",
        "winners": ["Ann", "Cy"],
        "amount": 2,
    }
    expect(page.locator(".rounds tfoot td b")).to_have_text(["2", "−2", "2", "−2"])


def test_amount_that_cannot_be_shared_is_refused_on_the_sheet(
    open_page: Open, tmp_path: Path
) -> None:
    text = HEARTS.replace("sums = [26, 52]", 'entry = "winners"')
    variant = finish_variant("ours", merge_content(read_content(text), {}))
    page = rule(open_page, PointsAt(tmp_path, variant, "Ann", "Bo", "Cy"))
    page.get_by_role("button", name="Enter round 1").click()
    expect(sheet(page).get_by_role("button", name="Ann", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    sheet(page).get_by_role("button", name="Bo", exact=True).click()
    sheet(page).locator('[data-key="3"]').click()
    sends(page, main(page).click)
    expect(sheet(page).get_by_role("alert")).to_contain_text("cannot be shared out evenly among 2")


def test_points_of_teams_are_entered_and_shown_once(open_page: Open, tmp_path: Path) -> None:
    page = rule(open_page, shown(tmp_path, "spades-in-teams", "Ann", "Bo", "Cy", "Di"))
    page.get_by_role("button", name="Enter round 1").click()
    expect(sheet(page).locator(".entries .name")).to_have_text(["Ann & Cy", "Bo & Di"])
    enters(page, "62")
    expect(main(page)).to_have_text("Next: Bo & Di")
    enters(page, "", "-40")
    assert sends(page, main(page).click) == {"cmd": "score", "points": {"Ann": 62, "Bo": -40}}
    expect(page.locator(".rounds thead th")).to_have_text(["Round", "Ann & Cy", "Bo & Di"])
    expect(page.locator(".rounds tfoot td b")).to_have_text(["62", "−40"])


def test_bids_are_entered_first_and_then_tricks_that_begin_with_them(
    open_page: Open, tmp_path: Path
) -> None:
    page = rule(open_page, shown(tmp_path, "wizard-with-bids", "Ann", "Bo", "Cy"))
    page.get_by_role("button", name="Enter the bids").click()
    sheet(page).get_by_role("button", name="Bo: one more").click()
    assert sends(page, main(page).click) == {
        "cmd": "score",
        "bids": {"Ann": 0, "Bo": 1, "Cy": 0},
    }
    page.get_by_role("button", name="Enter round 1").click()
    expect(sheet(page).locator(".given")).to_have_text(["0", "1", "0"])
    sheet(page).get_by_role("button", name="Cy: one more").click()
    assert sends(page, main(page).click) == {
        "cmd": "score",
        "tricks": {"Ann": 0, "Bo": 1, "Cy": 1},
    }
    expect(page.locator(".rounds tfoot td b")).to_have_text(["20", "30", "−10"])


def test_negative_standing_is_checked(open_page: Open, at: PointsAt) -> None:
    page = rule(open_page, at)
    page.get_by_role("button", name="Check points").click()
    sheet(page).get_by_role("button", name="Bo", exact=True).click()
    page.keyboard.type("-5")
    sends(page, sheet(page).get_by_role("button", name="Check", exact=True).click)
    expect(sheet(page)).to_contain_text("It is 0")


def test_player_who_left_is_not_asked_for_points(open_page: Open, at: PointsAt) -> None:
    page = rule(open_page, at)
    page.locator("#more").click()
    sheet(page).get_by_role("button", name="Player leaves").click()
    sheet(page).get_by_role("button", name="Bo", exact=True).click()
    sends(page, sheet(page).get_by_role("button", name="Bo leaves").click)
    page.get_by_role("button", name="Enter round 1").click()
    expect(sheet(page).locator(".entries .name")).to_have_text(["Ann", "Cy"])


def test_table_shows_the_sheet_of_rounds(open_page: Open, at: PointsAt) -> None:
    page = open_page(at)
    expect(page.locator(".points-board")).to_contain_text("its points add up to 26 or 52")
    expect(page.locator(".rounds")).to_contain_text("to 100, lowest wins")


def test_list_of_keys_has_no_keys_for_cards(open_page: Open, at: PointsAt) -> None:
    page = rule(open_page, at)
    page.keyboard.press("?")
    expect(sheet(page).locator("dt")).to_have_text(
        ["Enter", "Backspace", "Left, Right", "=", "Esc, ?"]
    )
    page.keyboard.press("Escape")
    page.keyboard.press("=")
    expect(sheet(page)).to_contain_text("Whose points?")


def test_no_standing_is_foretold_that_may_become_another(tmp_path: Path, open_page: Open) -> None:
    exactly = HEARTS + "exact = { 20 = 0 }\n"
    at = PointsAt(
        tmp_path, finish_variant("hearts", merge_content(read_content(exactly), {})), "Ann", "Bo"
    )
    page = rule(open_page, at)
    page.get_by_role("button", name="Enter round 1").click()
    enters(page, "20")
    expect(sheet(page).locator(".entries li").first).not_to_contain_text("→")
