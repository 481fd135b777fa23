"""Tests of the pages in the oldest supported Chromium, as on a television of
2021, and in WebKit.
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.core.commands import New
from companion.games.adding.state import AddingState
from companion.phone import language
from companion.web.built_files import Built, built_pages
from tests import old_chromium, webkit
from tests.old_chromium import PATIENCE, OldChromium
from tests.phone.house import House
from tests.simulation.served import Panel
from tests.simulation.small_box import SmallBox
from tests.webkit import WebKit

PHONE, DESK, TELEVISION = (400, 800), (1280, 800), (1280, 720)

DUEL = New(variant="ninety-nine", players=("Ann", "Bo"), house={"chips": 1})

Browser = OldChromium | WebKit


@pytest.fixture(scope="module", params=["chromium", "webkit"])
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    assert built_pages().files, (
        "the pages are not built from their sources: `make pages` builds them"
    )
    if not (old_chromium if request.param == "chromium" else webkit).is_installed():
        pytest.skip("`make old-browsers` installs it")
    opened: AbstractContextManager[Browser] = (
        old_chromium.old_chromium() if request.param == "chromium" else webkit.webkit()
    )
    with opened as browser:
        yield browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "data", DUEL) as house:
        yield house


def sees(browser: Browser, selector: str, words: str = "", then: str = "") -> None:
    """Wait until the page draws an element that `selector` finds and that contains `words`, then
    run the script `then`.
    """
    missing = browser.runs(
        f"""new Promise((done) => {{
          const end = performance.now() + {PATIENCE * 500};
          const look = () => {{
            const found = [...document.querySelectorAll({json.dumps(selector)})].find((each) =>
              each.getClientRects().length && each.textContent.includes({json.dumps(words)}));
            if (found) {then};
            if (found ||
              performance.now() > end) done(found ? "" : `${{document.body.innerText}} `);
            else setTimeout(look, 20);
          }};
          look();
        }})"""
    )
    assert missing == "", f"there is no {selector} with {words!r}, but: {missing}"


def taps(browser: Browser, selector: str, words: str = "") -> None:
    """Tap an element once the page draws it."""
    sees(browser, selector, words, "found.click()")


def enters(browser: Browser, house: House) -> None:
    """Pair the phone by the code in the address, without an owner."""
    browser.opens(f"{house.address}/#{house.access.issue()}", PHONE)
    taps(browser, "dialog[open] button", "No seat")
    taps(browser, "nav a[href='#rule']")


def turn(browser: Browser, name: str) -> None:
    """Wait until it is the turn of `name` and no request is pending."""
    sees(browser, "body:not(.ordering) .strip .whose", f"{name} to play")


def adding(house: House) -> AddingState:
    state = house.table.state
    assert isinstance(state, AddingState)
    return state


@pytest.mark.slow("two browsers load a page, which is played on")
def test_old_browser_plays_a_card_and_shows_it_on_the_wall(browser: Browser, house: House) -> None:
    enters(browser, house)
    turn(browser, "Ann")
    taps(browser, '.rule .key[data-rank="8"]')
    sees(browser, ".strip .total", "8")
    assert adding(house).total == 8
    browser.opens(f"{house.address}/#wall", TELEVISION)
    sees(browser, ".wall", "Bo to play")


def test_old_browser_plays_a_card_on_the_panel(browser: Browser) -> None:
    panel = Panel(SmallBox())
    panel.start()
    browser.opens(panel.address, DESK)
    sees(browser, ".hand.act .whose", "Ann to play")
    taps(browser, ".hand.act .card")
    sees(browser, ".hand.act .whose", "Bo to play")
    panel.close()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_old_browser_lays_the_table_out_like_a_new_one(
    browser: Browser, house: House, size: tuple[int, int]
) -> None:
    """The browser supports neither gaps in flexible boxes nor min() and max(), which the board's
    lengths use.
    """
    browser.opens(house.address, size)
    sees(browser, ".octagon .total", "0")
    lengths = browser.runs(
        """(() => {
          const place = (selector) => document.querySelector(selector).getBoundingClientRect();
          const [board, total, mark] = [".octagon", ".octagon .total", ".standing i"].map(place);
          const isInside = total.top > board.top && total.bottom < board.bottom;
          return [board.height, isInside, place(".standing .name").left - mark.right];
        })()"""
    )
    height, is_inside, gap = lengths
    assert height >= 330
    assert is_inside
    assert gap >= 4


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_browser_that_is_too_old_for_the_pages_shows_a_notice(
    browser: Browser, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example is Chromium 77 with the sources of the pages, which a box without built pages
    serves.
    """
    monkeypatch.setattr(language, "built_pages", Built)
    browser.opens(house.address, PHONE)
    sees(browser, "#too-old", "This browser is too old for this page.")


@pytest.mark.full
def test_old_browser_plays_a_game(browser: Browser, house: House) -> None:
    enters(browser, house)
    turn(browser, "Ann")
    taps(browser, '.rule .key[data-rank="K"]')
    turn(browser, "Bo")
    taps(browser, '.rule .key[data-rank="8"]')
    sees(browser, ".place", "99 + 8 = 107 is over 99")
    taps(browser, '.rule .key[data-rank="10"]')
    turn(browser, "Ann")
    taps(browser, '.rule .key[data-rank="10"]')
    taps(browser, "dialog[open] button", "take ten off")
    turn(browser, "Bo")
    taps(browser, "#undo")
    taps(browser, "#undo", "Yes, undo")
    turn(browser, "Ann")
    taps(browser, "#bust")
    taps(browser, "dialog[open] .bust")
    sees(browser, ".rule", "Bo wins")
    browser.opens(f"{house.address}/#evening", PHONE)
    sees(browser, "main", "Settle up")
    browser.opens(f"{house.address}/#game", PHONE)
    sees(browser, "main", "House rules")
    browser.opens(house.address, DESK)
    sees(browser, "main", "Bo wins")
