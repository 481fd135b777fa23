"""The evening as one picture of 1080 by 1350 pixels for a chat, in the pages' fonts and colors."""

import io
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec
from PIL import Image, ImageDraw, ImageFont

import companion.web
from companion.drawing.fonts import L, clusters, letters
from companion.message import render
from companion.phone.statistics.shared import BETWEEN, SharedEvening

SIZE: Final = (1080, 1350)
MARGIN: Final = 70

FELT: Final = "#14352a"
CHALK: Final = "#f5f1e6"
SOFT: Final = "#b9cdc2"
CLOTH: Final = "#0e1b16"
BRASS: Final = "#f3b94d"
EDGE: Final = "#567464"
"""Colors of web/static/css/tokens.css, in the dark; a test compares them."""

WIDTH: Final = SIZE[0] - 2 * MARGIN
LINE: Final = 1.4
"""The height of a line, as a multiple of its letter size."""

ROW: Final = (40, 144)
"""The least and the greatest height of a player's row."""

PADDING: Final = 40

Weight = Literal[400, 700]

_FONTS: Final = Path(companion.web.__file__).with_name("static") / "fonts"
_BESLEY: Final = ("besley-latin-wght-normal", "besley-latin-ext-wght-normal")
_NO_LETTER: Final = "\uffff"
_ELLIPSIS: Final = "…"


class Style(NamedTuple):
    """Letters of a `size`, and their weight and color."""

    size: int
    weight: Weight = 400
    color: str = SOFT

    @property
    def height(self) -> int:
        """The height of letters with their accents and descenders."""
        return round(self.size * 1.25)

    def width(self, text: str) -> int:
        """Return the width of a text."""
        return _width(text, self.size, self.weight)

    def cut(self, text: str, width: int) -> str:
        """Return a text with an ellipsis in place of the letters that do not fit."""
        if self.width(text) <= width:
            return text
        pieces = clusters(text)
        while pieces and self.width("".join(pieces).rstrip() + _ELLIPSIS) > width:
            pieces.pop()
        return "".join(pieces).rstrip() + _ELLIPSIS

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


_LABEL: Final = Style(26)
"""The letters above a column."""

_HEADING: Final = tuple(
    ([Style(size, 700, CHALK) for size in sizes], lines)
    for sizes, lines in ((range(92, 62, -2), 1), (range(76, 50, -2), 2), (range(56, 30, -2), 3))
)
_FACTS: Final = tuple(
    ([Style(size) for size in sizes], lines)
    for sizes, lines in ((range(36, 28, -1), 1), (range(32, 22, -1), 2), (range(22, 18, -1), 3))
)
"""Letters to try, with the maximum number of lines for each."""


class DrawnWords(NamedTuple):
    """A line of text: its top left corner, and its style."""

    text: str
    left: int
    top: int
    style: Style

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        right = self.left + self.style.width(self.text)
        return self.left, self.top, right, self.top + self.style.height


class Layout(msgspec.Struct, frozen=True):
    """The places of the `words`, the tops of the `rules` below the players, and the `panel`."""

    words: tuple[DrawnWords, ...]
    rules: tuple[int, ...]
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
    """Return the place of everything. Only names and headings too long for a line are cut."""
    top, heading = _heading(shared)
    bottom, footing = _footing(shared)
    lines: _Paragraph = _Paragraph((), 0)
    least = ROW[0] * len(shared.rows) + _LABEL.height
    for lines in _panels(shared):
        if least + lines.height + PADDING <= bottom - top:
            break
    room = bottom - top - _LABEL.height - (lines.height + PADDING if lines.texts else 0)
    row = min(ROW[1], room // max(len(shared.rows), 1))
    table, rules = _table(shared, top, row)
    below = top + _LABEL.height + row * len(shared.rows) + PADDING
    panel, remarks = _panel(lines, below)
    return Layout((*heading, *table, *remarks, *footing), tuple(rules), panel)


def _heading(shared: SharedEvening) -> tuple[int, list[DrawnWords]]:
    """Return the top of the rest, and the heading with the facts below it."""
    title, lines = _fitted(render(shared.headline).split(" "), " ", _HEADING)
    top, words = _stacked(lines, MARGIN, title)
    small, lines = _fitted([render(text) for text in shared.about], BETWEEN, _FACTS)
    top, facts = _stacked(lines, top + 8, small)
    return top + 24, words + facts


def _footing(shared: SharedEvening) -> tuple[int, list[DrawnWords]]:
    """Return the bottom of the rest, and the games."""
    if not shared.games:
        return SIZE[1] - MARGIN, []
    small, lines = _fitted([render(text) for text in shared.games], BETWEEN, _FACTS)
    top = SIZE[1] - MARGIN - small.height * len(lines)
    return top - PADDING, _stacked(lines, top, small)[1]


def _stacked(lines: Sequence[str], top: int, style: Style) -> tuple[int, list[DrawnWords]]:
    """Return the bottom of the lines, and the lines from `top` on."""
    words = []
    for line in lines:
        words.append(DrawnWords(line, MARGIN, top, style))
        top += style.height
    return top, words


def _table(shared: SharedEvening, top: int, height: int) -> tuple[list[DrawnWords], Iterator[int]]:
    """Return the names, games won and amounts, in columns that end at the right."""
    big = min(66, int(height * 0.62))
    least = int(big * 0.6)
    below, right = top + _LABEL.height, SIZE[0] - MARGIN
    words: list[DrawnWords] = []
    if not shared.rows:
        return words, iter(())
    amounts = [(render(row.amount), Style(min(42, int(height * 0.55)))) for row in shared.rows]
    if any(text for text, _style in amounts):
        words += _column([(render(shared.unit), _LABEL)], top, right, 0)
        words += _column(amounts, below, right, height)
        right = min(drawn.left for drawn in words) - 70
    colors = [BRASS if row.leads else CHALK for row in shared.rows]
    won = [
        (str(row.won), Style(big, 700, color))
        for row, color in zip(shared.rows, colors, strict=True)
    ]
    counts = _column(won, below, right, height)
    words += _column([(render(shared.counted), _LABEL)], top, right, 0) + counts
    widest = min(drawn.left for drawn in counts) - 30 - MARGIN
    for place, row in enumerate(shared.rows):
        sizes = (Style(size, 700, colors[place]) for size in range(big, least, -2))
        fitting = (style for style in sizes if style.width(row.name) <= widest)
        style = next(fitting, Style(least, 700, colors[place]))
        middle = below + place * height + (height - style.height) // 2
        words.append(DrawnWords(style.cut(row.name, widest), MARGIN, middle, style))
    return words, (below + (place + 1) * height - 2 for place in range(len(shared.rows)))


def _column(
    texts: Sequence[tuple[str, Style]], top: int, right: int, height: int
) -> list[DrawnWords]:
    """Return texts below each other that end at `right`, each centered in a row of `height`."""
    return [
        DrawnWords(
            text,
            right - style.width(text),
            top + place * height + max(height - style.height, 0) // 2,
            style,
        )
        for place, (text, style) in enumerate(texts)
        if text
    ]


class _Paragraph(NamedTuple):
    """The lines of the panel, and the size of their letters."""

    texts: tuple[str, ...]
    size: int

    @property
    def padding(self) -> int:
        """The room above and below them."""
        return min(PADDING, self.size + 4)

    @property
    def line(self) -> int:
        """The height of a line."""
        return round(self.size * LINE)

    @property
    def height(self) -> int:
        """The height of the panel."""
        return len(self.texts) * self.line + 2 * self.padding if self.texts else 0


def _panels(shared: SharedEvening) -> Iterator[_Paragraph]:
    """Yield the panel's lines in less and less room: smaller, fewer remarks, joined payments."""
    remarks = [render(remark) for remark in shared.remarks]
    payments = [render(payment) for payment in shared.payments]
    for size in (36, 34, 32, 30, 28):
        yield _panel_lines((*remarks, *payments), size)
    for count in range(len(remarks) - 1, -1, -1):
        yield _panel_lines((*remarks[:count], *payments), 28)
    for size in (28, 26, 24, 22, 20):
        yield _panel_lines((" ".join(payments),), size)


def _panel_lines(texts: Sequence[str], size: int) -> _Paragraph:
    lines: list[str] = []
    for text in filter(None, texts):
        lines += Style(size).wrapped(text.split(" "), " ", WIDTH - 2 * PADDING)
    return _Paragraph(tuple(lines), size)


def _panel(
    lines: _Paragraph, top: int
) -> tuple[tuple[int, int, int, int] | None, list[DrawnWords]]:
    if not lines.texts:
        return None, []
    box = (MARGIN, top, SIZE[0] - MARGIN - 1, top + lines.height)
    style = Style(lines.size, 400, CHALK)
    top += lines.padding + (lines.line - style.height) // 2
    words = [
        DrawnWords(
            style.cut(text, WIDTH - 2 * PADDING),
            MARGIN + PADDING,
            top + count * lines.line,
            style,
        )
        for count, text in enumerate(lines.texts)
    ]
    return box, words


def _fitted(
    parts: Sequence[str], between: str, ways: Sequence[tuple[Sequence[Style], int]]
) -> tuple[Style, list[str]]:
    """Return the style and the lines of the first of `ways` that fits `parts`.

    A way has styles to try and the maximum number of lines.
    """
    for styles, most in ways:
        for style in styles:
            lines = style.wrapped(parts, between, WIDTH)
            if len(lines) <= most and all(style.width(line) <= WIDTH for line in lines):
                return style, lines
    if len(lines) > most:
        lines[most - 1 :] = [between.join(lines[most - 1 :])]
    return style, [style.cut(line, WIDTH) for line in lines]


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
    baseline = words.top + round(size * 0.97)
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
