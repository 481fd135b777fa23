"""Draws what may have happened between the table and the box: the sentence is the picture."""

from collections.abc import Iterator
from itertools import chain, zip_longest

from companion.drawing.canvas import LEFT, TOP, Canvas
from companion.drawing.fonts import XS, L, M, N, R, S, Typeface
from companion.drawing.frame import BODY_END, arrows, keys, share
from companion.drawing.glyphs import glyph
from companion.drawing.names import forms
from companion.drawing.sentences import sentence_lines, tops
from companion.drawing.text import TextLine, around_names, fit, has_a_name, line, wrap
from companion.message import Words
from companion.screens.model import ExplanationScreen

_SENTENCE = (TOP, 34)
_OUTCOME = (36, BODY_END)
_MIDDLE = 42
_BESIDE = 6
"""Free pixels between the sentence and the page, and round the arrow."""

_PAD = 4
_LEAST = 34
"""The least pixels for a total and the beginning of a name."""

_SIZES: tuple[tuple[Typeface, int], ...] = ((L, 2), (M, 2), (N, 3), (S, 3))


def draw_explanation(canvas: Canvas, picture: ExplanationScreen) -> None:
    """Draw the sentence flush left, the page at its right, and what the box has and would have."""
    keys(canvas, picture.ok, picture.other, picture.table)
    page = line(picture.page, R)
    canvas.text(page, canvas.right, TOP, "right")
    lines = _lines(picture, canvas.right - LEFT + 1, page.width + _BESIDE if picture.page else 0)
    places = tops(lines, _SENTENCE)
    up = min(places[0] + lines[0].y - TOP, places[0] - TOP) if lines else 0
    for text, y in zip(lines, places, strict=True):
        canvas.text(text, LEFT, y - up, band=_SENTENCE)
    arrows(canvas, LEFT, canvas.right - 4, _MIDDLE)
    _outcome(canvas, picture)


def _lines(picture: ExplanationScreen, room: int, beside: int) -> list[TextLine]:
    """Return the lines in the largest letters that fit,
    of which the first leaves the page its room.

    Names are whole if any size has room for that, and are shortened as far as it takes.
    """
    high = _SENTENCE[1] - _SENTENCE[0] + 1
    for words in _shortened(picture.sentence, picture.table):
        for face, most in _SIZES:
            for width in (room, room - beside):
                lines = wrap(words, width, face, most)
                if lines and lines[0].end <= room - beside and _height(lines) <= high:
                    return lines
    return sentence_lines(picture.sentence, room - beside, high, picture.table)


def _height(lines: list[TextLine]) -> int:
    return sum(text.mask.height for text in lines) + 2 * (len(lines) - 1)


def _shortened(words: Words, table: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence with its names whole, and then ever shorter."""
    parts = around_names(words)
    ladders = [[form.text for form in forms(name, table)] for name in parts[1::2]]
    yield "".join(parts)
    for step in range(max(map(len, ladders), default=0)):
        names = [ladder[min(step, len(ladder) - 1)] for ladder in ladders]
        yield "".join(chain.from_iterable(zip_longest(parts[::2], names, fillvalue="")))


def _outcome(canvas: Canvas, picture: ExplanationScreen) -> None:
    """Draw what the box has, an arrow, and inverted what it would have; or a line of text alone."""
    left, right = LEFT + 9, canvas.right - 9
    room, table = right - left + 1, picture.table
    if not picture.after:
        words = fit(picture.before, room, (R, XS), table, height=_OUTCOME[1] - _OUTCOME[0] + 1)
        canvas.text(
            words, canvas.middle, _MIDDLE - words.face.capital // 2, "middle", band=_OUTCOME
        )
        return
    arrow = glyph(N.arrow)
    free = room - arrow.width - 2 * _PAD - 2 * _PAD
    old_room, new_room = _shared(free, picture, table)
    high = _OUTCOME[1] - _OUTCOME[0] - 1
    old = fit(picture.before, old_room, (N, S, XS), table, height=high)
    new = fit(picture.after, new_room, (N, S, XS), table, height=high)
    whole = old.end + arrow.width + new.end + 4 * _PAD
    x = left + (room - whole) // 2
    canvas.text(old, x, _MIDDLE - old.face.capital // 2, band=_OUTCOME)
    x = canvas.shape(arrow, x + old.end + _PAD, _MIDDLE - arrow.height // 2) + _PAD
    canvas.box(x, _OUTCOME[0], x + new.end + 2 * _PAD - 1, _OUTCOME[1] - 1, 2)
    band = (_OUTCOME[0] + 1, _OUTCOME[1] - 2)
    canvas.text(new, x + _PAD, _MIDDLE - new.face.capital // 2, ink="dark", band=band)


def _shared(room: int, picture: ExplanationScreen, table: tuple[str, ...]) -> tuple[int, int]:
    """Return the widths of the two outcomes; words without a name are never cut,
    a name is shortened.
    """
    old, new = picture.before, picture.after
    old_full, new_full = (fit(words, 999, (N,), table).end for words in (old, new))
    if old_full + new_full <= room or has_a_name(old) == has_a_name(new):
        return share(room, old_full, new_full)
    words, full = (new, old_full) if has_a_name(old) else (old, new_full)
    small, tiny = line(words, S).end, line(words, XS).end
    named = min(full, max(room - (small if room - small >= _LEAST else tiny), _LEAST))
    return (named, room - named) if has_a_name(old) else (room - named, named)
