"""A trick game played on the page, with the whole box behind it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.commands import Deal, New, Play, Score, Step
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.labels.codec import write_label
from tests.drivers.bench import BenchBox
from tests.simulation.conftest import PHONE, Open
from tests.simulation.served import Panel
from tests.simulation.trick_table import TrickTable, face
from tests.simulation.whole_box import NAMES, switched_on

SPAGHETTI = New(variant="arizona-spaghetti", players=NAMES[:4])
LIT = re.compile("lit")


def card(page: Page, label: str) -> Locator:
    return page.locator(f'#hands .card[data-label="{label}"]')


def labels(page: Page, hand: str) -> list[str]:
    found = page.locator(f"{hand} .card").evaluate_all(
        "cards => cards.map(card => card.dataset.label)"
    )
    return [str(label) for label in found]


def hand_of(page: Page, name: str) -> list[str]:
    return labels(page, f'.hand[aria-label^="{name},"]')


def suit(label: str) -> str:
    return label[2]


def says(page: Page, words: str) -> None:
    """Wait until the display shows `words`."""
    expect(page.locator("#display")).to_have_attribute("aria-label", re.compile(re.escape(words)))


def press(page: Page, key: str) -> None:
    page.click(f'[data-key="{key}"]')


def tap(page: Page, label: str) -> None:
    card(page, label).click(position={"x": 12, "y": 20})


def plays(page: Page, label: str) -> None:
    """Tap a card and wait until it leaves its hand."""
    tap(page, label)
    expect(card(page, label)).to_have_count(0)
    expect(page.locator("#flight .card")).to_have_count(0)


def scans(page: Page, box: BenchBox, label: str) -> None:
    """Scan a card without touching the page, and wait until it leaves its hand."""
    box.bench.scan_line(label)
    expect(card(page, label)).to_have_count(0)


def takes_back(page: Page) -> None:
    """Press UNDO and confirm with OK; first dismiss the picture of a trick just taken."""
    if "takes" in (page.locator("#display").get_attribute("aria-label") or ""):
        press(page, "UNDO")
        says(page, "leads")
    press(page, "UNDO")
    says(page, "Undo?")
    press(page, "OK")


def state(box: BenchBox) -> TrickState:
    assert isinstance(box.table.state, TrickState)
    return box.table.state


def turn(box: BenchBox) -> str:
    name = state(box).name_of(state(box).turn)
    assert name is not None
    return name


def fitting(page: Page, box: BenchBox) -> str:
    """Return a card of the player to act that follows suit, or any card if none does."""
    hand = hand_of(page, turn(box))
    return next((label for label in hand if suit(label) == state(box).led), hand[0])


def lying(page: Page) -> list[str]:
    """Return the trick in words, in order of play."""
    cards = page.locator("#trick .small-card")
    return [
        str(words) for words in cards.evaluate_all("cards => cards.map(card => card.ariaLabel)")
    ]


def seat(page: Page, name: str) -> Locator:
    return page.locator(".seat", has=page.locator("b", has_text=re.compile(f"^{name}$")))


def test_arizona_spaghetti_is_chosen_on_the_box_and_dealt(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, first="arizona-spaghetti") as box:
        page = open_page(box.bench)
        says(page, "Arizona Spaghetti")
        press(page, "OK")
        says(page, "How many play? 4")
        press(page, "OK")
        says(page, "Start")
        press(page, "OK")
        expect(page.locator("#title")).to_have_text(
            "Arizona Spaghetti: Round 1 of 6, trick 1 of 13"
        )
        players = len(state(box).players)
        expect(page.locator("#hands .hand")).to_have_count(players)
        expect(page.locator("#hands .card")).to_have_count(
            box.table.rules.pack.size if isinstance(box.table.rules, TrickRules) else 0
        )
        expect(page.locator("#trick li")).to_have_count(players)


@pytest.mark.slow("a whole box, and its page while a trick is played")
def test_trick_is_in_order_of_play_and_the_highest_of_the_led_suit_wins(
    open_page: Open, tmp_path: Path
) -> None:
    with switched_on(tmp_path, SPAGHETTI) as box:
        page = open_page(box.bench)
        expect(page.locator("#trick p")).to_have_text("Ann leads")
        expect(page.locator("#trick .acts")).to_have_text("Ann")
        for played in range(1, 4):
            plays(page, fitting(page, box))
            expect(page.locator("#trick .small-card")).to_have_count(played)
            expect(page.locator("#trick .wins")).to_have_count(1)
            expect(page.locator("#trick .acts > b")).to_have_text(NAMES[played])
            expect(page.locator("#last")).to_be_empty()
        led = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[state(box).led or ""]
        expect(page.locator("#trick p > b")).to_have_text(f"Lead: {led}")
        winning = page.locator("#trick .wins > b").text_content()
        expect(page.locator("#trick p > span")).to_have_text(f"{winning} has it so far")
        plays(page, fitting(page, box))
        taken = state(box).taken
        assert taken is not None
        taker = state(box).players[taken.seat].name
        expect(page.locator("#trick ol")).to_have_class("taken")
        expect(page.locator("#trick .wins > b")).to_have_text(taker)
        expect(page.locator("#trick p")).to_have_text(f"{taker} leads {taker} takes it, 10")
        expect(page.locator("#polite")).to_contain_text(f"takes it, 10. {taker} leads.")
        expect(seat(page, taker).locator(".points")).to_have_text("10 +10")
        assert taker != "Ann"
        plays(page, fitting(page, box))
        expect(page.locator("#trick .small-card")).to_have_count(1)
        order = [NAMES[(taken.seat + at) % 4] for at in range(4)]
        expect(page.locator("#trick li > b")).to_have_text(order)


@pytest.mark.slow("a whole box, and its page while a trick is played")
def test_undo_restores_the_trick_and_then_the_hands(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, SPAGHETTI) as box:
        page = open_page(box.bench)
        dealt = {name: hand_of(page, name) for name in NAMES[:4]}
        last = ""
        for _ in range(4):
            last = fitting(page, box)
            scans(page, box, last)
        expect(page.locator("#trick ol")).to_have_class("taken")
        trick = lying(page)
        takes_back(page)
        expect(card(page, last)).to_be_visible()
        expect(page.locator("#trick .small-card")).to_have_count(3)
        assert [words.split(" ")[:3] for words in lying(page)] == [
            words.split(" ")[:3] for words in trick[:3]
        ]
        expect(page.locator("#polite")).to_contain_text(re.compile("^Undone: Di's .*Di to play"))
        assert all(player.points == 0 for player in state(box).players)
        expect(page.locator(".points b")).to_have_text(["0"] * 4)
        for key in ("UNDO", "UNDO", "UNDO"):
            press(page, key)
        says(page, "Undo 3?")
        press(page, "OK")
        expect(page.locator("#trick .small-card")).to_have_count(0)
        expect(page.locator("#hands .card")).to_have_count(52)
        assert {name: hand_of(page, name) for name in NAMES[:4]} == dealt


def has_revoked(page: Page, box: BenchBox) -> str:
    """Let Bo fail to follow suit and then play a card of the suit led; return that card."""
    bo = {suit(label) for label in hand_of(page, "Bo")}
    lead = next(label for label in hand_of(page, "Ann") if suit(label) in bo)
    scans(page, box, lead)
    scans(page, box, next(label for label in hand_of(page, "Bo") if suit(label) != suit(lead)))
    for _ in range(2):
        scans(page, box, fitting(page, box))
    while turn(box) != "Bo":
        scans(page, box, fitting(page, box))
    late = next(label for label in hand_of(page, "Bo") if suit(label) == suit(lead))
    tap(page, late)
    says(page, "Revoke. Bo")
    return late


@pytest.mark.slow("a whole box, and its page while two tricks are played")
def test_revoke_waits_at_the_scanner_until_withdrawn_or_accepted(
    open_page: Open, tmp_path: Path
) -> None:
    new = New(variant="arizona-spaghetti", players=NAMES[:4], house={"revoke_penalty": 15})
    with switched_on(tmp_path, new) as box:
        page = open_page(box.bench)
        page.clock.install()
        late = has_revoked(page, box)
        before = hand_of(page, "Bo")
        expect(page.locator("#urgent")).to_contain_text("Not allowed. Revoke. Bo")
        page.clock.fast_forward("01:00")
        expect(page.locator("#flight .card")).to_have_count(1)
        # A second card played during the question returns to its hand.
        other = next(label for label in before if label != late)
        tap(page, other)
        expect(page.locator("#urgent")).to_have_text(
            re.compile("Not allowed. Not allowed. Answer first: take .* back")
        )
        expect(page.locator("#flight .card")).to_have_count(1)
        expect(card(page, other)).to_be_visible()
        press(page, "OK")
        says(page, "OK back, MORE accept")
        press(page, "OK")
        expect(page.locator("#flight .card")).to_have_count(0)
        expect(card(page, late)).to_be_visible()
        assert hand_of(page, "Bo") == before
        assert (state(box).revokes, turn(box)) == (0, "Bo")
        tap(page, late)
        says(page, "Revoke. Bo")
        press(page, "MORE")
        expect(page.locator("#flight .card")).to_have_count(0)
        expect(card(page, late)).to_have_count(0)
        expect(page.locator("#trick p > span")).to_contain_text(
            "in trick 1, the card stays and costs 15"
        )
        page.clock.run_for(2000)
        expect(page.locator("#polite")).to_contain_text("in trick 1, the card stays and costs 15")
        expect(seat(page, "Bo").locator(".points")).to_contain_text("+15")
        assert state(box).revokes == 1


def test_restricted_lead_is_asked_about_and_accepted_without_alternatives(
    open_page: Open, tmp_path: Path
) -> None:
    rounds = (Score(points={"Ann": 130}), Deal())
    with switched_on(tmp_path, SPAGHETTI, *rounds) as box:
        page = open_page(box.bench)
        expect(page.locator("#trick p > b")).to_have_text("Bo leads, not hearts")
        heart = next(label for label in hand_of(page, "Bo") if suit(label) == "H")
        tap(page, heart)
        says(page, "Not hearts.")
        press(page, "MORE")
        expect(page.locator("#trick .small-card")).to_have_count(1)
        expect(page.locator("#trick p")).to_have_text("Lead: hearts Only ♥ left")


def test_no_card_is_marked_when_suit_must_be_followed(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, SPAGHETTI) as box:
        page = open_page(box.bench)
        scans(page, box, fitting(page, box))
        looks = page.locator('.hand[aria-label^="Bo,"] .card').evaluate_all(
            "cards => cards.map(card => [card.className, getComputedStyle(card).opacity,"
            " getComputedStyle(card).filter, card.getAttribute('aria-disabled')].join())"
        )
        assert len(set(looks)) == 1


def test_display_shows_points_between_rounds_and_the_deal_gives_new_hands(
    open_page: Open, tmp_path: Path
) -> None:
    with switched_on(tmp_path, SPAGHETTI, Score(points={"Ann": 50, "Bo": 60, "Di": 20})) as box:
        page = open_page(box.bench)
        says(page, "Ann 50; Bo 60; Cy 0, leading; Di 20")
        expect(page.locator("#trick p")).to_have_text("Round 1 is over")
        expect(page.locator("#trick li")).to_have_count(0)
        expect(seat(page, "Cy").locator(".points")).to_have_text("0 lowest")
        dealt = {name: hand_of(page, name) for name in NAMES[:4]}
        press(page, "OK")
        expect(page.locator("#title")).to_have_text(
            "Arizona Spaghetti: Round 2 of 6, trick 1 of 13"
        )
        expect(page.locator("#polite")).to_have_text(
            "Ann deals round 2. each heart costs 10. No hearts may be led until one is "
            "discarded. Bo leads."
        )
        expect(seat(page, "Bo").locator(".points")).to_have_text("60")
        hands = {name: hand_of(page, name) for name in NAMES[:4]}
        assert hands != dealt
        assert {one for hand in hands.values() for one in hand} == {
            one for hand in dealt.values() for one in hand
        }
        press(page, "UNDO")
        press(page, "OK")
        expect(page.locator("#trick p")).to_have_text("Round 1 is over")
        assert {name: hand_of(page, name) for name in NAMES[:4]} == dealt


def test_early_end_of_a_round_keeps_cards_and_shows_all_points(
    open_page: Open, tmp_path: Path
) -> None:
    """Round 4, whose last trick is the one with the king of spades."""
    entered: list[Step] = [
        step for points in (60, 130, 100) for step in (Score(points={"Ann": points}), Deal())
    ]
    table = TrickTable("arizona-spaghetti", len(NAMES))
    for step in entered:
        table.obey(step)
    *played, last = [each for _hands, _seat, each in table.play_round()]
    entered += [Play(card=face(each)) for each in played]
    with switched_on(tmp_path, New(variant="arizona-spaghetti", players=NAMES), *entered) as box:
        page = open_page(box.bench)
        plays(page, write_label(last))
        held = sum(player.cards for player in state(box).players)
        assert held
        expect(page.locator("#hands .card")).to_have_count(held)
        expect(page.locator("#trick ol")).to_have_class("taken")
        expect(page.locator("#polite")).to_have_text(
            re.compile(r"takes it, 100\. Round 4 is over: Ann .* \w+ deals\.")
        )


def test_slobberhannes_is_played_with_32_cards(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, New(variant="slobberhannes", players=NAMES[:4])) as box:
        page = open_page(box.bench)
        expect(page.locator("#title")).to_have_text("Slobberhannes: Round 1, trick 1 of 8")
        expect(page.locator("#hands .card")).to_have_count(32)
        assert {label[1] for label in labels(page, "#hands")} == set("789TJQKA")
        for _ in range(4):
            scans(page, box, fitting(page, box))
        expect(page.locator("#trick p > span")).to_contain_text("takes it, 1")
        page.click("#show-deck")
        expect(page.locator("#hands .card")).to_have_count(28)
        expect(page.locator("#hands .gap")).to_have_count(4)


def test_card_of_the_whole_deck_can_complete_the_trick(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, SPAGHETTI) as box:
        page = open_page(box.bench)
        for _ in range(3):
            scans(page, box, fitting(page, box))
        last = fitting(page, box)
        page.click("#show-deck")
        plays(page, last)
        expect(page.locator("#trick ol")).to_have_class("taken")
        expect(page.locator("#hands .card")).to_have_count(48)


def test_phone_shows_the_trick_below_the_box_and_points_in_tabs(
    open_page: Open, tmp_path: Path
) -> None:
    with switched_on(tmp_path, SPAGHETTI) as box:
        page = open_page(box.bench, PHONE, touch=True)
        for played in range(1, 5):
            name = turn(box)
            expect(page.locator(".hand")).to_have_attribute("aria-label", re.compile(f"^{name},"))
            expect(page.locator("#tabs .act b")).to_have_text(name)
            card(page, fitting(page, box)).tap(position={"x": 12, "y": 20})
            expect(page.locator("#trick .small-card")).to_have_count(played)
        taker = turn(box)
        expect(page.locator("#tabs .act small")).to_have_text("10 +10")
        expect(page.locator("#tabs .act")).to_have_attribute(
            "aria-label", f"{taker} leads, 10 points, 12 cards"
        )
        expect(page.locator("#title")).to_have_text(
            "Arizona Spaghetti: Round 1 of 6, trick 1 of 13"
        )
        expect(page.locator("#game")).to_be_hidden()


def test_restarted_box_shows_the_same_trick(open_page: Open, tmp_path: Path) -> None:
    table = TrickTable("arizona-spaghetti", 4)
    played = [Play(card=face(table.play_fitting())) for _ in range(6)]
    with switched_on(tmp_path, SPAGHETTI, *played) as box:
        page = open_page(box.bench)
        expect(page.locator("#trick .small-card")).to_have_count(2)
        trick, hands = lying(page), {name: hand_of(page, name) for name in NAMES[:4]}
    with switched_on(tmp_path) as box:
        page = open_page(box.bench)
        expect(page.locator("#trick .small-card")).to_have_count(2)
        assert lying(page) == trick
        assert {name: hand_of(page, name) for name in NAMES[:4]} == hands


def test_lost_connection_keeps_the_last_known_points(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, SPAGHETTI, Score(points={"Ann": 130})) as box:
        panel = Panel(box.bench, port=0)
        panel.start()
        page = open_page(box.bench, port=panel.port)
        panel.close()
        said = "Can’t reach the box. Last known points: Ann 130, Bo 0, Cy 0, Di 0."
        expect(page.locator("#connection")).to_have_text(said)
        expect(page.locator("#urgent")).to_have_text(said)
