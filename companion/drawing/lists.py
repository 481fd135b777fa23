"""Draws a list to choose from: the chosen row is always the middle one, the list moves."""

from companion.drawing.canvas import LEFT, Canvas, Ink
from companion.drawing.fonts import XS, M, N, S
from companion.drawing.frame import title
from companion.drawing.text import TextLine, fit, line
from companion.screens.model import ListEntry, ListScreen

_BANDS = ((12, 27), (28, 45), (46, 61))
_TOPS = (14, 31, 47)
_PREFIX, _TEXT = 7, 36
_VALUE, _GAP = 40, 6


def draw_list(canvas: Canvas, picture: ListScreen) -> None:
    """Draw the chosen row inverted, one row above it and one below; the list wraps round."""
    title(canvas, picture.title, picture.whose, picture.table)
    if not picture.rows:
        return
    canvas.box(LEFT, _BANDS[1][0], canvas.right, _BANDS[1][1])
    left = _TEXT if any(entry.prefix for entry in picture.rows) else _PREFIX
    count = len(picture.rows)
    for place, (band, top) in enumerate(zip(_BANDS, _TOPS, strict=True), picture.chosen - 1):
        if count > 2 or 0 <= place < count:  # a list of one or two shows no row twice
            ink: Ink = "dark" if place == picture.chosen else "light"
            inner = (band[0] + 1, band[1] - 1) if place == picture.chosen else band
            _entry(canvas, picture.rows[place % count], top, inner, ink, left, picture.table)


def _entry(
    canvas: Canvas,
    entry: ListEntry,
    top: int,
    band: tuple[int, int],
    ink: Ink,
    left: int,
    table: tuple[str, ...],
) -> None:
    right = canvas.right - 4
    if entry.prefix:
        canvas.text(
            fit(entry.prefix, _TEXT - _PREFIX - 4, (M, N, S)), _PREFIX, top, ink=ink, band=band
        )
    if entry.value:
        value = _value(entry, right - left + 1, table)
        canvas.text(value, right, top + 11 - value.face.capital, "right", ink, band)
        right -= value.width + _GAP
    words = fit(entry.text, right - left + 1, (M, N, S, XS), table, height=band[1] - band[0] + 1)
    canvas.text(words, left, top + 11 - words.face.capital, ink=ink, band=band)


def _value(entry: ListEntry, room: int, table: tuple[str, ...]) -> TextLine:
    """Return the value in its usual width; one that has no room there takes what the text can
    spare.
    """
    if line(entry.value, S).end <= _VALUE:
        return fit(entry.value, _VALUE, (M, N, S), table)
    return fit(entry.value, max(_VALUE, room - line(entry.text, S).end - _GAP), (S,), table)
