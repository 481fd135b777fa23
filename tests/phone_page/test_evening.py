"""The tab of the evening in a real browser, told what real journals come to."""

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.phone.statistics.view import evening_page
from companion.table.sessions import PAUSE
from tests.phone.statistics.evening_table import EveningTable
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open
from tests.phone_page.table_at import Answer, Json, TableAt

EVIL = '<img src="x" onerror="document.title=1">'


class Evening:
    """A box that tells an evening; `asked` counts how often a page wanted to know."""

    def __init__(self, told: Json) -> None:
        self.answer: Answer = (200, told)
        self.asked = 0
        self.table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows(), answers=self._answers)

    def _answers(self, path: str, _body: Json) -> Answer | None:
        match path:
            case "/evening":
                self.asked += 1
                return self.answer
            case "/evening.csv":
                return 200, "time,game"
        return None


def eleven_hands(at: EveningTable) -> None:
    """The evening of the specification's picture; Ann has called wrong once."""
    at.begin()
    at.play("8H")
    at.call(9)
    at.busts("Bo", "Bo", "Di", "Cy", "Ann", "Di", "Bo", "Bo", "Cy", "Di", "Di")


def three_games(at: EveningTable) -> None:
    """After another evening: a game that Ann wins, one that is given up, tricks that are on; long names."""
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.clock.now += PAUSE + 1
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.busts("Bo", "Cy")
    at.begin("Ann", "Maximiliane-Josephine", EVIL, "Di", "Ed", "Flo", "Gus", "Hal", decks=2)
    at.busts("Di", "Ed")
    at.begin("Ann", "Bo", "Di", "Ed", variant="arizona-spaghetti")
    at.score({"Ann": 130}, {"Bo": 100, "Di": 30})


def a_second_game_begins(at: EveningTable) -> None:
    """Three are out of chips after the first game and do not play the second."""
    at.begin("Ann", "Bo", "Cy", "Di", chips=3)
    at.busts("Bo", "Bo", "Bo", "Cy", "Cy", "Cy", "Di", "Di", "Di")
    at.begin("Ann", "Peggy")


def short_games_after_a_long_one(at: EveningTable) -> None:
    """Nobody has given a name."""
    seats = ("Seat 1", "Seat 2", "Seat 3", "Seat 4")
    at.begin(*seats, chips=8)
    at.busts(*["Seat 2"] * 7, *["Seat 3"] * 7, *["Seat 4"] * 6)
    for _ in range(4):
        at.begin(*seats)
        at.busts("Seat 2")


def points_and_chips(at: EveningTable) -> None:
    """Nobody plays tricks."""
    at.begin("Ann", "Bo", "Cy", variant="points", last_round=1)
    at.score(Ann=5, Bo=2, Cy=0)
    at.begin("Ann", "Bo", "Cy")
    at.busts("Bo")


Game = Callable[[EveningTable], None]
Make = Callable[[Game], Evening]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], str]:
    """What a box tells of an evening, as JSON; each is played once."""

    @cache
    def told(play: Game) -> str:
        at = EveningTable(tmp_path_factory.mktemp("evening"))
        play(at)
        return msgspec.json.encode(evening_page(at.read())).decode()

    return told


@pytest.fixture
def evening(played: Callable[[Game], str]) -> Make:
    return lambda play: Evening(json.loads(played(play)))


def group(page: Page, heading: str) -> Locator:
    return page.get_by_role("region", name=heading, exact=True)


def title(page: Page) -> Locator:
    return page.locator("h2#ahead")


def rows(table: Locator) -> list[str]:
    """The lines of a table, once it is there."""
    expect(table.locator("tbody tr").first).to_be_visible()
    return [" ".join(text.split()) for text in table.locator("tbody tr").all_inner_texts()]


def scrolls_sideways(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wide


# What is told.


def test_evening_shows_the_leader_and_who_pays_whom(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    expect(title(page)).to_have_text("Ann is ahead with 4 chips")
    expect(page.get_by_text("Chips: nine still held, eleven in the pot.")).to_be_visible()
    settle = group(page, "Settle up")
    expect(settle.locator("li")).to_have_text(
        ["Bo pays Ann 4 chips", "Di pays Ann 4 chips", "Cy pays Ann 2 chips"]
    )
    expect(settle).to_contain_text("If you stop now the pot goes to Ann, who is ahead.")


def test_points_and_chips_have_no_column_of_tricks(open_page: Open, evening: Make) -> None:
    page = open_page(evening(points_and_chips).table, DESK, tab="evening")
    heads = group(page, "Players").locator("thead th")
    expect(heads).to_have_text(["Name", "Chips", "Won", "Busts", "Plays", "Reversals", "Miscounts"])


def test_phone_shows_fewer_figures_of_each_player_than_a_desktop(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, PHONE, tab="evening")
    table = group(page, "Players").locator("table")
    expect(table.locator("th:visible")).to_have_text(
        ["Name", "Chips", "Busts", "Miscounts", "Ann", "Bo", "Cy", "Di"]
    )
    assert rows(table)[:2] == ["Ann 4 1 1 of 5", "Bo 1 4 none"]
    page = open_page(ours.table, DESK, tab="evening")
    table = group(page, "Players").locator("table")
    expect(table.locator("thead th:visible")).to_have_text(
        ["Name", "Chips", "Won", "Busts", "Plays", "Reversals", "Miscounts", "Seconds a turn"]
    )
    assert rows(table)[0] == "Ann 4 0 1 5 0 1 of 5 60.0"


def test_the_chart_has_a_sentence_and_is_a_list_as_well(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    expect(page.get_by_role("img", name="After eleven hands: Ann 4, Cy 3, Bo 1 and Di 1.")).to_be_visible()
    page.get_by_role("button", name="As a list").click()
    table = page.get_by_role("group", name="The chart as a list")
    expect(table.locator("thead th")).to_have_text(["Hand", "Ann", "Bo", "Cy", "Di"])
    found = rows(table)
    assert (found[0], found[1], found[-1], len(found)) == ("start 5 5 5 5", "1 5 4 5 5", "11 4 1 3 1", 12)
    page.get_by_role("button", name="As a chart").click()
    expect(page.locator("step-chart canvas")).to_be_visible()


WRITTEN = (Path(__file__).parents[1] / "written.js").read_text("utf-8")
COLLIDING = """() => written().flatMap(({ width, words }) => words.flatMap((one, at) => [
  ...(one.left < 0 || one.right > width ? [`${one.text} sticks out`] : []),
  ...words.slice(at + 1).filter((other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom).map((other) => `${one.text} on ${other.text}`),
]))"""
NAMED = "() => written()[0].words.map(({ text }) => text).filter((text) => /[A-Za-z]/.test(text))"


@pytest.mark.parametrize("play", [a_second_game_begins, short_games_after_a_long_one, three_games])
def test_no_labels_of_a_chart_overlap(open_page: Open, evening: Make, play: Game) -> None:
    page = open_page(evening(play).table)
    page.add_init_script(WRITTEN)
    for letters, (width, height) in product(("100%", "200%"), (NARROW, PHONE, (768, 1024), DESK)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", letters)
        page.get_by_role("link", name="Evening").click()
        expect(page.locator("step-chart canvas").first).to_be_visible()
        page.wait_for_function("() => written().length")
        assert page.evaluate(COLLIDING) == [], (letters, width)
        page.get_by_role("link", name="Table").click()


def test_name_that_ends_in_a_figure_is_separate_from_the_chips(open_page: Open, evening: Make) -> None:
    page = open_page(evening(short_games_after_a_long_one).table)
    page.add_init_script(WRITTEN)
    page.reload()
    page.get_by_role("link", name="Evening").click()
    page.wait_for_function(f"() => written().length && ({NAMED})().length > 1")  # the chart is drawn by steps
    assert page.evaluate(NAMED) == ["Seat 1: 5", "Seat 3: 5", "Seat 4: 5", "Seat 2: 4"]


def test_games_of_both_kinds_have_their_charts_and_lines(open_page: Open, evening: Make) -> None:
    page = open_page(evening(three_games).table, tab="evening")
    expect(page.get_by_role("img")).to_have_count(2)
    expect(page.get_by_role("heading", name="Arizona Spaghetti, game 3")).to_be_visible()
    expect(group(page, "Games").locator(".ended")).to_have_text(["Ann wins", "given up", "still on"])
    expect(group(page, "On all evenings").locator("li").first).to_contain_text("2 of 2 won")
    expect(group(page, "Settle up")).to_contain_text("Game 2 was given up: nobody pays for it.")
    page.get_by_role("button", name="As a list").first.click()
    found = rows(page.get_by_role("group", name="The chart as a list"))
    assert [" ".join(row.split()[:2]) for row in found if row.startswith("game")] == ["game 1", "game 2"]


def test_first_evening_shows_no_lifetime_records(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    expect(group(page, "On all evenings")).to_have_count(0)


def test_before_the_first_game_it_says_so(open_page: Open, evening: Make) -> None:
    page = open_page(evening(lambda _: None).table, tab="evening")
    expect(page.get_by_role("heading", level=2)).to_have_text("Nobody has played yet")
    expect(page.get_by_text("Settle up")).to_have_count(0)


def test_name_is_escaped(open_page: Open, evening: Make) -> None:
    page = open_page(evening(three_games).table, tab="evening")
    expect(group(page, "Players").get_by_role("rowheader", name=EVIL)).to_be_visible()
    expect(page.locator("main img")).to_have_count(0)


# Money.


def test_chips_are_shown_as_money_once_a_chip_has_a_value(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    worth = page.get_by_label("1 chip =")
    figures = group(page, "Settle up").locator("li .figure")
    worth.fill("0,20")
    expect(figures).to_have_text(["0.80", "0.80", "0.40"])
    for nothing in ("", "x", "0", "-1", "1e99"):
        worth.fill(nothing)
        expect(figures).to_have_text(["4 chips", "4 chips", "2 chips"])
    worth.fill("0.2")
    page.reload()
    expect(figures).to_have_text(["0.80", "0.80", "0.40"])
    expect(worth).to_have_value("0.2")


# When it is asked for.


def test_evening_is_requested_when_its_tab_opens(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, tab="table")
    page.get_by_role("link", name="Rule").click()
    assert ours.asked == 0
    page.get_by_role("link", name="Evening").click()
    expect(group(page, "Players")).to_be_visible()
    assert ours.asked == 1


def test_evening_is_requested_again_at_the_end_of_a_hand_only(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    state = ours.table.parts["state"]
    ours.table.tell(state=state | {"total": 98, "turn": "Cy"})
    expect(page).to_have_title("98, Cy to play")
    assert ours.asked == 1
    ours.answer[1]["ahead"]["title"] = "Cy is ahead"
    ours.table.tell(state=state | {"phase": "hand-over", "turn": None})
    expect(title(page)).to_contain_text("Cy is ahead")
    assert ours.asked == 2


def test_reopened_tab_shows_what_has_changed(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    page.get_by_role("link", name="Table").click()
    ours.answer[1]["ahead"]["title"] = "Di is ahead"
    page.get_by_role("link", name="Evening").click()
    expect(title(page)).to_contain_text("Di is ahead")


def test_unreadable_journal_is_reported_and_can_be_retried(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    good = ours.answer
    ours.answer = (404, {"problem": "The evening cannot be shown. The journal cannot be read."})
    page = open_page(ours.table, tab="evening")
    expect(page.get_by_text("The evening cannot be shown. The journal cannot be read.")).to_be_visible()
    ours.answer = good
    page.get_by_role("button", name="Ask again").click()
    expect(group(page, "Players")).to_be_visible()
    expect(page.get_by_text("cannot be shown")).to_have_count(0)


def test_without_the_box_the_page_shows_the_age_of_the_figures(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    expect(page.get_by_text("as it was at")).to_have_count(0)
    ours.table.hang_up(1001)
    expect(page.get_by_text("as it was at")).to_be_visible()
    expect(group(page, "Players")).to_be_visible()


def test_the_files_are_saved(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as CSV").click()
    assert (saved.value.url.endswith("/evening.csv"), saved.value.suggested_filename) == (True, "evening.csv")
    expect(page.get_by_role("link", name="Save as JSON")).to_have_attribute("href", "/evening.json")


# Room.


@pytest.mark.parametrize("size", [PHONE, NARROW, DESK])
@pytest.mark.parametrize("play", [eleven_hands, three_games])
def test_evening_needs_no_sideways_scrolling(
    open_page: Open, evening: Make, size: tuple[int, int], play: Game
) -> None:
    page = open_page(evening(play).table, size, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    assert not scrolls_sideways(page)
    for button in page.locator("button.as-list").all():
        button.click()
    assert not scrolls_sideways(page)
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert not scrolls_sideways(page)


def test_tap_targets_are_large_enough(open_page: Open, evening: Make) -> None:
    page = open_page(evening(three_games).table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    for target in page.locator("main :is(a, button, input)").all():
        box: Any = target.bounding_box()
        assert box["width"] >= 48
        assert box["height"] >= 48


def test_a_desk_has_two_columns(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, DESK, tab="evening")
    chart, settle, players = (
        place.bounding_box()
        for place in (page.locator("step-chart"), group(page, "Settle up"), group(page, "Players"))
    )
    assert chart is not None
    assert settle is not None
    assert players is not None
    assert settle["x"] > chart["x"] + chart["width"]
    assert settle["y"] < chart["y"]
    assert players["x"] < settle["x"]
