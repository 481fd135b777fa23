"""What the page promises about sizes in a trick game: all of trick and hands can be read and touched."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.rules.commands import Deal, New, Score
from tests.drivers.bench import BenchBox
from tests.simulation.conftest import DESK, LAPTOP, PHONE, Open
from tests.simulation.test_page_layout import IPHONE, SCREENS, WINDOWS, least_shown, overlap, places, resize
from tests.simulation.trick_table import TrickTable
from tests.simulation.whole_box import NAMES, switched_on

TABLET = (768, 1024)
READ_AT_ONCE = [*SCREENS, LAPTOP, IPHONE, TABLET]
"""Windows in which nobody has to scroll to read the hand of whoever is to play."""

NARROW = 1000

OTHERS = (".cap", "#display", "#tabs button", "#hands .card", "#trick p", ".seat", ".verdict")
"""What no card of the trick may lie on."""


@contextmanager
def late_in_the_game(folder: Path, variant: str, players: int, *, wide: bool = False) -> Iterator[BenchBox]:
    """Points of three figures, and hands as long as they get."""
    entered = []
    if variant == "arizona-spaghetti":
        hand_size = TrickTable(variant, players).rules.hand_size
        entered = [Score(points={"Ann": paid}) for paid in (10 * hand_size, 130, 100, 100)]
    steps = [step for score in entered for step in (score, Deal())]
    with switched_on(folder, New(variant=variant, players=NAMES[:players]), *steps, wide=wide) as box:
        yield box


def lead_up(page: Page, box: BenchBox, players: int) -> None:
    """All but the last card of a trick, read by the scanner."""
    for played in range(players - 1):
        label = page.locator(".hand.act .card").first.get_attribute("data-label") or ""
        box.bench.scan_line(label)
        expect(page.locator("#trick .small-card")).to_have_count(played + 1)


@pytest.mark.parametrize(
    ("variant", "players", "wide"),
    [
        *(("arizona-spaghetti", players, False) for players in (3, 4, 5, 6, 7, 8)),
        *(("arizona-spaghetti", players, True) for players in (3, 8)),
        ("slobberhannes", 4, False),
    ],
)
def test_trick_and_hands_are_readable_in_every_window(
    open_page: Open, tmp_path: Path, variant: str, players: int, wide: bool
) -> None:
    with late_in_the_game(tmp_path, variant, players, wide=wide) as box:
        page = open_page(box.bench)
        lead_up(page, box, players)
        for size in [*WINDOWS, IPHONE]:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
            cards, rest = places(page, ".small-card"), places(page, ".to-come")
            assert (len(cards), len(rest)) == (players - 1, 1), size
            row = cards + rest
            others = [place for part in OTHERS for place in places(page, part)]
            for at, card in enumerate(row):
                assert card[2] - card[0] >= (30 if size[0] < PHONE[0] else 36), size
                assert card[3] - card[1] >= 40, size
                assert card[0] >= 0, size
                assert card[2] <= size[0], size
                assert not any(overlap(card, other) for other in row[at + 1 :]), size
                assert not any(overlap(card, other) for other in others), size
            assert least_shown(page) >= (48 if size[0] < NARROW else 43) - 0.5, size


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_hand_to_play_is_visible_without_scrolling(open_page: Open, tmp_path: Path, players: int) -> None:
    with late_in_the_game(tmp_path, "arizona-spaghetti", players) as box:
        page = open_page(box.bench)
        for size in READ_AT_ONCE:
            resize(page, size)
            acting = places(page, ".hand.act .card")
            assert acting
            for left, top, right, bottom in acting:
                assert left >= 0
                assert right <= size[0], size
                index = top + 0.41 * (bottom - top)
                assert index <= size[1], (size, top, bottom)
            if size in SCREENS:
                assert page.locator(".hand").count() == players, size
                assert all(place[3] <= size[1] for place in places(page, ".card, .whose")), size


@pytest.mark.parametrize("players", [3, 4, 5, 8])
def test_all_points_are_readable_beside_the_box(open_page: Open, tmp_path: Path, players: int) -> None:
    with late_in_the_game(tmp_path, "arizona-spaghetti", players) as box:
        page = open_page(box.bench)
        for size in (DESK, LAPTOP, (1000, 700), (1920, 1080)):
            resize(page, size)
            points, box_face = places(page, ".seat .points"), places(page, "#drawing .black")
            assert len(points) == players, size
            for place in places(page, ".seat"):
                assert place[0] >= 0, size
                assert place[2] <= size[0], size
                assert not overlap(place, box_face[0]), size
            seats = places(page, ".seat")
            for at, seat in enumerate(seats):
                assert not any(overlap(seat, other) for other in seats[at + 1 :]), size
        for size in (IPHONE, PHONE, TABLET):
            resize(page, size)
            paid = {3: 500, 4: 460, 5: 430, 8: 390}[players]
            expect(page.locator("#tabs small").first).to_have_text(str(paid))
            sizes = page.locator("#tabs small, #trick li > b, #trick p > span").evaluate_all(
                "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
            )
            assert min(sizes) >= 13, size


def test_every_card_of_a_deck_of_32_shows_enough(open_page: Open, tmp_path: Path) -> None:
    with late_in_the_game(tmp_path, "slobberhannes", 4) as box:
        page = open_page(box.bench)
        page.click("#show-deck")
        expect(page.locator("#hands .card")).to_have_count(32)
        for size, shown in [(DESK, 43), (LAPTOP, 43), (PHONE, 48)]:
            resize(page, size)
            assert least_shown(page) >= shown - 0.5, size
