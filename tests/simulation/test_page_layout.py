"""What the page promises about sizes, at the windows people have."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.languages import load_language
from companion.rules.cards import Pack
from companion.text.language import ENGLISH, Language
from tests.simulation.conftest import DESK, LAPTOP, PHONE, Open
from tests.simulation.small_box import SmallBox

NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Maximilian")
IPHONE = (390, 844)
SCREENS = [(1280, 720), (1366, 768), DESK, (1920, 1080)]
WINDOWS = [DESK, LAPTOP, PHONE, (320, 640), (768, 1024), (1000, 700), (1920, 1080)]

READABLE = (Path(__file__).parents[1] / "readable.js").read_text("utf-8")

# How much of each card no later card of its row covers, in CSS pixels.
OPEN_STRIPS = """() => [...document.querySelectorAll(".hand")].flatMap(hand => {
  const cards = [...hand.querySelectorAll(".card")];
  const place = card => ["--x", "--y"].map(name => parseFloat(card.style.getPropertyValue(name)));
  return cards.map(card => {
    const [x, y] = place(card);
    const later = cards.map(place).filter(([left, top]) => left > x && Math.abs(top - y) < 40);
    return Math.min(card.offsetWidth, ...later.map(([left]) => left - x));
  });
})"""


# The same downwards, where a hand is folded.
OPEN_BELOW = """() => [...document.querySelectorAll(".hand")].flatMap(hand => {
  const cards = [...hand.querySelectorAll(".card")];
  const place = card => ["--x", "--y"].map(name => parseFloat(card.style.getPropertyValue(name)));
  return cards.map(card => {
    const [x, y] = place(card);
    const below = cards.map(place).filter(([left, top]) => Math.abs(left - x) < 1 && top - y >= 20);
    return Math.min(card.offsetHeight, ...below.map(([, top]) => top - y));
  });
})"""

NOTHING_MARKED = "() => !document.querySelector('.changed')"

# Where things are, in CSS pixels of the window.
PLACES = """selector => [...document.querySelectorAll(selector)]
  .filter(one => one.offsetParent || one.closest("svg"))
  .map(one => one.getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Changes the window's size and waits until the page has been drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def places(page: Page, selector: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of all that can be seen of `selector`."""
    found: list[Any] = page.evaluate(PLACES, selector)
    return [(left, top, right, bottom) for left, top, right, bottom in found]


def least_shown(page: Page) -> float:
    return min(map(float, page.evaluate(OPEN_STRIPS)))


def least_shown_below(page: Page) -> float:
    return min(map(float, page.evaluate(OPEN_BELOW)))


def overlap(one: tuple[float, ...], other: tuple[float, ...], least: float = 1) -> bool:
    """Whether two places share more than `least` pixels both across and down."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > least and down > least


def enclosing(parts: list[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """The smallest place that holds all of `parts`."""
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def shades() -> Image.Image:
    """256x64 pixels that go through all sixteen greys, in an order that no turn or mirror leaves as it is."""
    grey = [(x + 3 * y) % 16 * 17 for y in range(64) for x in range(256)]
    return Image.frombytes("L", (256, 64), bytes(grey))


def wide_box(players: int = 4) -> SmallBox:
    box = SmallBox(NAMES[:players])
    box.picture = shades()
    return box


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("players", [2, 4, 8])
def test_nothing_is_cut_off_at_the_side_and_caps_fit_a_finger(
    open_page: Open, players: int, wide: bool
) -> None:
    page = open_page(wide_box(players) if wide else SmallBox(NAMES[:players]))
    for size in WINDOWS:
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
        parts = places(page, ".cap, .card, #display")
        assert len(parts) == page.locator(".cap, .card, #display").count(), size
        for left, _top, right, _bottom in parts:
            assert left >= -8, size  # a fan's outer cards are turned a little
            assert right <= size[0] + 8, size
        for left, top, right, bottom in places(page, ".cap"):
            assert right - left >= 72, size
            assert bottom - top >= 50, size


@pytest.mark.parametrize("players", [2, 4, 8])
def test_no_name_is_cut_above_or_below(open_page: Open, players: int) -> None:
    names = ("Peggy", "Jörg", "Åsgåry", "Cy", "Gypsy", "Quijy", "Pjotr", "Ygg")
    page = open_page(SmallBox(names[:players]))
    page.evaluate("async () => { await document.fonts.ready; }")
    for size in WINDOWS:
        resize(page, size)
        assert page.evaluate(READABLE)["cut"] == [], size


@pytest.mark.parametrize("language", [ENGLISH, load_language("de")], ids=["en", "de"])
def test_name_of_the_game_fits_beside_the_switches(open_page: Open, language: Language) -> None:
    page = open_page(SmallBox(), language=lambda: language)
    for width in (1000, 1024, 1279, 1280):
        resize(page, (width, 768))
        shown, whole = page.locator("#title").evaluate("title => [title.clientWidth, title.scrollWidth]")
        assert whole <= shown, width


@pytest.mark.parametrize("wide", [False, True])
def test_the_card_in_the_slot_shows_its_index_below_the_caps(open_page: Open, wide: bool) -> None:
    box = wide_box() if wide else SmallBox()
    page = open_page(box)
    box.scan_line("9D")
    for size in WINDOWS:
        resize(page, size)
        card, suit = page.locator("#last").bounding_box(), page.locator("#last .pip").first.bounding_box()
        slot = page.locator("#slot").bounding_box()
        assert card
        assert suit
        assert slot
        for cap in page.locator(".cap").all():
            place = cap.bounding_box()
            assert place
            assert place["y"] + place["height"] + 4 < card["y"], size
        assert suit["y"] + suit["height"] <= card["y"] + card["height"], size
        assert abs(card["y"] + card["height"] - slot["y"] - slot["height"] / 2) < 1, size


@pytest.mark.parametrize("held", [3, 7, 13])
def test_every_card_of_a_hand_shows_enough(open_page: Open, held: int) -> None:
    page = open_page(SmallBox(NAMES[:4], held=held))
    for size, shown in [(DESK, 43), (LAPTOP, 43), (PHONE, 48)]:
        resize(page, size)
        assert least_shown(page) >= shown - 0.5, size


@pytest.mark.parametrize(
    ("players", "held"), [(5, 3), (6, 3), (7, 3), (8, 3), (8, 4), (8, 6), (7, 7), (5, 10), (4, 13)]
)
def test_all_hands_are_in_sight_and_none_lies_on_another(open_page: Open, players: int, held: int) -> None:
    page = open_page(SmallBox(NAMES[:players], held=held))
    page.wait_for_function(NOTHING_MARKED)
    for size in SCREENS:
        resize(page, size)
        cards = [places(page, f".hand:nth-child({hand}) .card") for hand in range(1, players + 1)]
        assert [len(hand) for hand in cards] == [held] * players, size
        assert least_shown(page) >= 43 - 0.5, size
        assert least_shown_below(page) >= 43 - 0.5, size
        hands = [enclosing(hand) for hand in cards]
        parts = [*hands, *places(page, ".whose"), *places(page, ".seat"), *places(page, "#drawing .rail")]
        for at, part in enumerate(parts):
            assert part[3] <= size[1], size
            assert not any(overlap(part, other, 3) for other in parts[at + 1 :]), (size, at)
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1], size


@pytest.mark.parametrize(("players", "held"), [(8, 3), (4, 13)])
def test_fingers_find_more_of_each_card_on_a_tablet(open_page: Open, players: int, held: int) -> None:
    page = open_page(SmallBox(NAMES[:players], held=held), (1366, 1024), touch=True)
    assert least_shown(page) >= 48 - 0.5
    assert least_shown_below(page) >= 48 - 0.5
    page.click("#show-deck")
    assert least_shown(page) >= 48 - 0.5


@pytest.mark.parametrize("deck", [Pack(), Pack(1, 2), Pack(2, 2)])
def test_every_card_of_the_deck_shows_enough(open_page: Open, deck: Pack) -> None:
    page = open_page(SmallBox(deck=deck))
    page.click("#show-deck")
    for size, shown in [(DESK, 43), (LAPTOP, 43), (PHONE, 48)]:
        resize(page, size)
        assert least_shown(page) >= shown - 0.5, size


@pytest.mark.parametrize(
    ("size", "density", "multiple"),
    [(PHONE, 1, 2), (PHONE, 3, 2), (LAPTOP, 1, 3), (LAPTOP, 1.5, 3), (DESK, 2, 3), ((1920, 1080), 1, 4)],
)
def test_the_display_is_drawn_pixel_for_pixel(
    open_page: Open, size: tuple[int, int], density: float, multiple: int
) -> None:
    box = SmallBox()
    page = open_page(box, size, density=density)
    drawn: dict[str, Any] = json.loads(
        page.evaluate(
            """() => {
              const canvas = document.getElementById("display");
              const size = canvas.width / 128;
              const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
              const bits = [];
              for (let y = 0; y < 64; y += 1) for (let x = 0; x < 128; x += 1)
                bits.push(data[4 * (y * size * canvas.width + x * size)] > 128 ? 1 : 0);
              return JSON.stringify({bits, size, wide: canvas.getBoundingClientRect().width});
            }"""
        )
    )
    sent = box.showing().pixels
    assert drawn["bits"] == [(byte >> (7 - bit)) & 1 for byte in sent for bit in range(8)]
    assert drawn["size"] == int(multiple * density)
    assert abs(drawn["wide"] - 128 * drawn["size"] / density) < 0.1


@pytest.mark.parametrize(
    ("size", "density", "pixel"),
    [
        (DESK, 1, 3),
        (LAPTOP, 1, 2),
        ((1920, 1080), 1, 4),
        ((1000, 700), 1, 2),
        ((768, 1024), 2, 4),
        (IPHONE, 1, 1),
        (IPHONE, 3, 4),
        (PHONE, 3, 3),
        ((320, 640), 2, 2),
    ],
)
def test_a_wide_display_is_drawn_in_all_its_greys(
    open_page: Open, size: tuple[int, int], density: float, pixel: int
) -> None:
    """`pixel`: of the screen, along one of the display."""
    box = wide_box()
    page = open_page(box, size, density=density)
    drawn: dict[str, Any] = json.loads(
        page.evaluate(
            """() => {
              const canvas = document.getElementById("display");
              const size = canvas.width / 256;
              const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
              const greens = [];
              for (let y = 0; y < 64; y += 1) for (let x = 0; x < 256; x += 1)
                greens.push(data[4 * (y * size * canvas.width + x * size) + 1]);
              return JSON.stringify({greens, size});
            }"""
        )
    )
    dark, light = 0x08, 0xF3  # green of the two colours, #05080a and #dff3ff
    levels = [round((green - dark) / (light - dark) * 15) for green in drawn["greens"]]
    assert levels == [level // 17 for level in shades().tobytes()]
    assert drawn["size"] == pixel
    frame, canvas = page.locator(".frame").bounding_box(), page.locator("#display").bounding_box()
    assert frame
    assert canvas
    assert frame["x"] < canvas["x"]
    assert canvas["x"] + canvas["width"] < frame["x"] + frame["width"]


def test_display_size_can_change_while_the_page_is_open(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    box.picture = shades()
    box.tell()
    expect(page.locator("#display")).to_have_attribute("width", str(3 * 256))
    box.picture = Image.new("1", (128, 64), 1)
    box.tell()
    expect(page.locator("#display")).to_have_attribute("width", str(3 * 128))


@pytest.mark.parametrize("size", [PHONE, (320, 640), IPHONE])
@pytest.mark.parametrize("wide", [False, True])
def test_menu_does_not_cover_the_display(open_page: Open, size: tuple[int, int], wide: bool) -> None:
    page = open_page(wide_box() if wide else SmallBox(), size)
    page.click("#menu")
    expect(page.locator("#switches")).to_be_visible()
    menu, display = page.locator("#switches").bounding_box(), page.locator("#display").bounding_box()
    assert menu
    assert display
    assert menu["y"] + menu["height"] < display["y"]
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= size[0]


def test_text_at_twice_the_size_needs_no_sideways_scrolling(open_page: Open) -> None:
    page = open_page(SmallBox(), (360, 780))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_page_sends_requests_only_to_the_box(open_page: Open) -> None:
    page = open_page(SmallBox())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector(".card")
    home = page.evaluate("location.origin")
    assert asked
    assert [url for url in asked if not url.startswith((home, home.replace("http", "ws")))] == []
    assert page.evaluate("document.fonts.check('700 20px Besley')")
