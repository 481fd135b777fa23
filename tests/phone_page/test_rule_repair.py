"""Tests of correcting the box, from the button to the correction, with the number of taps."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.core.commands import Bust, Deal, New, Play, Score
from companion.games.adding.state import AddingState
from companion.variants.reading import finish_variant, merge_content, read_content
from tests.browser import answered
from tests.games.points_games import HEAD
from tests.phone.house import House
from tests.phone.repairs.missed import explain
from tests.phone_page import tables
from tests.phone_page.conftest import Enter, Open
from tests.phone_page.ruling import key, rule, sends, sheet, stop_the_watch, table

SPAGHETTI = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy", "Di"))


class Finger:
    """Taps on a page and counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        stop_the_watch(self.page, 1000.0 * self.taps)  # prevents double taps
        target.click()

    def button(self, name: str) -> None:
        self.tap(sheet(self.page).get_by_role("button", name=name, exact=True))


def stands(house: House) -> tuple[int, str | None]:
    state = house.table.state
    assert isinstance(state, AddingState)
    return state.total, state.name_of(state.turn)


@pytest.mark.slow("lets two phones in at a box, and corrects its game")
def test_missed_card_is_corrected_with_four_taps(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        page, other = enter(house), enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        expect(sheet(page)).to_contain_text("Enter what is on the table")
        expect(sheet(page).get_by_role("button", name="Cy")).to_have_count(0)
        finger.button("1")
        finger.button("5")
        one = sheet(page).locator(".explanation")
        expect(one).to_have_count(1)
        expect(sheet(page).get_by_role("heading", name="15", exact=True)).to_be_visible()
        expect(one.locator(".tile.in")).to_have_text("added:7")
        finger.tap(one)
        for each in (page, other):
            expect(each.locator(".strip .total")).to_have_text("15")
            expect(each.locator(".place")).to_contain_text("Corrected: a card was not scanned")
        expect(sheet(page)).to_have_count(0)
        assert finger.taps == 4
        assert stands(house) == (15, "Cy")
        answered(page)
        page.locator("#undo").press("Enter")
        page.locator("#undo").press("Enter")
        expect(page.locator(".strip .total")).to_have_text("8")
        assert stands(house) == (8, "Bo")


def test_answer_to_an_outdated_question_is_dropped(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        held: list[Route] = []
        page.route("**/explain", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function
        page.locator("#not-right").press("Enter")
        expect(sheet(page)).to_contain_text("Enter what is on the table")
        with page.expect_request("**/explain"):
            page.keyboard.type("15")
        page.keyboard.press("Backspace")
        with page.expect_response("**/explain"):
            held.pop().continue_()
        answered(page)
        expect(sheet(page).locator(".figure-place b")).to_have_text("1")
        expect(sheet(page).locator(".explanation")).to_have_count(0)


def test_enter_after_the_figures_ignores_a_newly_arrived_explanation(
    tmp_path: Path, enter: Enter
) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        page.locator("#not-right").press("Enter")
        expect(sheet(page)).to_contain_text("Enter what is on the table")
        page.keyboard.type("15")
        one = sheet(page).locator(".explanation")
        expect(one).to_have_count(1)
        expect(sheet(page).get_by_role("heading", name="15", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        expect(one).to_have_count(1)
        answered(page)
        assert stands(house) == (8, "Bo")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(sheet(page)).to_have_count(0)
        assert stands(house) == (15, "Cy")


def test_wrong_call_is_corrected_with_two_taps(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        page.locator("#check").press("Enter")
        page.keyboard.type("15")
        page.keyboard.press("Enter")
        expect(sheet(page)).to_contain_text("It is 8")
        page.keyboard.press("Escape")
        page.goto(f"{house.address}/#table")
        finger = Finger(page)
        finger.tap(page.get_by_role("button", name="Not right?"))
        finger.tap(sheet(page).locator(".explanation"))
        expect(sheet(page)).to_have_count(0)
        assert finger.taps == 2
        assert stands(house) == (15, "Cy")


def test_two_open_cards_are_asked_for_one_after_the_other(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        finger.button("2")
        finger.button("8")
        one = sheet(page).locator(".explanation", has=page.locator(".tile.in + .tile.in")).first
        expect(one.locator(".tile.in")).to_have_text(["added:?", "added:?"])
        finger.tap(one)
        for player, card in (("Bo", "jack"), ("Cy", "queen")):
            expect(sheet(page).get_by_role("heading", name=player, exact=True)).to_be_visible()
            finger.tap(sheet(page).get_by_role("button", name=card))
        expect(sheet(page)).to_have_count(0)
        state = house.table.state
        assert isinstance(state, AddingState)
        assert [str(card) for card in state.pile[-2:]] == ["J", "Q"]
        assert stands(house) == (28, "Di")


def test_agreement_of_box_and_table_changes_nothing(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", SPAGHETTI) as house:
        house.obey(Play(card="2D"))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        finger.button("2")
        expect(sheet(page).get_by_role("heading", level=2)).to_have_text("2 in the trick")
        finger.button("1")
        finger.button("Bo")
        expect(sheet(page)).to_contain_text("The box agrees.")
        finger.button("Close")
        expect(sheet(page)).to_have_count(0)


def test_tap_before_the_first_answer_is_explained_as_well(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", SPAGHETTI) as house:
        house.obey(Play(card="2D"))
        page = enter(house)
        held: list[Route] = []
        page.route("**/explain", lambda route: held.append(route), times=1)  # noqa: PLW0108  # Playwright marks the function
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        with page.expect_request("**/explain"):
            finger.button("2")
        finger.button("Cy")
        heading = sheet(page).get_by_role("heading", level=2)
        expect(heading).to_have_text("2 in the trick, then Cy")
        with page.expect_response("**/explain"):
            held.pop().continue_()
        answered(page)
        expect(heading).to_have_text("2 in the trick, then Cy")


def test_miscount_shows_the_call_and_the_boxs_total(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        finger.button("9")
        finger.button("What may have happened?")
        one = sheet(page).locator(".explanation", has_text="a miscount")
        expect(one.locator(".was")).to_have_text("9")
        expect(one.locator(".becomes")).to_have_text("8Bo")
        finger.tap(one)
        expect(sheet(page)).to_have_count(0)
        assert stands(house) == (8, "Bo")


def test_card_can_be_inserted_by_hand(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        house.obey(Play(card="5H"))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        finger.button("1")
        finger.button("9")
        finger.button("None of these: by hand")
        expect(sheet(page)).to_contain_text("Nothing changed yet")
        finger.tap(sheet(page).locator(".mend-row").first)
        finger.button("Insert after")
        finger.tap(sheet(page).locator('[data-rank="6"]'))
        expect(sheet(page)).to_contain_text("it would then be")
        finger.button("Correct it: 19, then Di")
        expect(sheet(page)).to_have_count(0)
        assert stands(house) == (19, "Di")


def test_total_can_be_changed_by_hand_as_the_last_resort(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        finger.button("5")
        finger.button("0")
        finger.button("None of these: by hand")
        finger.button("Change by hand")
        finger.button("Change it")
        expect(sheet(page)).to_have_count(0)
        assert stands(house) == (50, "Bo")


def test_cards_in_a_hand_are_changed_by_hand(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#more"))
        finger.button("Change by hand")
        finger.button("Cards")
        finger.button("Bo: one card more")
        finger.button("Change it")
        expect(sheet(page)).to_have_count(0)
        state = house.table.state
        assert isinstance(state, AddingState)
        assert [player.cards for player in state.players] == [3, 4, 3, 3]


def test_play_that_becomes_illegal_is_asked_about(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data", explain=explain) as house:
        for card in ("8S", "KH", "9C"):
            house.obey(Play(card=card))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.locator("#not-right"))
        finger.button("9")
        finger.button("9")
        finger.button("Show the last plays anyway")
        finger.tap(sheet(page).locator(".mend-row").nth(1))
        finger.button("Insert after")
        finger.tap(sheet(page).locator('[data-rank="2"]'))
        expect(sheet(page).get_by_role("alert")).to_contain_text("99 + 2 = 101 is over 99")
        expect(sheet(page)).to_contain_text("One play needs an answer")
        assert stands(house) == (99, "Di")


@pytest.fixture
def busted(tmp_path: Path) -> Iterator[House]:
    """Yield Ninety-nine in hand 2, after a bust that Bo has paid for."""
    with House(tmp_path / "data") as house:
        for command in (Play(card="KS"), Bust(), Deal()):
            house.obey(command)
        yield house


def chips(house: House) -> tuple[list[int | None], int]:
    state = house.table.state
    assert isinstance(state, AddingState)
    return [player.chips for player in state.players], state.pot


def count(finger: Finger, *steps: str) -> None:
    """Open "Not right?", and count chips that differ from the box's."""
    finger.tap(finger.page.locator("#not-right"))
    finger.button("Chips")
    for step in steps:
        finger.button(step)


@pytest.mark.slow("lets two phones in at a box, and corrects its game")
def test_counted_chip_is_traced_to_an_unpaid_bust(busted: House, enter: Enter) -> None:
    held, pot = chips(busted)
    page, other = enter(busted), enter(busted)
    finger = Finger(page)
    count(finger, "Bo: one chip more", "What may have happened?")
    one = sheet(page).locator(".explanation").first
    expect(one).to_contain_text("No chip paid for hand 1?")
    expect(one.locator(".was")).to_have_text(f"Bo {held[1]}, the pot {pot}")
    expect(one.locator(".becomes")).to_have_text(f"Bo {(held[1] or 0) + 1}, the pot {pot - 1}")
    finger.tap(one)
    for each in (page, other):
        expect(each.locator(".place")).to_contain_text("Corrected")
    expect(sheet(page)).to_have_count(0)
    assert finger.taps == 5
    assert chips(busted) == ([held[0], (held[1] or 0) + 1, *held[2:]], pot - 1)
    assert busted.phone(rules=True).rule(cmd="undo").keys() == {"done"}
    assert chips(busted) == (held, pot)


def test_unexplained_chips_are_set_as_counted(busted: House, enter: Enter) -> None:
    held, pot = chips(busted)
    finger = Finger(enter(busted))
    count(
        finger,
        "Cy: one chip more",
        "What may have happened?",
        "None of these: use our count",
        "Change it",
    )
    expect(sheet(finger.page)).to_have_count(0)
    assert chips(busted) == ([*held[:2], (held[2] or 0) + 1, held[3]], pot - 1)


def test_matching_chips_need_no_explanation(busted: House, enter: Enter) -> None:
    finger = Finger(enter(busted))
    count(finger, "What may have happened?")
    expect(sheet(finger.page).get_by_role("alert")).to_contain_text("there is nothing to explain")


def test_round_of_the_sheet_is_tapped_and_corrected(tmp_path: Path, enter: Enter) -> None:
    any_game = New(variant="points", players=("Ann", "Bo"))
    with House(tmp_path / "data", any_game) as house:
        house.obey(Score({"Ann": 3, "Bo": 5}))
        house.obey(Deal())
        house.obey(Score({"Ann": 1, "Bo": 2}))
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.get_by_role("button", name="Correct round 1"))
        expect(sheet(page)).to_contain_text("Correct round 1")
        sheet(page).get_by_role("button", name="Points of Bo: 5").click()
        finger.button("7")
        finger.button("Correct round 1")
        expect(sheet(page)).to_have_count(0)
        assert points(house) == [4, 9]


def test_round_that_counts_twice_shows_its_result(
    tmp_path: Path, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEAD + '[[rounds]]\nsums = [26]\ntimes = 2\n[[rounds]]\nsays = "The rest"\n'
    twice = finish_variant("twice", merge_content(read_content(text), {}))
    monkeypatch.setattr("tests.drivers.box.VARIANTS", {"twice": twice})
    with House(tmp_path / "data", New(variant="twice", players=("Ann", "Bo"))) as house:
        house.obey(Score({"Ann": 20, "Bo": 6}))
        house.obey(Deal())
        page = enter(house)
        finger = Finger(page)
        finger.tap(page.get_by_role("button", name="Correct round 1"))
        finger.button("Ann: 1 less")
        expect(sheet(page).locator(".sum")).to_contain_text("25 of 26")
        finger.button("Bo: 1 more")
        expect(sheet(page).locator(".entries")).to_contain_text("40 → 38")
        expect(sheet(page).locator(".entries")).to_contain_text("12 → 14")
        finger.button("Correct round 1")
        expect(sheet(page)).to_have_count(0)
        assert points(house) == [38, 14]


def points(house: House) -> list[int | None]:
    assert house.table.state is not None
    return [player.points for player in house.table.state.players]


def test_card_out_of_turn_is_refused_and_leads_to_the_question(open_page: Open) -> None:
    refused = {
        "refused": {
            "code": "not-your-turn",
            "sentence": "It is Bo’s turn",
            "said": "It is Bo’s turn.",
        }
    }
    page = rule(open_page, table(ruled=lambda _order: refused))
    key(page, "8").click()
    page.locator(".refused").get_by_role("button", name="Not right?").press("Enter")
    expect(sheet(page)).to_contain_text("The total on the table")


def test_unpaired_phone_is_not_asked(open_page: Open) -> None:
    wrong = tables.row(413, "Bo", "", 0) | {"id": "412.1", "kind": "miscount", "cards": []}
    wrong |= {"struck": {"before": "called ", "name": "96", "after": ""}}
    at = table(rows=[*tables.ninety_nine_rows(), wrong])
    page = open_page(at)
    expect(page.locator(".all-plays .acts")).to_have_count(1)
    at.rules = False
    at.tell(ruling={"phones": 0, "version": 2})
    expect(page.locator(".all-plays .acts")).to_have_count(0)


def test_earlier_call_and_newest_play_have_separate_undo_buttons(open_page: Open) -> None:
    called = tables.row(412, "Ann", "", 0) | {"id": "412.1", "kind": "miscount", "cards": []}
    called |= {"at": 1764211200.5, "struck": {"before": "called ", "name": "96", "after": ""}}
    parts = tables.ninety_nine()
    parts["now"] |= {"sequence": 413, "steps": 2}
    at = table(parts, rows=[called, tables.row(413, "Bo", "7H", 97) | {"step": 2}])
    page = open_page(at)
    undos = page.locator(".all-plays .acts button")
    expect(undos).to_have_count(2)
    newest, of_call = undos.all()
    for undo, order in (
        (newest, {"cmd": "undo"}),
        (of_call, {"cmd": "undo-call", "at": 1764211200.5}),
    ):
        undo.press("Enter")
        expect(undo).to_have_text("Yes, undo")
        assert sends(page, partial(undo.press, "Enter")) == order
