"""The drawing of a trick, its points and its winners: docs/screens.md, "Tricks"."""

from collections.abc import Callable
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.drawing import draw
from companion.drawing.canvas import Canvas, Ink
from companion.drawing.cards import slot_names
from companion.message import phrase, render
from companion.screens.model import (
    Chips,
    KeyHint,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    Slot,
    TrickScreen,
)
from tests.depth import FULL
from tests.drawing.anything import NAMES, TRICKS
from tests.drawing.test_anything import everything_on_free_ground
from tests.drawing.trick_gallery import EIGHT, points, slots
from tests.worded import named

WIDTHS = pytest.mark.parametrize("width", [128, 256])
COUNTS = pytest.mark.parametrize("players", range(3, 9))
Box = tuple[int, int, int, int]


def difference(first: Picture, second: Picture, width: int = 128) -> Box | None:
    drawn = (draw(picture, width).convert("L") for picture in (first, second))
    return ImageChops.difference(*drawn).getbbox()


def lit(image: Image.Image) -> int:
    return image.width * image.height - image.convert("L").histogram()[0]


def trick(players: int, cards: str, act: str = "", wins: str = "") -> TrickScreen:
    return TrickScreen(
        "Round 4",
        "K♠ costs 100",
        slots(EIGHT[:players], cards, act, wins),
        named("Ann"),
        "follow ♦",
    )


def cell(place: int, players: int, width: int) -> tuple[float, float]:
    """Return the left and right column of a slot."""
    step = (width - 4) / players
    return 2 + place * step, 2 + (place + 1) * step


@WIDTHS
@COUNTS
def test_played_card_changes_only_its_own_place(players: int, width: int) -> None:
    for place in range(players):
        before = "10♥ " * place
        changed = difference(trick(players, before), trick(players, before + "10♠"), width)
        assert changed is not None
        left, right = cell(place, players, width)
        assert left <= changed[0]
        assert changed[2] <= right + 1
        assert 12 <= changed[1] < changed[3] <= 37  # between the title and the names


@WIDTHS
@COUNTS
def test_only_the_winning_card_is_inverted(players: int, width: int) -> None:
    cards = "10♥ " * players
    for place, name in enumerate(EIGHT[:players]):
        plain, won = trick(players, cards), trick(players, cards, wins=name)
        changed = difference(plain, won, width)
        assert changed is not None
        left, right = cell(place, players, width)
        assert left <= changed[0]
        assert changed[2] <= right + 1
        edge = draw(won, width).crop((changed[0], changed[1] + 1, changed[0] + 1, changed[3] - 1))
        assert lit(edge) == edge.height  # lit all along the letters
        assert draw(plain, width).crop(changed).getbbox() is not None


@WIDTHS
@COUNTS
def test_leader_has_a_frame_and_other_players_a_dot(players: int, width: int) -> None:
    for place, name in enumerate(EIGHT[:players]):
        drawn = draw(trick(players, "", act=name), width)
        for other in range(players):
            left, right = cell(other, players, width)
            inside = drawn.crop((round(left), 12, round(right), 33))
            assert lit(inside) > 20 if other == place else lit(inside) == 4


@WIDTHS
def test_missing_part_moves_no_word(width: int) -> None:
    words = ("Round 4", "K♠ costs 100", slots(EIGHT, "7♦ J♦", "Cy", "Bo"), named("Cy"), "follow ♦")
    changed = difference(TrickScreen(*words), TrickScreen(*words, missing=True), width)
    assert changed is not None
    assert (changed[2] - changed[0], changed[3] - changed[1]) == (9, 8)


COSTS = (
    "each trick costs 10",
    "each queen costs 25",
    "last trick costs 100",
    "first, last, Q♣ cost 1",
    "everything costs",
    "each ♥ costs 10",
)


@WIDTHS
@pytest.mark.parametrize("title", ["Round 4", "Round 20"])
@pytest.mark.parametrize("costs", COSTS)
def test_round_and_its_costs_fit_next_to_each_other(costs: str, title: str, width: int) -> None:
    shown = slots(EIGHT, "")

    def head(title: str, costs: str) -> Image.Image:
        return draw(TrickScreen(title, costs, shown, named("Ann"), "lead"), width).crop(
            (0, 0, width, 12)
        )

    both = head(title, costs)
    columns = both.convert("L").resize((width, 1), Image.Resampling.BOX).tobytes()
    dark = bytes(value == 0 for value in columns)
    assert b"\1" * 6 in dark[2 : width - 2].strip(b"\1")  # they do not overlap
    last = {"0": "8", "1": "4", "5": "8", "s": "e", "t": "e"}[costs[-1]]
    for other_title, other_costs in ((title[:-1] + "8", costs), (title, costs[:-1] + last)):
        assert head(other_title, other_costs).tobytes() != both.tobytes()  # nothing is cut


def test_small_words_of_the_costs_are_separated() -> None:
    costs = phrase("{what} costs {points}", what=phrase("last trick"), points=100)
    drawn = draw(TrickScreen("Round 5", costs, slots(EIGHT, ""), named("Ann"), "lead"), 128)
    words = drawn.crop((45, 3, 128, 9)).convert("L").resize((83, 1), Image.Resampling.BOX)
    assert len(words.tobytes().strip(b"\0").split(b"\0" * 3)) == 4  # the number of words


@given(st.lists(NAMES, min_size=3, max_size=8, unique_by=lambda name: " ".join(name.split())))
@pytest.mark.parametrize("width", [128, 256])
def test_no_two_names_below_the_cards_look_the_same(width: int, table: list[str]) -> None:
    step = (width - 4) // len(table)
    names = slot_names(tuple(Slot(name) for name in table), width)
    assert all(0 < name.width <= step - 2 for name in names)
    assert len({(name.mask.size, name.mask.tobytes()) for name in names}) == len(table)


@given(TRICKS, st.sampled_from([128, 256]))
@settings(max_examples=200 if FULL else 15)
def test_frames_and_inverted_cards_cover_nothing(picture: TrickScreen, width: int) -> None:
    box: Callable[..., None] = Canvas.box
    light = 0

    def watched(
        canvas: Canvas, x0: int, y0: int, x1: int, y1: int, corner: int = 1, ink: str = "light"
    ) -> None:
        nonlocal light
        if ink == "light":
            assert canvas.image.crop((x0, y0, x1 + 1, y1 + 1)).getbbox() is None
            light += 1
        box(canvas, x0, y0, x1, y1, corner, ink)

    with mock.patch.object(Canvas, "box", watched):
        draw(picture, width)
    cards = sum(bool(slot.card) for slot in picture.slots)
    won = sum(slot.mark == "wins" for slot in picture.slots)
    assert won <= 1
    assert light == len(picture.slots) - cards + won


@WIDTHS
@COUNTS
def test_every_digit_of_all_points_is_drawn(players: int, width: int) -> None:
    sums = [1040, 1045, 5, 1005, 105, 1044, 15, 1100][:players]
    table = points(EIGHT[:players], tuple(sums), "Cy", 100)
    seen = set()
    for place, row in enumerate(table.rows):
        more = PlayerRow(
            row.name, text=render(row.text)[:-1] + "8", marked=row.marked, crowned=row.crowned
        )
        rows = (*table.rows[:place], more, *table.rows[place + 1 :])
        changed = difference(
            table,
            PlayerTableScreen(table.title, table.whose, rows, keys=table.keys),
            width,
        )
        assert changed is not None
        assert changed[2] - changed[0] < 25  # only the figures
        seen.add(changed)
    assert len(seen) == players
    assert len({box[2] for box in seen}) <= 3  # flush right in at most three columns


@WIDTHS
@COUNTS
def test_crown_is_drawn_after_the_name(players: int, width: int) -> None:
    rows = [PlayerRow(name, text="95", marked=name == "Bo") for name in EIGHT[:players]]
    plain = PlayerTableScreen("Round 4", "", tuple(rows))
    for place, row in enumerate(rows):
        crowned = [*rows]
        crowned[place] = PlayerRow(row.name, text="95", marked=row.marked, crowned=True)
        changed = difference(plain, PlayerTableScreen("Round 4", "", tuple(crowned)), width)
        assert changed is not None
        assert (changed[2] - changed[0], changed[3] - changed[1]) == (7, 5)


def crowns(rows: tuple[PlayerRow, ...], width: int) -> int:
    """Return the number of crowns drawn; fail if anything overlaps."""
    shape = Canvas.shape
    drawn = 0

    def counted(
        canvas: Canvas, picture: Image.Image | str, x: int, y: int, ink: Ink = "light"
    ) -> int:
        nonlocal drawn
        drawn += picture == "small-crown"
        return shape(canvas, picture, x, y, ink)

    with everything_on_free_ground(), mock.patch.object(Canvas, "shape", counted):
        draw(PlayerTableScreen("Round 4", "", rows), width)
    return drawn


@WIDTHS
@COUNTS
def test_long_name_makes_room_for_its_crown(players: int, width: int) -> None:
    long = (f"Maximilian{name} Wmmmmm" for name in EIGHT[:players])
    assert (
        crowns(tuple(PlayerRow(name, text="1045", crowned=True) for name in long), width) == players
    )


def test_crown_without_room_is_left_out() -> None:
    names = ("M", "W", "a", "e", "g", *("M" * length for length in range(2, 13)))
    crowd = tuple(PlayerRow(name, Chips(0, 1, "corners"), crowned=True) for name in names)
    assert crowns(crowd, 128) == 0
    assert crowns(crowd[:8], 128) == 8


def test_other_words_stay_whole_next_to_a_long_name() -> None:
    def table(whose: str, other: str) -> PlayerTableScreen:
        rows = tuple(PlayerRow(name, text="5") for name in EIGHT[:3])
        deals = KeyHint("OK", named("Winifred", " deals"))
        return PlayerTableScreen(
            named("Winifred", " +100"), whose, rows, keys=(deals, KeyHint("", other))
        )

    usual = table("after 4 of 6", "low wins")
    assert difference(usual, table("after 4 of 5", "low wins")) is not None
    assert difference(usual, table("after 4 of 6", "low wine")) is not None


LONG = (
    "Bartholomew Featherstone",
    "Maximilian Oppenheimer",
    "Ann",
    "Winifred",
    "Maximilian Oppenheim",
)
