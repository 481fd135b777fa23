"""Tests of whole games by keyboard alone: pairing, set-up, plays, choices, undo, bust, points,
deal.
"""

from typing import Any

import pytest

from companion.core.commands import Bust, Deal, New, Play, Score, Undo
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening
from tests.phones.phone import DESK, PHONE, Phone

NINETY_NINE = New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Bo", house={"chips": 1})
SPAGHETTI = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy"), dealer="Ann")

FOCUSED = """() => {
  const { activeElement: found } = document;
  const label = found.labels?.[0]?.textContent;
  return (found.getAttribute("aria-label") ?? label ?? found.textContent).replace(/\\s+/g,
    " ").trim();
}"""
MOST_TABS = 120


class Keyboard:
    """A person with only a keyboard: Tab moves to a named control, Enter presses it."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def to(self, name: str, key: str = "Tab") -> None:
        """Move the focus to the control whose name begins with `name`."""
        for _ in range(MOST_TABS):
            if self.focused().startswith(name):
                return
            self.phone.key(key)
        raise AssertionError(f"no way to {name!r} by {key}")

    def focused(self) -> str:
        name: str = self.phone.page.evaluate(FOCUSED)
        return name

    def press(self, name: str, key: str = "Enter") -> None:
        """Move the focus to the control whose name begins with `name`, and press it."""
        self.to(name)
        self.phone.key(key)

    def waits_for(self, name: str) -> None:
        """Wait until the focus is on the control whose name begins with `name`."""
        self.phone.page.wait_for_function(f"name => ({FOCUSED})().startsWith(name)", arg=name)

    def writes(self, name: str, text: str) -> None:
        """Replace the text of the field called `name` with `text`."""
        self.to(name)
        self.phone.key("ControlOrMeta+a")
        self.phone.page.keyboard.type(text)

    def goes_to(self, tab: str, name: str) -> None:
        """Open another tab, starting at the top of the page."""
        self.phone.page.evaluate("() => document.activeElement.blur()")
        self.press(name)
        self.phone.page.wait_for_selector(f'body[data-tab="{tab}"]')


@pytest.mark.full
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESK, id="at a desk"),
        pytest.param(PHONE, id="in the hand"),
    ],
)
def test_short_game_of_each_family_is_played_without_a_pointer(
    box: Box, comes: Comes, size: tuple[int, int]
) -> None:
    invited = box.invites()
    ruler, looker = comes(size, address=invited.address), comes()
    keyboard = Keyboard(ruler)
    evening = PhoneEvening(box, ruler, looker)
    keyboard.goes_to("rule", "Play")
    keyboard.to("The six digits")
    ruler.page.keyboard.type(invited.code)
    ruler.page.wait_for_selector(".rule.none")
    sets_up(keyboard, "99", NINETY_NINE)
    keyboard.press("No seat: I only help")
    begun(keyboard, evening, NINETY_NINE)
    plays_ninety_nine(keyboard, evening)
    sets_up(keyboard, "Tricks", SPAGHETTI)
    begun(keyboard, evening, SPAGHETTI)
    plays_spaghetti(keyboard, evening)
    box.switch_off()


def sets_up(keyboard: Keyboard, group: str, new: New) -> None:
    """Set up a game: variant, seats, chips, start."""
    keyboard.goes_to("game", "Game")
    page = keyboard.phone.page
    page.wait_for_selector(".people, .newcomer")
    sitting = page.locator(".sitting li button")
    while count := sitting.count():
        keyboard.to(sitting.first.get_attribute("aria-label") or "")
        page.keyboard.press("Delete")
        sitting.nth(count - 1).wait_for(state="detached")
    if not page.locator("#new-name").count():
        keyboard.press("New")
    keyboard.to("Name")
    for at, name in enumerate(new.players):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        sitting.nth(at).wait_for()
    keyboard.press("Done")
    if str(new.dealer) in new.players[:-1]:
        keyboard.press(
            f"{new.dealer} first, seat" if new.dealer == new.players[0] else f"{new.dealer}, seat"
        )
        keyboard.press("Make dealer")
        keyboard.press("Done")
    if page.locator("#open-game").count():
        keyboard.press(page.locator("#open-game b").inner_text())
    keyboard.press(group)
    if page.locator("#open-rules").count():
        keyboard.press("House rules")
    house: dict[str, Any] = new.house
    if "chips" in house:
        keyboard.writes("Chips each", str(house["chips"]))
    keyboard.press("Start: ")


def begun(keyboard: Keyboard, evening: PhoneEvening, new: New) -> None:
    """Wait until the game has begun and its keys are there."""
    evening.expects(new)
    keyboard.phone.page.wait_for_selector('body[data-tab="table"]')
    keyboard.goes_to("rule", "Play")
    evening.stands()


def plays_ninety_nine(keyboard: Keyboard, evening: PhoneEvening) -> None:
    """Play cards by letters, a choice by arrow, a refusal and a bust, and undo with Backspace."""
    ruler = keyboard.phone
    evening.obeys(Play(card="8H"))
    ruler.key("8", "h", "Enter")
    evening.stands()
    evening.obeys(Play(card="10", value=10))
    ruler.key("0", "Enter")
    keyboard.waits_for("take ten off")
    ruler.key("ArrowRight", "Enter")
    evening.stands()
    evening.obeys(Play(card="K"))
    ruler.key("k", "Enter")
    evening.stands()
    ruler.key("7", "Enter")
    ruler.sees(refused="99 + 7 = 106 is over 99")
    evening.noted()
    evening.obeys(Undo())
    ruler.key("Backspace")
    keyboard.waits_for("Yes, undo")
    ruler.key("Enter")
    evening.stands()
    evening.obeys(Play(card="Q"))
    keyboard.press("Q, queen")
    evening.stands()
    evening.obeys(Bust())
    ruler.key("b")
    keyboard.waits_for(f"{evening.expected.names[1]} busts")
    ruler.key("Enter")
    evening.stands()


def plays_spaghetti(keyboard: Keyboard, evening: PhoneEvening) -> None:
    """Enter the points of a round and deal the next."""
    ruler = keyboard.phone
    due = {"Ann": 70, "Bo": 40, "Cy": 60}
    evening.obeys(Score(points=due))
    keyboard.press("Enter points")
    ruler.page.wait_for_selector("#sheet[open] .entries")
    for count in due.values():
        ruler.key(*str(count), "Enter")
    evening.stands()
    evening.obeys(Deal())
    keyboard.press("Bo deals round 2")
    evening.stands()
