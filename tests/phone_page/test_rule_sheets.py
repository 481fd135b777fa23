"""Tests of the sheets of an adding game: bust, check, undo, deal, and rarer actions."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.phone_page import tables
from tests.phone_page.conftest import DESK, Open, resize
from tests.phone_page.ruling import key, later, orders, rule, sends, sheet, table

Json = dict[str, Any]


def hand_over(**can: Any) -> Json:
    parts = tables.ninety_nine()
    parts["state"] |= {"phase": "hand-over", "turn": None, "owed": 0}
    parts["now"] |= {
        "deals": "Cy",
        "can": tables.NOTHING_CAN | can,
        "undo": tables.undo("Bo’s bust", "97 stays, Bo to play, a chip returned"),
    }
    return parts


def game_over() -> Json:
    parts = hand_over()
    parts["state"] |= {"phase": "game-over", "winner": "Ann"}
    parts["now"] |= {
        "deals": None,
        "result": tables.result(
            ("Ann", 3, "3 chips"), ("Bo", 0, "out in hand 3"), won="Ann", evening=[("Ann", 2)]
        ),
        "again": {
            "cmd": "new",
            "variant": "ninety-nine",
            "players": ["Ann", "Bo", "Cy", "Di"],
            "dealer": "Di",
        },
    }
    return parts


def tap(page: Page, name: str) -> None:
    sheet(page).get_by_role("button", name=name, exact=True).click()


def rank(page: Page, name: str) -> None:
    sheet(page).locator(f'[data-rank="{name}"]').click()


def test_bust_asks_once_and_names_the_player(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.get_by_role("button", name="Bo busts").click()
    expect(sheet(page)).to_contain_text("Bo busts at 97?")
    expect(sheet(page)).to_contain_text("pays 1")
    tap(page, "No bust")
    expect(sheet(page)).to_have_count(0)
    assert orders(at) == []
    page.keyboard.press("b")
    assert sends(page, lambda: tap(page, "Bo busts")) == {"cmd": "bust"}


def test_answered_sheet_sends_no_second_answer(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.locator("#bust").press("Enter")
    assert sends(page, lambda: tap(page, "Bo busts")) == {"cmd": "bust"}
    expect(sheet(page)).to_have_count(0)
    page.locator("#bust").press("Enter")
    expect(sheet(page)).to_be_visible()
    page.evaluate(
        """() => {
          const sheet = document.querySelector("dialog");
          const button = sheet.querySelector(".bust");
          sheet.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
          button.click();
        }"""
    )
    expect(sheet(page)).to_have_count(0)
    assert sends(page, key(page, "8").click) == {"cmd": "play", "card": "8"}
    assert orders(at) == [{"cmd": "bust"}, {"cmd": "play", "card": "8"}]


def test_shown_hand_is_judged_at_its_last_card(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["game"]["keys"] = tables.keys(tables.NINETY_NINE_KEYS, suited="K")
    refused = {"refused": {"code": "can-play", "sentence": ["Bo can play ", tables.sign("9D")]}}
    at = table(parts, lambda order: refused if "9" in order["hand"] else None)
    page = rule(open_page, at)
    page.locator("#bust").click()
    tap(page, "Show the hand")
    rank(page, "J")
    rank(page, "Q")
    expect(sheet(page)).to_contain_text("2 of 3 cards")
    tap(page, "Remove card")
    rank(page, "K")
    sheet(page).locator('[data-suit="H"]').click()
    assert orders(at) == []
    assert sends(page, lambda: rank(page, "9")) == {"cmd": "bust", "hand": ["J", "KH", "9"]}
    expect(sheet(page).get_by_role("alert")).to_contain_text("Bo can play 9")
    tap(page, "Remove card")
    assert sends(page, lambda: rank(page, "8")) == {"cmd": "bust", "hand": ["J", "KH", "8"]}
    expect(sheet(page)).to_have_count(0)


def test_called_total_is_judged_in_its_sheet(open_page: Open) -> None:
    def ruled(order: Json) -> Json:
        called = order["total"]
        verdict = "Right" if called == 97 else "It is 97"
        checked = {
            "called": called,
            "correct": called == 97,
            "verdict": verdict,
            "said": "Ann called it.",
        }
        return {"checked": checked}

    at = table(ruled=ruled)
    page = rule(open_page, at)
    page.get_by_role("button", name="Check a total").click()
    expect(sheet(page)).to_contain_text("What did Ann call?")
    tap(page, "Check")
    expect(sheet(page)).to_contain_text("First enter what was called")
    for figure in "96":
        tap(page, figure)
    assert sends(page, lambda: tap(page, "Check")) == {"cmd": "claim", "total": 96}
    expect(sheet(page).locator("s")).to_have_text("96")
    expect(sheet(page)).to_contain_text("It is 97")
    expect(sheet(page)).to_contain_text("Ann called it.")
    page.keyboard.type("97")
    assert sends(page, lambda: tap(page, "Check")) == {"cmd": "claim", "total": 97}
    expect(sheet(page)).to_contain_text("Right")
    expect(sheet(page).locator("s")).to_have_count(0)


def test_negative_total_can_be_checked(open_page: Open) -> None:
    page = rule(open_page, table())
    page.locator("#check").click()
    tap(page, "minus")
    for figure in "1234":
        tap(page, figure)
    expect(sheet(page).locator(".figure-place")).to_have_text("−123")
    assert sends(page, lambda: tap(page, "Check")) == {"cmd": "claim", "total": -123}


def test_undo_names_the_play_and_needs_a_second_tap(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.clock.install()
    undo = page.locator("#undo")
    expect(undo).to_contain_text("Undo Ann’s 4")
    expect(undo).to_contain_text("97 stays, Ann to play, counterclockwise")
    undo.dblclick()
    expect(undo).to_contain_text("Yes, undo")
    assert orders(at) == []
    later(page)
    assert sends(page, undo.click) == {"cmd": "undo"}


def test_question_of_undo_closes_after_five_seconds(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.clock.install()
    undo = page.locator("#undo")
    undo.click()
    expect(undo).to_contain_text("Yes, undo")
    page.clock.run_for(5100)
    expect(undo).to_contain_text("Undo Ann’s 4")
    undo.click()
    expect(undo).to_contain_text("Yes, undo")
    assert orders(at) == []


def test_play_in_between_closes_the_question_of_undo(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    undo = page.locator("#undo")
    undo.click()
    at.tell(
        now=at.parts["now"] | {"sequence": 413, "undo": tables.undo("Bo’s", "97, Bo to play", "KS")}
    )
    expect(undo).to_contain_text("Undo Bo’s K")


def test_undo_asks_again_after_an_intervening_call(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.clock.install()
    undo = page.locator("#undo")
    undo.click()
    expect(undo).to_contain_text("Yes, undo")
    call = tables.undo("Bo’s call of 96", "the call no longer counts")
    at.tell(now=at.parts["now"] | {"undo": call | {"order": {"cmd": "undo-call", "at": 3.5}}})
    expect(undo).to_contain_text("Undo Bo’s call of 96")
    later(page)
    undo.click()
    expect(undo).to_contain_text("Yes, undo")
    later(page)
    assert sends(page, undo.click) == {"cmd": "undo-call", "at": 3.5}


def test_name_like_a_card_is_not_drawn_as_a_card(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["now"]["undo"] = tables.undo("Q♥’s", "-5 to play", "KS")
    said = {
        "refused": {
            "code": "revoke",
            "sentence": ["10♠ had no ", tables.sign("D")],
            "said": "Not allowed.",
        }
    }
    page = rule(open_page, table(parts, ruled=lambda _order: said))
    undo = page.locator("#undo")
    expect(undo).to_have_accessible_name("Undo Q♥’s king of spades -5 to play")
    expect(undo.locator("svg.suit")).to_have_count(1)
    expect(undo.locator(".secondary")).to_have_text("-5 to play")
    key(page, "8").click()
    why = page.locator(".place .why")
    expect(why).to_have_text("10♠ had no ")
    expect(why.get_by_role("img")).to_have_accessible_name("diamonds")


def test_previous_game_can_be_reopened_at_the_start_of_a_game(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["now"]["undo"] = tables.undo("the start", "Ninety-eight, Cy to play at 74") | {
        "order": {"cmd": "reopen"}
    }
    page = rule(open_page, table(parts))
    page.clock.install()
    page.locator("#undo").click()
    expect(page.locator("#undo")).to_contain_text("Ninety-eight, Cy to play at 74")
    later(page)
    assert sends(page, page.locator("#undo").click) == {"cmd": "reopen"}


def test_undo_without_a_play_shows_a_reason(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["now"] |= {"undo": None}
    at = table(parts)
    page = rule(open_page, at)
    page.locator("#undo").click(force=True)
    expect(page.locator(".place")).to_contain_text("Nothing left to undo")
    assert orders(at) == []


def test_deal_key_names_the_dealer(open_page: Open) -> None:
    page = rule(open_page, table(hand_over()))
    assert sends(page, page.get_by_role("button", name="Cy deals hand 4").click) == {"cmd": "deal"}


def test_up_card_is_asked_first_and_again_if_not_plain(open_page: Open) -> None:
    parts = hand_over(upCard=True)
    parts["game"]["keys"] = tables.keys(tables.NINETY_NINE_KEYS, suited="5")
    another = {"refused": {"code": "turn-another", "sentence": "K is no plain card: turn another"}}
    at = table(parts, lambda order: another if order["up_card"] == "K" else None)
    page = rule(open_page, at)
    page.locator("#deal").click()
    expect(sheet(page)).to_contain_text("Cy turns up the first card")
    assert sends(page, lambda: rank(page, "K")) == {"cmd": "deal", "up_card": "K"}
    expect(sheet(page).get_by_role("alert")).to_contain_text("turn another")
    rank(page, "5")
    expect(sheet(page)).to_contain_text("Which five?")
    diamonds = sheet(page).locator('[data-suit="D"]')
    assert sends(page, diamonds.click) == {"cmd": "deal", "up_card": "5D"}
    expect(sheet(page)).to_have_count(0)


def test_named_player_has_the_shield_or_is_out(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["state"] |= {"phase": "shield", "turn": None, "named": "Bo", "owed": 0}
    parts["game"]["shield"] = "AH"
    parts["now"] |= {"shield": "Bo", "can": tables.NOTHING_CAN}
    page = rule(open_page, table(parts))
    assert sends(page, page.get_by_role("button", name="Bo has it").click) == {
        "cmd": "shield",
        "card": "AH",
    }
    assert sends(page, page.get_by_role("button", name="Bo is out").click) == {"cmd": "accept"}


def test_finished_game_can_be_repeated_or_replaced(open_page: Open) -> None:
    parts = game_over()
    page = rule(open_page, table(parts))
    expect(page.locator(".strip")).to_contain_text("Ann wins")
    expect(page.locator(".strip .crown")).to_be_visible()
    expect(page.locator(".area")).to_contain_text("The pot goes to Ann: 3 chips.")
    resize(page, DESK)
    expect(page.locator(".over-board .crown")).to_be_visible()
    assert page.locator(".total").count() == 0, "no large 0"
    assert sends(page, page.get_by_role("button", name="Play again").click) == parts["now"]["again"]
    page.get_by_role("button", name="Another game").click()
    page.wait_for_selector('body[data-tab="game"]')


def test_game_without_enough_players_is_not_offered_again(open_page: Open) -> None:
    parts = game_over()
    parts["now"]["again"] = None
    page = rule(open_page, table(parts))
    expect(page.locator("#another")).to_have_class("main")
    expect(page.locator("#again")).to_have_count(0)


def test_repeated_game_asks_for_its_up_card(open_page: Open) -> None:
    parts = game_over()
    at = table(parts)
    needed = {"refused": {"code": "bad-field", "sentence": "These rules turn a card up: say which"}}
    at.answers = lambda path, _body: (200, needed) if path == "preview" else None
    page = rule(open_page, at)
    page.get_by_role("button", name="Play again").click()
    expect(sheet(page)).to_contain_text("Di turns up the first card")
    assert sends(page, lambda: rank(page, "7")) == parts["now"]["again"] | {"up_card": "7"}


def test_set_up_opens_without_a_game(open_page: Open) -> None:
    page = rule(open_page, table(tables.nobody()))
    expect(page.get_by_role("heading", name="Nobody is playing")).to_be_visible()
    page.get_by_role("button", name="Set up a game").click()
    page.wait_for_selector('body[data-tab="game"]')


def more(page: Page, name: str) -> None:
    """Open an item of the list by keyboard, because immediate taps would count as a double tap."""
    page.get_by_role("button", name="More", exact=True).press("Enter")
    sheet(page).get_by_role("button", name=name, exact=True).press("Enter")


def test_more_lists_only_what_is_possible_now(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["now"]["can"] |= {"leave": []}
    page = rule(open_page, table(parts))
    page.get_by_role("button", name="More", exact=True).click()
    for name in ("Forgot to draw", "Show three of a rank", "Player leaves"):
        expect(sheet(page).get_by_role("button", name=name)).to_have_count(0)
    expect(sheet(page).get_by_role("button", name="Rename a player")).to_be_visible()


def test_more_begins_with_the_game_and_ends_with_leaving(open_page: Open) -> None:
    page = rule(open_page, table())
    page.get_by_role("button", name="More", exact=True).click()
    expect(sheet(page).get_by_role("heading", level=3, include_hidden=True)).to_have_text(
        ["This game", "People", "Phones and screens"]
    )
    people = sheet(page).get_by_role("region", name="People").get_by_role("button")
    expect(people.first).to_have_text("Rename a player")
    expect(people.last).to_have_text("Player leaves")


def test_director_is_called_while_a_floor_follows_and_the_page_shows_it(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    more = page.get_by_role("button", name="More", exact=True)
    more.press("Enter")
    expect(sheet(page).get_by_role("button", name="Call the director")).to_have_count(0)
    at.tell(box=at.parts["box"] | {"floor": True})
    at.answers = lambda path, body: (200, body) if path == "/director" else None
    sheet(page).get_by_role("button", name="Call the director").press("Enter")
    expect(sheet(page)).to_have_count(0)
    at.tell(box=at.parts["box"] | {"floor": True, "director": True})
    expect(page.get_by_text("The director is called.")).to_be_visible()
    more.press("Enter")
    sheet(page).get_by_role("button", name="The director has come").press("Enter")
    expect(sheet(page)).to_have_count(0)
    assert at.posts[-2:] == [("/director", {"calls": True}), ("/director", {"calls": False})]


def test_forgotten_draw_offers_only_possible_players(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["now"]["can"] |= {"forgot": ["Ann", "Di"]}
    page = rule(open_page, table(parts))
    more(page, "Forgot to draw")
    expect(sheet(page).get_by_role("button", name="Bo", exact=True)).to_have_count(0)
    assert sends(page, lambda: tap(page, "Di")) == {"cmd": "forgot", "player": "Di"}


def test_player_leaving_is_confirmed_once(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    more(page, "Player leaves")
    tap(page, "Cy")
    expect(sheet(page)).to_contain_text("then 7 in the pot")
    assert orders(at) == []
    assert sends(page, lambda: tap(page, "Cy leaves")) == {"cmd": "leave", "player": "Cy"}


def test_three_of_a_rank_are_shown_with_suits_if_they_count(open_page: Open) -> None:
    parts = tables.ninety_nine()
    parts["game"] |= {"shows": ["6", "K"], "keys": tables.keys(tables.NINETY_NINE_KEYS, suited="K")}
    parts["now"]["can"] |= {"show": ["Ann", "Bo"]}
    page = rule(open_page, table(parts))
    more(page, "Show three of a rank")
    tap(page, "Ann")
    sixes = {"cmd": "show", "player": "Ann", "cards": ["6", "6", "6"]}
    assert sends(page, lambda: rank(page, "6")) == sixes
    expect(sheet(page)).to_have_count(0)
    more(page, "Show three of a rank")
    tap(page, "Bo")
    rank(page, "K")
    for suit in "SHC":
        order = sends(page, sheet(page).locator('[data-suit="C"]').click) if suit == "C" else None
        if order is None:
            sheet(page).locator(f'[data-suit="{suit}"]').click()
    assert order == {"cmd": "show", "player": "Bo", "cards": ["KS", "KH", "KC"]}


def test_player_is_renamed_and_an_invalid_name_keeps_the_sheet(open_page: Open) -> None:
    why = {"Ann": "Ann sits there twice", "": "Everybody needs a name"}

    def ruled(order: dict[str, str]) -> dict[str, object] | None:
        sentence = why.get(order["name"])
        return (
            None if sentence is None else {"refused": {"code": "bad-players", "sentence": sentence}}
        )

    at = table(ruled=ruled)
    page = rule(open_page, at)
    more(page, "Rename a player")
    tap(page, "Bo")
    name = sheet(page).get_by_label("Name")
    expect(name).to_be_focused()
    name.fill("  ")
    assert sends(page, lambda: name.press("Enter")) == {"cmd": "rename", "player": "Bo", "name": ""}
    expect(sheet(page)).to_contain_text("Everybody needs a name")
    name.fill("Ann")
    assert sends(page, lambda: tap(page, "Rename")) == {
        "cmd": "rename",
        "player": "Bo",
        "name": "Ann",
    }
    expect(sheet(page).get_by_role("alert")).to_contain_text("Ann sits there twice")
    name.fill("Boris ")
    assert sends(page, lambda: name.press("Enter")) == {
        "cmd": "rename",
        "player": "Bo",
        "name": "Boris",
    }
    expect(sheet(page)).to_have_count(0)


def test_name_can_be_typed_while_the_others_play(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    more(page, "Rename a player")
    tap(page, "Bo")
    sheet(page).get_by_label("Name").fill("Boris")
    at.tell(
        now=at.parts["now"] | {"sequence": 413}, rows=[*at.rows, tables.row(413, "Bo", "9S", 97)]
    )
    expect(page.locator(".place")).to_contain_text("Bo: 97")
    sends(page, lambda: tap(page, "Rename"))
    assert at.posted("order")[0]["seen"] == 413


def test_phone_can_unpair_itself(open_page: Open) -> None:
    at = table()
    at.answers = lambda path, _body: (200, {"rules": False}) if path == "/part" else None
    page = rule(open_page, at)
    more(page, "Stop playing from this phone")
    expect(page.get_by_role("heading", name="The six digits on the box")).to_be_visible()
    assert at.posted("/part") == [{}]


def test_keys_in_a_text_field_do_not_play(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)
    page.locator("#bust").click()
    page.keyboard.press("8")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    expect(page.locator(".writing")).to_have_count(0)
    expect(key(page, "8")).to_be_visible()
    assert orders(at) == []
