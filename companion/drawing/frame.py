"""The frame that dialogs share: the title above, the keys below, the body or a sentence between.

A sentence is drawn in large letters on two lines if possible, else smaller on three.
"""

from itertools import pairwise

from PIL import Image

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas, Ink
from companion.drawing.fonts import XS, L, M, N, R, S, Typeface
from companion.drawing.glyphs import T22, T28, Figures, has_figures, number
from companion.drawing.text import TextLine, fit, has_a_name, line, shortened, wrap
from companion.message import Words, render
from companion.screens import model as shown

KEYS_TOP, KEYS_BASE = 52, 60
BODY_END = 49
"""The last row that a body may use above the keys."""

_ARROW_HEIGHT = 9

_LEAST = 26  # pixels: the shortest room in which a shortened name is still useful
_GAP = 6  # between the left and the right text of a row


def title(canvas: Canvas, words: Words, whose: Words, face: Typeface = S) -> None:
    """Draw the question at the top left, and its player or subject at the right.

    A single word or a name at the right is bold; a phrase ("hand 7") is light because it matters
    less. Both share a baseline, in a smaller size if the accent of a capital would not fit above.
    """
    beside = (R if not has_a_name(whose) and " " in render(whose) else S, XS)
    faces = (M, N, S) if face == M else (S, XS)
    base = TOP + face.capital
    sides(canvas, (words, faces), (whose, beside), base, (TOP, base + (3 if face == M else 1)))


Side = tuple[Words, tuple[Typeface, ...]]
"""A text at one end of a row, and the faces to try."""


def sides(
    canvas: Canvas,
    left: Side,
    right: Side,
    base: int,
    band: tuple[int, int],
    *,
    ends: tuple[int, int] | None = None,
    spare: int = 0,
    ink: Ink = "light",
) -> TextLine:
    """Draw two texts on the baseline `base`, at both `ends` of a row without `spare` columns.

    Both are smaller before either is shortened. Return the right one.
    """
    first, last = ends or (LEFT, canvas.right)
    (words, faces), (other, smaller) = left, right
    room = last + 1 - first - spare
    for face, its in ((faces[0], smaller), (faces[0], smaller[-1:]), (faces[-1], smaller[-1:])):
        full = canvas.fit(words, 999, (face,)).end, canvas.fit(other, 999, its[:1]).end
        if sum(full) + (_GAP if all(full) else 0) <= room:
            break
    left_room, right_room = share_words(room, words, other, *full)
    canvas.write(words, left_room, faces, first, base, "ls", ink, band=band)
    return canvas.write(other, right_room, its, last, base, "rs", ink, band=band)


def share(room: int, left: int, right: int) -> tuple[int, int]:
    """Return the widths of two texts that share a row and want `left` and `right` pixels of it."""
    gap = _GAP if left and right else 0
    if left + gap + right <= room:
        return room - gap - right, room - gap - left
    half = (room - gap) // 2
    if room - gap - left >= _LEAST:
        return left, room - gap - left
    if right <= half:
        return room - gap - right, right
    return half, half


def share_words(
    room: int, left: Words, right: Words, left_full: int, right_full: int
) -> tuple[int, int]:
    """Return widths like `share`, but if only the left words hold a name, shorten that name."""
    if has_a_name(left) and not has_a_name(right):
        right_room, left_room = share(room, right_full, left_full)
        return left_room, right_room
    return share(room, left_full, right_full)


def frame(canvas: Canvas, picture: shown.Titled) -> None:
    """Draw the title and the keys of `picture`."""
    title(canvas, picture.title, picture.whose)
    keys(canvas, picture.keys)


def keys(canvas: Canvas, hints: tuple[shown.KeyHint, ...], first: int = BODY_END + 1) -> None:
    """Draw one key and its action at the left, and a second one at the right.

    No accent rises above row `first`.
    """
    if not hints:
        return
    hint, room = hints[0], canvas.room
    if len(hints) > 1:
        full = [_key_width(hint) + canvas.fit(hint.does, 999, (R,)).end for hint in hints]
        room, right_room = share_words(room, hint.does, hints[1].does, full[0], full[1])
        key_at_right(canvas, hints[1], right_room, first)
    canvas.text(line(hint.key, S), LEFT, KEYS_TOP)
    width, band = _key_width(hint), (first, BOTTOM)
    canvas.write(hint.does, room - width, (R, XS), LEFT + width, KEYS_BASE, "ls", band=band)


def key_at_right(canvas: Canvas, hint: shown.KeyHint, room: int, first: int = BODY_END + 1) -> int:
    """Draw one key at the right of the foot; return the column before it that stays free."""
    width, band = _key_width(hint), (first, BOTTOM)
    does = canvas.write(hint.does, room - width, (R, XS), canvas.right, KEYS_BASE, "rs", band=band)
    start = canvas.right + 1 - does.end - width
    canvas.text(line(hint.key, S), start, KEYS_TOP)
    return start - _GAP


def _key_width(hint: shown.KeyHint) -> int:
    return line(hint.key, S).end + 4 if hint.key else 0


def figures(
    text: str, room: int, sizes: tuple[Figures, ...], faces: tuple[Typeface, ...]
) -> Image.Image:
    """Return a number in the first of the big `sizes` that fits `room` pixels, or in letters."""
    for size in sizes:
        if has_figures(text, size):
            picture = number(text, size)
            if picture.width <= room:
                return picture
    return fit(text, room, faces).mask


def turned_number(canvas: Canvas, text: str, middle: int, row: int, reach: int) -> None:
    """Draw a number between two arrows: its middle at `middle`, `row`, the arrows `reach` away."""
    picture = figures(text, 2 * reach, (T28, T22), (L, M, N))
    canvas.shape(picture, middle - picture.width // 2, row + 1 - picture.height // 2)
    out = max(reach, picture.width // 2 + 10)
    arrows(canvas, max(LEFT, middle - out), middle + out - 5, row)


def arrows(canvas: Canvas, left: int, right: int, row: int) -> None:
    """Draw the triangles for LEFT and RIGHT from columns `left` and `right`, centered on `row`."""
    canvas.shape("left", left, row - _ARROW_HEIGHT // 2)
    canvas.shape("right", right, row - _ARROW_HEIGHT // 2)


_APART = 2  # minimum free pixels between the ink of two lines; otherwise a smaller size is used
_LEADING = 5  # free pixels from a baseline to the next capital, if there is room


def sentence(canvas: Canvas, words: Words, rows: tuple[int, int]) -> None:
    """Draw a sentence in the middle of `rows`, each line centered on the display."""
    lines = sentence_lines(words, canvas.room, rows[1] - rows[0] + 1, canvas.table)
    for text, y in zip(lines, tops(lines, rows), strict=True):
        canvas.text(text, canvas.middle, y, "mt", band=rows)


def sentence_lines(
    words: Words, room: int, high: int, table: tuple[str, ...] = ()
) -> list[TextLine]:
    """Return the lines of a sentence in the largest letters for `room` x `high` pixels.

    Names are complete if any size has room for that, and are otherwise shortened as needed. A
    sentence that fits in no size is cut.
    """
    for text in shortened(words, table):
        lines = whole_lines(text, room, high, (*SIZES, (XS, 4)))
        if lines is not None:
            return lines
    return [fit(words, room, (S, XS), table, height=high)]


SIZES: tuple[tuple[Typeface, int], ...] = ((L, 2), (M, 2), (N, 3), (S, 3))
"""The letters of a sentence, and the maximum of lines in each."""


def whole_lines(
    text: str, room: int, high: int, sizes: tuple[tuple[Typeface, int], ...] = SIZES
) -> list[TextLine] | None:
    """Return the lines in the first of `sizes` in which the whole sentence fits, or None."""
    for face, most in sizes:
        lines = wrap(text, room, face, most)
        if lines is not None and height_of(lines) <= high:
            return lines
    return None


def height_of(lines: list[TextLine]) -> int:
    """Return the least number of rows that `lines` need."""
    return sum(text.mask.height for text in lines) + _APART * (len(lines) - 1)


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
