"""Tests of playing a trick game: suit and rank, disputes, and the points of a whole round."""

from typing import Any

from playwright.sync_api import expect

from tests.browser import answered
from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.ruling import key, orders, rule, sends, sheet, table

Json = dict[str, Any]


def before_the_first_card() -> Json:
    parts = tables.spaghetti()
    parts["game"] |= {"step": 10, "sums": [130], "sum_words": "130", "costs": "each trick costs 10"}
    parts["state"] |= {"led": None, "trick": []}
    parts["now"] |= {"trick": None, "refused": {}}
    return parts


def round_over() -> Json:
    parts = tables.spaghetti()
    parts["state"] |= {"phase": "round-over", "turn": None, "trick": [], "led": None}
    can = tables.NOTHING_CAN | {"points": ["Ann", "Bo", "Cy", "Di"]}
    parts["now"] |= {"deals": "Di", "can": can}
    return parts


def test_led_suit_is_preselected(open_page: Open) -> None:
    page = rule(open_page, table(tables.spaghetti()))
    expect(page.locator('.area [data-suit="D"]')).to_have_attribute("aria-pressed", "true")
    assert sends(page, key(page, "9").click) == {"cmd": "play", "card": "9D"}


def test_another_suit_is_tapped_before_the_rank(open_page: Open) -> None:
    page = rule(open_page, table(tables.spaghetti()))
    page.locator('.area [data-suit="S"]').click()
    assert sends(page, key(page, "K").click) == {"cmd": "play", "card": "KS"}
    expect(page.locator('.area [data-suit="D"]')).to_have_attribute("aria-pressed", "true")


def test_suit_chosen_during_a_pending_play_is_for_the_next_card(open_page: Open) -> None:
    at = table(tables.spaghetti())
    page = rule(open_page, at)
    at.hold_answers()
    key(page, "9").click()
    page.locator('.area [data-suit="S"]').click()
    at.let_go()
    answered(page)
    expect(page.locator('.area [data-suit="S"]')).to_have_attribute("aria-pressed", "true")
    assert sends(page, key(page, "K").click) == {"cmd": "play", "card": "KS"}


def test_suit_stays_chosen_when_its_card_is_refused(open_page: Open) -> None:
    refused = {"refused": {"code": "restricted", "sentence": "No spade yet"}}
    page = rule(open_page, table(tables.spaghetti(), ruled=lambda _: refused))
    page.locator('.area [data-suit="S"]').click()
    sends(page, key(page, "K").click)
    answered(page)
    expect(page.locator('.area [data-suit="S"]')).to_have_attribute("aria-pressed", "true")


def test_rank_at_the_lead_asks_for_its_suit(open_page: Open) -> None:
    at = table(before_the_first_card())
    page = rule(open_page, at)
    key(page, "Q").click()
    expect(sheet(page)).to_contain_text("Which queen?")
    assert orders(at) == []
    assert sends(page, sheet(page).locator('[data-suit="C"]').click) == {
        "cmd": "play",
        "card": "QC",
    }


def test_current_trick_is_above_the_keys(open_page: Open) -> None:
    page = rule(open_page, table(tables.spaghetti()))
    place = page.locator(".place")
    expect(place.get_by_role("listitem")).to_have_count(2)
    expect(place).to_contain_text("Bo has it so far")
    expect(place).to_contain_text("Round 4 of 6, trick 5")
    expect(page.locator(".area")).to_contain_text("No spades may be led until one is discarded")


def test_revoke_is_undone_or_accepted(open_page: Open) -> None:
    standing = {"cmd": "play", "card": "7D", "accept_revoke": True}
    option = {"makes": "", "suit": None, "refused": ""}
    question = {
        "title": "Cy's 7 of diamonds",
        "text": ["No ", tables.sign("D"), " in trick 2, so none now"],
        "cards": ["7D"],
        "options": [
            option | {"label": "Undo it", "order": None},
            option | {"label": "Accept it, for 50", "order": standing},
        ],
        "dial": None,
    }
    refused = {
        "refused": {"code": "revoke", "sentence": ["Cy had no ", tables.sign("D"), " in trick 2"]},
        "question": question,
    }
    at = table(tables.spaghetti(), lambda order: None if "accept_revoke" in order else refused)
    page = rule(open_page, at)
    key(page, "7").click()
    expect(sheet(page)).to_contain_text("in trick 2, so none now")
    expect(sheet(page).get_by_role("button", name="Not this card")).to_have_count(0)
    sheet(page).get_by_role("button", name="Undo it").click()
    expect(sheet(page)).to_have_count(0)
    expect(page.locator(".place")).to_contain_text("Nothing has changed. Cy still to play.")
    assert len(orders(at)) == 1
    page.keyboard.type("7d")
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "play", "card": "7D"}
    stands = sheet(page).get_by_role("button", name="Accept it")
    assert sends(page, stands.click) == standing


def test_points_of_a_round_are_entered_as_in_a_points_game(open_page: Open) -> None:
    at = table(before_the_first_card())
    page = rule(open_page, at)
    page.get_by_role("button", name="Enter points").click()
    expect(sheet(page)).to_contain_text("each trick costs 10")
    for _ in range(2):
        sheet(page).get_by_role("button", name="Ann: 10 more").click()
    sheet(page).get_by_role("button", name="Bo: 10 less").click()  # stays at zero
    expect(sheet(page).locator(".entries li").first).to_contain_text("85 → 105")
    expect(sheet(page)).to_contain_text("20 of 130")
    sheet(page).get_by_role("button", name="Next: Cy").click()
    page.keyboard.type("50")
    sheet(page).get_by_role("button", name="The 60 left: Di").click()
    expect(sheet(page)).to_contain_text("That adds up")
    assert sheet(page).locator('[data-key="-"]').count() == 0
    points = {"Ann": 20, "Bo": 0, "Cy": 50, "Di": 60}
    score = sheet(page).get_by_role("button", name="Enter round 4")
    assert sends(page, score.click) == {"cmd": "score", "points": points}
    expect(sheet(page)).to_have_count(0)


def test_points_below_zero_are_entered_where_the_round_has_some(open_page: Open) -> None:
    parts = before_the_first_card()
    parts["game"] |= {"sums": [-80], "sum_words": "-80", "below_zero": True}
    page = rule(open_page, table(parts))
    page.get_by_role("button", name="Enter points").click()
    for _ in range(2):
        sheet(page).get_by_role("button", name="Ann: 10 less").click()
    expect(sheet(page).locator(".entries li").first).to_contain_text("85 → 65")
    sheet(page).get_by_role("button", name="Next: Bo").click()
    page.keyboard.type("60")
    sheet(page).locator('[data-key="-"]').click()
    expect(sheet(page)).to_contain_text("−80 of")
    sheet(page).get_by_role("button", name="0 for all others").click()
    points = {"Ann": -20, "Bo": -60, "Cy": 0, "Di": 0}
    score = sheet(page).get_by_role("button", name="Enter round 4")
    assert sends(page, score.click) == {"cmd": "score", "points": points}


def test_points_are_entered_only_before_the_first_card(open_page: Open) -> None:
    at = table(tables.spaghetti())
    page = rule(open_page, at)
    page.get_by_role("button", name="Enter points").click(force=True)
    expect(page.locator(".place")).to_contain_text("Cards of this round have been played already")
    expect(sheet(page)).to_have_count(0)


def test_called_points_are_checked_when_the_round_is_over(open_page: Open) -> None:
    checked = {"checked": {"called": 25, "correct": False, "verdict": "It is 30", "said": ""}}
    page = rule(open_page, table(round_over(), lambda _order: checked))
    page.get_by_role("button", name="Check points").press("Enter")
    sheet(page).get_by_role("button", name="Bo", exact=True).press("Enter")
    page.keyboard.type("25")
    expect(sheet(page).get_by_role("button", name="minus")).to_have_count(0)
    check = sheet(page).get_by_role("button", name="Check", exact=True)
    assert sends(page, check.click) == {"cmd": "claim", "player": "Bo", "points": 25}
    expect(sheet(page)).to_contain_text("It is 30")


def test_deal_button_deals_the_next_round(open_page: Open) -> None:
    page = rule(open_page, table(round_over()))
    assert sends(page, page.get_by_role("button", name="Di deals round 5").click) == {"cmd": "deal"}


def test_trick_game_has_no_bust_and_no_sets(open_page: Open) -> None:
    at = table(tables.spaghetti())
    page = rule(open_page, at)
    page.keyboard.press("b")
    page.keyboard.press("+")
    expect(sheet(page)).to_have_count(0)
    expect(page.locator("#bust, #several")).to_have_count(0)
    assert orders(at) == []
