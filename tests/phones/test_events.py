"""Tests that every tab fits its window after every kind of event, in each language, with small and
large letters.

`make test` checks each event in one language, one window and one letter size, chosen pairwise.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.languages import language_codes, load_language
from companion.message import using
from tests.depth import FULL
from tests.fits import ALL_LOOKS, LETTERS, WINDOWS, Look, faults
from tests.phone.house import House
from tests.phones.phone import Phone
from tests.phones.tour import HELD

Order = dict[str, Any]

FOUR = ["Wanda", "Bo", "Emma", "Jörg"]
TEN = [*FOUR, "Maxim", "Ute", "Hanna", "Gwynn", "Momo", "Di"]
OURS = 'extends = "ninety-nine"\ntitle = "Unser Neunundneunzig"\nshort = "99"\n'
CODES = language_codes()


def new(variant: str = "ninety-nine", players: list[str] | None = None, **house: object) -> Order:
    return {"cmd": "new", "variant": variant, "players": players or FOUR, "house": house}


def play(card: str, **more: object) -> Order:
    return {"cmd": "play", "card": card, **more}


BUST = {"cmd": "bust"}
DEAL = {"cmd": "deal"}
SCORE = {"cmd": "score", "points": {"Wanda": 70, "Bo": 20, "Emma": 20, "Jörg": 20}}

EVENTS: dict[str, list[Order]] = {
    "miscount": [new(), play("8H"), play("KS"), {"cmd": "claim", "total": 98}],
    "not allowed": [new("ninety-nine-boyer"), play("KS"), play("8H")],
    "owed plays": [new(jokers=2), play("8H"), play("JK")],
    "knock-out": [new(bust="out"), play("KS"), BUST],
    "leave": [new(), play("8H"), {"cmd": "leave", "player": "Bo"}],
    "hand over": [new("our-ninety-nine", TEN), play("KS"), BUST],
    "game over": [new("ninety-eight"), play("KS"), BUST],
    "correction": [new(), play("8H"), {"cmd": "repair", "back": 1, "steps": [play("9H")]}],
    "points of a round": [new("arizona-spaghetti"), SCORE],
    "points": [new("points"), SCORE],
    "points over": [new("points"), SCORE, {"cmd": "end"}],
    "first trick": [new("arizona-spaghetti")],
    "trick": [new("arizona-spaghetti"), play("6D"), play("9D"), play("KC")],
    "shield": [new("ninety-eight-umass"), play("AS", target="Emma")],
}
"""The orders that make each event happen."""

TABS = tuple(HELD)


def looks_at(place: int, code: str) -> tuple[Look, ...]:
    """Return the windows and letter sizes in which the event at `place` is checked
    in a language.
    """
    if FULL:
        return ALL_LOOKS
    window, rest = place % len(WINDOWS), place // len(WINDOWS)
    if CODES[rest % len(CODES)] != code:
        return ()
    return ((tuple(WINDOWS)[window], LETTERS[(window + rest // len(CODES) + rest) % len(LETTERS)]),)


class Evening:
    """A box, and the only paired phone, which shows every event."""

    def __init__(self, house: House, phone: Phone) -> None:
        self.phone = phone
        self._ruler = house.phone(rules=True)
        self._ruler.post("/games/save", {"file": "our-ninety-nine.toml", "text": OURS})
        house.at_the_box()  # waits until the catalog is replaced
        phone.enters(house.access.issue())
        phone.page.wait_for_selector(".rule.none")

    def orders(self, order: Order) -> None:
        """Send an order from elsewhere, and wait until the phone shows the change."""
        with self.phone.line.expect_event("framereceived", lambda message: '"plays"' in message):
            self._ruler.rule(**order)
        if order["cmd"] == "new" and self.phone.unseated:
            self.phone.takes_no_seat()

    def views(self) -> Iterator[str]:
        """Yield each tab, the sheet about the total at the table, and the sheet for the points of a
        round.
        """
        for tab in TABS:
            self._goes_to(tab)
            yield tab
        self._goes_to("rule")
        if self.phone.page.locator("#not-right").count():
            self.phone.touch("#not-right")
            self.phone.page.wait_for_selector("#sheet[open] .foot")
            yield "not right"
            self._closes()
        if self.phone.page.locator("#enter-points:not([aria-disabled])").count():
            self.phone.touch("#enter-points")
            self.phone.page.wait_for_selector("#sheet[open] .entries")
            yield "points"
            self._closes()

    def _closes(self) -> None:
        self.phone.key("Escape")
        self.phone.page.wait_for_selector("#sheet:not([open])", state="attached")

    def _goes_to(self, tab: str) -> None:
        self.phone.page.evaluate("tab => { location.hash = tab; }", tab)
        self.phone.page.wait_for_selector(f'body[data-tab="{tab}"] :is({HELD[tab]})')


@pytest.mark.slow("a box and a browser see every kind of event")
@pytest.mark.parametrize("code", CODES)
def test_every_tab_fits_its_window_after_every_event(
    tmp_path: Path, browser: Browser, code: str
) -> None:
    with using(load_language(code)), House(tmp_path / "box", None) as house:
        phone = Phone(browser, house.address)
        evening = Evening(house, phone)
        found = []
        for place, (event, orders) in enumerate(EVENTS.items()):
            if not (looks := looks_at(place, code)):
                continue
            for order in orders:
                evening.orders(order)
            found += [
                f"{event}: {view}: {fault}"
                for view in evening.views()
                for fault in faults(phone.page, looks)
            ]
        phone.close()
        assert found == []
