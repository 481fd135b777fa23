"""Tests of the evening tab in a real browser, with data from real journals."""

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.commands import Bust, Deal, End, Leave
from companion.phone.statistics.routes import evening_page
from companion.table.evenings import PAUSE
from companion.table.reader import Verified
from companion.words.form import FOR_PAGES
from tests.phone.statistics.evening_table import EveningTable
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open, resize
from tests.phone_page.table_at import PAGE, Answer, Json, TableAt
from tests.phone_page.test_look_views import enlarge

ICON = PAGE / "icons" / "icon-192.png"
EVIL = '<img src="x" onerror="document.title=1">'


class Evening:
    """A box that sends an evening to the phone of `owner`; `asked` counts the requests for it."""

    def __init__(self, told: Json) -> None:
        self.answer: Answer = (200, told)
        self.asked = 0
        self.owner = ""
        self.table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows(), answers=self._answers)

    def _answers(self, path: str, _body: Json) -> Answer | None:
        match path:
            case "/evening":
                self.asked += 1
                return self.answer
            case "/me" if self.owner:
                return 200, {"rules": True, "name": self.owner, "player": self.owner}
            case "/evening.csv":
                return 200, "time,game"
        return None


def eleven_hands(at: EveningTable) -> None:
    """Play the evening of the specification's picture; Ann has made one wrong call."""
    at.begin()
    at.play("8H")
    at.call(9)
    at.busts("Bo", "Bo", "Di", "Cy", "Ann", "Di", "Bo", "Bo", "Cy", "Di", "Di")


def three_games(at: EveningTable) -> None:
    """Play, after another evening, a game that Ann wins, an abandoned one and a current trick game,
    with long names.
    """
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.clock.now += PAUSE + 1
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.busts("Bo", "Cy")
    at.begin("Ann", "Maximiliane-Josephine", EVIL, "Di", "Ed", "Flo", "Gus", "Hal", decks=2)
    at.busts("Di", "Ed")
    at.begin("Ann", "Bo", "Di", "Ed", variant="arizona-spaghetti")
    at.score({"Ann": 130}, {"Bo": 100, "Di": 30})


def many_games(at: EveningTable) -> None:
    """Play an abandoned game, busts in one hand, a game that Bo loses, one that he leaves, and one
    of twelve people.
    """
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.busts("Bo")
    at.begin("Ann", "Bo", "Cy", variant="one-hundred", chips=1)
    at.play("8H")
    at.obey(Bust(), Bust())
    at.begin("Ann", "Bo", "Cy", "Di", variant="ninety-eight")
    at.play("KD", "5H")
    at.begin("Ann", "Bo", "Cy", variant="points")
    at.score(Ann=5, Bo=2, Cy=0)
    at.obey(Leave(player="Bo"), Deal())
    at.score(Ann=1, Cy=0)
    at.obey(End())
    at.begin(
        "Ann",
        "Bo",
        "Cy",
        "Di",
        "Maximiliane-Josephine",
        "Ed",
        "Flo",
        "Gus",
        "Hal",
        "Ida",
        "Jo",
        "Winifred",
    )
    at.busts("Bo", "Di", "Ed")
    at.deal()


def points_and_chips(at: EveningTable) -> None:
    """Play a points game and an adding game, but no tricks."""
    at.begin("Ann", "Bo", "Cy", variant="points", last_round=1)
    at.score(Ann=5, Bo=2, Cy=0)
    at.begin("Ann", "Bo", "Cy")
    at.busts("Bo")


Game = Callable[[EveningTable], None]
Make = Callable[[Game], Evening]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], str]:
    """Return a function that plays an evening once and returns it as JSON for the page."""

    @cache
    def told(play: Game) -> str:
        at = EveningTable(tmp_path_factory.mktemp("evening"))
        play(at)
        return FOR_PAGES.encode(evening_page(at.read(), Verified(0.0, 312, ()))).decode()

    return told


@pytest.fixture
def evening(played: Callable[[Game], str]) -> Make:
    return lambda play: Evening(json.loads(played(play)))


def group(page: Page, heading: str) -> Locator:
    return page.get_by_role("region", name=heading, exact=True)


def title(page: Page) -> Locator:
    return page.locator("h2#ahead")


def rows(table: Locator) -> list[str]:
    """Return the lines of a table, once it is there."""
    expect(table.locator("tbody tr").first).to_be_visible()
    return [" ".join(text.split()) for text in table.locator("tbody tr").all_inner_texts()]


def scrolls_sideways(page: Page) -> bool:
    wide: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide


# Contents.


@pytest.mark.slow("computes and draws a whole evening")
def test_evening_shows_the_leader_and_who_pays_whom(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    expect(title(page)).to_have_text("Ann is ahead with 4 chips")
    expect(page.get_by_text("Chips: nine still held, eleven in the pot.")).to_be_visible()
    settle = group(page, "Settle up")
    expect(settle.locator("li")).to_have_text(
        ["Bo pays Ann 4 chips", "Di pays Ann 4 chips", "Cy pays Ann 2 chips"]
    )
    expect(settle).to_contain_text(
        "If you stop now: 3 payments. The pot of game 1, 11 chips, goes to Ann, who is ahead."
    )
    expect(page.get_by_text("All 312 games are whole")).to_be_visible()


def test_points_and_chips_have_no_column_of_tricks(open_page: Open, evening: Make) -> None:
    page = open_page(evening(points_and_chips).table, DESK, tab="evening")
    heads = group(page, "Players").locator("thead th")
    expect(heads).to_have_text(["Name", "Chips", "Won", "Busts", "Plays", "Reversals", "Miscounts"])


def test_phone_shows_fewer_figures_of_each_player_than_a_desktop(
    open_page: Open, evening: Make
) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, PHONE, tab="evening")
    table = group(page, "Players").locator("table")
    expect(table.locator("th:visible")).to_have_text(
        ["Name", "Chips", "Busts", "Miscounts", "Ann", "Bo", "Cy", "Di"]
    )
    assert rows(table)[:2] == ["Ann 4 1 1 of 1", "Bo 1 4 none"]
    page = open_page(ours.table, DESK, tab="evening")
    table = group(page, "Players").locator("table")
    expect(table.locator("thead th:visible")).to_have_text(
        ["Name", "Chips", "Won", "Busts", "Plays", "Reversals", "Miscounts", "Seconds a turn"]
    )
    assert rows(table)[0] == "Ann 4 0 1 5 0 1 of 1 60.0"


def strip(page: Page, game: str) -> Locator:
    return group(page, game)


def lanes(page: Page, game: str) -> Locator:
    return strip(page, game).locator("button.lanes")


def test_strip_has_a_sentence_and_opens_as_a_list(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    game = "Game 1, Ninety-nine"
    expect(strip(page, game)).to_contain_text("in progress, hand 11")
    expect(lanes(page, game)).to_have_accessible_name(
        "After eleven hands: Ann 4, Cy 3, Bo 1 and Di 1. As a list"
    )
    assert lanes(page, game).locator(".name").all_inner_texts() == ["Ann", "Cy", "Bo", "Di"]
    assert lanes(page, game).locator(".now").all_inner_texts() == ["4", "3", "1", "1"]
    lanes(page, game).click()
    expect(lanes(page, game)).to_have_attribute("aria-expanded", "true")
    table = page.get_by_role("group", name=game)
    expect(table.locator("thead th")).to_have_text(["hand", "Ann", "Cy", "Bo", "Di"])
    found = rows(table)
    assert (found[0], found[1], found[-1], len(found)) == (
        "start 5 5 5 5",
        "1 5 5 4 5",
        "11 4 3 1 1",
        12,
    )
    lanes(page, game).click()
    expect(table).to_have_count(0)


def test_heading_counts_games_and_people(open_page: Open, evening: Make) -> None:
    page = open_page(evening(many_games).table, DESK, tab="evening")
    expect(page.locator(".ahead .day")).to_contain_text(", 5 games, 12 people")


def test_newest_games_come_first_and_all_on_demand(open_page: Open, evening: Make) -> None:
    page = open_page(evening(many_games).table, tab="evening")
    heads = page.locator(".strip h3")
    expect(heads).to_have_text(["Game 5, Ninety-nine", "Game 4, Points", "Game 3, Ninety-eight"])
    page.get_by_role("button", name="All 5 games").click()
    expect(heads).to_have_count(5)
    expect(page.locator(".strip .row p")).to_have_text(
        ["in progress, hand 4", "Ann wins, 2 rounds", "Bo loses", "Ann wins, 2 busts", "abandoned"]
    )


def test_own_lane_is_marked(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    ours.owner = "Bo"
    page = open_page(ours.table, tab="evening")
    expect(page.locator(".lanes .name.own")).to_have_text("Bo")


def test_cross_marks_where_a_player_went_out(open_page: Open, evening: Make) -> None:
    page = open_page(evening(many_games).table, tab="evening")
    expect(lanes(page, "Game 3, Ninety-eight").locator(".now")).to_have_text(["", "", "", "lost"])
    expect(lanes(page, "Game 3, Ninety-eight").locator(".cross")).to_have_count(1)
    points = lanes(page, "Game 4, Points")
    expect(points.locator(".now")).to_have_text(["6", "0", "left"])
    expect(points.locator(".cross")).to_have_count(0)


def test_twelve_people_are_readable(open_page: Open, evening: Make) -> None:
    page = open_page(evening(many_games).table, tab="evening")
    game = lanes(page, "Game 5, Ninety-nine")
    expect(game.locator(".name")).to_have_count(12)
    for size, letters in product((NARROW, PHONE, DESK), ("100%", "200%")):
        resize(page, size)
        enlarge(page, letters)
        assert game.evaluate(SMALLEST) >= 13, (size, letters)
        assert game.evaluate(COLLIDING) == [], (size, letters)
        assert not scrolls_sideways(page), (size, letters)


SMALLEST = """lanes => Math.min(...[...lanes.querySelectorAll("*")].filter((one) =>
  one.textContent.trim())
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
COLLIDING = """lanes => {
  const written = [...lanes.querySelectorAll(".name, .now, .counted, text")];
  const boxes = written.filter((one) => one.textContent.trim())
    .map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() }));
  const beside = (one, other) => one.left >= other.right - 1;
  const below = (one, other) => one.top >= other.bottom - 0.15 * other.height;
    // lines of letters have room
  const stands = (one, other) => beside(one, other) || below(one, other);
  const apart = (one, other) => stands(one, other) || stands(other, one);
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => !apart(one, other))
    .map((other) => `${one.text} on ${other.text}`)); }"""


def test_tally_shows_the_cost_of_lost_games(open_page: Open, evening: Make) -> None:
    page = open_page(evening(many_games).table, tab="evening")
    expect(group(page, "Tally").locator("li")).to_have_text("Bo takes a drink 1×")
    page = open_page(evening(eleven_hands).table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    expect(group(page, "Tally")).to_have_count(0)


def test_games_of_both_kinds_have_their_strips(open_page: Open, evening: Make) -> None:
    page = open_page(evening(three_games).table, tab="evening")
    expect(page.locator(".strip .row p")).to_have_text(
        ["in progress, round 2", "abandoned", "Ann wins, 2 hands"]
    )
    expect(group(page, "Settle up")).to_contain_text("Game 2 was abandoned: it costs nothing.")


def test_evening_before_the_first_game_is_announced(open_page: Open, evening: Make) -> None:
    page = open_page(evening(lambda _: None).table, tab="evening")
    expect(page.get_by_role("heading", level=2)).to_have_text("No games yet")
    expect(page.get_by_text("Settle up")).to_have_count(0)


# Money.


def test_payments_are_in_money_once_a_chip_has_a_price(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    ours.answer[1]["price"] = 20
    ours.answer[1]["paid"] = [{"at": 0.0, "payer": "Bo", "payee": "Ann", "text": "0.80"}]
    page = open_page(ours.table, tab="evening")
    settle = group(page, "Settle up")
    expect(settle.locator("li .figure")).to_have_text(["0.80", "0.80", "0.40"])
    expect(settle).to_contain_text("Bo paid Ann 0.80")


# Requests.


def test_evening_is_requested_when_its_tab_opens(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, tab="table")
    page.get_by_role("link", name="Play").click()
    assert ours.asked == 0
    page.get_by_role("link", name="Evening").click()
    expect(group(page, "Players")).to_be_visible()
    assert ours.asked == 1


def test_evening_is_requested_again_at_the_end_of_a_hand_only(
    open_page: Open, evening: Make
) -> None:
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


def test_reopened_tab_shows_changes(open_page: Open, evening: Make) -> None:
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
    expect(
        page.get_by_text("The evening cannot be shown. The journal cannot be read.")
    ).to_be_visible()
    ours.answer = good
    page.get_by_role("button", name="Try again").click()
    expect(group(page, "Players")).to_be_visible()
    expect(page.get_by_text("cannot be shown")).to_have_count(0)


def test_page_shows_the_age_of_the_figures_without_the_box(open_page: Open, evening: Make) -> None:
    ours = evening(eleven_hands)
    page = open_page(ours.table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    expect(page.get_by_text("as it was at")).to_have_count(0)
    ours.table.hang_up(1001)
    expect(page.get_by_text("as it was at")).to_be_visible()
    expect(group(page, "Players")).to_be_visible()


def test_evening_files_can_be_saved(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as CSV").click()
    assert (saved.value.url.endswith("/evening.csv"), saved.value.suggested_filename) == (
        True,
        "evening.csv",
    )
    expect(page.get_by_role("link", name="Save as JSON")).to_have_attribute("href", "/evening.json")


def shared(page: Page) -> None:
    """Let the box of this page have a picture and a text of the evening."""
    page.route(
        "**/evening.txt",
        lambda route: route.fulfill(body="Cy won two of four\n", content_type="text/plain"),
    )
    page.route("**/evening.png", lambda route: route.fulfill(path=ICON))


def test_sharing_over_plain_http_copies_the_text_and_saves_the_picture(
    open_page: Open, evening: Make
) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    shared(page)
    page.evaluate(
        """() => {
          const missing = { value: undefined };
          Object.defineProperties(navigator, { clipboard: missing, canShare: missing });
          document.addEventListener("copy", ({ target }) => {
            window.copied = target.value.slice(target.selectionStart, target.selectionEnd);
          });
        }"""
    )
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("The evening as text")).to_have_value("Cy won two of four\n")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_text("The text is copied.")).to_be_visible()
    assert page.evaluate("() => window.copied") == "Cy won two of four\n"
    expect(page.get_by_role("link", name="Save the picture")).to_have_attribute(
        "href", "/evening.png"
    )


def test_browser_with_sharing_shares_picture_and_text(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    shared(page)
    page.evaluate(
        """() => {
          Object.defineProperty(navigator, "canShare", { value: ({ files }) =>
            files.length === 1 });
          Object.defineProperty(navigator, "share", { value: async ({ files: [{ name, type }],
            text }) => {
            window.sent = [name, type, text];
          } });
        }"""
    )
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("() => window.sent") == [
        "evening.png",
        "image/png",
        "Cy won two of four\n",
    ]


def test_sheet_explains_why_there_is_nothing_to_share(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, tab="evening")
    shared(page)
    problem = "The evening cannot be shown. The journal cannot be read."
    page.route("**/evening.txt", lambda route: route.fulfill(status=404, json={"problem": problem}))
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#sheet").get_by_text(problem)).to_be_visible()
    expect(page.get_by_role("button", name="Copy the text")).to_be_disabled()


# Room.


@pytest.mark.parametrize("games", [three_games, pytest.param(eleven_hands, marks=pytest.mark.full)])
def test_evening_needs_no_sideways_scrolling(
    open_page: Open, evening: Make, games: Callable[[EveningTable], None]
) -> None:
    page = open_page(evening(games).table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    assert not scrolls_sideways(page)
    for button in page.locator("button.lanes").all():
        button.click()
    for size, letters in product((PHONE, NARROW, DESK), ("100%", "200%")):
        resize(page, size)
        enlarge(page, letters)
        assert not scrolls_sideways(page), (size, letters)


def test_tap_targets_are_large_enough(open_page: Open, evening: Make) -> None:
    page = open_page(evening(three_games).table, tab="evening")
    expect(group(page, "Players")).to_be_visible()
    for target in page.locator("main :is(a, button, input)").all():
        box: Any = target.bounding_box()
        assert box["width"] >= 48
        assert box["height"] >= 48


def test_desktop_has_two_columns(open_page: Open, evening: Make) -> None:
    page = open_page(evening(eleven_hands).table, DESK, tab="evening")
    chart, settle, players = (
        place.bounding_box()
        for place in (page.locator(".strip"), group(page, "Settle up"), group(page, "Players"))
    )
    assert chart is not None
    assert settle is not None
    assert players is not None
    assert settle["x"] > chart["x"] + chart["width"]
    assert settle["y"] < chart["y"]
    assert players["x"] < settle["x"]
