"""Tests of pairing with the six digits from the box's display."""

import threading
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.phone.statistics.routes import evening_page
from tests.phone.house import House
from tests.phone_page import tables
from tests.phone_page.conftest import Enter, Open
from tests.phone_page.table_at import Answer, TableAt
from tests.shared_port import PATIENCE

Json = dict[str, Any]

CODE = "482913"
WRONG = "Wrong code: four tries left."


def locked(parts: Json | None = None) -> TableAt:
    """Return a table that pairs a phone for the right code."""
    at = TableAt(parts or tables.ninety_nine(), tables.ninety_nine_rows() if parts is None else ())

    def answers(path: str, body: Json) -> Answer | None:
        if path == "/evening" and not at.rules:
            return 401, {"problem": "First enter the code shown on the display."}
        if path == "/evening":
            return 200, evening_page(())
        if path != "/pair":
            return None
        if body["code"] != CODE:
            return 403, {"problem": WRONG}
        at.rules = True
        return 200, {"rules": True, "name": body["name"] or "A phone"}

    at.answers = answers
    return at


def enter(open_page: Open, at: TableAt) -> Page:
    page = open_page(at, tab="rule")
    expect(page.get_by_role("heading", name="The six digits on the box")).to_be_visible()
    return page


def tries(at: TableAt) -> list[Json]:
    return at.posted("/pair")


def test_sixth_digit_of_the_keypad_pairs_the_phone(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    for digit in CODE[:5]:
        page.get_by_role("button", name=digit, exact=True).click()
    assert tries(at) == []
    page.get_by_role("button", name=CODE[5], exact=True).click()
    page.wait_for_selector(".rule")
    assert tries(at) == [{"code": CODE, "name": ""}]
    expect(page.locator("#polite")).to_have_text("You can play.")


ANSWERED = """(times) => {
  const asked = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/me"));
  return asked.length >= times;
}"""
"""True once the page has been told so many times whether it may play."""


def test_answer_from_before_the_code_does_not_unpair_the_phone(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    page.wait_for_function(ANSWERED, arg=1)
    usual, asked, late = at.answers, threading.Event(), threading.Event()
    assert usual is not None

    def answers(path: str, body: Json) -> Answer | None:
        if path == "/me" and not asked.is_set():
            asked.set()
            assert late.wait(PATIENCE)
            return 200, {"rules": False, "name": ""}
        return usual(path, body)

    at.answers = answers
    at.tell(ruling=at.parts["ruling"] | {"version": 7})
    assert asked.wait(PATIENCE)
    page.get_by_label("The six digits", exact=True).fill(CODE)
    page.wait_for_selector(".rule")
    late.set()
    page.wait_for_function(ANSWERED, arg=2)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator(".rule").is_visible()


def test_paired_phone_sends_the_time_to_a_box_that_lacks_it(open_page: Open) -> None:
    at = locked()
    me = {"rules": True, "name": "A phone", "player": "", "lacks_time": True}
    at.answers = lambda path, _body: (200, me) if path == "/me" else None
    page = open_page(at)
    page.evaluate("() => { Date.now = () => 1700000000500; }")
    at.tell(ruling=at.parts["ruling"] | {"version": 7})
    page.wait_for_function(ANSWERED, arg=4)  # two questions, and the time after each answer
    assert at.posted("/me")[1:] == [{"now": 1700000000.5}]


def test_digit_can_be_deleted(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    page.get_by_role("button", name="7", exact=True).click()
    page.get_by_role("button", name="delete a digit").click()
    page.keyboard.type(CODE)
    page.wait_for_selector(".rule")
    assert [attempt["code"] for attempt in tries(at)] == [CODE]


def test_pasted_code_may_contain_separators(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    at.answers = lambda path, _body: (
        (403, {"problem": "Not that code."}) if path == "/pair" else None
    )
    field = page.get_by_label("The six digits", exact=True)
    for pasted in (CODE, "482 913", " 482-913\n", "Code: 482913."):
        field.focus()
        with page.expect_response("**/pair"):
            page.evaluate(
                """(text) => {
                  const clipboardData = new DataTransfer();
                  clipboardData.setData("text/plain", text);
                  const given = { clipboardData, bubbles: true, cancelable: true };
                  document.activeElement.dispatchEvent(new ClipboardEvent("paste", given));
                }""",
                pasted,
            )
        expect(page.locator(".pair .digits.sending")).to_have_count(0)
        assert tries(at)[-1]["code"] == CODE, pasted
    assert len(tries(at)) == 4


def test_autofill_of_the_phone_enters_the_code(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    field = page.get_by_label("The six digits", exact=True)
    expect(field).to_have_attribute("autocomplete", "one-time-code")
    expect(field).to_have_attribute("inputmode", "numeric")
    field.fill(CODE)
    page.wait_for_selector(".rule")
    assert len(tries(at)) == 1


def test_wrong_code_shows_the_tries_left_and_clears_the_digits(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    page.keyboard.type("111111")
    expect(page.locator("#pair-problem")).to_contain_text(WRONG)
    expect(page.locator("#urgent")).to_have_text(WRONG)
    expect(page.get_by_label("The six digits", exact=True)).to_have_value("")
    page.keyboard.type("4")
    expect(page.locator("#pair-problem")).to_be_empty()
    expect(page.get_by_label("The six digits", exact=True)).to_have_value("4")


def test_keys_are_ignored_while_a_code_is_checked(open_page: Open) -> None:
    at, go_on = locked(), threading.Event()
    usual = at.answers
    assert usual is not None

    def answers(path: str, body: Json) -> Answer | None:
        if path == "/pair":
            go_on.wait(10)
        return usual(path, body)

    at.answers = answers
    page = enter(open_page, at)
    page.keyboard.type(CODE)
    page.keyboard.type("111111")
    go_on.set()
    page.wait_for_selector(".rule")
    assert len(tries(at)) == 1


@pytest.mark.parametrize(
    ("typed", "sent"), [("Cy", "Cy's phone"), ("Phoneix", "Phoneix's phone"), ("  ", "")]
)
def test_phone_is_named_after_its_owner(open_page: Open, typed: str, sent: str) -> None:
    at = locked(tables.nobody())
    page = enter(open_page, at)
    page.get_by_label("Whose phone is this?").fill(typed)
    page.get_by_label("The six digits", exact=True).fill(CODE)
    page.wait_for_selector(".rule")
    assert tries(at) == [{"code": CODE, "name": sent}]


def test_phone_at_a_table_is_named_after_its_seat(open_page: Open) -> None:
    page = enter(open_page, locked())
    expect(page.get_by_label("The six digits", exact=True)).to_be_visible()
    assert page.get_by_label("Whose phone is this?").count() == 0


def test_figures_in_a_name_do_not_enter_the_code(open_page: Open) -> None:
    at = locked(tables.nobody())
    page = enter(open_page, at)
    page.get_by_label("Whose phone is this?").focus()
    page.keyboard.type("Table 123456")
    expect(page.get_by_label("Whose phone is this?")).to_have_value("Table 123456")
    expect(page.get_by_label("The six digits", exact=True)).to_have_value("")
    assert tries(at) == []


def test_pairing_can_be_cancelled(open_page: Open) -> None:
    page = enter(open_page, locked())
    page.get_by_role("button", name="Just watch").click()
    page.wait_for_selector('body[data-tab="table"]')


def test_lost_connection_does_not_count_as_a_wrong_code(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    at.answers = lambda path, _body: (404, "no JSON") if path == "/pair" else None
    page.keyboard.type(CODE)
    expect(page.locator("#pair-problem")).to_contain_text("Can’t reach the box")


def test_closed_evening_explains_itself_and_asks_for_the_code(open_page: Open) -> None:
    at = locked()
    page = open_page(at, tab="evening")
    expect(page.get_by_role("heading", name="The evening is for players only")).to_be_visible()
    expect(page.get_by_role("link", name="Save as CSV")).to_have_count(0)
    page.keyboard.type(CODE)
    expect(page.locator(".evening").get_by_text("No games yet")).to_be_visible()
    assert tries(at) == [{"code": CODE, "name": ""}]


def test_paired_page_opens_a_new_line_and_receives_times_of_plays(open_page: Open) -> None:
    at = locked()
    told = at.rows
    at.rows = [row | {"at": None} for row in told]
    page = enter(open_page, at)
    page.goto(f"{at.address}#table")
    plays = page.locator(".all-plays .play")
    expect(plays).to_have_count(len(told))
    expect(plays.locator("time")).to_have_count(0)
    at.rows = told
    page.goto(f"{at.address}#rule")
    page.get_by_label("The six digits", exact=True).fill(CODE)
    page.wait_for_selector(".rule")
    page.goto(f"{at.address}#table")
    expect(plays.locator("time")).to_have_count(len(told))


def test_phone_that_loses_its_rights_opens_a_new_line_at_once(open_page: Open) -> None:
    at = locked()
    page = enter(open_page, at)
    with page.expect_websocket():
        at.hang_up(4001)
    expect(page.locator(".standing")).to_have_text("view only")


SHOWN = {"seconds": 100, "tries": 5, "guessed": False}


def showing(**chances: Any) -> TableAt:
    """Return a box that shows a code, with `chances` in place of 100 seconds and five tries."""
    at = locked()
    usual = at.answers
    assert usual is not None

    def answers(path: str, body: Json) -> Answer | None:
        return (200, SHOWN | chances) if path == "/pairing" else usual(path, body)

    at.answers = answers
    return at


def test_page_counts_down_the_lifetime_of_the_code(open_page: Open) -> None:
    page = open_page(showing(seconds=62), tab="rule", clock=True)
    left = page.locator("#pair-left")
    expect(left).to_have_text("Valid for 1:02 · 5 tries left")
    expect(page.locator(".pair > .secondary")).to_have_text(
        "Or scan the QR code there instead of typing."
    )
    page.clock.run_for(3000)
    expect(left).to_have_text("Valid for 0:59 · 5 tries left")
    page.clock.run_for(60_000)
    expect(left).to_be_empty()
    expect(page.locator(".pair > .secondary")).to_contain_text("Hold MORE on the box")


def test_page_asks_again_when_the_box_shows_a_code(open_page: Open) -> None:
    at = showing(seconds=None)
    page = enter(open_page, at)
    expect(page.locator(".pair > .secondary")).to_contain_text("Hold MORE on the box")
    later = showing()
    at.answers = later.answers
    at.tell(ruling=at.parts["ruling"] | {"version": 7})
    expect(page.locator("#pair-left")).to_contain_text("Valid for 1:")


def test_page_explains_that_other_phones_tries_are_separate(open_page: Open) -> None:
    page = enter(open_page, showing(guessed=True))
    expect(page.locator(".guessing")).to_contain_text("This does not affect you.")


def test_digits_are_asked_for_on_the_tapped_page(open_page: Open) -> None:
    at = TableAt(tables.ninety_nine())
    usual = locked()
    at.answers = usual.answers
    at.parts["state"] |= {"phase": "hand-over", "turn": None}
    page = open_page(at)
    page.get_by_role("button", name="Play from this phone").click()
    sheet = page.locator("dialog[open]")
    expect(sheet.get_by_role("heading", name="The six digits on the box")).to_be_visible()
    expect(sheet.get_by_role("button", name="1", exact=True)).to_be_focused()
    page.keyboard.type(CODE)
    expect(sheet.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    assert [attempt["code"] for attempt in at.posted("/pair")] == [CODE]
    assert page.locator('body[data-tab="table"]').count() == 1


def test_sheet_of_the_digits_can_be_closed(open_page: Open) -> None:
    at = locked()
    at.parts["state"] |= {"phase": "hand-over", "turn": None}
    page = open_page(at)
    page.get_by_role("button", name="Play from this phone").click()
    page.locator("dialog[open]").get_by_role("button", name="Just watch").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize(("button", "shut"), [("Block it", True), ("It’s one of us", False)])
def test_paired_phone_can_block_or_allow_a_guesser(
    open_page: Open, button: str, *, shut: bool
) -> None:
    at = TableAt(tables.ninety_nine(), rules=True)
    me = {"rules": True, "name": "Cy's phone", "player": ""}
    guesser: Json = {"guesser": {"address": "192.168.178.61", "count": 9, "since": 1_800_000_000}}

    def answers(path: str, body: Json) -> Answer | None:
        if path == "/me" and body:
            guesser.clear()
        return (200, me | guesser) if path == "/me" else None

    at.answers = answers
    page = open_page(at)
    notice = page.locator(".notice.guessing")
    expect(notice).to_contain_text("9 wrong codes from 192.168.178.61 since")
    expect(page.locator(".board")).to_be_visible()
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector(".rule #more")
    keys, below = page.locator(".rule #more").bounding_box(), notice.bounding_box()
    assert keys is not None
    assert below is not None
    assert keys["y"] + keys["height"] < below["y"]
    notice.get_by_role("button", name=button).click()
    expect(notice).to_have_count(0)
    assert at.posted("/me") == [{"shut": shut}]


def test_paired_phone_shows_a_code_for_the_next_one(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path) as house:
        page = enter(house)
        page.get_by_role("button", name="More", exact=True).press("Enter")
        page.get_by_role("button", name="Connect another phone").press("Enter")
        shown = page.locator("dialog[open]")
        expect(shown.get_by_role("img", name="QR code")).to_be_visible()
        code = shown.locator(".code").inner_text().replace(" ", "")
        assert house.phone().post("/pair", {"code": code}).status_code == 200
        expect(shown.get_by_role("status")).to_have_text("The other phone can play now.")
        shown.get_by_role("button", name="Another code").press("Enter")
        expect(shown.locator(".code")).to_be_visible()
        assert shown.locator(".code").inner_text().replace(" ", "") != code


def test_first_phone_of_a_box_without_display_is_let_in_by_a_tap(open_page: Open) -> None:
    at = locked()
    chances = {"seconds": None, "tries": 5, "guessed": False, "open": True, "display": False}

    def answers(path: str, _: Json) -> Answer | None:
        if path == "/pairing":
            return 200, chances
        if path != "/pair":
            return None
        at.rules = True
        return 200, {"rules": True, "name": "A phone"}

    at.answers = answers
    page = open_page(at, tab="rule")
    expect(page.get_by_role("heading", name="The first phone")).to_be_visible()
    page.get_by_role("button", name="Play on this phone").click()
    page.wait_for_selector(".rule")
    assert tries(at) == [{"code": "", "name": ""}]


def test_next_phone_of_a_box_without_display_asks_the_first_for_the_digits(open_page: Open) -> None:
    at = locked()
    chances = {"seconds": None, "tries": 5, "guessed": False, "open": False, "display": False}
    at.answers = lambda path, _: (200, chances) if path == "/pairing" else None
    page = open_page(at, tab="rule")
    expect(page.get_by_role("heading", name="The six digits", exact=True)).to_be_visible()
    expect(page.get_by_text("Another phone can play already.")).to_be_visible()
    expect(page.locator("#code")).to_be_visible()
