"""Tests of pairing by one scan: the code in the page's address pairs the phone and is removed from
the address.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from playwright.sync_api import Browser, Page, expect

from companion.drawing import draw
from tests.browser import PATIENCE, each_load, slowed
from tests.phone.house import FOUR, House
from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.table_at import Answer, TableAt

Json = dict[str, Any]

CODE = "482913"
OLD = "No code is shown now. On the box hold MORE and choose Phone code."
MAY_RULE = "This phone can play now."


def invited(parts: Json | None = None, *, rules: bool = False) -> TableAt:
    """Return a table that pairs a phone for the right code."""
    at = TableAt(parts or tables.ninety_nine(), rules=rules)

    def answers(path: str, body: Json) -> Answer | None:
        if path != "/pair":
            return None
        if body["code"] != CODE:
            return 403, {"problem": OLD}
        at.rules = True
        return 200, {"rules": True, "name": "A phone", "player": ""}

    at.answers = answers
    return at


def scanned(open_page: Open, at: TableAt, code: str = CODE) -> Page:
    """Return the page as it opens after a scan."""
    return open_page(at, scanned=code)


def sheet(page: Page) -> Any:
    return page.locator("dialog[open]")


def test_scan_during_a_game_asks_for_the_seat_alone(open_page: Open) -> None:
    at = invited()
    page = scanned(open_page, at)
    expect(sheet(page).get_by_role("heading")).to_have_text("Which seat is yours?")
    expect(sheet(page)).to_contain_text(MAY_RULE)
    assert at.posted("/pair") == [{"code": CODE, "name": ""}]
    expect(page.locator("#polite")).to_contain_text(MAY_RULE)
    assert CODE not in page.evaluate("location.href")


def test_scan_without_a_game_leads_to_the_set_up(open_page: Open) -> None:
    page = scanned(open_page, invited(tables.nobody()))
    page.wait_for_selector('body[data-tab="game"]')
    expect(page.locator(".paired")).to_contain_text(MAY_RULE)
    assert page.locator("dialog[open]").count() == 0


def test_code_leaves_the_history_before_anything_is_asked(open_page: Open) -> None:
    at = invited()
    page = open_page(at)
    each_load(
        page,
        """const { fetch } = window;
        window.asked = [];
        window.fetch = (...request) => { window.asked.push(location.hash);
          return fetch(...request); };""",
    )
    page.goto("about:blank")
    page.goto(f"{at.address}#{CODE}")
    page.wait_for_selector("dialog[open]")
    hashes = page.evaluate("window.asked")
    assert hashes
    assert not any(CODE in each for each in hashes)
    page.go_back()
    assert page.url == "about:blank"


def test_scan_of_an_open_page_pairs_it_where_it_is(open_page: Open) -> None:
    at = invited()
    page = open_page(at, tab="evening")
    page.evaluate(f"location.hash = '{CODE}'")
    expect(sheet(page)).to_contain_text(MAY_RULE)
    assert page.evaluate("location.hash") == "#evening"
    assert page.locator('body[data-tab="evening"]').count() == 1
    page.go_back()
    assert CODE not in page.evaluate("location.href")


def test_outdated_code_is_refused_and_can_be_typed_instead(open_page: Open) -> None:
    at = invited()
    page = scanned(open_page, at, "111111")
    expect(page.locator("#pair-problem")).to_contain_text(OLD)
    expect(page.locator("#urgent")).to_have_text(OLD)
    page.keyboard.type(CODE)
    page.wait_for_selector(".rule")
    assert [each["code"] for each in at.posted("/pair")] == ["111111", CODE]


def test_paired_phone_does_not_use_the_code(open_page: Open) -> None:
    at = invited(rules=True)
    page = scanned(open_page, at)
    expect(sheet(page)).to_contain_text(MAY_RULE)
    assert at.posted("/pair") == []


def test_five_digits_are_not_a_code(open_page: Open) -> None:
    at = invited()
    page = open_page(at, scanned="48291")
    page.wait_for_load_state("networkidle")
    assert at.posted("/pair") == []


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, FOUR) as house:
        yield house


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Page]:
    """Yield the page of a phone that was never paired here."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield slowed(context.new_page())
    context.close()


def test_qr_code_on_the_display_pairs_the_phone_that_scans_it(house: House, new_page: Page) -> None:
    """From the pixels of the display to a phone that plays: no digit is typed or sent in an
    address.
    """
    house.at_the_box(lambda: house.driver.hold("MORE").choose("Phone code"))
    (found,) = zxingcpp.read_barcodes(
        draw(house.driver.picture, 128).convert("L").resize((512, 256))
    )
    host, _, code = found.text.partition("/#")
    assert host == f"HTTP://192.168.1.7:{house.port}"
    requests: list[str] = []
    new_page.on("request", lambda each: requests.append(f"{each.url} {each.headers}"))
    new_page.goto(f"{house.address}/#{code}")
    new_page.get_by_role("button", name="Bo", exact=True).click()
    expect(new_page.locator(".standing .name")).to_have_text("Bo's phone")
    assert house.access.sessions.count == 1
    assert not any(code in each for each in requests)
