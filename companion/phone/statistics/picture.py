"""The evening as one picture of 1080 by 1350 pixels for a chat, in the pages' fonts and colors."""

import io
from collections.abc import Callable, Iterator, Sequence
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

_LABEL: Final = 26
"""The size of the letters above a column."""

_HEADING: Final = ((range(92, 62, -2), 1), (range(76, 50, -2), 2), (range(56, 30, -2), 3))
_FACTS: Final = ((range(36, 28, -1), 1), (range(32, 22, -1), 2), (range(22, 18, -1), 3))
"""Letter sizes to try, with the maximum number of lines for each."""

Weight = Literal[400, 700]

_FONTS: Final = Path(companion.web.__file__).with_name("static") / "fonts"
_BESLEY: Final = ("besley-latin-wght-normal", "besley-latin-ext-wght-normal")
_NO_LETTER: Final = "\uffff"
_ELLIPSIS: Final = "…"


class DrawnWords(NamedTuple):
    """A line of text: its top left corner, the size of its letters, and its color."""

    text: str
    left: int
    top: int
    size: int
    weight: Weight
    color: str

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        right = self.left + _width(self.text, self.size, self.weight)
        return self.left, self.top, right, self.top + _height(self.size)


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
    least = ROW[0] * len(shared.rows) + _height(_LABEL)
    for lines in _panels(shared):
        if least + lines.height + PADDING <= bottom - top:
            break
    room = bottom - top - _height(_LABEL) - (lines.height + PADDING if lines.texts else 0)
    row = min(ROW[1], room // max(len(shared.rows), 1))
    table, rules = _table(shared, top, row)
    below = top + _height(_LABEL) + row * len(shared.rows) + PADDING
    panel, remarks = _panel(lines, below)
    return Layout((*heading, *table, *remarks, *footing), tuple(rules), panel)


def _heading(shared: SharedEvening) -> tuple[int, list[DrawnWords]]:
    """Return the top of the rest, and the heading with the facts below it."""
    size, lines = _fitted(render(shared.headline).split(" "), " ", 700, _HEADING)
    top, words = _stacked(lines, MARGIN, size, 700, CHALK)
    size, lines = _fitted([render(text) for text in shared.about], BETWEEN, 400, _FACTS)
    top, facts = _stacked(lines, top + 8, size, 400, SOFT)
    return top + 24, words + facts


def _footing(shared: SharedEvening) -> tuple[int, list[DrawnWords]]:
    """Return the bottom of the rest, and the games."""
    if not shared.games:
        return SIZE[1] - MARGIN, []
    size, lines = _fitted([render(text) for text in shared.games], BETWEEN, 400, _FACTS)
    top = SIZE[1] - MARGIN - _height(size) * len(lines)
    return top - PADDING, _stacked(lines, top, size, 400, SOFT)[1]


def _stacked(
    lines: Sequence[str], top: int, size: int, weight: Weight, color: str
) -> tuple[int, list[DrawnWords]]:
    """Return the bottom of the lines, and the lines from `top` on."""
    words = []
    for line in lines:
        words.append(DrawnWords(line, MARGIN, top, size, weight, color))
        top += _height(size)
    return top, words


def _table(shared: SharedEvening, top: int, height: int) -> tuple[list[DrawnWords], Iterator[int]]:
    """Return the names, games won and amounts, in columns that end at the right."""
    big = min(66, int(height * 0.62))
    least = int(big * 0.6)
    small = min(42, int(height * 0.55))
    below, right = top + _height(_LABEL), SIZE[0] - MARGIN
    words: list[DrawnWords] = []
    if not shared.rows:
        return words, iter(())
    amounts = [render(row.amount) for row in shared.rows]
    if any(amounts):
        words += _column([render(shared.unit)], top, right, _LABEL, 400, [SOFT], 0)
        words += _column(amounts, below, right, small, 400, [SOFT] * len(amounts), height)
        right = min(drawn.left for drawn in words) - 70
    colors = [BRASS if row.leads else CHALK for row in shared.rows]
    won = [str(row.won) for row in shared.rows]
    label = _column([render(shared.counted)], top, right, _LABEL, 400, [SOFT], 0)
    counts = _column(won, below, right, big, 700, colors, height)
    words += label + counts
    widest = min(drawn.left for drawn in counts) - 30 - MARGIN
    for place, row in enumerate(shared.rows):
        sizes = (size for size in range(big, least, -2) if _width(row.name, size, 700) <= widest)
        size = next(sizes, least)
        middle = below + place * height + (height - _height(size)) // 2
        words.append(
            DrawnWords(_cut(row.name, size, 700, widest), MARGIN, middle, size, 700, colors[place])
        )
    return words, (below + (place + 1) * height - 2 for place in range(len(shared.rows)))


def _column(
    texts: Sequence[str],
    top: int,
    right: int,
    size: int,
    weight: Weight,
    colors: Sequence[str],
    height: int,
) -> list[DrawnWords]:
    """Return texts below each other that end at `right`, each centered in a row of `height`."""
    inset = max(height - _height(size), 0) // 2
    return [
        DrawnWords(
            text,
            right - _width(text, size, weight),
            top + place * height + inset,
            size,
            weight,
            color,
        )
        for place, (text, color) in enumerate(zip(texts, colors, strict=True))
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
    def height(self) -> int:
        """The height of the panel."""
        return len(self.texts) * _line(self.size) + 2 * self.padding if self.texts else 0


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
    fits = _fits(size, 400, WIDTH - 2 * PADDING)
    return _Paragraph(
        tuple(line for text in texts if text for line in _wrapped(text.split(" "), " ", fits)), size
    )


def _panel(
    lines: _Paragraph, top: int
) -> tuple[tuple[int, int, int, int] | None, list[DrawnWords]]:
    if not lines.texts:
        return None, []
    box = (MARGIN, top, SIZE[0] - MARGIN - 1, top + lines.height)
    inset = (_line(lines.size) - _height(lines.size)) // 2
    words = [
        DrawnWords(
            _cut(text, lines.size, 400, WIDTH - 2 * PADDING),
            MARGIN + PADDING,
            top + lines.padding + inset + count * _line(lines.size),
            lines.size,
            400,
            CHALK,
        )
        for count, text in enumerate(lines.texts)
    ]
    return box, words


def _fitted(
    parts: Sequence[str], between: str, weight: Weight, ways: Sequence[tuple[range, int]]
) -> tuple[int, list[str]]:
    """Return the size and the lines of the first of `ways` that fits `parts`.

    A way is a range of sizes and the maximum number of lines.
    """
    size = 0
    lines: list[str] = []
    for sizes, most in ways:
        for size in sizes:
            lines = _wrapped(parts, between, _fits(size, weight, WIDTH))
            if len(lines) <= most and all(map(_fits(size, weight, WIDTH), lines)):
                return size, lines
    _sizes, most = ways[-1]
    if len(lines) > most:
        lines[most - 1 :] = [between.join(lines[most - 1 :])]
    return size, [_cut(line, size, weight, WIDTH) for line in lines]


def _wrapped(parts: Sequence[str], between: str, fits: Callable[[str], bool]) -> list[str]:
    """Return lines of as many parts as fit; a part that is too long is a line of its own."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{between}{part}" if lines else part
        if lines and fits(longer):
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _fits(size: int, weight: Weight, width: int) -> Callable[[str], bool]:
    return lambda text: _width(text, size, weight) <= width


def _cut(text: str, size: int, weight: Weight, width: int) -> str:
    """Return a text with an ellipsis in place of the letters that do not fit."""
    if _width(text, size, weight) <= width:
        return text
    pieces = clusters(text)
    while pieces and _width("".join(pieces).rstrip() + _ELLIPSIS, size, weight) > width:
        pieces.pop()
    return "".join(pieces).rstrip() + _ELLIPSIS


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


def _height(size: int) -> int:
    """Return the height of letters with their accents and descenders."""
    return round(size * 1.25)


def _line(size: int) -> int:
    return round(size * LINE)


def _write(image: Image.Image, pencil: ImageDraw.ImageDraw, words: DrawnWords) -> None:
    left, size = float(words.left), words.size
    baseline = words.top + round(size * 0.97)
    for run, file in _runs(words.text):
        if file:
            font = _font(file, size, words.weight)
            pencil.text((left, baseline), run, fill=words.color, font=font, anchor="ls")
            left += font.getlength(run)
            continue
        ink, scale = letters(run, L), _scale(size)
        if ink.mask.width:
            mask = ink.mask.resize(
                (ink.mask.width * scale, ink.mask.height * scale), Image.Resampling.NEAREST
            )
            top = baseline + (ink.y - L.capital) * scale
            image.paste(words.color, (round(left) + ink.x * scale, top), mask)
        left += ink.advance * scale
