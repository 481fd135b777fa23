"""The page calls aloud what the box calls, from one tap on "Call for us"."""

import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.box.requests import read_table_command
from companion.core.commands import New
from companion.dialogs.context import UseVoice
from companion.message import render
from companion.referee import Referee
from tests.browser import Contexts, line_of
from tests.games.streams import Stream
from tests.phone.house import House
from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.ruling import rule, sends, sheet
from tests.phone_page.table_at import TableAt
from tests.phone_page.test_owner import owned
from tests.table.tables import VARIANTS

CHANGES = int(os.environ.get("CHANGES", "15"))
"""The number of utterances that the page must repeat."""

RECORDED = """() => {
  window.spoken = [];
  const speech = {
    speak: ({ text, lang }) => window.spoken.push(`${lang}: ${text}`),
    cancel: () => window.spoken.push("cut off"),
  };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
}"""


def called(number: int, text: str, turn: str, player: str | None = None) -> dict[str, Any]:
    return {"number": number, "text": text, "turn": turn, "player": player, "mode": "after"}


def listening(page: Page) -> Page:
    """Return the page with its voice recorded, after a tap on the switch."""
    page.evaluate(RECORDED)
    switch = page.get_by_role("switch", name="Call for us")
    switch.click()
    expect(switch).to_be_checked()
    assert heard(page) == ["cut off", "en: I call for you."]
    return page


def heard(page: Page) -> list[str]:
    said: list[str] = page.evaluate("() => window.spoken.splice(0)")
    return said


def with_voice(at: TableAt) -> TableAt:
    at.parts["voice"] = called(7, "89.", "Ann to play.", "Ann")
    return at


def tell(page: Page, at: TableAt, voice: dict[str, Any]) -> list[str]:
    """Send an utterance to the page, and return what it says."""
    with line_of(page).expect_event("framereceived", lambda message: '"voice"' in message):
        at.tell(voice=voice)
    return heard(page)


def test_page_is_silent_until_the_tap_and_then_calls_only_what_is_new(open_page: Open) -> None:
    at = with_voice(TableAt(tables.ninety_nine()))
    page = open_page(at)
    page.evaluate(RECORDED)
    assert tell(page, at, called(8, "97, back on you.", "Bo to play.", "Bo")) == []
    listening(page)
    assert tell(page, at, called(9, "98.", "Bo to play.", "Bo")) == [
        "cut off",
        "en: 98. Bo to play.",
    ]
    assert tell(page, at, called(9, "98.", "Bo to play.", "Bo") | {"mode": "caller"}) == []
    page.get_by_role("switch", name="Call for us").click()
    assert heard(page) == ["cut off"]
    assert tell(page, at, called(10, "99.", "Cy to play.", "Cy")) == []


def test_phone_of_a_player_says_that_it_is_their_turn(open_page: Open) -> None:
    at = with_voice(owned("Bo"))
    page = listening(open_page(at))
    assert tell(page, at, called(8, "97.", "Bo to play.", "Bo")) == [
        "cut off",
        "en: 97. Your turn.",
    ]
    assert tell(page, at, called(9, "98.", "Cy to play.", "Cy")) == [
        "cut off",
        "en: 98. Cy to play.",
    ]


def test_phone_chooses_when_the_voices_call(open_page: Open) -> None:
    page = rule(open_page, with_voice(owned("")))
    page.locator("#more").click()
    row = sheet(page).get_by_role("button", name="Calls come after the player")
    assert sends(page, lambda: row.press("Enter")) == {"cmd": "voice", "mode": "caller"}


@pytest.mark.slow("plays random games on a real box while a page listens")
def test_page_calls_exactly_what_the_box_calls(tmp_path: Path, contexts: Contexts) -> None:
    game = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))
    with House(tmp_path / "data", game) as house, contexts.page((360, 780)) as page:
        page.goto(f"{house.address}/#table")
        listening(page)
        house.at_the_box(lambda: house.driver.rule(UseVoice("caller")))
        referee, stream = Referee(VARIANTS), Stream(54, comings=0.05)
        reply: dict[str, Any] | None = None
        by_box: list[str] = []
        by_page: list[str] = []
        while len(by_box) < CHANGES:
            line = stream.next(reply)
            reply = json.loads(referee.answer(line))
            sent = json.loads(line)
            if not reply["ok"] or sent["cmd"] in ("state", "variants"):
                continue
            number = house.box.shown.called.number
            order = read_table_command(sent)
            house.at_the_box(partial(house.driver.rule, order))
            called_now = house.box.shown.called
            if called_now.number == number:
                continue
            by_box.append(f"en: {render(called_now.utterance.words, 'spoken')}")
            page.wait_for_function("() => window.spoken.length > 1")
            by_page += [said for said in heard(page) if said != "cut off"]
        assert by_page == by_box


def test_page_shows_a_hidden_total_as_a_question_mark(open_page: Open) -> None:
    at = with_voice(owned("Bo"))
    at.parts["state"] |= {"total": "?"}
    at.rows[-1] = at.rows[-1] | {"total": "?", "text": "“back on you ?”"}
    for tab in ("table", "rule", "wall"):
        page = open_page(at, tab=tab)
        expect(page.locator(".total").first).to_have_text("?")
        expect(page.locator("body")).not_to_contain_text("NaN")


def test_phone_hides_and_shows_the_totals(open_page: Open) -> None:
    at = with_voice(owned(""))
    at.parts["voice"] |= {"learns": False}
    page = rule(open_page, at)
    page.locator("#more").click()
    row = sheet(page).get_by_role("button", name="Learn to add: hide the totals")
    assert sends(page, lambda: row.press("Enter")) == {"cmd": "learn", "on": True}
