"""What a screen reader hears: only what changed, suits and ranks in words."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Contexts
from tests.phone_page import tables
from tests.phone_page.conftest import Open, opening
from tests.phone_page.table_at import TableAt
from tests.shared_port import SharedPorts

Json = dict[str, Any]

HAPPENED = """async ([before, after]) => {
  const { happened } = await import("/shared/js/speech.js");
  return happened(before, after);
}"""


@pytest.fixture(scope="module")
def page(contexts: Contexts, ports: SharedPorts) -> Iterator[Page]:
    """A page whose functions are asked, which changes nothing in it."""
    with opening(contexts, ports) as open_page:
        yield open_page(TableAt(tables.nobody()))


def table(rows: list[Json], **state: Any) -> Json:
    parts = tables.ninety_nine()
    parts["state"] |= state
    return parts | {"plays": rows}


def heard(page: Page, before: Json, after: Json) -> Json:
    told: Json = page.evaluate(HAPPENED, [before, after])
    return told


ROWS = tables.ninety_nine_rows()


def test_accepted_card_is_spoken_with_call_direction_and_turn(page: Page) -> None:
    before = table(ROWS[:-1], turn="Ann", direction="counterclockwise")
    told = heard(page, before, table(ROWS, turn="Bo"))
    assert told["said"] == "Ann, four of hearts. 97, back on Bo. Clockwise. Bo to play."
    assert told["brief"] == "97. Bo to play."
    assert told["urgent"] == ""


def test_owed_play_is_spoken(page: Page) -> None:
    joker = tables.row(413, "Eva", "JK", 98, "set it", after=["Cy owes two plays"])
    told = heard(page, table(ROWS), table([*ROWS, joker], turn="Cy", owed=2, total=98))
    assert told["said"] == "Eva, joker. 98. Cy owes two plays."


def test_bust_is_spoken_with_its_chip(page: Page) -> None:
    bust = tables.row(413, "Bo", "", 97, "busts at 97") | {
        "kind": "bust",
        "cards": [],
        "after": ["Bo pays a chip: three left", "Cy deals next"],
    }
    after = table([*ROWS, bust], phase="hand-over", turn=None)
    after["now"]["deals"] = "Cy"
    told = heard(page, table(ROWS), after)
    assert told["said"] == "Bo busts at 97 and pays a chip: three left. Cy deals."


def test_last_bust_of_a_game_names_the_winner_once(page: Page) -> None:
    bust = tables.row(413, "Bo", "", 97, "busts at 97") | {
        "kind": "bust",
        "cards": [],
        "after": ["Bo pays the last chip", "Bo is out", "Cy wins"],
    }
    told = heard(page, table(ROWS), table([*ROWS, bust], phase="game-over", turn=None, winner="Cy"))
    assert told["said"] == "Bo busts at 97 and pays the last chip. Bo is out. Cy wins."


def test_refusal_is_assertive_and_speaks_its_sum(page: Page) -> None:
    refused = tables.row(412, "Bo", "8H", 97, "97 + 8 = 105 is over 99") | {"kind": "refused", "id": "412.1"}
    told = heard(page, table(ROWS), table([*ROWS, refused]))
    assert told == {
        "said": "",
        "brief": "",
        "urgent": "Refused. 97 plus 8 is 105, over 99. Bo still to play.",
    }


def test_refusal_speaks_its_card(page: Page) -> None:
    refused = tables.row(412, "Bo", "8D", 97, "8♦ lies on the pile: Bo played it") | {
        "kind": "refused",
        "id": "412.1",
    }
    told = heard(page, table(ROWS), table([*ROWS, refused]))
    assert told["urgent"] == "Refused. Eight of diamonds lies on the pile: Bo played it. Bo still to play."


def test_miscount_is_spoken(page: Page) -> None:
    called = tables.row(412, "Ann", "", 97, "called 96, it is 97") | {
        "kind": "miscount",
        "cards": [],
        "id": "412.1",
    }
    assert heard(page, table(ROWS), table([*ROWS, called]))["said"] == "Ann called 96. It is 97."


def test_play_taken_back_is_spoken(page: Page) -> None:
    told = heard(page, table(ROWS), table(ROWS[:-1], turn="Ann", direction="counterclockwise"))
    assert told["said"] == "Taken back: Ann’s four of hearts. 97, Ann to play, counterclockwise."


def test_bust_taken_back_is_spoken(page: Page) -> None:
    bust = tables.row(413, "Bo", "", 97, "busts at 97") | {"kind": "bust", "cards": []}
    told = heard(page, table([*ROWS, bust], phase="hand-over", turn=None), table(ROWS))
    assert told["said"] == "Taken back: Bo’s bust. 97, Bo to play, clockwise."


def test_deal_taken_back_is_spoken(page: Page) -> None:
    deal = tables.row(414, "Cy", "", 0, "deals hand 4") | {"kind": "deal", "cards": [], "hand": 4}
    after = table(ROWS, phase="hand-over", turn=None)
    after["now"]["deals"] = "Cy"
    told = heard(page, table([*ROWS, deal], hand=4, total=0, turn="Di"), after)
    assert told["said"] == "Taken back: Cy deals hand 4. 97, Cy deals."


def test_a_card_of_a_trick_taken_back_ends_in_one_full_stop(page: Page) -> None:
    row = tables.row(201, "Di", "2D", 0, "") | {"kind": "play", "hand": 4, "total": None}
    spaghetti = tables.spaghetti()
    spaghetti["state"] |= {"turn": "Di"}
    told = heard(page, spaghetti | {"plays": [row]}, spaghetti | {"plays": []})
    assert told["said"] == "Taken back: Di’s two of diamonds. Di to play."


def test_deal_is_spoken(page: Page) -> None:
    deal = tables.row(414, "Cy", "", 0, "deals hand 4") | {"kind": "deal", "cards": [], "hand": 4}
    told = heard(
        page, table(ROWS, phase="hand-over", turn=None), table([*ROWS, deal], hand=4, total=0, turn="Di")
    )
    assert told["said"] == "Cy deals hand 4. Di to play."


def test_another_game_is_named(page: Page) -> None:
    other = table([], total=0, turn="Ann")
    other["game"] = other["game"] | {"number": 2, "title": "One Hundred"}
    assert heard(page, table(ROWS), other)["said"] == "One Hundred. 0. Ann to play."
    assert heard(page, table(ROWS), tables.nobody() | {"plays": []})["said"] == "Nobody is playing."


def test_a_minus_is_said_as_one(page: Page) -> None:
    ten = tables.row(413, "Bo", "10S", -12, "took ten off")
    told = heard(page, table(ROWS), table([*ROWS, ten], total=-12, turn="Cy"))
    assert told["said"] == "Bo, ten of spades. −12. Cy to play."


def test_a_trick_is_taken_by_its_card(page: Page) -> None:
    before = tables.spaghetti()
    row = tables.row(201, "Di", "2D", 0, "") | {
        "kind": "trick",
        "text": "",
        "hand": 4,
        "total": None,
        "after": ["Bo takes it, 25"],
    }
    after = tables.spaghetti()
    after["state"] |= {"turn": "Bo", "led": None, "trick": []}
    after["now"]["trick"] |= {"taken": True, "says": "Bo takes it, 25"}
    told = heard(page, before | {"plays": []}, after | {"plays": [row]})
    assert told["said"] == "Di, two of diamonds. Jack of diamonds takes it, 25. Bo leads."


def test_nothing_new_says_nothing(page: Page) -> None:
    assert heard(page, table(ROWS), table(ROWS))["said"] == ""


def test_only_the_last_of_quick_events_speaks_total_and_turn(open_page: Open) -> None:
    table_at = TableAt(tables.ninety_nine(), ROWS)
    page = open_page(table_at, clock=True)
    expect(page.locator(".total")).to_have_text("97")
    page.clock.fast_forward(3000)
    eight, two = tables.row(413, "Bo", "2S", 99), tables.row(414, "Cy", "9C", 99, "“pass to you 99”")
    state = table_at.parts["state"]
    table_at.tell(rows=[*ROWS, eight], state=state | {"total": 99, "turn": "Cy"})
    expect(page.locator("#polite")).to_have_text("Bo, two of spades. 99. Cy to play.")
    table_at.tell(rows=[*ROWS, eight, two], state=state | {"total": 99, "turn": "Di"})
    expect(page.get_by_role("img", name="Total 99. Di to play, clockwise.")).to_be_visible()
    page.clock.fast_forward(2000)
    expect(page.locator("#polite")).to_have_text("99. Di to play.")


def test_initial_state_is_not_spoken(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    expect(page.locator(".total")).to_have_text("97")
    expect(page.locator("#polite")).to_be_empty()
    expect(page.locator("#urgent")).to_be_empty()
