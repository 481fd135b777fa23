"""The evening as one picture of 1080 by 1350 pixels for a chat, in the pages' fonts and colors."""

import io
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

import companion.web
from companion.drawing.fonts import L, clusters, letters
from companion.message import render
from companion.phone.statistics.shared import BETWEEN, SharedEvening

SIZE = (1080, 1350)
MARGIN = 70
PADDING = 40
WIDTH = SIZE[0] - 2 * MARGIN

FELT = "#14352a"
CHALK = "#f5f1e6"
SOFT = "#b9cdc2"
CLOTH = "#0e1b16"
BRASS = "#f3b94d"
EDGE = "#567464"
"""Colors of web/static/css/tokens.css, in the dark; a test compares them."""

ROW = (80, 144)
"""The least and the greatest height of a player's row, the least one with the largest letters."""

SMALLEST = 55
"""The size of the smallest letters, in percent of the largest."""

Weight = Literal[400, 700]

_FONTS = Path(companion.web.__file__).with_name("static") / "fonts"
_BESLEY = ("besley-latin-wght-normal", "besley-latin-ext-wght-normal")
_NO_LETTER = "\uffff"


class Style(NamedTuple):
    """Letters of a `size`, and their weight and color."""

    size: int
    weight: Weight = 400
    color: str = SOFT

    @property
    def height(self) -> int:
        """The height of a line."""
        return round(self.size * 1.3)

    def width(self, text: str) -> int:
        """Return the width of a text."""
        return _width(text, self.size, self.weight)

    def narrowed(self, text: str, width: int) -> "Style":
        """Return the style with smaller letters if the text is wider than `width`."""
        return self._replace(size=self.size * width // max(self.width(text), width))

    def wrapped(self, parts: Sequence[str], between: str, width: int) -> list[str]:
        """Return lines of as many parts as fit; a part that is too long is a line of its own."""
        lines: list[str] = []
        for part in parts:
            longer = f"{lines[-1]}{between}{part}" if lines else part
            if lines and self.width(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(part)
        return lines


class DrawnWords(NamedTuple):
    """A line of text: its top left corner, and its style."""

    text: str
    left: int
    top: int
    style: Style


class Layout(NamedTuple):
    """The places of the `words`, the tops of the `rules` below the players, and the `panel`."""

    words: list[DrawnWords]
    rules: range
    panel: tuple[int, int, int, int] | None


def picture(shared: SharedEvening) -> bytes:
    """Return the picture as a PNG file."""
    layout = lay_out(shared)
    image = Image.new("RGB", SIZE, FELT)
    pencil = ImageDraw.Draw(image)
    for top in layout.rules:
        pencil.rectangle((MARGIN, top, SIZE[0] - MARGIN - 1, top + 1), fill=EDGE)
    if layout.panel is not None:
        pencil.rounded_rectangle(layout.panel, radius=24, fill=CLOTH)
    for words in layout.words:
        _write(image, pencil, words)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


# Layout


def lay_out(shared: SharedEvening) -> Layout:
    """Return the place of everything, in the largest letters with which all of it fits.

    If the smallest are too large, remarks are left out. If that is not enough, the rows of the
    players become lower.
    """
    remarks, payments = [*map(render, shared.remarks)], [*map(render, shared.payments)]
    tries = [(percent, len(remarks)) for percent in range(100, SMALLEST, -5)]
    tries += [(SMALLEST, count) for count in range(len(remarks), -1, -1)]
    inside = WIDTH - 2 * PADDING
    for percent, count in tries:
        title, small = Style(84 * percent // 100, 700, CHALK), Style(34 * percent // 100)
        heading = title.wrapped(render(shared.headline).split(" "), " ", WIDTH)
        about = small.wrapped([*map(render, shared.about)], BETWEEN, WIDTH)
        games = small.wrapped([*map(render, shared.games)], BETWEEN, WIDTH)
        panel = []
        for text in (*remarks[:count], *payments):
            panel += small.wrapped(text.split(" "), " ", inside)
        below_heading = MARGIN + len(heading) * title.height
        top = below_heading + (len(about) + 2) * small.height
        height = len(panel) * small.height + 2 * PADDING if panel else 0
        foot = SIZE[1] - MARGIN - len(games) * small.height
        room = foot - 2 * PADDING - height - top
        row = min(ROW[1], room // max(len(shared.rows), 1))
        if row >= ROW[0] * percent // 100:
            break
    bottom = top + row * len(shared.rows)
    begin = bottom + PADDING
    words = [
        *_stacked(heading, MARGIN, MARGIN, title, WIDTH),
        *_stacked(about, MARGIN, below_heading, small, WIDTH),
        *_table(shared, top, row, small),
        *_stacked(panel, MARGIN + PADDING, begin + PADDING, small._replace(color=CHALK), inside),
        *_stacked(games, MARGIN, foot, small, WIDTH),
    ]
    box = (MARGIN, begin, SIZE[0] - MARGIN - 1, begin + height) if panel else None
    return Layout(words, range(top + row - 2, bottom, row), box)


def _stacked(
    lines: Sequence[str], left: int, top: int, style: Style, width: int
) -> Iterator[DrawnWords]:
    """Yield lines below each other; one that is too wide gets smaller letters."""
    for place, line in enumerate(lines):
        yield DrawnWords(line, left, top + place * style.height, style.narrowed(line, width))


def _table(shared: SharedEvening, top: int, height: int, small: Style) -> list[DrawnWords]:
    """Return the names, games won and amounts in rows of a `height`, with labels above `top`."""
    rows, right = shared.rows, SIZE[0] - MARGIN
    middles = [top + place * height + height // 2 for place in range(len(rows))]
    big = Style(min(small.size * 2, height * 5 // 8), 700)
    styles = [big._replace(color=BRASS if row.leads else CHALK) for row in rows]
    low = small._replace(size=min(small.size, height // 2))
    words: list[DrawnWords] = []
    for label, texts, styles_of in (
        (shared.unit, [render(row.amount) for row in rows], [low] * len(rows)),
        (shared.counted, [str(row.won) for row in rows], styles),
    ):
        if not any(texts):
            continue
        cells = [(render(label), top - small.height // 2, small)]
        cells += zip(texts, middles, styles_of, strict=True)
        words += (
            DrawnWords(text, right - style.width(text), middle - style.height // 2, style)
            for text, middle, style in cells
            if text
        )
        right = min(drawn.left for drawn in words) - 60
    for row, middle, style in zip(rows, middles, styles, strict=True):
        fitting = style.narrowed(row.name, right - MARGIN)
        words.append(DrawnWords(row.name, MARGIN, middle - fitting.height // 2, fitting))
    return words


# Letters


@lru_cache(maxsize=128)
def _font(file: str, size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    path = str(_FONTS / f"{file}.woff2")  # Pillow 9, in Debian 12, accepts no Path
    font = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


@cache
def _has(file: str, letter: str) -> bool:
    """Return whether a font has a letter; if not, it draws the replacement for missing ones."""
    font = _font(file, 40, 400)
    return bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER)) or letter.isspace()


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """Yield pieces of the text, each with its font; "" for letters of the display's font."""

    def file_of(cluster: str) -> str:
        return next((file for file in _BESLEY if all(_has(file, letter) for letter in cluster)), "")

    for file, run in groupby(clusters(text), key=file_of):
        yield "".join(run), file


def _scale(size: int) -> int:
    """Return the factor by which the display's letters are enlarged."""
    return max(1, round(size * 0.7 / L.capital))


@lru_cache(maxsize=4096)
def _width(text: str, size: int, weight: Weight) -> int:
    width = 0.0
    for run, file in _runs(text):
        if file:
            width += _font(file, size, weight).getlength(run)
        else:
            width += letters(run, L).advance * _scale(size)
    return round(width)


def _write(image: Image.Image, pencil: ImageDraw.ImageDraw, words: DrawnWords) -> None:
    left, size, weight, color = float(words.left), *words.style
    baseline = words.top + size
    for run, file in _runs(words.text):
        if file:
            font = _font(file, size, weight)
            pencil.text((left, baseline), run, fill=color, font=font, anchor="ls")
            left += font.getlength(run)
            continue
        ink, scale = letters(run, L), _scale(size)
        if ink.mask.width:
            mask = ink.mask.resize(
                (ink.mask.width * scale, ink.mask.height * scale), Image.Resampling.NEAREST
            )
            top = baseline + (ink.y - L.capital) * scale
            image.paste(color, (round(left) + ink.x * scale, top), mask)
        left += ink.advance * scale
