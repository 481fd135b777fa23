"""Tests of what a screen reader announces: only changes, with suits and ranks in words."""

from typing import Any

from playwright.sync_api import expect

from tests.node import run_module
from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.table_at import TableAt

Json = dict[str, Any]

HAPPENED = 'export { happened as default } from "/shared/js/speech.js";'


def table(rows: list[Json], **state: Any) -> Json:
    parts = tables.ninety_nine()
    parts["state"] |= state
    return told(parts, rows)


def told(parts: Json, rows: list[Json]) -> Json:
    return parts | {"now": parts["now"] | tables.moving(parts), "plays": rows}


def heard(before: Json, after: Json) -> Json:
    heard: Json = run_module(HAPPENED, before, after)
    return heard


ROWS = tables.ninety_nine_rows()
REFUSED = tables.row(412, "Bo", "8H", 97) | {
    "kind": "refused",
    "id": "412.1",
    "said": "Not allowed. No.",
}
CALLED = tables.row(412, "Ann", "", 97) | {
    "kind": "miscount",
    "id": "412.2",
    "said": "Ann called 96.",
}


def test_plays_are_spoken_with_the_player_to_act() -> None:
    plays = [*ROWS, tables.row(413, "Bo", "2S", 99), tables.row(414, "Cy", "9C", 99)]
    assert heard(table(ROWS), table(plays, turn="Di", total=99)) == {
        "said": "Bo 2S. 99. Cy 9C. 99. Di to play.",
        "brief": "99. Di to play.",
        "urgent": "",
    }


def test_refusal_is_assertive() -> None:
    told = heard(table(ROWS), table([*ROWS, REFUSED]))
    assert told == {"said": "", "brief": "", "urgent": REFUSED["said"]}


def test_call_is_spoken_without_the_player_to_act() -> None:
    assert heard(table(ROWS), table([*ROWS, CALLED]))["said"] == CALLED["said"]


def test_undone_play_is_spoken_with_total_and_turn() -> None:
    after = table([*ROWS[:-1], REFUSED], turn="Ann", direction="counterclockwise")
    said = "Undone: Ann's 4H. Total 97. Ann to play, counterclockwise."
    assert heard(table([*ROWS, CALLED]), after)["said"] == said


def test_new_game_is_spoken_with_its_name() -> None:
    other = table(ROWS[:1], total=0, turn="Ann")
    other["game"] = other["game"] | {"number": 2, "said": "One Hundred."}
    assert heard(table(ROWS), other)["said"] == "One Hundred. 0. Ann to play."
    assert heard(table(ROWS), told(tables.nobody(), []))["said"] == "Nobody is playing."


def test_unchanged_state_is_not_spoken() -> None:
    assert heard(table(ROWS), table(ROWS))["said"] == ""


def test_only_the_last_of_quick_events_is_spoken_with_total_and_turn(open_page: Open) -> None:
    table_at = TableAt(tables.ninety_nine(), ROWS)
    page = open_page(table_at, clock=True)
    expect(page.locator(".total")).to_have_text("97")
    page.clock.fast_forward(3000)
    eight, two = (
        tables.row(413, "Bo", "2S", 99),
        tables.row(414, "Cy", "9C", 99, "“pass to you 99”"),
    )
    state = table_at.parts["state"]
    table_at.tell(rows=[*ROWS, eight], state=state | {"total": 99, "turn": "Cy"})
    expect(page.locator("#polite")).to_have_text("Bo 2S. 99. Cy to play.")
    table_at.tell(rows=[*ROWS, eight, two], state=state | {"total": 99, "turn": "Di"})
    expect(page.get_by_role("img", name="Total 99. Di to play, clockwise.")).to_be_visible()
    page.clock.fast_forward(2000)
    expect(page.locator("#polite")).to_have_text("99. Di to play.")


def test_initial_state_is_not_spoken(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    expect(page.locator(".total")).to_have_text("97")
    expect(page.locator("#polite")).to_be_empty()
    expect(page.locator("#urgent")).to_be_empty()
