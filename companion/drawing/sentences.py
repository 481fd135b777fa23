"""Fitting of whole sentences: in large letters on two lines if possible, else smaller on three."""

from itertools import pairwise

from companion.drawing.canvas import LEFT, Canvas
from companion.drawing.fonts import XS, L, M, N, S, Typeface
from companion.drawing.text import TextLine, fit, wrap
from companion.message import Words

_APART = 2  # minimum free pixels between the ink of two lines; otherwise a smaller size is used
_LEADING = 5  # free pixels from a baseline to the next capital, if there is room


def sentence(
    canvas: Canvas, words: Words, rows: tuple[int, int], table: tuple[str, ...] = ()
) -> None:
    """Draw a sentence in the middle of `rows`, each line centered on the display."""
    lines = sentence_lines(words, canvas.right - LEFT + 1, rows[1] - rows[0] + 1, table)
    for text, y in zip(lines, tops(lines, rows), strict=True):
        canvas.text(text, canvas.middle, y, "middle", band=rows)


def sentence_lines(
    words: Words, room: int, high: int, table: tuple[str, ...] = ()
) -> list[TextLine]:
    """Return the lines of a sentence in the largest letters for `room` x `high` pixels.

    A sentence that fits in no size is cut.
    """
    lines = whole_lines(words, room, high, table) or _wrapped(words, room, high, table, ((XS, 4),))
    return [fit(words, room, (S, XS), table, height=high)] if lines is None else lines


def whole_lines(
    words: Words, room: int, high: int, table: tuple[str, ...] = ()
) -> list[TextLine] | None:
    """Return the same lines, or None for a sentence that needs letters smaller than 8 pixels."""
    return _wrapped(words, room, high, table, ((L, 2), (M, 2), (N, 3), (S, 3)))


def _wrapped(
    words: Words,
    room: int,
    high: int,
    table: tuple[str, ...],
    sizes: tuple[tuple[Typeface, int], ...],
) -> list[TextLine] | None:
    """Return the lines in the first of `sizes` (a face, and its maximum of lines) that fits."""
    for face, most in sizes:
        lines = wrap(words, room, face, most, table)
        if (
            lines is not None
            and sum(text.mask.height for text in lines) + _APART * (len(lines) - 1) <= high
        ):
            return lines
    return None


def tops(lines: list[TextLine], rows: tuple[int, int]) -> list[int]:
    """Return the row of the capitals of each line, centered in `rows`, with no lines touching.

    Lines move closer before any ink leaves `rows`.
    """
    high = rows[1] - rows[0] + 1
    for leading in range(_LEADING, -_LEADING, -1):
        ys = [0 for _ in lines[:1]]
        for above, below in pairwise(lines):
            ys.append(ys[-1] + max(above.face.capital + leading, above.bottom - below.y))
        first = min((y + text.y for text, y in zip(lines, ys, strict=True)), default=0)
        last = max((y + text.bottom for text, y in zip(lines, ys, strict=True)), default=0)
        if last - first <= high:
            break
    capitals = ys[-1] + lines[-1].face.capital if lines else 0
    start = rows[0] + (high - capitals) // 2
    start = max(rows[0] - first, min(start, rows[1] + 1 - last))
    return [start + y for y in ys]
