"""Tests of the evening's picture: its strings, all inside it and without overlaps."""

import io
import re
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from companion.message import render
from companion.phone.statistics import picture as drawing
from companion.phone.statistics.picture import SIZE, DrawnWords, Layout, lay_out, picture
from companion.phone.statistics.shared import SharedEvening, SharedRow

TOKENS = Path(drawing.__file__).parents[2] / "web/static/css/tokens.css"
LONG = [f"Maximiliane Ferdinanda {letter}" for letter in "ABCDEFGHIJKL"]
REMARKS = (
    "Bo miscounted 4 times, Eva never.",
    "Longest hand: 38 cards, to exactly 99.",
    "Bo busted 3 times at exactly 99.",
)

FOUR = SharedEvening(
    headline="Cy won two of four",
    about=("Friday 20 November", "4 games", "41 hands", "3 h 10 min"),
    counted="won",
    unit="",
    rows=(
        SharedRow("Cy", 2, "+1.40", leads=True),
        SharedRow("Ann", 1, "+0.20", leads=False),
        SharedRow("Bo", 1, "−0.60", leads=False),
        SharedRow("Eva", 0, "−1.00", leads=False),
    ),
    remarks=REMARKS,
    payments=("Eva pays Cy 1.00.", "Bo pays Cy 0.40 and Ann 0.20."),
    games=("Ninety-nine", "Arizona Spaghetti", "Rummy"),
)

TWELVE = SharedEvening(
    headline=f"{LONG[0]}, {LONG[1]} und {LONG[2]} gewannen je 3 Partien",
    about=(
        "Donnerstag, 24. September",
        "12 Partien",
        "141 Runden",
        "11 Durchgänge",
        "11 Std. 10 Min.",
    ),
    counted="gewonnen",
    unit="Chips",
    rows=tuple(
        SharedRow(name, 3 - place // 3, f"−{place * 110}", leads=place < 3)
        for place, name in enumerate(LONG)
    ),
    remarks=tuple(f"{LONG[place]} hat sich 14-mal verzählt, {LONG[11]} nie." for place in range(3)),
    payments=tuple(f"{name} zahlt an {LONG[0]} 1100 Chips." for name in LONG[1:]),
    games=tuple(f"Einhundert ohne Wiederkehr {n}" for n in range(6)),
)

PLAIN = SharedEvening(
    headline="Bo lost two of three",
    about=("3 games",),
    counted="lost",
    unit="",
    rows=(SharedRow("Ann", 0, "", leads=False), SharedRow("Bo", 2, "", leads=False)),
    remarks=(),
    payments=(),
    games=("Ninety-eight",),
)

NOBODY = SharedEvening("No games yet", (), "won", "", (), (), (), ())

EVENINGS = {"four": FOUR, "twelve": TWELVE, "plain": PLAIN, "nobody": NOBODY}


def box_of(words: DrawnWords) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of a line of text."""
    right = words.left + words.style.width(words.text)
    return words.left, words.top, right, words.top + words.style.height


def texts(layout: Layout) -> str:
    return " ".join(words.text for words in layout.words)


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)
def test_texts_stay_inside_and_do_not_overlap(evening: SharedEvening) -> None:
    layout = lay_out(evening)
    width, height = SIZE
    boxes = list(map(box_of, layout.words))
    for left, top, right, bottom in (*boxes, *([layout.panel] if layout.panel else [])):
        assert 0 < left < right < width
        assert 0 < top < bottom < height
    for (one, other), (a, b) in zip(
        combinations(boxes, 2), combinations(layout.words, 2), strict=True
    ):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (a, b)
    if layout.panel:
        left, top, right, bottom = layout.panel
        for box in boxes:
            inside = left < box[0] and box[2] < right and top < box[1] and box[3] < bottom
            assert inside or box[3] <= top or box[1] >= bottom


@pytest.mark.parametrize("evening", [FOUR, PLAIN])
def test_whole_evening_is_in_the_picture(evening: SharedEvening) -> None:
    said = texts(lay_out(evening))
    for sentence in (
        evening.headline,
        *evening.about,
        *evening.remarks,
        *evening.payments,
        *evening.games,
    ):
        assert render(sentence) in said
    for row in evening.rows:
        assert f"{row.name} " in f"{said} "
        assert render(row.amount) in said


def test_many_players_with_long_names_cost_remarks_but_no_payment() -> None:
    layout = lay_out(TWELVE)
    said = texts(layout)
    assert not any(render(remark) in said for remark in TWELVE.remarks)
    for payment in TWELVE.payments:
        assert render(payment) in said
    assert min(words.style.size for words in layout.words) >= 18


def test_only_winners_are_drawn_in_brass() -> None:
    brass = {words.text for words in lay_out(FOUR).words if words.style.color == drawing.BRASS}
    assert brass == {"Cy", "2"}
    assert not any(words.style.color == drawing.BRASS for words in lay_out(PLAIN).words)


def test_overlong_words_are_smaller() -> None:
    endless = SharedRow("M" * 60, 2, "+1.40", leads=True)
    evening = SharedEvening("M" * 60 + " wins", (), "won", "", (endless,), (), (), ())
    test_texts_stay_inside_and_do_not_overlap(evening)


def test_letters_that_the_font_lacks_are_drawn() -> None:
    drawn = []
    for name in ("Анна", "Łucja", ""):
        evening = SharedEvening(name or " ", (), "won", "", (), (), (), ())
        image = Image.open(io.BytesIO(picture(evening)))
        assert image.size == SIZE
        drawn.append(len(image.getcolors(1 << 20) or ()))
    cyrillic, polish, empty = drawn
    assert (cyrillic, empty) == (2, 1)  # the display's letters have no gray
    assert polish > 2


def test_colors_are_those_of_the_pages() -> None:
    dark = TOKENS.read_text("utf-8").partition(":root {")[2].partition("}")[0]
    of_page = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", dark))
    names = ("felt", "chalk", "felt-soft", "cloth", "brass", "key-edge")
    ours = (drawing.FELT, drawing.CHALK, drawing.SOFT, drawing.CLOTH, drawing.BRASS, drawing.EDGE)
    assert tuple(of_page[name] for name in names) == ours
