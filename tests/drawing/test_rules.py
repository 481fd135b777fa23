"""The rules of docs/screens.md that a single reference picture cannot prove."""

from itertools import pairwise
from math import cos, pi, sin

import pytest
from PIL import Image, ImageChops

from companion.devices.oled.display import RING, shifted
from companion.drawing import draw
from companion.drawing.fonts import L, M, N, S
from companion.drawing.glyphs import SUITS
from companion.drawing.text import fit, wrap
from companion.message import render
from companion.screens.lights import light_places
from companion.screens.model import (
    CardRowScreen,
    Chips,
    ListEntry,
    ListScreen,
    MiscountScreen,
    PairingScreen,
    PlayScreen,
    WelcomeScreen,
)
from tests.drawing.gallery import QR, seats
from tests.drawing.whole import drawn_whole
from tests.worded import named


def lit(image: Image.Image) -> int:
    """Return the number of pixels that are not dark."""
    return image.width * image.height - image.convert("L").histogram()[0]


def difference(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.logical_xor(first, second).getbbox()


def test_total_is_in_the_same_place_on_every_play_picture() -> None:
    table = ("Ann", "Bo")
    plain = draw(PlayScreen(97, "Ann", True, "9♥", ("by Bo", "+ 8"), 31, Chips(3, 3), table=table))
    owing = draw(
        PlayScreen(
            97,
            "Bo",
            False,
            "Joker",
            stock=3,
            owed=2,
            debt=2,
            owes="play 2",
            owes_of="of 2",
            missing=True,
            table=table,
        )
    )
    wrong = draw(MiscountScreen(97, 96, "Bo called 96"))
    place = (2, 2, 80, 42)
    assert plain.crop(place).tobytes() == owing.crop(place).tobytes() == wrong.crop(place).tobytes()


def test_ring_is_on_the_side_of_the_direction() -> None:
    table = ("Ann", "Bo")
    clockwise = (
        draw(PlayScreen(5, "Ann", clockwise=True, table=table)).crop((0, 44, 128, 62)).getbbox()
    )
    other_way = (
        draw(PlayScreen(5, "Ann", clockwise=False, table=table)).crop((0, 44, 128, 62)).getbbox()
    )
    assert clockwise is not None
    assert other_way is not None
    assert clockwise[2] == 126  # the ring ends the foot
    assert other_way[0] == 2
    assert other_way[2] < 64


@pytest.mark.parametrize("name", ["Ann", "Leonora", "Maximilian"])
def test_player_and_direction_are_never_smaller_without_lights(name: str) -> None:
    picture = PlayScreen(5, name, clockwise=True, table=(name, "Bo"))
    large = draw(picture, lights=False).crop((0, 34, 128, 64))
    assert lit(large) >= lit(draw(picture).crop((0, 43, 128, 64)))


def test_box_without_lights_shows_owed_plays_like_any_other() -> None:
    owing = PlayScreen(
        97, "Bo", True, owed=2, debt=2, owes="play 2", owes_of="of 2", table=("Ann", "Bo")
    )
    assert draw(owing, lights=False).tobytes() == draw(owing).tobytes()


def test_debt_of_one_ordinary_play_is_never_shown() -> None:
    table = ("Ann", "Bo")
    plain = draw(PlayScreen(5, "Ann", True, table=table))
    assert difference(draw(PlayScreen(5, "Ann", True, owed=1, debt=0, table=table)), plain) is None
    foot = draw(
        PlayScreen(98, "Ann", True, owed=1, debt=2, owes="play 1", owes_of="of 2", table=table)
    ).crop((2, 44, 126, 62))
    assert lit(foot) > foot.width * foot.height // 2


def test_debt_counts_down_card_by_card() -> None:
    column = (84, 16, 126, 31)
    counts = [
        lit(
            draw(
                PlayScreen(
                    98, "Ann", True, owed=owed, debt=4, owes=f"play {owed}", table=("Ann", "Bo")
                )
            ).crop(column)
        )
        for owed in (4, 3, 2, 1)
    ]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == 4


def test_chosen_row_is_in_the_middle() -> None:
    rows = tuple(ListEntry(text) for text in ("UMass", "Ninety-nine", "Orcutt", "Boyer"))
    bar = (2, 28, 126, 46)
    for chosen in range(4):
        drawn = draw(ListScreen("Which game?", "", rows, chosen))
        assert lit(drawn.crop(bar)) > 124 * 18 // 2
        alone = draw(ListScreen("Which game?", "", rows[chosen : chosen + 1], 0))
        assert difference(drawn.crop(bar), alone.crop(bar)) is None


def test_turned_display_turns_only_the_table() -> None:
    picture = PlayScreen(
        99,
        "Ann",
        True,
        "9♥",
        ("by Bo", "+ 0"),
        9,
        Chips(2, 3),
        seats=seats("aii"),
        table=("Ann", "Bo"),
    )
    here, there = draw(picture, 256), draw(picture, 256, turned=True)
    changed = ImageChops.difference(here, there).getbbox()
    assert changed is not None
    assert changed[0] >= 196
    top, bottom = (220, 2, 234, 10), (220, 54, 234, 62)
    assert here.crop(top).getbbox() is not None  # seat 1 at its light, to act
    assert lit(there.crop(bottom)) == lit(here.crop(top))


@pytest.mark.parametrize("count", range(2, 9))
def test_seats_on_the_display_are_in_the_direction_of_their_lights(count: int) -> None:
    table, middle, radius = tuple("ABCDEFGH"[:count]), (226.5, 32.5), 26
    places = light_places(count)
    for acts, place in enumerate(places):
        marks = "".join("a" if seat == acts else "o" for seat in range(count))
        picture = draw(PlayScreen(9, "A", True, seats=seats(marks), table=table), 256)
        x, y = (middle[0] + radius * sin(place * pi / 4), middle[1] - radius * cos(place * pi / 4))
        assert lit(picture.crop((round(x) - 4, round(y) - 4, round(x) + 4, round(y) + 4))) > 20, (
            place
        )


def test_narrow_picture_is_one_bit_and_the_wide_one_has_gray_only_in_words() -> None:
    picture = PlayScreen(
        99, "Ann", True, "9♥", ("by Bo", "+ 0"), 9, Chips(2, 3), table=("Ann", "Bo")
    )
    assert draw(picture).mode == "1"
    wide = draw(picture, 256)
    greys = {value for value, count in enumerate(wide.histogram()) if count}
    assert greys == {0, 128, 255}
    assert {
        value for value, count in enumerate(wide.crop((2, 2, 112, 62)).histogram()) if count
    } == {0, 255}


@pytest.mark.parametrize("rank", ["A", "7", "10", "Q", "K"])
def test_letters_have_the_same_size_next_to_every_suit(rank: str) -> None:
    for width in range(12, 90):
        for names in (False, True):
            cards = [f"{rank}{suit}" for suit in SUITS]
            words = [named("Maximilian", f" {card}") if names else card for card in cards]
            assert len({fit(card, width, (L, M, N, S)).face for card in words}) == 1, width
            lines = [wrap(render(card), width, M, 2) for card in words]
            assert len({None if made is None else len(made) for made in lines}) == 1, width


def test_ring_of_shifts_has_nine_places_one_pixel_apart() -> None:
    assert len(set(RING)) == 9
    for (x, y), (right, down) in pairwise((*RING, RING[0])):
        assert max(abs(x - right), abs(y - down)) == 1


def test_shift_loses_no_pixels_and_step_0_shifts_nothing() -> None:
    picture = draw(
        PlayScreen(
            100, "Maximilian", True, "10♦", ("by Bo", "= 100"), 8, table=("Maximilian", "Bo")
        )
    )
    for step, (right, down) in enumerate(RING):
        moved = shifted(picture, step)
        assert lit(moved) == lit(picture)
        assert (
            moved.crop((2 + right, 2 + down, 126 + right, 62 + down)).tobytes()
            == picture.crop((2, 2, 126, 62)).tobytes()
        )
    assert shifted(picture, 9).tobytes() == picture.tobytes()


@pytest.mark.parametrize("picture", [PairingScreen, WelcomeScreen])
@pytest.mark.parametrize("number", ["192.168.178.12", "244.244.244.24", "10.0.0."])
def test_no_line_ends_within_the_number_of_an_address(
    picture: type[PairingScreen] | type[WelcomeScreen], number: str
) -> None:
    """Another last digit changes only the first line, another port only the second."""
    ends = ("0:8098", "4:8098", "4:65535")
    first, last, port = (drawn_whole(picture(f"{number}{end}", QR), 128) for end in ends)
    changed, below = difference(first, last), difference(last, port)
    assert changed is not None
    assert below is not None
    assert changed[3] <= below[1]


@pytest.mark.parametrize("open_places", [13, 25])
def test_row_of_a_large_hand_fits(open_places: int) -> None:
    table = ("Ann", "Bo", "James")
    drawn_whole(CardRowScreen("Ann shows", "0", ("K♠",), open_places, table=table), 128)
