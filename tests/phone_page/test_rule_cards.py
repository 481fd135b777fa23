"""Tests of playing cards by key: the order each key sends, and the effect of its answer."""

import re
import threading
from typing import Any

from playwright.sync_api import expect

from tests.phone_page import tables
from tests.phone_page.conftest import Open, put
from tests.phone_page.ruling import key, later, orders, rule, sends, sheet, stop_the_watch, table
from tests.phone_page.table_at import TableAt
from tests.shared_port import PATIENCE

Json = dict[str, Any]

SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
WHICH_FIVE: Json = {
    "title": "Which five?",
    "text": "In One Hundred red fives take five off.",
    "cards": [],
    "options": [
        {
            "label": SUITS[suit],
            "makes": makes,
            "suit": suit,
            "order": {"cmd": "play", "card": f"5{suit}"},
        }
        | {"refused": ""}
        for suit, makes in (("S", "102"), ("H", "92"), ("C", "102"), ("D", "92"))
    ],
    "dial": None,
}
UP_OR_DOWN: Json = {
    "title": "Bo's ten",
    "text": "up or down?",
    "cards": ["10S"],
    "options": [
        {"label": label, "makes": makes, "suit": None, "refused": ""}
        | {"order": {"cmd": "play", "card": "10S", "value": value}}
        for label, makes, value in (("take ten off", "87", -10), ("add ten", "107", 10))
    ],
    "dial": None,
}
OVER: Json = {
    "refused": {
        "code": "over-target",
        "sentence": "97 + 8 = 105 is over 99",
        "said": "Not allowed. 97 plus 8 is 105, over 99. Bo still to play.",
    }
}


def with_sets() -> Json:
    parts = tables.ninety_nine()
    parts["game"] |= {"sets": True, "jokers": 2}
    parts["game"]["keys"] = tables.keys(
        [*tables.NINETY_NINE_KEYS, ("JK", "sets 99, owe 2")], suited="2"
    )
    return parts


def test_rank_key_plays_its_rank_at_the_shown_table(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    for rank in ("A", "7", "10", "K"):
        assert sends(page, key(page, rank).click) == {"cmd": "play", "card": rank}
    assert at.posted("order")[0]["seen"] == 412


def test_every_key_explains_the_effect_of_its_rank(open_page: Open) -> None:
    page = rule(open_page, table())
    expect(key(page, "4")).to_contain_text("0, reverse")
    expect(key(page, "K")).to_have_accessible_name(re.compile("king.*sets 99"))
    assert page.locator(".rule .key[data-rank]").count() == 13


def test_joker_has_a_key_if_the_pack_has_jokers(open_page: Open) -> None:
    page = rule(open_page, table(with_sets()))
    assert sends(page, key(page, "JK").click) == {"cmd": "play", "card": "JK"}


def test_suit_mode_asks_for_each_suit_and_previews_the_total(open_page: Open) -> None:
    at = table(with_sets())

    def answers(path: str, body: Json) -> tuple[int, Json] | None:
        if path != "preview":
            return None
        if body["order"]["card"] == "8S":
            return 200, {
                "refused": {
                    "code": "already-played",
                    "sentence": [tables.sign("8S"), " lies on the pile already"],
                }
            }
        return 200, {"total": 105, "state": {}}

    at.answers = answers
    page = rule(open_page, at)
    page.get_by_role("button", name="Suit too").click()
    key(page, "8").click()
    expect(sheet(page)).to_contain_text("Which eight?")
    expect(sheet(page).locator('[data-suit="H"]')).to_contain_text("makes 105")
    expect(sheet(page).locator('[data-suit="S"]')).to_contain_text("lies on the pile already")
    assert sends(page, sheet(page).locator('[data-suit="H"]').click) == {
        "cmd": "play",
        "card": "8H",
    }
    expect(sheet(page)).to_have_count(0)
    assert len(orders(at)) == 1


def test_suit_is_offered_only_if_it_counts(open_page: Open) -> None:
    at = table(with_sets())
    page = rule(open_page, at)
    page.locator("#suit-too").click()
    put(page, at, table())
    expect(page.locator("#suit-too")).to_have_count(0)
    assert sends(page, key(page, "8").click) == {"cmd": "play", "card": "8"}


def test_keys_count_up_a_set_and_ok_plays_it(open_page: Open) -> None:
    at = table(with_sets())
    page = rule(open_page, at)
    page.locator("#several").click()
    for _ in range(3):
        key(page, "8").click()
    expect(key(page, "8")).to_contain_text("3×")
    page.locator("#less").click()
    assert orders(at) == []
    assert sends(page, page.locator("#play-set").click) == {"cmd": "play", "cards": ["8", "8"]}
    expect(page.locator("#several")).to_have_attribute("aria-pressed", "false")


def test_set_asks_for_suits_and_is_kept_after_a_refusal(open_page: Open) -> None:
    at = table(with_sets(), lambda _order: OVER)
    page = rule(open_page, at)
    page.locator("#several").click()
    for suit in "SH":
        key(page, "2").click()
        sheet(page).locator(f'[data-suit="{suit}"]').click()
        expect(sheet(page)).to_have_count(0)
    assert sends(page, page.locator("#play-set").click) == {"cmd": "play", "cards": ["2S", "2H"]}
    expect(page.locator(".place")).to_contain_text("105")
    expect(key(page, "2")).to_contain_text("2×")


def test_set_of_one_is_sent_as_a_card(open_page: Open) -> None:
    page = rule(open_page, table(with_sets()))
    page.locator("#several").click()
    page.locator("#play-set").click()
    expect(page.locator(".place")).to_contain_text("No card yet")
    key(page, "8").click()
    assert sends(page, page.locator("#play-set").click) == {"cmd": "play", "card": "8"}


def test_game_without_sets_has_no_key_for_them(open_page: Open) -> None:
    page = rule(open_page, table())
    expect(page.locator("#several")).to_have_count(0)


def test_missing_suit_is_asked_with_a_preview_of_each(open_page: Open) -> None:
    at = table(ruled=lambda order: {"question": WHICH_FIVE} if order["card"] == "5" else None)
    page = rule(open_page, at)
    key(page, "5").click()
    expect(sheet(page)).to_contain_text("red fives take five off")
    expect(sheet(page).locator('[data-suit="D"]')).to_contain_text("makes 92")
    assert sends(page, sheet(page).locator('[data-suit="D"]').click) == {
        "cmd": "play",
        "card": "5D",
    }
    expect(sheet(page)).to_have_count(0)


def test_choice_sends_the_order_of_its_option_or_none(open_page: Open) -> None:
    at = table(ruled=lambda order: None if "value" in order else {"question": UP_OR_DOWN})
    page = rule(open_page, at)
    page.clock.install()
    key(page, "10").click()
    expect(sheet(page).get_by_role("button", name="take ten off")).to_contain_text("87")
    sheet(page).get_by_role("button", name="Not this card").click()
    expect(sheet(page)).to_have_count(0)
    assert len(orders(at)) == 1
    later(page)
    key(page, "10").click()
    down = {"cmd": "play", "card": "10S", "value": -10}
    assert sends(page, sheet(page).get_by_role("button", name="take ten off").click) == down


def test_number_outside_its_limits_is_not_sent(open_page: Open) -> None:
    dial = {
        "low": 0,
        "high": 100,
        "start": 64,
        "order": {"cmd": "play", "card": "AS"},
        "field": "value",
    }
    question = {
        "title": "Bo's ace",
        "text": "sets which total?",
        "cards": ["AS"],
        "options": [],
        "dial": dial,
    }
    at = table(ruled=lambda order: None if "value" in order else {"question": question})
    page = rule(open_page, at)
    key(page, "A").click()
    place = sheet(page).locator(".figure-place")
    expect(place).to_contain_text("64")
    for digit in "123":
        sheet(page).locator(f'[data-key="{digit}"]').click()
    expect(place).to_contain_text("from 0 to 100")
    sheet(page).get_by_role("button", name="Play it").click()
    expect(sheet(page)).to_contain_text("From 0 to 100")
    assert len(orders(at)) == 1
    sheet(page).get_by_role("button", name="delete a digit").click()
    expect(place.locator("b")).to_have_text("12")
    play = sheet(page).get_by_role("button", name="Play it")
    assert sends(page, play.click) == {"cmd": "play", "card": "AS", "value": 12}


def test_refusal_shows_its_reason_until_the_next_input(open_page: Open) -> None:
    at = table(ruled=lambda order: OVER if order["card"] == "8" else None)
    page = rule(open_page, at)
    key(page, "8").click()
    place = page.locator(".place")
    expect(place).to_contain_text("Not allowed")
    expect(place).to_contain_text("97 + 8 = 105 is over 99")
    expect(place).to_contain_text("Nothing has changed. Bo still to play at 97.")
    expect(page.locator("#urgent")).to_have_text(OVER["refused"]["said"])
    page.keyboard.press("2")
    expect(place).not_to_contain_text("Not allowed")
    expect(place).to_contain_text("Bo plays")


def test_refusal_at_the_box_is_shown_until_the_next_input(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.tell(
        rows=[
            *at.rows,
            tables.row(412, "Bo", "8D", 97, "97 + 8 = 105 is over 99", id="412.1", kind="refused"),
        ]
    )
    expect(page.locator(".place")).to_contain_text("105 is over 99")
    page.keyboard.press("Escape")
    expect(page.locator(".place")).not_to_contain_text("Not allowed")


def test_refusal_does_not_come_back_with_an_undo(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    refused = tables.row(412, "Bo", "8D", 97, "97 + 8 = 105 is over 99", id="412.1", kind="refused")
    at.tell(rows=[*at.rows, refused, tables.row(413, "Bo", "2C", 99)], now=moved(at, 413))
    expect(page.locator(".place")).to_contain_text("2")
    at.tell(rows=at.rows[:-1], now=moved(at, 414))
    expect(page.locator(".place")).not_to_contain_text("2♣")
    expect(page.locator(".place")).not_to_contain_text("Not allowed")


def moved(at: TableAt, sequence: int) -> Json:
    """Return what the page shows of the table after a command with this number."""
    now: Json = at.parts["now"] | {"sequence": sequence}
    return now


def test_conflict_is_shown_and_nothing_is_sent(open_page: Open) -> None:
    said = "Cy's phone: 10 of spades by Ann. Nothing was sent from your phone."
    page = rule(open_page, table(ruled=lambda _order: {"meanwhile": said}))
    key(page, "8").click()
    expect(page.locator(".place")).to_contain_text("Nothing was sent from your phone.")
    expect(page.locator("#urgent")).to_contain_text("Nothing was sent from your phone.")


def test_sheet_closes_when_another_player_plays(open_page: Open) -> None:
    at = table(ruled=lambda _order: {"question": UP_OR_DOWN})
    page = rule(open_page, at)
    key(page, "10").click()
    expect(sheet(page)).to_be_visible()
    played = tables.row(413, "Bo", "10S", 87, "took ten off", by="Cy's phone")
    meanwhile = "Cy's phone: a card by Bo. Nothing was sent from your phone."
    at.tell(
        now=at.parts["now"] | {"sequence": 413, "meanwhile": meanwhile}, rows=[*at.rows, played]
    )
    expect(sheet(page)).to_have_count(0)
    expect(page.locator(".place")).to_contain_text("Cy's phone: a card by Bo.")
    expect(page.locator(".place")).to_contain_text("Nothing was sent from your phone.")
    assert len(orders(at)) == 1


def test_own_play_closes_its_sheet_silently(open_page: Open) -> None:
    at = table(ruled=lambda order: None if "value" in order else {"question": UP_OR_DOWN})
    page = rule(open_page, at)
    key(page, "10").click()
    sends(page, sheet(page).get_by_role("button", name="take ten off").click)
    at.tell(
        now=at.parts["now"] | {"sequence": 413},
        rows=[*at.rows, tables.row(413, "Bo", "10S", 87, "took ten off")],
    )
    expect(page.locator(".place")).to_contain_text("took ten off")
    expect(page.locator(".place")).not_to_contain_text("Nothing was sent")


def test_question_of_the_box_can_be_answered_on_the_phone(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.tell(question=UP_OR_DOWN)
    expect(page.locator(".place")).to_contain_text("The box asks")
    page.get_by_role("button", name="Answer here").click()
    up = {"cmd": "play", "card": "10S", "value": 10}
    assert sends(page, sheet(page).get_by_role("button", name="add ten").click) == up


def test_sheet_of_a_question_closes_when_the_box_gets_the_answer(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.tell(question=UP_OR_DOWN)
    page.get_by_role("button", name="Answer here").click()
    expect(sheet(page)).to_be_visible()
    at.tell(question=None)
    expect(sheet(page)).to_have_count(0)


def test_unpaired_phone_asks_for_the_code(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.rules = False
    key(page, "8").click()
    expect(page.get_by_role("heading", name="The six digits on the box")).to_be_visible()


def test_every_key_shows_the_reason_without_a_connection(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at, clock=True)
    at.silent = True
    page.clock.fast_forward(5000)
    page.wait_for_selector('body[data-link="lost"]')
    assert page.locator(".rule .key[data-rank]").count() == 13
    for control in (
        key(page, "8"),
        page.locator("#bust"),
        page.locator("#check"),
        page.locator("#undo"),
    ):
        expect(control).to_have_attribute("aria-disabled", "true")
    key(page, "8").click(force=True)
    expect(page.locator(".place")).to_contain_text("Can’t reach the box")
    assert orders(at) == []


def test_reason_disappears_when_the_box_is_back(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at, clock=True)
    page.locator("#check").click()
    at.silent = True
    page.clock.fast_forward(5000)
    page.wait_for_selector('body[data-link="lost"]')
    for figure in "97":
        page.keyboard.press(figure)
    page.keyboard.press("Enter")
    expect(sheet(page)).to_contain_text("Can’t reach the box")
    at.silent = False
    at.tell()
    page.wait_for_selector('body[data-link="live"]')
    expect(sheet(page)).not_to_contain_text("Can’t reach the box")
    page.keyboard.press("Escape")
    expect(page.locator(".place")).not_to_contain_text("Can’t reach the box")


def test_stopped_game_accepts_only_undo(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["box"] |= {"stopped": "The cards do not add up: 53 of 52"}
    parts["now"]["refused"] = {"play": "Take the last play back."}
    at = table(parts)
    page = rule(open_page, at)
    key(page, "8").click(force=True)
    expect(page.locator(".place")).to_contain_text("Take the last play back.")
    page.locator("#undo").click()
    page.keyboard.press("Tab")
    page.locator("#undo").focus()
    assert sends(page, lambda: page.keyboard.press("Enter")) == {"cmd": "undo"}
    assert orders(at) == [{"cmd": "undo"}]


def test_double_tap_plays_once(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    stop_the_watch(page, 1000)
    sends(page, key(page, "8").click)
    stop_the_watch(page, 1300)
    key(page, "8").click()
    stop_the_watch(page, 1800)
    sends(page, key(page, "8").click)
    assert orders(at) == [{"cmd": "play", "card": "8"}] * 2


def test_second_tap_of_a_double_tap_does_not_answer_a_new_sheet(open_page: Open) -> None:
    page = rule(open_page, table())
    box = page.locator("#more").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 12
    stop_the_watch(page, 1000)
    page.mouse.click(x, y)
    expect(sheet(page).get_by_role("heading")).to_have_text("More")
    stop_the_watch(page, 1300)
    page.mouse.click(x, y)
    expect(sheet(page).get_by_role("heading")).to_have_text("More")
    stop_the_watch(page, 1800)
    page.mouse.click(x, y)
    expect(page.locator("dialog[open] h2", has_text="More")).to_have_count(0)


def test_pending_key_is_marked_and_sends_only_once(open_page: Open) -> None:
    go_on = threading.Event()
    at = table()

    def answers(path: str, _body: Json) -> tuple[int, Json] | None:
        if path == "order":
            go_on.wait(PATIENCE)
        return None

    at.answers = answers
    page = rule(open_page, at)
    page.clock.install()
    key(page, "8").click()
    expect(key(page, "8")).not_to_have_class("key rank sending")
    page.clock.run_for(400)
    expect(key(page, "8")).to_have_class("key rank sending")
    key(page, "8").press("Enter")  # The same key again, later than a double tap.
    expect(page.locator(".place")).not_to_contain_text("not sent")
    key(page, "9").click()
    expect(page.locator(".place")).to_contain_text("busy: this key was not sent")
    go_on.set()
    expect(key(page, "8")).to_have_class("key rank")
    assert orders(at) == [{"cmd": "play", "card": "8"}]


def goes_on(at: TableAt) -> None:
    """Send every page the card that the following tests play."""
    at.tell(now=at.parts["now"] | {"sequence": 413}, state=at.parts["state"] | {"turn": "Cy"})


def test_input_during_a_pending_card_is_sent_after_it(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.hold_answers()
    key(page, "8").click()
    goes_on(at)
    expect(page.locator("#bust")).to_have_text("Cy busts")
    page.locator("#bust").click()
    sheet(page).get_by_role("button", name="Cy busts").press("Enter")
    assert orders(at) == [{"cmd": "play", "card": "8"}]
    at.let_go()
    expect(sheet(page)).to_have_count(0)
    assert [(body["order"]["cmd"], body["seen"]) for body in at.posted("order")] == [
        ("play", 412),
        ("bust", 413),
    ]


def test_input_queued_behind_a_refused_card_is_dropped_with_a_notice(open_page: Open) -> None:
    refused = {"refused": {"code": "over", "sentence": "97 + 8 = 105 is over 99"}}
    at = table(ruled=lambda order: refused if order["cmd"] == "play" else None)
    page = rule(open_page, at)
    at.hold_answers()
    key(page, "8").click()
    page.locator("#bust").click()
    sheet(page).get_by_role("button", name="Bo busts").press("Enter")
    at.let_go()
    expect(sheet(page).get_by_role("alert")).to_contain_text("this key was not sent")
    assert orders(at) == [{"cmd": "play", "card": "8"}]


def test_question_outdated_by_the_phones_own_card_is_dropped(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.hold_answers()
    key(page, "8").click()
    page.locator("#bust").click()
    sheet(page).get_by_role("button", name="Bo busts").press("Enter")
    goes_on(at)
    expect(page.locator("#bust")).to_have_text("Cy busts")
    at.let_go()
    expect(sheet(page)).to_have_count(0)
    expect(page.locator(".place")).to_contain_text("busy: this key was not sent")
    assert orders(at) == [{"cmd": "play", "card": "8"}]


def test_notice_names_no_other_player_after_the_own_card(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    at.hold_answers()
    key(page, "8").click()
    page.locator("#bust").click()
    goes_on(at)
    expect(page.locator("#bust")).to_have_text("Cy busts")
    at.let_go()
    expect(sheet(page)).to_have_count(0)
    expect(page.locator(".place")).not_to_contain_text("Nothing was sent from your phone")


def test_next_order_refers_to_the_table_after_the_previous_one(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    sends(page, key(page, "8").click)
    sends(page, key(page, "9").click)
    at.tell(now=at.parts["now"] | {"sequence": 420}, state=at.parts["state"] | {"total": 98})
    expect(page.locator(".strip .total")).to_have_text("98")
    sends(page, key(page, "7").click)
    assert [body["seen"] for body in at.posted("order")] == [412, 413, 420]


def test_unpaired_phone_shows_no_keys(open_page: Open) -> None:
    at = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    page = open_page(at, tab="rule")
    expect(page.get_by_role("heading", name="The six digits on the box")).to_be_visible()
    expect(page.locator(".rule")).to_have_count(0)
