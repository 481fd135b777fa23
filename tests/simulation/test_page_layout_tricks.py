"""The sizes that the page guarantees in a trick game, so that all cards can be read and touched."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.core.commands import Deal, New, Score
from companion.games.tricks.state import TrickState
from tests.drivers.bench import BenchBox
from tests.simulation.conftest import LAPTOP, PHONE, Open, in_proof
from tests.simulation.test_page_layout import (
    ENOUGH,
    IPHONE,
    SCREENS,
    WINDOWS,
    least_shown,
    overlap,
    places,
    resize,
    width,
)
from tests.simulation.trick_table import TrickTable
from tests.simulation.whole_box import NAMES, switched_on

TABLET = (768, 1024)
READ_AT_ONCE = {*SCREENS, LAPTOP, IPHONE, TABLET}
"""Windows in which no player has to scroll to read the hand to play."""

NARROW = 1000

OTHERS = ".cap, #display, #tabs button, #hands .card, #trick p, .seat, .verdict"
"""Elements that no card of the trick may cover."""


@contextmanager
def late_in_the_game(
    folder: Path, variant: str, players: int, *, wide: bool = False
) -> Iterator[BenchBox]:
    """Yield a game with points of three figures and hands of the greatest length."""
    entered = []
    if variant == "arizona-spaghetti":
        hand_size = TrickTable(variant, players).rules.hand_size
        entered = [Score(points={"Ann": paid}) for paid in (10 * hand_size, 130, 100, 100)]
    steps = [step for score in entered for step in (score, Deal())]
    with switched_on(
        folder, New(variant=variant, players=NAMES[:players]), *steps, wide=wide
    ) as box:
        yield box


def lead_up(page: Page, box: BenchBox, players: int) -> None:
    """Scan all but the last card of a trick."""
    for played in range(players - 1):
        label = page.locator(".hand.act .card").first.get_attribute("data-label") or ""
        box.bench.scan_line(label)
        expect(page.locator("#trick .small-card")).to_have_count(played + 1)


@pytest.mark.slow("a whole box that plays a trick, and its page in ten windows")
@pytest.mark.parametrize(
    ("variant", "players", "wide"),
    [
        *[("arizona-spaghetti", 3, True), ("arizona-spaghetti", 8, False)],
        *[in_proof("arizona-spaghetti", players, False) for players in (3, 4, 5, 6, 7)],
        *[in_proof("arizona-spaghetti", 8, True), in_proof("slobberhannes", 4, False)],
    ],
)
def test_trick_hands_and_points_are_readable_in_every_window(
    open_page: Open, tmp_path: Path, variant: str, players: int, wide: bool
) -> None:
    with late_in_the_game(tmp_path, variant, players, wide=wide) as box:
        page = open_page(box.bench)
        lead_up(page, box, players)
        for size in sorted({*WINDOWS, *READ_AT_ONCE}):
            resize(page, size)
            assert width(page) <= size[0], size
            trick_is_readable(page, size, players)
            assert least_shown(page) >= (48 if size[0] < NARROW else 43) - 0.5, size
            if size in READ_AT_ONCE:
                hand_to_play_is_in_sight(page, size)
            if size in SCREENS:
                assert page.locator(".hand").count() == players, size
                assert all(place[3] <= size[1] for place in places(page, ".card, .whose")), size
            if size[0] >= NARROW and not wide:
                points_are_readable(page, size, players)
            if size[0] < NARROW:
                points_in_tabs_are_readable(page, size, most_points(box))


def trick_is_readable(page: Page, size: tuple[int, int], players: int) -> None:
    """Assert that each card of the trick is large enough and covers no other element."""
    cards, rest, others = (
        places(page, ".small-card"),
        places(page, ".to-come"),
        places(page, OTHERS),
    )
    assert (len(cards), len(rest)) == (players - 1, 1), size
    row = cards + rest
    for at, card in enumerate(row):
        assert card[2] - card[0] >= (30 if size[0] < PHONE[0] else 36), size
        assert card[3] - card[1] >= 40, size
        assert card[0] >= 0, size
        assert card[2] <= size[0], size
        assert not any(overlap(card, other) for other in row[at + 1 :]), size
        assert not any(overlap(card, other) for other in others), size


def hand_to_play_is_in_sight(page: Page, size: tuple[int, int]) -> None:
    """Assert that the index of each card of the hand is visible."""
    acting = places(page, ".hand.act .card")
    assert acting, size
    for left, top, right, bottom in acting:
        assert left >= 0, size
        assert right <= size[0], size
        assert top + 0.41 * (bottom - top) <= size[1], (size, top, bottom)


def points_are_readable(page: Page, size: tuple[int, int], players: int) -> None:
    """Assert that the points of each player are next to the box and cover no other element."""
    seats, (face,) = places(page, ".seat"), places(page, "#drawing .black")
    assert len(places(page, ".seat .points")) == players, size
    for at, seat in enumerate(seats):
        assert seat[0] >= 0, size
        assert seat[2] <= size[0], size
        assert not overlap(seat, face), size
        assert not any(overlap(seat, other) for other in seats[at + 1 :]), size


def points_in_tabs_are_readable(page: Page, size: tuple[int, int], points: int) -> None:
    """Assert that the points of the first player are `points` and no letters are too small."""
    expect(page.locator("#tabs small").first).to_have_text(str(points))
    sizes = page.locator("#tabs small, #trick li > b, #trick p > span").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 13, size


def most_points(box: BenchBox) -> int:
    """Return the points of the first player, who has taken every trick."""
    assert isinstance(box.table.state, TrickState)
    return box.table.state.players[0].points


@pytest.mark.proof
def test_every_card_of_a_deck_of_32_is_visible_enough(open_page: Open, tmp_path: Path) -> None:
    with late_in_the_game(tmp_path, "slobberhannes", 4) as box:
        page = open_page(box.bench)
        page.click("#show-deck")
        expect(page.locator("#hands .card")).to_have_count(32)
        for size, shown in ENOUGH:
            resize(page, size)
            assert least_shown(page) >= shown - 0.5, size
