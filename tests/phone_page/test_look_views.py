"""Tests of the table's views: plays, the hand as chart and list, a finished hand, tricks and
points.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import answered
from tests.depth import FULL
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Open, put
from tests.phone_page.table_at import TableAt

Json = dict[str, Any]
ROWS = tables.ninety_nine_rows()

TABLET = (768, 1024)
STRUCK = {"name": "96", "before": "called ", "after": ""}
WIDE = "W" * 24  # as long as a name may be, without a place to break it


def over() -> tuple[Json, list[Json]]:
    parts = tables.ninety_nine()
    parts["state"] |= {"phase": "hand-over", "turn": None, "pot": 3}
    parts["state"]["players"][1]["chips"] = 3
    parts["now"] |= {"deals": "Cy", "can": tables.NOTHING_CAN, "beside": {"Bo": "pays 1"}}
    bust = tables.row(413, "Bo", "", 97, "busts at 97") | {
        "kind": "bust",
        "cards": [],
        "after": ["Bo pays a chip: three left", "Cy deals"],
        "headline": "Bo busts at 97",
        "paid": "Bo",
    }
    return parts, [*ROWS, bust]


def over_with_a_wide_name() -> tuple[Json, list[Json]]:
    parts, rows = over()
    parts["state"]["players"][1]["name"] = WIDE
    return parts, [
        *rows[:-1],
        rows[-1] | {"player": WIDE, "headline": f"{WIDE} busts at 97", "paid": WIDE},
    ]


def noted() -> list[Json]:
    refused = tables.row(412, "Bo", "8H", 97, "97 + 8 = 105 is over 99", by="Cy's phone")
    called = tables.row(412, "Ann", "", 97, "called 96", after=["It is 97"])
    return [
        *ROWS,
        refused | {"kind": "refused", "id": "412.1"},
        called | {"kind": "miscount", "cards": [], "id": "412.2", "struck": STRUCK},
    ]


def tables_of_all_kinds() -> dict[str, TableAt]:
    ended, ended_rows = over()
    wide, wide_rows = over_with_a_wide_name()
    names = (
        "Bartholomew",
        "Constantine",
        "Cyrus-Alexander",
        "Dinah",
        "Eva",
        "Finn",
        "Gustavson",
        "Henrietta",
    )
    return {
        "play": TableAt(tables.ninety_nine(), noted()),
        "crowd": TableAt(
            tables.adding([tables.seat(name, 3) for name in names], total=100, turn="Dinah"), ROWS
        ),
        "over": TableAt(ended, ended_rows, rules=True),
        "wide": TableAt(wide, wide_rows, rules=True),
        "tricks": TableAt(tables.spaghetti(), []),
        "nobody": TableAt(tables.nobody()),
    }


def test_no_view_scrolls_sideways_even_with_double_text_size(open_page: Open) -> None:
    tables = tables_of_all_kinds()
    at = tables["nobody"]
    page = open_page(at)
    page.wait_for_selector('body[data-link="live"] .look')
    for letters in ("100%", "200%"):
        enlarge(page, letters)
        for width, height in (DESK, TABLET, PHONE, NARROW) if FULL else (DESK, NARROW):
            page.set_viewport_size({"width": width, "height": height})
            for kind, other in tables.items():
                put(page, at, other)
                page.wait_for_function(DRAWN)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (
                    kind,
                    letters,
                    width,
                )


DRAWN = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => "
    "done(true))))"
)
"""Waits two frames, after which everything that depends on a size is drawn."""


def enlarge(page: Page, letters: str = "200%") -> None:
    """Set the browser's letter size."""
    page.evaluate(
        "size => { document.documentElement.style.fontSize = size; dispatchEvent(new "
        "Event('resize')); }",
        letters,
    )
    page.wait_for_selector("body.large" if letters == "200%" else "body:not(.large)")


def test_seats_are_below_the_board_with_large_text(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    expect(page.locator(".octagon .chair")).to_have_count(4)
    enlarge(page)
    expect(page.locator(".octagon .chair")).to_have_count(0)
    expect(page.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_text(
        ["Ann", "Bo", "Cy", "Di"]
    )


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_board_facts_last_play_and_chart_fit_a_phone_without_scrolling(
    open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS), size)
    page.wait_for_function(DRAWN)
    tabs = page.get_by_role("navigation", name="Views").bounding_box()
    as_list = page.get_by_role("button", name="As a list").bounding_box()
    assert tabs
    assert as_list
    assert as_list["y"] + as_list["height"] <= tabs["y"]
    expect(page.locator(".facts dt")).to_have_text(
        ["in the stock", "on the pile", "in the pot", "dealt"]
    )
    expect(page.locator(".facts dd")).to_have_text(["23", "2", "2", "Bo"])


def test_facts_of_unnamed_players_fit_one_line_each(open_page: Open) -> None:
    game = tables.adding(
        [tables.seat(f"Seat {number}", 5) for number in range(1, 5)], total=0, turn="Seat 1"
    )
    game["state"]["dealer"] = "Seat 4"
    page = open_page(TableAt(game, ROWS), PHONE)
    expect(page.locator(".facts dd").last).to_have_text("Seat 4")
    high = "all => all.map(one => one.getBoundingClientRect().height)"
    assert len(set(page.locator(".facts dt").evaluate_all(high))) == 1
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert page.locator(".facts dd").evaluate_all(cut) == []
    line = page.locator(".facts dt").first.evaluate(
        "one => parseFloat(getComputedStyle(one).lineHeight)"
    )
    assert page.locator(".facts dt").evaluate_all(high)[0] < 1.5 * line


def test_facts_depend_on_the_game(open_page: Open) -> None:
    parts = tables.adding(
        [tables.seat("Ann"), tables.seat("Bo", still_in=False), tables.seat("Cy")],
        total=9,
        turn="Cy",
        chips=None,
    )
    parts["game"]["bust"] = "out"
    parts["now"]["last"] = "4H"
    page = open_page(TableAt(parts, ROWS))
    expect(page.locator(".facts dt")).to_have_text(
        ["in the stock", "on the pile", "still in", "last card"]
    )
    expect(page.locator(".facts dd")).to_have_text(["23", "2", "2", "4"])
    expect(page.locator(".facts").get_by_role("img", name="4 of hearts")).to_be_visible()


def test_newest_play_is_on_top_even_after_a_refusal(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), noted()))
    last = page.get_by_role("region", name="Last play", exact=True)
    expect(last).to_contain_text("Ann “back on you 97”")
    expect(last.get_by_role("img", name="4 of hearts")).to_be_visible()
    rows = page.locator(".all-plays li")
    expect(rows.nth(0)).to_contain_text("Ann called 96")
    expect(rows.nth(0)).to_contain_text("It is 97")
    expect(rows.nth(1)).to_contain_text("Bo – not allowed: 97 + 8 = 105 is over 99")
    expect(rows.nth(1).get_by_role("img", name="8 of hearts")).to_be_visible()
    expect(rows.nth(1).locator(".sign")).to_have_text("✕")
    expect(rows.nth(1)).to_contain_text("Cy's phone")
    expect(rows).to_have_count(len(ROWS) + 2)


def test_long_game_shows_its_newest_plays_and_all_on_demand(open_page: Open) -> None:
    rows = [tables.row(number, "Ann", "2C", number % 99) for number in range(1, 121)]
    page = open_page(TableAt(tables.ninety_nine(), rows))
    expect(page.locator(".all-plays li")).to_have_count(40)
    page.get_by_role("button", name="All 120 plays").click()
    expect(page.locator(".all-plays li")).to_have_count(120)


def test_hand_is_a_chart_with_a_sentence_and_a_list(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    expect(page.get_by_role("img", name="From 0 to 97 in 17 plays, 99 twice.")).to_be_visible()
    expect(page.get_by_text("17 plays, 2 reversals")).to_be_visible()
    page.get_by_role("button", name="As a list").click()
    rows = page.locator(".hand tbody tr")
    expect(rows).to_have_count(18)
    expect(rows.last.locator("td")).to_have_text(["17", "Ann", "4 of hearts, turns", "97"])
    page.get_by_role("button", name="As a chart").click()
    expect(page.locator("step-chart canvas")).to_be_visible()


def test_chart_can_be_read_out_before_it_is_drawn(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    name = page.evaluate(
        """() => {
          const chart = document.createElement("step-chart");
          const label = "From 0 to 7";
          chart.options = { values: [0, 7], target: 99, marks: [], ticks: null, height: 90, label };
          document.body.append(chart);
          return chart.querySelector("[role=img]").getAttribute("aria-label"); }"""
    )
    assert name == "From 0 to 7"


def test_play_on_the_chart_has_the_distinct_part_of_its_name(open_page: Open) -> None:
    signs = {
        "\U0001f600 Zoë": "\U0001f600",
        "Bo": "B",
        "Seat 1": "S1",
        "Seat 2": "S2",
        "Ann": "A5",
        "Anna": "Aa",
        "Amy": "Am",
    }
    rows = [tables.row(number, name, "8", number) for number, name in enumerate(signs, 1)]
    parts = tables.adding([tables.seat(name) for name in signs], total=8, turn="Bo")
    page = open_page(TableAt(parts, rows), DESK)
    page.wait_for_selector("step-chart")
    ticks = page.evaluate("document.querySelector('step-chart').options.ticks")
    assert ticks == list(signs.values())


def test_chart_with_less_than_eight_pixels_a_play_scrolls_to_its_end(open_page: Open) -> None:
    rows = [tables.row(number, "Ann", "2C", number % 99) for number in range(1, 121)]
    table = TableAt(tables.ninety_nine(), ROWS)
    page = open_page(table)
    chart = page.locator("step-chart")
    assert chart.evaluate("chart => chart.scrollWidth <= chart.clientWidth")
    expect(chart).not_to_have_attribute("tabindex", "0")
    table.tell(rows=rows)
    expect(chart).to_have_attribute("tabindex", "0")
    assert chart.evaluate("chart => chart.scrollWidth >= 8 * 120")
    assert chart.evaluate(
        "chart => Math.abs(chart.scrollLeft + chart.clientWidth - chart.scrollWidth) < 2"
    )


def test_chart_follows_the_theme(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    light_line = """() => {
      const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const drawn = document.querySelector("step-chart canvas");
      [copy.canvas.width, copy.canvas.height] = [drawn.width, drawn.height];
      copy.drawImage(drawn, 0, 0);
      const { data } = copy.getImageData(0, 0, drawn.width, drawn.height);
      const isChalk = (at) => data[at] === 245 && data[at + 1] === 241 && data[at + 2] === 230;
      return Array.from({ length: data.length / 4 }, (_, at) => at * 4).filter(isChalk).length; }"""
    assert page.evaluate(light_line) > 200
    page.get_by_role("switch", name="Dark", exact=True).click()
    expect(page.get_by_role("switch", name="Dark", checked=False)).to_be_visible()
    assert page.evaluate(light_line) == 0


def test_finished_hand_names_who_bust_who_paid_and_who_deals(open_page: Open) -> None:
    parts, rows = over()
    page = open_page(TableAt(parts, rows))
    expect(page.get_by_role("heading", name="Bo busts at 97")).to_be_visible()
    expect(page.get_by_text("17 plays. The total was 99 twice.")).to_be_visible()
    people = page.get_by_role("region", name="Players").get_by_role("listitem")
    expect(people.nth(1)).to_contain_text("pays 1")
    expect(people.nth(1).get_by_role("img", name="3 chips")).to_be_visible()
    expect(people.nth(1).locator(".pip.paid")).to_have_count(1)
    expect(people.nth(2)).to_contain_text("deals next")
    expect(people.last).to_contain_text("one more from Bo")
    expect(page.get_by_text("Cy deals.", exact=True)).to_be_visible()


def test_paired_phone_deals_from_the_hand_summary(open_page: Open) -> None:
    parts, rows = over()
    table = TableAt(parts, rows, rules=True)
    page = open_page(table)
    page.get_by_role("button", name="Cy deals hand 4").click()
    answered(page)
    assert table.posted("order") == [{"order": {"cmd": "deal"}, "seen": 412}]


def test_finished_game_names_the_winner_and_the_evenings_games(open_page: Open) -> None:
    parts, rows = over()
    parts["state"] |= {"phase": "game-over", "winner": "Cy"}
    standing = (("Cy", 3, "3 chips"), ("Bo", 0, "out in hand 3"), ("Ann", 0, "out in hand 2"))
    result = tables.result(*standing, won="Cy", evening=(("Cy", 2), ("Ann", 1)))
    again = {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "Cy"]}
    parts["now"] |= {"deals": None, "result": result, "again": again}
    page = open_page(TableAt(parts, rows, rules=True))
    expect(page.get_by_role("heading", name="Cy wins")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator(".over-board .crown")).to_have_count(1)
    final = page.get_by_role("region", name="Final standings")
    rows_said = final.locator("ol").get_by_role("listitem").all_inner_texts()
    assert [row.split() for row in rows_said] == [
        ["1", "Cy", "3", "chips", "3"],
        ["2", "Bo", "out", "in", "hand", "3", "0"],
        ["3", "Ann", "out", "in", "hand", "2", "0"],
    ]
    expect(final).to_contain_text("The pot goes to Cy: 3 chips.")
    expect(final.get_by_role("heading", name="Games won this evening")).to_be_visible()
    expect(final.locator("ul")).to_contain_text("Cy 2")
    expect(page).to_have_title("97, Cy wins")


def test_trick_game_shows_penalties_then_the_trick_then_the_points(open_page: Open) -> None:
    page = open_page(TableAt(tables.spaghetti()))
    trick = page.get_by_role("region", name="The trick")
    expect(trick).to_contain_text("Round 4 of 6, trick 5 of 13")
    expect(trick.get_by_label("king of spades costs 100")).to_be_visible()
    expect(trick).to_contain_text("No spades may be led until one is discarded.")
    expect(trick.get_by_role("heading")).to_have_text("Lead: diamonds")
    expect(trick).to_contain_text("Bo has it so far")
    places = trick.get_by_role("listitem")
    expect(places.locator("b[title]")).to_have_text(["Ann", "Bo", "Cy", "Di"])
    said = ["7 of diamonds", "jack of diamonds has it so far", "to play", "to come"]
    expect(places.locator(".unseen")).to_have_text(said)
    points = page.get_by_role("region", name="Points")
    expect(points.locator("[aria-current]")).to_have_text("4")
    expect(points.locator("tbody tr").last).to_contain_text("lowest")
    expect(points).to_contain_text("Rounds 1 to 3 add up: 130, 130, 100.")


def test_page_without_a_game_links_to_the_set_up(open_page: Open) -> None:
    page = open_page(TableAt(tables.nobody()))
    expect(page.get_by_role("heading", name="Nobody is playing")).to_be_visible()
    page.get_by_role("button", name="Set up a game").click()
    expect(page.locator("[aria-current=page]")).to_have_text("Game")


FOCUS = "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"


FOOT = ["Keep this screen awake: off", "Call for us: off", "Show on a television", "Language"]


def test_tab_order_is_the_reading_order(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS))
    expect(page.locator("step-chart canvas")).to_be_visible()
    stops = []
    for _ in range(10):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUS))
    assert stops == ["Table", "Play", "Evening", "Game", "Turn the table", "As a list", *FOOT]
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert ring == "3px"


def test_tabs_fit_one_row_on_a_narrow_phone(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS), NARROW)
    page.evaluate("async () => { await document.fonts.ready; }")
    for tab in ("table", "rule", "evening", "game"):
        page.evaluate("tab => { location.hash = tab; }", tab)
        page.wait_for_selector(f'body[data-tab="{tab}"]')
        tabs = [link.bounding_box() for link in page.locator("nav a").all()]
        row = [place and (place["x"], place["width"]) for place in tabs]
        assert row == [(80 * at, 80) for at in range(4)], tab


def test_touch_targets_of_all_views_are_large_enough(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS), NARROW, touch=True)
    for thing in page.locator("a, button").all():
        box = thing.bounding_box()
        if box is not None:
            assert min(box["width"], box["height"]) >= 47.9, thing.inner_text()


def test_theme_follows_the_system_until_a_choice_is_stored(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine(), ROWS), DESK, light=True)
    cloth = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(cloth) == "rgb(228, 235, 230)"
    page.get_by_role("switch", name="Dark", exact=True, checked=False).click()
    assert page.evaluate(cloth) == "rgb(14, 27, 22)"
    assert page.evaluate("document.querySelector('meta[name=theme-color]').content") == "#0e1b16"
    page.reload()
    expect(page.get_by_role("switch", name="Dark", checked=True)).to_have_text("Dark: on")
    assert page.evaluate(cloth) == "rgb(14, 27, 22)"


def test_icons_have_the_sizes_of_the_manifest(open_page: Open) -> None:
    page = open_page(TableAt(tables.nobody()))
    sizes = page.evaluate(
        """async () => {
          const { icons } = await (await fetch("/phone/manifest.webmanifest")).json();
          const pictures = icons.filter(({ type }) => type === "image/png");
          return Promise.all(pictures.map(async ({ src, sizes }) => {
            const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
            return [sizes, `${width}x${height}`];
          })); }"""
    )
    assert len(sizes) == 2
    assert all(said == drawn for said, drawn in sizes)
