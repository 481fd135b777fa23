"""The page operated by mouse, touch and keys in a real browser."""

import re
from functools import partial
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from companion.box.requests import TableRequest
from companion.core.cards import Pack
from companion.core.commands import New
from companion.labels.codec import read_label
from companion.simulation.panel import Rename
from companion.table.recorded import Rename as Renaming
from tests.drivers.bench import BenchBox
from tests.simulation.conftest import PHONE, Open
from tests.simulation.served import Panel
from tests.simulation.small_box import PIPS, SmallBox
from tests.simulation.whole_box import switched_on


def hand(page: Page, name: str) -> Locator:
    return page.locator(f'.hand[aria-label^="{name},"]')


def cards(page: Page, name: str) -> list[str]:
    labels = (
        hand(page, name)
        .locator(".card")
        .evaluate_all("cards => cards.map(card => card.dataset.label)")
    )
    return [str(label) for label in labels]


def pips(label: str) -> int:
    rank = getattr(read_label(label), "rank", "")
    return PIPS[rank] if rank in PIPS else int(rank)


def card(page: Page, label: str) -> Locator:
    return page.locator(f'#hands .card[data-label="{label}"]')


def plain(page: Page, name: str) -> str:
    """Return a card of that hand that asks no question."""
    return next(label for label in cards(page, name) if label[1] != "A")


def drag(page: Page, label: str, to: Locator, *, drop: bool = True) -> None:
    start, end = card(page, label).bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 12, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] + 10)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    if drop:
        page.mouse.up()


def test_tap_plays_a_card_to_the_pile(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    label = plain(page, "Ann")
    card(page, label).click(position={"x": 15, "y": 40})
    expect(card(page, label)).to_have_count(0)
    expect(page.locator("#display")).to_have_attribute("aria-label", f"{pips(label)}. Bo to play.")
    assert box.passed == [read_label(label)]
    expect(hand(page, "Ann").locator(".card")).to_have_count(3)
    expect(page.locator("#flight .card")).to_have_count(0)


def test_last_card_stays_in_the_scanner_until_undo(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    last = page.locator("#last")
    expect(last).to_be_empty()
    box.scan_line("9D")
    expect(last.locator("text")).to_have_text("9")
    expect(last.locator(".red")).to_have_count(1)
    box.scan_line("QS")
    expect(last.locator("text")).to_have_text("Q")
    page.keyboard.press("8")
    expect(last).to_be_hidden()
    page.keyboard.press("Escape")
    expect(last).to_be_visible()
    page.click('[data-key="UNDO"]')
    expect(last.locator("text")).to_have_text("9")
    page.click('[data-key="UNDO"]')
    expect(last).to_be_empty()


def test_card_moves_to_the_scanner_if_motion_is_allowed(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box, still=False)
    label = plain(page, "Ann")
    card(page, label).click(position={"x": 15, "y": 40})
    expect(card(page, label)).to_have_count(0)
    expect(page.locator("#flight .card")).to_have_count(0)
    assert box.total == pips(label)


def test_dragging_a_card_over_the_scanner_plays_it(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    label = plain(page, "Ann")
    drag(page, label, page.locator("#slot"), drop=False)
    expect(page.locator("#drawing")).to_have_class("ready")
    expect(hand(page, "Ann").locator(".gap")).to_have_count(1)
    assert box.passed == []
    page.mouse.up()
    expect(card(page, label)).to_have_count(0)
    expect(page.locator("#drawing")).not_to_have_class("ready")
    assert box.passed == [read_label(label)]


def test_card_dropped_elsewhere_returns_to_its_hand(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    label = plain(page, "Ann")
    drag(page, label, page.locator("#title"))
    expect(page.locator("#flight .card")).to_have_count(0)
    expect(card(page, label)).to_be_visible()
    expect(page.locator(".gap")).to_have_count(0)
    assert box.passed == []


def test_refused_card_returns_to_its_hand(open_page: Open) -> None:
    box = SmallBox(total=99)
    page = open_page(box)
    label = plain(page, "Ann")
    before = cards(page, "Ann")
    card(page, label).click(position={"x": 15, "y": 40})
    expect(page.locator('[data-lamp="refused"]')).to_have_class(re.compile("lit"))
    expect(page.locator("#flight .card")).to_have_count(0)
    expect(card(page, label)).to_be_visible()
    expect(page.locator("#urgent")).to_have_text("Not allowed. Not allowed. That is over 99.")
    assert cards(page, "Ann") == before
    assert box.total == 99


def test_card_with_a_question_waits_at_the_scanner_until_dismissed_or_answered(
    open_page: Open,
) -> None:
    box = SmallBox(seed="ace 2")
    page = open_page(box)
    page.clock.install()
    page.click("#show-deck")
    ace = page.locator('.card[data-label^="1AS"]')
    ace.click(position={"x": 15, "y": 40})
    expect(page.locator("#display")).to_have_attribute("aria-label", "Ace counts as? 1")
    page.keyboard.press("Backspace")
    expect(page.locator("#flight .card")).to_have_count(0)
    expect(ace).to_be_visible()
    assert box.total == 0
    ace.click(position={"x": 15, "y": 40})
    expect(page.locator("#display")).to_have_attribute("aria-label", "Ace counts as? 1")
    page.clock.fast_forward("01:00")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#display")).to_have_attribute("aria-label", "Ace counts as? 11")
    expect(page.locator("#flight .card")).to_have_count(1)
    page.click('[data-key="OK"]')
    expect(page.locator("#flight .card")).to_have_count(0)
    expect(ace).to_have_count(0)
    assert box.total == 11


def test_waiting_card_returns_when_the_connection_is_lost(open_page: Open) -> None:
    box = SmallBox()
    panel = Panel(box, port=0)
    panel.start()
    page = open_page(box, port=panel.port)
    page.click("#show-deck")
    ace = page.locator('.card[data-label^="1AS"]')
    ace.click(position={"x": 15, "y": 40})
    expect(page.locator("#display")).to_have_attribute("aria-label", "Ace counts as? 1")
    expect(page.locator("#flight .card")).to_have_count(1)
    panel.close()
    expect(page.locator("#flight .card")).to_have_count(0)
    expect(ace).to_be_visible()


def test_undo_returns_the_card_to_its_hand(open_page: Open) -> None:
    page = open_page(SmallBox(), still=False)
    before = cards(page, "Ann")
    label = plain(page, "Ann")
    card(page, label).click(position={"x": 15, "y": 40})
    expect(card(page, label)).to_have_count(0)
    page.click('[data-key="UNDO"]')
    expect(card(page, label)).to_be_visible()
    assert cards(page, "Ann") == before
    expect(page.locator("#polite")).to_have_text(
        re.compile(r"^Undone: Ann\'s .*\. Total 0\. Ann to play, clockwise\.$")
    )


def test_card_of_the_whole_deck_is_swapped_with_one_of_the_hand(open_page: Open) -> None:
    page = open_page(SmallBox())
    mine, bos = cards(page, "Ann"), plain(page, "Bo")
    page.click("#show-deck")
    expect(page.locator(".card")).to_have_count(52)
    card(page, bos).click(position={"x": 15, "y": 30})
    expect(page.locator(".card")).to_have_count(51)
    expect(page.locator(".gap")).to_have_count(1)
    page.click("#show-hands")
    assert len(set(cards(page, "Bo")) & set(mine)) == 1
    assert len(set(cards(page, "Ann")) & set(mine)) == 2


def test_cap_stays_down_while_it_is_held(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    more = page.locator('[data-key="MORE"]')
    more.hover()
    page.mouse.down()
    expect(more).to_have_class(re.compile("down"))
    page.mouse.move(10, 500)
    expect(more).to_have_class(re.compile("down"))
    page.mouse.up()
    expect(more).not_to_have_class(re.compile("down"))
    box.until(lambda: box.pressed == [("MORE", True), ("MORE", False)])


def test_keyboard_presses_and_holds_caps(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    page.keyboard.down("+")
    expect(page.locator('[data-key="MORE"]')).to_have_class(re.compile("down"))
    page.keyboard.down("+")
    page.keyboard.up("+")
    for key in ("b", "=", "Enter", "Backspace", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    names = ["MORE", "BUST", "OK", "OK", "UNDO", "LEFT", "RIGHT"]
    pressed = [(name, down) for name in names for down in (True, False)]
    box.until(lambda: box.pressed == pressed)


def test_card_is_typed_and_played_with_enter(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    for key in "09d":
        page.keyboard.press(key)
    expect(page.locator("#written")).to_contain_text("9")
    page.keyboard.press("Backspace")
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    expect(page.locator("#written")).to_be_hidden()
    expect(page.locator("#display")).to_have_attribute("aria-label", "9. Bo to play.")
    assert box.lines == ["9H"]
    assert box.pressed == []


def test_typed_keys_make_a_line(open_page: Open) -> None:
    typed = {"0c": "10C", "ts": "10S", "10h": "10H", "jk": "JK", "jd": "JD", "8": "8"}
    box = SmallBox(deck=Pack(jokers=2))
    page = open_page(box)
    for keys in typed:
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    box.until(lambda: box.lines == [*typed.values()])


def test_letters_can_be_switched_off_and_stay_off(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.click("#letters")
    page.click("#help-close")
    page.keyboard.press("9")
    page.keyboard.press("b")
    expect(page.locator("#written")).to_be_hidden()
    page.reload()
    page.wait_for_selector(".card")
    page.keyboard.press("9")
    expect(page.locator("#written")).to_be_hidden()
    assert box.pressed == []


def test_hand_is_one_tab_stop_with_arrow_keys(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    page.focus("#display")
    stops = []
    for _ in range(10):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate(
                "document.activeElement.dataset.key"
                " ?? document.activeElement.closest('.hand').getAttribute('aria-label')"
            )
        )
    hands = [f"{name}, 3 cards" for name in ("Ann", "Bo", "Cy", "Di")]
    assert stops == ["LEFT", "OK", "RIGHT", "MORE", "UNDO", "BUST", *hands]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.label") == cards(page, "Di")[2]
    assert box.pressed == []
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-key="RIGHT"]')).not_to_have_class(re.compile("down"))
    assert page.evaluate("document.activeElement.tagName") == "BODY"


def test_enter_plays_the_card_in_focus(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    label = plain(page, "Ann")
    card(page, label).focus()
    page.keyboard.press("Enter")
    expect(card(page, label)).to_have_count(0)
    assert box.passed == [read_label(label)]
    assert box.pressed == []


def test_enter_held_too_long_plays_only_one_card(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    label = plain(page, "Ann")
    card(page, label).focus()
    page.keyboard.down("Enter")
    expect(card(page, label)).to_have_count(0)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    for key in "5h":
        page.keyboard.press(key)
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    box.until(lambda: box.lines == ["5H"])
    page.keyboard.press("b")
    box.until(lambda: box.pressed == [("BUST", True), ("BUST", False)])
    assert box.passed == [read_label(label)]


def test_focus_stays_at_the_place_of_the_played_card(open_page: Open) -> None:
    page = open_page(SmallBox())
    place = cards(page, "Ann").index(plain(page, "Ann"))
    label = plain(page, "Ann")
    card(page, label).focus()
    page.keyboard.press("Enter")
    expect(card(page, label)).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.label") == cards(page, "Ann")[place]


def test_enter_on_a_focused_cap_presses_that_cap(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    page.focus('[data-key="BUST"]')
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    expect(page.locator('[data-key="BUST"]')).not_to_have_class(re.compile("down"))
    box.until(lambda: [name for name, _ in box.pressed] == ["BUST"] * 4)


def test_phone_shows_the_hand_to_play_unless_one_is_pinned(open_page: Open) -> None:
    page = open_page(SmallBox(), PHONE, touch=True)
    expect(page.locator(".hand")).to_have_count(1)
    card(page, plain(page, "Ann")).tap(position={"x": 15, "y": 40})
    expect(hand(page, "Bo")).to_be_visible()
    page.locator("#tabs button", has_text="Di").tap()
    expect(hand(page, "Di")).to_be_visible()
    card(page, plain(page, "Di")).tap(position={"x": 15, "y": 40})
    expect(page.locator("#tabs .act")).to_contain_text("Cy")
    expect(hand(page, "Di")).to_be_visible()
    page.locator("#tabs button", has_text="Di").tap()
    expect(hand(page, "Cy")).to_be_visible()


def test_phone_shows_the_deck_one_suit_at_a_time(open_page: Open) -> None:
    page = open_page(SmallBox(), PHONE, touch=True)
    page.locator("#tabs button", has_text="Whole deck").tap()
    expect(page.locator(".card")).to_have_count(13)
    page.get_by_role("button", name="Hearts").tap()
    expect(page.get_by_role("button", name="queen of hearts")).to_be_visible()
    page.locator("#tabs button", has_text="Hands").tap()
    expect(hand(page, "Ann")).to_be_visible()


def test_two_tabs_show_the_same_table(open_page: Open) -> None:
    box = SmallBox()
    panel = Panel(box, port=0)
    panel.start()
    try:
        one, other = open_page(box, port=panel.port), open_page(box, PHONE, port=panel.port)
        label = plain(one, "Ann")
        card(one, label).click(position={"x": 15, "y": 40})
        expect(other.locator("#display")).to_have_attribute(
            "aria-label", f"{pips(label)}. Bo to play."
        )
    finally:
        panel.close()


def test_lost_connection_is_shown_and_recovers_fully(open_page: Open) -> None:
    box = SmallBox(total=41)
    panel = Panel(box, port=0)
    panel.start()
    page = open_page(box, port=panel.port)
    panel.close()
    expect(page.locator("#connection")).to_have_text("Can’t reach the box. Last known total 41.")
    expect(page.locator("#urgent")).to_have_text("Can’t reach the box. Last known total 41.")
    box.scan_line("9D")
    again = Panel(box, port=panel.port)
    again.start()
    try:
        expect(page.locator("#connection")).to_be_hidden()
        expect(page.locator("#display")).to_have_attribute("aria-label", "50. Bo to play.")
    finally:
        again.close()


SWITCHED_OFF, LOST = "The box is off.", "Can’t reach the box."
COMES_BACK = "window.dispatchEvent(new Event('focus'))"


def test_switched_off_box_is_announced_and_keeps_its_last_picture(open_page: Open) -> None:
    box = SmallBox(total=28)
    panel = Panel(box, port=0)
    panel.start()
    page = open_page(box, port=panel.port)
    picture = "document.getElementById('display').toDataURL()"
    before = page.evaluate(picture)
    box.switched_off = True
    panel.close()
    expect(page.locator("#connection")).to_have_text(SWITCHED_OFF)
    expect(page.locator("#polite")).to_have_text(f"28. Ann to play. {SWITCHED_OFF}")
    expect(page.locator("body")).to_have_class("off")
    expect(page.locator("#urgent")).to_be_empty()
    assert page.evaluate(picture) == before


def test_switched_off_box_is_polled_rarely_and_when_the_page_becomes_visible(
    open_page: Open,
) -> None:
    box = SmallBox(total=28)
    panel = Panel(box, port=0)
    panel.start()
    page = open_page(box, port=panel.port)
    page.clock.install()
    asked: list[str] = []
    page.on("websocket", lambda line: asked.append(line.url))
    box.switched_off = True
    panel.close()
    expect(page.locator("#connection")).to_have_text(SWITCHED_OFF)
    waits = []
    for attempts in (1, 2):
        waits.append(0)
        while len(asked) < attempts:
            assert waits[-1] < 60, "it is not asked any more"
            page.clock.run_for(1_000)
            waits[-1] += 1
    assert min(waits) > 20  # seconds; a lost line is retried after 8 at most
    expect(page.locator("#connection")).to_have_text(SWITCHED_OFF)
    after_a_while, at_once = partial(page.clock.run_for, 31_000), partial(page.evaluate, COMES_BACK)
    for looks, then_says in (
        (after_a_while, SWITCHED_OFF),
        (at_once, f"{LOST} Last known total 28."),
    ):
        box.switched_off = False
        again = Panel(box, port=panel.port)
        again.start()
        try:
            looks()
            expect(page.locator("#connection")).to_be_hidden()
            expect(page.locator("body")).not_to_have_class("off")
            box.switched_off = then_says == SWITCHED_OFF
        finally:
            again.close()
        expect(page.locator("#connection")).to_have_text(then_says)


def test_phone_menu_closes_on_escape_an_outside_click_or_opening_the_keys(
    open_page: Open,
) -> None:
    page = open_page(SmallBox(), PHONE)
    menu = page.locator("#menu")
    menu.click()
    expect(menu).to_have_attribute("aria-expanded", "true")
    page.focus("#sound")
    page.keyboard.press("Escape")
    expect(menu).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#switches")).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    page.click("#dim")
    expect(menu).to_have_attribute("aria-expanded", "true")
    page.click("#display")
    expect(menu).to_have_attribute("aria-expanded", "false")
    menu.click()
    page.click("#keys")
    expect(page.locator("#help")).to_be_visible()
    expect(menu).to_have_attribute("aria-expanded", "false")


def test_play_is_announced_in_words(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    box.scan_line("9D")
    expect(page.locator("#polite")).to_have_text("Ann, 9 of diamonds. 9. Bo to play.")


def test_sound_is_off_by_default_and_follows_the_box(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    page.evaluate(
        "const { dataset } = document.documentElement; const { start } = OscillatorNode.prototype;"
        "dataset.tones = ''; OscillatorNode.prototype.start = function (...at) {"
        "  dataset.tones += `${this.frequency.value} `; start.apply(this, at); }; 0"
    )
    root = page.locator("html")
    card(page, plain(page, "Ann")).click(position={"x": 15, "y": 40})
    expect(page.locator("#display")).to_have_attribute("aria-label", re.compile("Bo to play"))
    expect(root).to_have_attribute("data-tones", "")
    page.click("#sound")
    expect(page.locator("#sound span")).to_have_text("on")
    card(page, plain(page, "Bo")).click(position={"x": 15, "y": 40})
    expect(root).to_have_attribute("data-tones", "1568 ")
    box.scan_line("9D")
    expect(root).to_have_attribute("data-tones", "1568 1568 ")
    box.scan_line("9D")
    expect(root).to_have_attribute("data-tones", "1568 1568 3136 3136 ")


def test_switch_shows_whether_it_is_on_or_off(open_page: Open) -> None:
    page = open_page(SmallBox())
    page.keyboard.press("?")
    page.get_by_role("switch", name="Letters", exact=True, checked=True).click()
    expect(page.get_by_role("switch", name="Letters", checked=False).locator("span")).to_have_text(
        "off"
    )
    page.click("#help-close")
    for name in ("Sound", "Dim the room"):
        switch = page.get_by_role("switch", name=name, exact=True)
        expect(switch).not_to_be_checked()
        expect(switch.locator("span")).to_have_text("off")
        switch.click()
        expect(switch).to_be_checked()
        expect(switch.locator("span")).to_have_text("on")


def test_dimming_the_room_does_not_dim_the_display(open_page: Open) -> None:
    page = open_page(SmallBox())
    picture = "document.getElementById('display').toDataURL()"
    before = page.evaluate(picture)
    page.click("#dim")
    expect(page.locator("body")).to_have_class("dimmed")
    assert page.evaluate(picture) == before


def test_new_box_shows_which_key_to_press_first(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, first="points") as box:
        page = open_page(box.bench)
        expect(page.locator("#title")).to_have_text("Press OK to begin")
        for _ in range(3):
            page.get_by_role("button", name="OK", exact=True).click()
        expect(page.locator("#title")).to_contain_text("Points")


def test_tap_on_a_name_renames_the_player(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, New(variant="ninety-nine", players=("Ann", "Bo"))) as box:
        page = open_page(box.bench, rename=named_by(box))
        page.get_by_role("button", name="Change the name of Ann").click()
        field = page.get_by_role("textbox", name="Name of Ann")
        expect(field).to_be_focused()
        page.keyboard.type("Xaver 8H")
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Change the name of Ann")).to_be_focused()
        page.keyboard.press("Enter")
        expect(field).to_have_value("Ann")
        page.keyboard.type("Anna")
        # A play in between redraws the names, but must keep the text typed so far.
        box.bench.scan_line("8")
        expect(page.locator("#display")).to_have_attribute("aria-label", re.compile("Bo"))
        expect(field).to_have_value("Anna")
        page.keyboard.type("bel")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Change the name of Annabel")).to_be_visible()
        assert box.table.state is not None
        assert [player.name for player in box.table.state.players] == ["Annabel", "Bo"]
        # A name that another player has is refused, with a message on the display.
        page.get_by_role("button", name="Change the name of Annabel").click()
        page.keyboard.type("Bo")
        page.keyboard.press("Enter")
        expect(page.locator("#display")).to_have_attribute("aria-label", re.compile("twice"))
        expect(page.get_by_role("button", name="Change the name of Annabel")).to_be_visible()


def named_by(box: BenchBox) -> Rename:
    """Return a function that submits the panel's renames to the box."""

    def rename(player: str, name: str) -> None:
        box.app.submit(TableRequest(Renaming(player, name), None, None, lambda _answer: None))

    return rename
