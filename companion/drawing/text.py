"""Lines of text, including suits and arrows, made to fit.

A line too long for its smallest face is cut and ended with a full stop; a player's name in it is
shortened first.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise, zip_longest
from typing import NamedTuple

from PIL import Image

from companion.drawing.fonts import Ink, Typeface, clusters, letters
from companion.drawing.glyphs import SUITS, glyph
from companion.drawing.names import forms
from companion.message import Name, Words, pieces, render
from companion.words.numbers import parted

_WORDS_AND_SHAPES = re.compile(f"([ {SUITS}→])")
_SUIT = re.compile(f"[{SUITS}]")
_NO_BREAK = "\N{NO-BREAK SPACE}"


class TextLine(NamedTuple):
    """One line of text ready to draw. All numbers are pixels.

    `x`, `y` are the start of its ink, relative to the pen at the top of a capital H; `width` and
    `height` of its ink are those of `mask`.
    """

    mask: Image.Image
    x: int
    y: int
    face: Typeface

    @property
    def width(self) -> int:
        return self.mask.width

    @property
    def end(self) -> int:
        """The column after the ink, relative to the pen."""
        return self.x + self.mask.width

    @property
    def bottom(self) -> int:
        """The first row below the ink, relative to the top of a capital H."""
        return self.y + self.mask.height


def _inks(text: str, face: Typeface) -> Iterator[Ink]:
    """Yield each word, each in the font that has its letters, and the spaces and shapes between."""
    for run in filter(None, _WORDS_AND_SHAPES.split(text)):
        if run == "→":
            shape = glyph(f"arrow-{face.arrow}")
            yield Ink(shape, 1, (face.capital - shape.height + 2) // 2, shape.width + 2)
        elif run in SUITS:
            shape = glyph(f"{run}{face.suit}")
            yield Ink(shape, 0, face.capital - shape.height, shape.width + 1)
        else:
            yield letters(run, face)


def line(words: Words, face: Typeface) -> TextLine:
    """Return `words` in `face` without a limit of width."""
    return _line(render(words), face)


@lru_cache(maxsize=512)
def _line(text: str, face: Typeface) -> TextLine:
    inks = []
    pen = 0
    for ink in _inks(text, face):
        if ink.mask.width:
            inks.append((pen, ink))
        pen += ink.advance
    if not inks:
        return TextLine(Image.new("1", (0, 0)), 0, 0, face)
    left = min(at + ink.x for at, ink in inks)
    right = max(at + ink.x + ink.mask.width for at, ink in inks)
    top = min(ink.y for _, ink in inks)
    bottom = max(ink.y + ink.mask.height for _, ink in inks)
    mask = Image.new("1", (right - left, bottom - top))
    for at, ink in inks:
        mask.paste(1, (at + ink.x - left, ink.y - top), ink.mask)
    return TextLine(mask, left, top, face)


def around_names(words: Words) -> tuple[str, ...]:
    """Return words and players' names alternately, starting and ending with words.

    >>> from companion.message import joined
    >>> around_names(joined(" ", (Name("Ann"), "deals")))
    ('', 'Ann', ' deals')
    """
    if isinstance(words, str):
        return (words,)
    parts = [""]
    for piece in pieces(words, "printed", (Name,)):
        if isinstance(piece, Name):
            parts += [piece.name, ""]
        else:
            parts[-1] += str(piece)
    return tuple(parts)


def has_a_name(words: Words) -> bool:
    """Return whether the words contain exactly one player's name, which may be shortened."""
    return len(around_names(words)) == 3


def fit(
    words: Words,
    width: int,
    faces: Sequence[Typeface],
    table: tuple[str, ...] = (),
    height: int = 0,
) -> TextLine:
    """Return `words` in the first of `faces` that fits `width` (and `height`) with any suit.

    A complete name is tried in every face, then its first word in all but the first, then cuts of
    it in the last; words without a name are cut in the last face.
    """
    return fitted(around_names(words), width, tuple(faces), table, height)


@lru_cache(maxsize=256)
def fitted(
    parts: tuple[str, ...],
    width: int,
    faces: tuple[Typeface, ...],
    table: tuple[str, ...],
    height: int,
) -> TextLine:
    """Return the same for words already split by `around_names`."""
    if len(parts) == 3:
        found = _fit_named(parts, width, faces, table, height)
        if found is not None:
            return found
        parts = (parts[0], forms(parts[1], table)[-1].text, parts[2])
    text = "".join(parts)
    for face in faces:
        if _fits(line(_widest(text), face), width, height):
            return line(text, face)
    whole = line(text, faces[-1])
    return whole if _fits(whole, width, 0) else cut(text, width, faces[-1])


def _widest(text: str) -> str:
    """Return `text` with each suit replaced by the widest, so that all suits take equal room."""
    return _SUIT.sub(SUITS[0], text)


def _fits(made: TextLine, width: int, height: int) -> bool:
    return max(made.width, made.end) <= width and (not height or made.mask.height <= height)


def _fit_named(
    parts: tuple[str, ...],
    width: int,
    faces: Sequence[Typeface],
    table: tuple[str, ...],
    height: int,
) -> TextLine | None:
    before, name, after = parts
    allowed = {"whole": faces, "first": faces[1:] or faces, "cut": faces[-1:]}
    for form in sorted(forms(name, table), key=lambda form: list(allowed).index(form.kind)):
        written = parted(form.text) if after[1:2].isdigit() else form.text
        for face in allowed[form.kind]:
            text = before + written + after
            if _fits(line(_widest(text), face), width, height):
                return line(text, face)
    return None


def cut(text: str, width: int, face: Typeface) -> TextLine:
    """Return the longest beginning of `text` that fits into `width` pixels, with a period."""
    pieces = clusters(text)
    for length in range(len(pieces) - 1, 0, -1):
        made = line("".join(pieces[:length]).rstrip(" ,.:;-") + ".", face)
        if _fits(made, width, 0):
            return made
    return line("", face)


def shortened(words: Words, table: tuple[str, ...]) -> Iterator[str]:
    """Yield `words` with complete names, and then with ever shorter ones, for several lines."""
    parts = around_names(words)
    ladders = [[form.text for form in forms(name, table)] for name in parts[1::2]]
    for step in range(max(map(len, ladders), default=1)):
        names = [ladder[min(step, len(ladder) - 1)] for ladder in ladders]
        whole = (name.replace(" ", _NO_BREAK) for name in names)
        yield "".join(chain.from_iterable(zip_longest(parts[::2], whole, fillvalue="")))


def wrap(text: str, width: int, face: Typeface, most: int) -> list[TextLine] | None:
    """Return `text` on at most `most` lines of `face`, or None if it needs more.

    The result has the fewest lines, of similar width, the upper ones rather wider.
    """
    words = _words(text)
    widths = [advance(_widest(word), face) for word in words]
    space = letters(" ", face).advance
    if sum(widths) > most * width:  # A text longer than that has too many possible breaks to try.
        return None
    for count in range(1, min(most, len(words)) + 1):
        ways = []
        for breaks in combinations(range(1, len(words)), count - 1):
            spans = list(pairwise((0, *breaks, len(words))))
            widest = max(sum(widths[a:b]) + space * (b - a - 1) for a, b in spans)
            if widest <= width:
                ways.append((widest, spans))
        if ways:
            slack = min(ways)[0] + width // 10
            spans = max(spans for widest, spans in ways if widest <= slack)
            return [line(" ".join(words[a:b]), face) for a, b in spans]
    return [] if not words else None


def broken(word: str, width: int, face: Typeface) -> list[str]:
    """Return `word` in pieces at most `width` wide in `face`, broken after a sign if it has one."""
    pieces = []
    while not _fits(line(word, face), width, 0):
        letters_of = clusters(word)
        ends = [
            n
            for n in range(1, len(letters_of))
            if _fits(line("".join(letters_of[:n]), face), width, 0)
        ]
        end = max((n for n in ends if letters_of[n - 1] in "/-_."), default=max(ends, default=1))
        pieces.append("".join(letters_of[:end]))
        word = "".join(letters_of[end:])
    return [*pieces, word]


def advance(part: str, face: Typeface) -> int:
    """Return the distance that the pen moves over `part`, including suits and arrows."""
    return sum(ink.advance for ink in _inks(part, face))


def _words(text: str) -> list[str]:
    """Return the parts that a line may be broken between, so not at a no-break space."""
    return [word for word in text.split(" ") if word]
