"""The sizes that the page guarantees, at common window sizes."""

import json
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.core.cards import Pack
from companion.languages import load_language
from companion.message import ENGLISH, Language
from tests.fits import READABLE
from tests.simulation.conftest import DESK, LAPTOP, PHONE, Open, in_proof
from tests.simulation.small_box import SmallBox

NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Maximilian")
IPHONE = (390, 844)
SCREENS = [(1280, 720), (1366, 768), DESK, (1920, 1080)]
WINDOWS = [DESK, LAPTOP, PHONE, (320, 640), (768, 1024), (1000, 700), (1920, 1080)]

ENOUGH = [(DESK, 43), (LAPTOP, 43), (PHONE, 48)]
"""The part of each card that must be visible, in CSS pixels."""


# The part of each card that no later card of its row covers, in CSS pixels.
OPEN_STRIPS = """() => [...document.querySelectorAll(".hand")].flatMap(hand => {
  const cards = [...hand.querySelectorAll(".card")];
  const place = card => ["--x", "--y"].map(name => parseFloat(card.style.getPropertyValue(name)));
  return cards.map(card => {
    const [x, y] = place(card);
    const later = cards.map(place).filter(([left, top]) => left > x && Math.abs(top - y) < 40);
    return Math.min(card.offsetWidth, ...later.map(([left]) => left - x));
  });
})"""


# The same downward, for a folded hand.
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

# The positions of elements, in CSS pixels of the window.
PLACES = """selector => [...document.querySelectorAll(selector)]
  .filter(one => one.offsetParent || one.closest("svg"))
  .map(one => one.getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Change the window's size and wait until the page has been drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )


def places(page: Page, selector: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of each visible element of `selector`."""
    found: list[Any] = page.evaluate(PLACES, selector)
    return [(left, top, right, bottom) for left, top, right, bottom in found]


def least_shown(page: Page) -> float:
    return min(map(float, page.evaluate(OPEN_STRIPS)))


def least_shown_below(page: Page) -> float:
    return min(map(float, page.evaluate(OPEN_BELOW)))


def overlap(one: tuple[float, ...], other: tuple[float, ...], least: float = 1) -> bool:
    """Return whether two places share more than `least` pixels both horizontally and vertically."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > least and down > least


def enclosing(parts: list[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """Return the smallest place that contains all of `parts`."""
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def shades() -> Image.Image:
    """Return 256x64 pixels of all sixteen greys, changed by any turn or mirroring."""
    grey = [(x + 3 * y) % 16 * 17 for y in range(64) for x in range(256)]
    return Image.frombytes("L", (256, 64), bytes(grey))


def width(page: Page) -> int:
    """Return the width of the page, with the part that is out of sight."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize(
    ("players", "wide"),
    [(2, True), (4, False), (8, True), in_proof(2, False), in_proof(4, True), in_proof(8, False)],
)
def test_no_window_cuts_off_content_and_caps_fit_a_finger(
    open_page: Open, players: int, wide: bool
) -> None:
    names = ("Peggy", "Jörg", "Åsgåry", "Cy", "Gypsy", "Quijy", "Pjotr", "Maximilian")
    box = SmallBox(names[:players])
    if wide:
        box.picture = shades()
    page = open_page(box)
    box.scan_line("9D")
    expect(page.locator("#last .pip").first).to_be_visible()
    page.evaluate("async () => { await document.fonts.ready; }")
    for size in WINDOWS:
        resize(page, size)
        assert width(page) <= size[0], size
        assert page.evaluate(READABLE)["cut"] == [], size
        parts = places(page, ".cap, .card, #display")
        assert len(parts) == page.locator(".cap, .card, #display").count(), size
        for left, _top, right, _bottom in parts:
            assert left >= -8, size  # a fan's outer cards are turned a little
            assert right <= size[0] + 8, size
        caps = places(page, ".cap")
        for left, top, right, bottom in caps:
            assert right - left >= 72, size
            assert bottom - top >= 50, size
        (card,), suit, (slot,) = (
            places(page, "#last"),
            places(page, "#last .pip")[0],
            places(page, "#slot"),
        )
        assert max(bottom for *_, bottom in caps) + 4 < card[1], size
        assert suit[3] <= card[3], size
        assert abs(card[3] - (slot[1] + slot[3]) / 2) < 1, size
    resize(page, PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert width(page) <= PHONE[0], "text at twice the size"


@pytest.mark.parametrize("language", [in_proof(ENGLISH), load_language("de")], ids=["en", "de"])
def test_name_of_the_game_fits_next_to_the_switches(open_page: Open, language: Language) -> None:
    page = open_page(SmallBox(), language=lambda: language)
    for across in (1000, 1024, 1279, 1280):
        resize(page, (across, 768))
        shown, whole = page.locator("#title").evaluate(
            "title => [title.clientWidth, title.scrollWidth]"
        )
        assert whole <= shown, across


@pytest.mark.parametrize("held", [in_proof(3), in_proof(7), 13])
def test_every_card_of_a_hand_is_visible_enough(open_page: Open, held: int) -> None:
    page = open_page(SmallBox(NAMES[:4], held=held))
    for size, shown in ENOUGH:
        resize(page, size)
        assert least_shown(page) >= shown - 0.5, size


@pytest.mark.parametrize(
    ("players", "held"),
    [
        *[(8, 3), (8, 6), (4, 13)],
        *[in_proof(*case) for case in ((5, 3), (6, 3), (7, 3), (8, 4), (7, 7), (5, 10))],
    ],
)
def test_all_hands_are_in_sight_and_do_not_overlap(
    open_page: Open, players: int, held: int
) -> None:
    page = open_page(SmallBox(NAMES[:players], held=held))
    page.wait_for_function(NOTHING_MARKED)
    for size in SCREENS:
        resize(page, size)
        cards = [places(page, f".hand:nth-child({hand}) .card") for hand in range(1, players + 1)]
        assert [len(hand) for hand in cards] == [held] * players, size
        assert least_shown(page) >= 43 - 0.5, size
        assert least_shown_below(page) >= 43 - 0.5, size
        hands = [enclosing(hand) for hand in cards]
        parts = [
            *hands,
            *places(page, ".whose"),
            *places(page, ".seat"),
            *places(page, "#drawing .rail"),
        ]
        for at, part in enumerate(parts):
            assert part[3] <= size[1], size
            assert not any(overlap(part, other, 3) for other in parts[at + 1 :]), (size, at)
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1], size


@pytest.mark.parametrize(("players", "held"), [in_proof(8, 3), (4, 13)])
def test_tablet_shows_more_of_each_card_for_fingers(
    open_page: Open, players: int, held: int
) -> None:
    page = open_page(SmallBox(NAMES[:players], held=held), (1366, 1024), touch=True)
    assert least_shown(page) >= 48 - 0.5
    assert least_shown_below(page) >= 48 - 0.5
    page.click("#show-deck")
    assert least_shown(page) >= 48 - 0.5


@pytest.mark.parametrize("deck", [in_proof(Pack()), in_proof(Pack(1, 2)), Pack(2, 2)])
def test_every_card_of_the_deck_is_visible_enough(open_page: Open, deck: Pack) -> None:
    page = open_page(SmallBox(deck=deck))
    page.click("#show-deck")
    for size, shown in ENOUGH:
        resize(page, size)
        assert least_shown(page) >= shown - 0.5, size


DRAWN = """({ across, channel }) => {
  const canvas = document.getElementById("display");
  const size = canvas.width / across;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = [];
  for (let y = 0; y < 64; y += 1) for (let x = 0; x < across; x += 1)
    pixels.push(data[4 * (y * size * canvas.width + x * size) + channel]);
  return JSON.stringify({ pixels, size, wide: canvas.getBoundingClientRect().width });
}"""

RED, GREEN = 0, 1


def drawn(page: Page, across: int, channel: int) -> Any:
    """Return the display's canvas.

    `pixels` holds one color of them, `size` each one's size on the screen, `wide` the CSS width.
    """
    return json.loads(page.evaluate(DRAWN, {"across": across, "channel": channel}))


@pytest.mark.parametrize(
    ("density", "small", "wide"),
    [
        (
            1,
            {PHONE: 2, LAPTOP: 3, (1920, 1080): 4},
            {DESK: 3, LAPTOP: 2, (1920, 1080): 4, (1000, 700): 2, IPHONE: 1},
        ),
        (1.5, {LAPTOP: 4}, {}),
        in_proof(2, {DESK: 6}, {(768, 1024): 4, (320, 640): 2}),
        (3, {PHONE: 6}, {IPHONE: 4, PHONE: 3}),
    ],
)
def test_display_is_drawn_pixel_for_pixel(
    open_page: Open,
    density: float,
    small: dict[tuple[int, int], int],
    wide: dict[tuple[int, int], int],
) -> None:
    """`small` and `wide`: the screen pixels for one pixel of such a display, for each window."""
    box = SmallBox()
    page = open_page(box, density=density)
    bits = [(byte >> (7 - bit)) & 1 for byte in box.showing().pixels for bit in range(8)]
    for size, pixel in small.items():
        resize(page, size)
        told = drawn(page, 128, RED)
        assert [int(red > 128) for red in told["pixels"]] == bits, size
        assert told["size"] == pixel, size
        assert abs(told["wide"] - 128 * pixel / density) < 0.1, size
    box.picture = shades()
    box.tell()
    for size, pixel in wide.items():
        resize(page, size)
        expect(page.locator("#display")).to_have_attribute("width", str(pixel * 256))
        told = drawn(page, 256, GREEN)
        dark, light = 0x08, 0xF3  # green component of the two colors, #05080a and #dff3ff
        levels = [round((green - dark) / (light - dark) * 15) for green in told["pixels"]]
        assert levels == [level // 17 for level in shades().tobytes()], size
        (frame,), (canvas,) = places(page, ".frame"), places(page, "#display")
        assert frame[0] < canvas[0], size
        assert canvas[2] < frame[2], size


def test_menu_does_not_cover_a_display_of_changing_size(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box, PHONE)
    page.click("#menu")
    expect(page.locator("#switches")).to_be_visible()
    for picture, height in ((None, 128), (shades(), 64), (None, 128)):
        box.picture = picture
        box.tell()
        expect(page.locator("#display")).to_have_attribute("height", str(height))
        for size in (PHONE, (320, 640), IPHONE):
            resize(page, size)
            (menu,), (display,) = places(page, "#switches"), places(page, "#display")
            assert menu[3] < display[1], size
            assert menu[0] >= 0, size
            assert menu[2] <= size[0], size


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
