"""Tests of the wall and the director's page in a browser."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.errors import FloorError
from companion.floor.server import FloorSite, Work
from companion.floor.wall import FloorNow
from companion.message import ENGLISH, phrase
from tests.browser import Contexts
from tests.floor.rooms import NOW, call, club, game_of, table
from tests.shared_port import SharedPorts

TELEVISION, PHONE = (1920, 1080), (390, 844)

CUT = """[...document.querySelectorAll('.tile :is(a, .move, .facts, li span, button)')]
    .filter((e) => e.scrollWidth > e.clientWidth ||
      (e.matches('a') && e.scrollHeight > e.clientHeight))
    .map((e) => e.innerText)"""
"""What a tile cuts off."""


class Hall:
    """The pages of a floor whose tables are as the test says; `asked` has what a page requested."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.refuses = ""
        self.site = FloorSite("Friday club", self._do, ENGLISH)

    async def _do(self, work: Work) -> Any:
        if self.refuses:
            raise FloorError(self.refuses)
        return await work(self)  # type: ignore[arg-type]  # it stands for the collector

    async def admit(self, address: str, code: str) -> None:
        self.asked.append(("admit", address, code))

    async def renumber(self, box: str, number: int) -> None:
        self.asked.append(("renumber", box, number))

    async def dismiss(self, box: str) -> None:
        self.asked.append(("dismiss", box))

    async def end_call(self, box: str) -> None:
        self.asked.append(("end_call", box))


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    hall.site.publisher.start()
    yield hall
    hall.site.publisher.close()


@pytest.fixture
def shown(
    hall: Hall, contexts: Contexts, ports: SharedPorts, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """Open the page of a floor on a television, or in the size of the test's parameter."""
    complaints: list[str] = []
    size = getattr(request, "param", TELEVISION)
    with ports.serving(hall.site.site) as port, contexts.page(size) as page:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.clock.set_fixed_time(NOW)
        page.goto(f"http://localhost:{port.port}/")
        yield page
        hall.site.publisher.close()
    assert complaints == []


def numbers(page: Page) -> list[str]:
    return page.locator(".tile h2 b").all_inner_texts()


def test_wall_fits_24_tables_in_their_order(hall: Hall, shown: Page) -> None:
    hall.site.publisher.publish(club(24))
    expect(shown.locator(".tile")).to_have_count(24)
    assert numbers(shown) == [str(number) for number in range(1, 25)]
    assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight")
    counts = shown.locator(".counts").inner_text()
    assert counts.split("\n") == ["24 tables · 20 playing · 2 ready", "1 call", "1 silent"]
    seventh, silent = shown.locator(".tile.calls"), shown.locator(".tile.silent")
    assert "2 min · Bo's phone asked" in seventh.inner_text()
    assert "Silent for 4 min" in silent.inner_text()


def test_figure_of_24_tables_is_readable_from_five_meters(hall: Hall, shown: Page) -> None:
    hall.site.publisher.publish(club(24))
    figure, move = shown.locator(".playing .figure").first, shown.locator(".playing .move").first
    sizes = [
        float(each.evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))
        for each in (figure, move)
    ]
    assert sizes[0] >= 70  # 44 mm on a television of 55 inches
    assert sizes[1] >= 24


def test_more_tables_than_fit_begin_with_those_that_need_the_director(
    hall: Hall, shown: Page
) -> None:
    hall.site.publisher.publish(club(60))
    expect(shown.locator(".tile")).to_have_count(60)
    assert numbers(shown)[:4] == ["7", "15", "1", "2"]


def test_tile_opens_what_a_phone_shows_of_its_table(hall: Hall, shown: Page) -> None:
    hall.site.publisher.publish(FloorNow("Friday club", (table(4, game_of("ninety-nine")),)))
    link = shown.locator(".tile a")
    expect(link).to_have_attribute("href", "http://192.168.1.4:8098/")


def test_call_is_told_and_ended(hall: Hall, shown: Page) -> None:
    quiet = table(4, game_of("ninety-nine"))
    hall.site.publisher.publish(FloorNow("Friday club", (quiet,)))
    expect(shown.locator(".tile.playing")).to_have_count(1)
    hall.site.publisher.publish(
        FloorNow("Friday club", (msgspec.structs.replace(quiet, call=call()),))
    )
    expect(shown.get_by_role("alert")).to_have_text("Table 4 calls the director.")
    with shown.expect_response(lambda response: response.request.method == "POST"):
        shown.get_by_role("button", name="The director has come").click()
    assert hall.asked == [("end_call", "00000004")]


def test_call_of_a_table_with_a_problem_is_told(hall: Hall, shown: Page) -> None:
    problem = table(4, game_of("ninety-nine"), problem="game 1 had another line 2 before")
    hall.site.publisher.publish(FloorNow("Friday club", (problem,)))
    expect(shown.get_by_text("another line 2")).to_have_count(1)
    expect(shown.get_by_role("alert")).to_have_text("")
    called = msgspec.structs.replace(problem, call=call())
    hall.site.publisher.publish(FloorNow("Friday club", (called,)))
    expect(shown.get_by_role("alert")).to_have_text("Table 4 calls the director.")
    expect(shown.get_by_text("Call: director")).to_have_count(1)


def test_wall_scrolls_itself_again_after_a_tap(hall: Hall, shown: Page) -> None:
    shown.clock.install()
    shown.reload()
    hall.site.publisher.publish(club(60))
    expect(shown.locator(".tile")).to_have_count(60)
    shown.get_by_role("button", name="Sound").click()
    shown.clock.run_for(20_000)
    expect(shown.locator("header")).to_be_in_viewport(ratio=1)
    shown.clock.run_for(20_000)
    expect(shown.locator("header")).not_to_be_in_viewport()


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_wall_has_room_for_the_words_of_each_language(
    hall: Hall, contexts: Contexts, ports: SharedPorts, language: str
) -> None:
    first, *tables = club(24).tables
    problem = phrase("This table plays by other rules than the floor: update both")
    first = msgspec.structs.replace(first, problem=problem)
    hall.site.publisher.publish(FloorNow("Friday club", (first, *tables)))
    with ports.serving(hall.site.site) as port, contexts.page(TELEVISION, locale=language) as page:
        page.clock.set_fixed_time(NOW)
        page.goto(f"http://localhost:{port.port}/")
        expect(page.locator(".tile")).to_have_count(24)
        assert page.evaluate(CUT) == []
        hall.site.publisher.close()


def test_first_table_is_added_by_address_and_code(hall: Hall, shown: Page) -> None:
    hall.site.publisher.publish(FloorNow("Friday club"))
    shown.get_by_label("Address").fill("192.168.1.4")
    shown.get_by_label("Code").fill("482 913")
    hall.refuses = "Wrong code: four tries left."
    shown.get_by_role("button", name="Add the table").click()
    expect(shown.get_by_text("Wrong code: four tries left.")).to_be_visible()
    hall.refuses = ""
    shown.get_by_role("button", name="Add the table").click()
    expect(shown.get_by_text("Wrong code: four tries left.")).to_have_count(0)
    assert hall.asked == [("admit", "192.168.1.4", "482913")]


def test_table_is_numbered_and_removed(hall: Hall, shown: Page) -> None:
    hall.site.publisher.publish(FloorNow("Friday club", (table(4), table(5))))
    shown.get_by_role("button", name="Tables").click()
    number = shown.get_by_label("Number").first
    number.fill("12")
    number.press("Enter")
    shown.get_by_role("button", name="Remove").nth(1).click()
    expect(shown.get_by_role("button", name="Remove").first).to_be_enabled()
    assert hall.asked == [("renumber", "00000004", 12), ("dismiss", "00000005")]


@pytest.mark.parametrize("shown", [PHONE], indirect=True)
def test_phone_of_the_director_shows_calls_first_and_nothing_beside_the_screen(
    hall: Hall, shown: Page
) -> None:
    hall.site.publisher.publish(club(24))
    expect(shown.locator(".tile")).to_have_count(24)
    assert numbers(shown)[:3] == ["7", "15", "1"]
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button = shown.get_by_role("button", name="The director has come").bounding_box()
    assert button is not None
    assert button["height"] >= 44
