"""Tests of the wall: the table for a television, in every family and on every usual screen, and how
the screen is kept awake.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.variants.reading import finish_variant, merge_content, read_content
from tests.browser import each_load
from tests.depth import FULL
from tests.phone_page import tables
from tests.phone_page.conftest import Open, put
from tests.phone_page.points_at import PointsAt
from tests.phone_page.table_at import TableAt

Json = dict[str, Any]

FULL_HD = (1920, 1080)
READABLE = 40  # px of 1080: letters of 15 mm on a television of 40 inches
AWAKE = "Keep this screen awake"
SCREENS = [(1920, 1080), (390, 844)]
if FULL:
    SCREENS += [(1280, 720), (3840, 2160), (1024, 768)]
LYING = Path(__file__).with_name("wall.js").read_text("utf-8")
NO_LOCK = "delete Navigator.prototype.wakeLock;"  # as over plain HTTP, which has no wake lock
HIDDEN = """(is) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: is });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LONG = (
    "Bartholomew-Constantine X",
    "Constantine",
    "Cyrus-Alexander",
    "Dinah",
    "Wwwwwwwwwwwwwwwwwwwwwwww",
    "Åsgåry",
    "Gustavson the Younger",
    "Jörg",
)


def wall(
    open_page: Open, parts: Json, size: tuple[int, int] = FULL_HD, **options: Any
) -> tuple[TableAt, Page]:
    table = TableAt(parts, tables.ninety_nine_rows())
    page = open_page(table, size, tab="wall", **options)
    page.wait_for_selector('body[data-link="live"]')
    return table, page


def texts(page: Page) -> list[str]:
    return page.locator(".wall > svg text").all_text_contents()


def tap(page: Page, name: str) -> None:
    page.mouse.move(5, 5)
    page.get_by_role("button", name=name, exact=True).click()


def switch(page: Page, name: str, *, was: bool) -> None:
    page.mouse.move(5, 5)
    page.get_by_role("switch", name=name, exact=True, checked=was).click()


def at_adding(names: Sequence[str], total: int, chips: int | None = 3, **state: Any) -> Json:
    return tables.adding(
        [tables.seat(name, chips) for name in names], total=total, turn=names[-1], **state
    )


def at_tricks(names: Sequence[str]) -> Json:
    parts = tables.spaghetti()
    lie = [{"player": name, "card": "10D", "said": ""} for name in names[:2]]
    parts["state"] |= {
        "turn": names[2],
        "dealer": names[0],
        "players": [
            {"name": name, "points": 85 + 40 * at, "round_points": 0, "tricks": 1, "cards": 9}
            for at, name in enumerate(names)
        ],
    }
    parts["now"]["trick"] |= {"cards": lie, "wins": names[1]}
    parts["now"]["leads"] = {names[2]: "lowest"}
    return parts


def over(names: Sequence[str], **more: Any) -> Json:
    """Return a game that the first of `names` has won."""
    parts = at_adding(names, 0)
    standing = [
        (name, 3 - min(at, 3), "3 chips" if not at else f"out in hand {12 - at}")
        for at, name in enumerate(names)
    ]
    evening = [(name, len(names) - at) for at, name in enumerate(names)]
    parts["state"] |= {"phase": "game-over", "turn": None, "winner": names[0]}
    again = {"cmd": "new", "variant": "ninety-nine", "players": list(names)}
    parts["now"] |= {
        "result": tables.result(*standing, won=names[0], evening=evening) | more,
        "again": again,
    }
    return parts


def hand_over(names: Sequence[str]) -> Json:
    """Return a finished hand: the first of `names` has paid and deals next, and the last is out."""
    players = [
        tables.seat(name, 3 - (name == names[0]), still_in=name != names[-1]) for name in names
    ]
    parts = tables.adding(players, total=99, turn=None, phase="hand-over")
    parts["now"] |= {"deals": names[0], "beside": {names[0]: "pays 1, deals next"}}
    return parts


def refused(player: str, text: Any) -> Json:
    """Return the row of a refused 8."""
    return tables.row(413, player, "8C", 97, text) | {"kind": "refused"}


TABLES: dict[str, Callable[[], Json]] = {
    "two digits": lambda: at_adding(("Ann", "Bo", "Cy", "Di"), 97),
    "six": lambda: at_adding(("Peggy", "Bo", "Jörg", "Di", "Eva", "Winifred"), 97),
    "eight, three digits": lambda: at_adding(LONG, 100, target=100),
    "eight, a minus": lambda: at_adding(LONG, -10, 9),
    "two players": lambda: at_adding(("Ann", "Gustavson the Younger"), -8, None),
    "twelve": lambda: at_adding([*LONG, "Ida", "Jo", "Kay", "Lou"], 45),
    "owed plays": lambda: at_adding(LONG, 98, owed=2),
    "eight, the turn of a long name": lambda: at_adding((*LONG[:7], "Émilie-Charlotte"), 99),
    "the turn of a long name": lambda: at_adding(("Ann", "Di", "Bo", "Émilie-Charlotte"), 99, 5),
    "a banknote": lambda: (
        (parts := at_adding(LONG, 9)) | {"game": parts["game"] | {"look": "corners", "chips": 4}}
    ),
    "tricks": tables.spaghetti,
    "six play tricks": lambda: at_tricks(LONG[:6]),
    "eight play tricks": lambda: at_tricks(LONG),
    "nobody": tables.nobody,
    "hand over, four": lambda: hand_over(LONG[:4]),
    "hand over, eight": lambda: hand_over(LONG),
    "a long call": lambda: at_adding(LONG, 97),
    "a long refusal": lambda: at_adding(LONG, 97),
    "a refusal in a trick": lambda: at_tricks(LONG),
    "three chips left": lambda: over(("Cy", "Ann", "Bo", "Di")),
    "eight in the final standing": lambda: over(LONG),
    "twelve, and a loser": lambda: over(
        [*LONG, "Ida", "Jo", "Kay", "Lou"], forfeit="takes a drink", pot=""
    ),
}


LAST: dict[str, Json] = {
    "a long call": tables.row(413, LONG[0], "4H", 97, "“back on you 97”"),
    "a long refusal": refused(
        LONG[0], "a 4 cannot be passed on before all of its kind have been played"
    ),
    "a refusal in a trick": refused(
        LONG[4], ["Follow suit: you showed ", tables.sign("QD"), " before"]
    ),
}
"""The last action at some of these tables."""


@pytest.mark.slow("looks at every kind of table on two screens")
def test_texts_and_shapes_are_not_cut_and_do_not_overlap(open_page: Open) -> None:
    at, page = wall(open_page, tables.nobody())
    for curve in ("off", "on"):
        page.evaluate("(is) => localStorage.setItem('wall curve', is)", curve)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for kind, parts in TABLES.items():
                last = [LAST[kind]] if kind in LAST else []
                put(page, at, TableAt(parts(), [*tables.ninety_nine_rows(), *last]))
                page.wait_for_function("() => document.fonts.status === 'loaded'")
                page.evaluate("() => new Promise(requestAnimationFrame)")
                found = page.evaluate(LYING)
                assert (found["outside"], found["lying"]) == ([], []), (kind, width, height, curve)
                assert found["count"] > 0, kind


def test_wall_shows_total_turn_last_card_call_direction_and_chips_only(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    seats, total, last = (
        ["Ann", "Bo", "Cy", "Di"],
        ["97", "Bo to play"],
        ["4", "Ann", "“back on you 97”"],
    )
    assert [text.strip() for text in texts(page)] == [*seats, *total, *last, "clockwise"]
    size = page.locator(".wall text.said").first.get_attribute("font-size")
    assert float(size or 0) > READABLE
    assert page.locator(".wall .lens.lit").count() == 1
    expect(page.locator(".wall .seat.moves")).to_have_text("Bo")
    assert page.locator(".wall .seat.moves .pip.full").count() == 4
    assert page.locator("header, nav, .notice").count() == 0
    expect(page.get_by_role("main")).to_contain_text("Total 97. Bo to play, clockwise.")
    expect(page.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_text(
        ["Ann, 5 chips", "Bo, 4 chips", "Cy, 5 chips", "Di, 4 chips"]
    )


def test_refusal_and_miscount_stay_on_the_wall_until_the_next_card(open_page: Open) -> None:
    at, page = wall(open_page, tables.ninety_nine())
    rows = tables.ninety_nine_rows()
    wrong = page.locator(".wall .wrong > text")
    assert wrong.count() == 0
    miscount = tables.row(414, "Bo", "", 97, "says 96") | {
        "kind": "miscount",
        "cards": [],
        "said": "Bo says 96. It is 97.",
    }
    for row, words in (
        (refused("Bo", "97 + 8 = 105 is over 99"), "Bo: 97 + 8 = 105 is over 99"),
        (miscount, "Bo says 96. It is 97."),
    ):
        put(page, at, TableAt(tables.ninety_nine(), [*rows, row]))
        expect(wrong).to_have_text(words)
        assert float(wrong.get_attribute("font-size") or 0) > READABLE
        assert page.locator(".wall .card.lies").count() == len(row["cards"])
        put(page, at, TableAt(tables.spaghetti(), [*rows, row]))
        expect(wrong).to_have_text(words)
    put(page, at, TableAt(tables.ninety_nine(), [*rows, miscount, tables.row(415, "Bo", "2C", 99)]))
    expect(wrong).to_have_count(0)


def test_both_players_concerned_keep_their_chips_when_a_hand_is_over(open_page: Open) -> None:
    at, page = wall(open_page, tables.nobody())
    for names in (("Ann", "Bo", "Cy", "Di"), LONG):
        put(page, at, TableAt(hand_over(names), tables.ninety_nine_rows()))
        pays = page.locator(".wall .seat").first
        expect(pays).to_contain_text("deals next")
        assert pays.locator(".pip.full").count() == 2
        sizes = pays.locator("text.soft").evaluate_all(
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getCTM().a)"
        )
        assert min(sizes) > READABLE * 0.8, "a crowded table is smaller"


def test_two_digits_are_as_high_as_the_screen_allows(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    size = float(page.locator(".wall .total.figure").get_attribute("font-size") or 0)
    assert 660 < size * 0.813 < 672, "of 1080 px"


def test_seats_are_on_the_side_of_their_lights(open_page: Open) -> None:
    at, page = wall(open_page, tables.nobody())
    upper_left, upper_right, lower_right, lower_left = (
        (False, -1),
        (True, -1),
        (True, 1),
        (False, 1),
    )
    for names, expected in {
        ("Ann", "Bo", "Cy", "Di"): [upper_left, upper_right, lower_right, lower_left],
        ("Ann", "Bo", "Cy"): [upper_left, (True, 0), lower_left],
        ("Ann", "Bo", "Cy", "Di", "Eva"): [
            upper_left,
            upper_right,
            lower_right,
            lower_left,
            (False, 0),
        ],
    }.items():
        put(page, at, TableAt(at_adding(names, 97), tables.ninety_nine_rows()))
        expect(page.locator(".wall .seat")).to_have_count(len(names))
        boxes = [one.bounding_box() for one in page.locator(".wall .seat").all()]
        sides = [
            (box["x"] > 960, round((box["y"] + box["height"] / 2 - 540) / 300))
            for box in boxes
            if box
        ]
        assert sides == expected


def test_chevrons_follow_the_direction_of_play(open_page: Open) -> None:
    table, page = wall(open_page, tables.ninety_nine())
    top = "() => document.querySelector('.wall .chevron').getScreenCTM().a"
    assert page.evaluate(top) > 0.5, "at the top they point to the right"
    table.tell(state=table.parts["state"] | {"direction": "counterclockwise"})
    expect(page.locator(".wall")).to_contain_text("counterclockwise")
    assert page.evaluate(top) < -0.5


def test_silent_box_leaves_a_hollow_total_and_no_light(open_page: Open) -> None:
    table, page = wall(open_page, tables.ninety_nine(), clock=True)
    table.close()
    page.clock.fast_forward(5000)
    expect(page.locator(".wall")).to_contain_text("Connection to the box lost")
    assert page.locator(".wall .total").evaluate("total => getComputedStyle(total).fill") == "none"
    assert page.locator(".wall .lens.lit, .wall .moves").count() == 0


@pytest.mark.parametrize("phase", ["playing", "hand-over"])
def test_wall_of_a_trick_game_explains_its_limits(open_page: Open, phase: str) -> None:
    parts = tables.spaghetti()
    if phase == "hand-over":
        parts["state"] |= {"phase": phase, "turn": None}
        parts["now"] |= {"deals": "Di", "trick": None}
    table, page = wall(open_page, parts, clock=True)
    table.hang_up(1001)
    expect(page.locator(".wall")).to_contain_text("The box is off")
    table.close()


def test_trick_shows_costs_player_to_act_and_fewest_points(open_page: Open) -> None:
    _, page = wall(open_page, tables.spaghetti())
    said = " ".join(texts(page))
    for words in ("costs 100", "Lead: diamonds", "Bo has it so far", "165", "lowest"):
        assert words in said
    expect(page.locator(".wall .place.moves .who")).to_have_text("Cy")
    expect(page.locator(".wall .place.wins .who")).to_have_text("Bo")


def test_all_points_are_shown_between_two_rounds(open_page: Open) -> None:
    parts = tables.spaghetti()
    parts["state"] |= {"phase": "hand-over", "turn": None}
    parts["now"] |= {"deals": "Di", "trick": None}
    _, page = wall(open_page, parts)
    assert texts(page)[1:] == [
        "Di deals",
        "Ann",
        "85",
        "Bo",
        "60",
        "Cy",
        "165",
        "Di",
        "50",
        "deals next",
    ]


HEARTS = """
title = "Hearts"
short = "Hrts"
family = "points"
players = [2, 8]
"""


def test_points_game_shows_the_round_and_all_points(open_page: Open, tmp_path: Path) -> None:
    table = PointsAt(
        tmp_path, finish_variant("hearts", merge_content(read_content(HEARTS), {})), *LONG
    )
    page = open_page(table, FULL_HD, tab="wall")
    expect(page.locator(".wall")).to_contain_text("Round 1")
    assert page.locator(".wall .points").all_text_contents() == ["0"] * 8
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(LYING)
        assert (found["outside"], found["lying"]) == ([], []), (width, height)


def test_winner_is_crowned_next_to_the_final_standing(open_page: Open) -> None:
    table = TableAt(over(("Cy", "Ann", "Bo")), tables.ninety_nine_rows(), rules=True)
    page = open_page(table, FULL_HD, tab="wall")
    expect(page.locator(".wall .crown")).to_have_count(1)
    said = " ".join(texts(page))
    for words in (
        "Cy wins",
        "Ninety-nine, hand 3",
        "The pot goes to Cy: 3 chips.",
        "3 chips",
        "out in hand 11",
    ):
        assert words.replace(" ", "") in said.replace(" ", ""), words
    assert "Tonight Cy 3 Ann 2 Bo 1" in " ".join(said.split())
    assert page.locator(".wall .total").count() == 0, "no giant 0"
    page.mouse.move(5, 5)
    expect(page.get_by_role("button", name="Play again", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Final standings")).to_contain_text("3 chips")


def test_tonight_and_the_season_are_below_the_result(open_page: Open) -> None:
    wins = [("Ann", 14), ("Cy", 12)]
    answers = {"/standings": (200, {"season": "2026", "won": wins})}
    table = TableAt(
        over(("Cy", "Ann")),
        tables.ninety_nine_rows(),
        answers=lambda path, _body: answers.get(path),
    )
    page = open_page(table, FULL_HD, tab="wall")
    expect(page.locator(".wall > svg")).to_contain_text("This season")
    tonight, season = (
        page.locator(".wall > svg text", has_text=label) for label in ("Tonight", "This season")
    )
    assert tonight.get_attribute("y") == season.get_attribute("y"), (
        "few people have room in one line"
    )
    expect(page.get_by_role("main").locator(".unseen")).to_contain_text(
        "This season: Ann 14, Cy 12"
    )
    wins[:] = [(name, 30 - at) for at, name in enumerate(LONG)]
    put(page, table, TableAt(over(LONG), tables.ninety_nine_rows()))
    page.evaluate("location.reload()")
    expect(page.locator(".wall > svg")).to_contain_text(f"{LONG[0]} 30")
    found = page.evaluate(LYING)
    assert (found["outside"], found["lying"]) == ([], [])


def test_chart_of_the_hand_is_switched_on_and_remembered(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    assert page.locator(".wall .curve").count() == 0
    switch(page, "Picture of the hand", was=False)
    expect(page.locator(".wall .curve .steps")).to_have_count(1)
    page.reload()
    expect(page.locator(".wall .curve .steps")).to_have_count(1)
    switch(page, "Picture of the hand", was=True)
    expect(page.locator(".wall .curve")).to_have_count(0)


def test_controls_hide_after_three_seconds_and_return_on_movement(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine(), clock=True)
    leave = page.get_by_role("button", name="Leave", exact=True)
    expect(leave).to_be_visible()
    page.clock.run_for(3100)
    expect(leave).to_be_hidden()
    page.mouse.move(300, 300)
    expect(leave).to_be_visible()
    leave.focus()
    page.clock.run_for(10_000)
    expect(leave).to_be_visible()


def test_escape_leaves_the_wall(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-tab", "table")
    page.get_by_role("link", name="Show on a television").click()
    expect(page.locator(".wall")).to_be_visible()


def test_wall_is_dark_and_restores_the_chosen_theme(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine(), light=True)
    scheme = "() => getComputedStyle(document.documentElement).colorScheme"
    assert page.evaluate(scheme) == "dark"
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-tab", "table")
    assert page.evaluate(scheme) == "light"


@pytest.mark.slow("looks at the wall for hours of its own clock")
def test_picture_shifts_slightly_every_three_minutes(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine(), clock=True)
    moved = "document.querySelector('.wall .moved').getAttribute('transform')"
    seen = [page.evaluate(moved)]
    for _ in range(4):
        page.clock.fast_forward(181_000)
        page.wait_for_function(f"before => {moved} !== before", arg=seen[-1])
        seen.append(page.evaluate(moved))
    assert len(set(seen)) == 4


def test_one_tap_switches_to_full_screen(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    tap(page, "Full screen")
    page.wait_for_function("() => document.fullscreenElement !== null")
    tap(page, "Leave full screen")
    page.wait_for_function("() => document.fullscreenElement === null")


def plays(page: Page) -> None:
    """Return once the silent video has advanced."""
    page.wait_for_function(
        """() => {
          const video = document.querySelector("video.awake");
          return video && !video.paused && video.currentTime > 0;
        }"""
    )


def test_wall_stays_awake_by_a_video_without_a_wake_lock(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    each_load(page, NO_LOCK)
    page.reload()
    plays(page)
    paused = "() => document.querySelector('video.awake').paused"
    shape = page.locator("video.awake").evaluate(
        "video => [video.muted, video.playsInline, video.clientWidth, video.clientHeight]"
    )
    assert shape == [True, True, *FULL_HD]
    page.evaluate(HIDDEN, True)
    page.wait_for_function(paused)
    page.evaluate(HIDDEN, False)
    plays(page)
    page.locator("video.awake").evaluate("video => { video.currentTime = 9; }")
    page.wait_for_function(
        """() => {
          const video = document.querySelector("video.awake");
          return !video.paused && video.currentTime < 2;
        }"""
    )
    switch(page, AWAKE, was=True)
    page.wait_for_function(paused)
    page.reload()
    page.mouse.move(9, 9)
    expect(page.get_by_role("switch", name=AWAKE, checked=False)).to_be_visible()
    assert page.locator("video.awake").count() == 0


@pytest.mark.slow("plays a video, which Chromium decodes")
def test_phone_stays_awake_only_if_switched_on(open_page: Open) -> None:
    table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    page = open_page(table)
    each_load(page, NO_LOCK)
    page.reload()
    page.get_by_role("switch", name=AWAKE, checked=False).click()
    plays(page)
    page.get_by_role("link", name="Evening").click()
    plays(page)
    page.get_by_role("link", name="Table").click()
    page.get_by_role("switch", name=AWAKE, checked=True).click()
    page.wait_for_function("() => document.querySelector('video.awake').paused")


@pytest.mark.parametrize(
    ("tab", "sentence"),
    [
        ("table", "Keep this screen awake: not possible on this phone"),
        ("wall", "This screen cannot be kept awake"),
    ],
)
def test_page_says_that_the_browser_cannot_play_the_video(
    open_page: Open, tab: str, sentence: str
) -> None:
    table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    page = open_page(table, tab=tab)
    each_load(
        page,
        NO_LOCK
        + """localStorage.setItem("awake", "on");
        const { prototype } = HTMLMediaElement;
        prototype.play = async () => { throw new DOMException("", "NotSupportedError"); };""",
    )
    page.reload()
    expect(page.get_by_text(sentence)).to_be_attached()
    assert page.get_by_role("switch", name=AWAKE).count() == 0


def test_each_video_plays(open_page: Open) -> None:
    """Each video is on a page without the other, so that the browser cannot use that one."""
    page = open_page(TableAt(tables.ninety_nine()))
    each_load(page, NO_LOCK)
    page.reload()
    page.get_by_role("switch", name=AWAKE, checked=False).click()
    plays(page)
    sources = page.locator("video.awake source").evaluate_all("all => all.map(({ src }) => src)")
    assert [source.rpartition(".")[2] for source in sources] == ["webm", "mp4"]
    for source in sources:
        length = page.evaluate(
            """(src) => new Promise((ends, fails) => {
              const video = document.createElement("video");
              Object.assign(video, { muted: true, src, onerror: fails });
              video.onplaying = () => ends(video.duration);
              video.play();
            })""",
            source,
        )
        assert 9.9 < length < 10.2


def test_music_continues_while_an_iphone_plays_the_silence(open_page: Open) -> None:
    page = open_page(TableAt(tables.ninety_nine()))
    each_load(
        page,
        NO_LOCK
        + """Object.defineProperty(
          Navigator.prototype, "vendor", { value: "Apple Computer, Inc." },
        );
        Object.defineProperty(Navigator.prototype, "audioSession", { value: { type: "auto" } });""",
    )
    page.reload()
    page.get_by_role("switch", name=AWAKE, checked=False).click()
    expect(page.locator("video.awake")).to_have_js_property("muted", False)
    assert page.evaluate("navigator.audioSession.type") == "ambient"


def test_wake_lock_is_held_if_the_browser_has_one(open_page: Open) -> None:
    _, page = wall(open_page, tables.ninety_nine())
    each_load(
        page,
        """window.locks = [];
        Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: async (kind) => {
          const lock = Object.assign(new EventTarget(), { kind, held: true });
          lock.release = async () => { lock.held = false; lock.dispatchEvent(new Event("release"));
            };
          window.locks.push(lock);
          return lock;
        } } });""",
    )
    page.reload()
    held = "() => window.locks.filter(({ held }) => held).length"
    page.wait_for_function(held)
    page.evaluate(HIDDEN, True)
    page.wait_for_function(f"() => ({held})() === 0")
    page.evaluate(HIDDEN, False)
    page.wait_for_function(f"() => ({held})() === 1")
    assert page.locator("video.awake").count() == 0
