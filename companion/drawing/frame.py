"""The frame that dialogs share: the title above, the keys below, the body or a sentence between.

A sentence is drawn in large letters on two lines if possible, else smaller on three.
"""

from itertools import pairwise

from PIL import Image

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas
from companion.drawing.fonts import XS, L, M, N, R, S, Typeface
from companion.drawing.glyphs import T22, T28, Figures, has_figures, number
from companion.drawing.text import TextLine, fit, has_a_name, line, wrap
from companion.message import Words, render
from companion.screens.model import KeyHint

KEYS_TOP = 52
BODY_END = 49
"""The last row that a body may use above the keys."""

_ARROW_HEIGHT = 9

_LEAST = 26  # pixels: the shortest room in which a shortened name is still useful
_GAP = 6  # between the left and the right text of a row


def title(
    canvas: Canvas, words: Words, whose: Words, table: tuple[str, ...] = (), face: Typeface = S
) -> None:
    """Draw the question at the top left, and its player or subject at the right.

    A single word or a name at the right is bold; a phrase ("hand 7") is light because it matters
    less. Both share a baseline, in a smaller size if the accent of a capital would not fit above.
    """
    beside = (R if not has_a_name(whose) and " " in render(whose) else S, XS)
    faces = (M, N, S) if face == M else (S, XS)
    room = canvas.right - LEFT + 1
    wide = room if has_a_name(words) else 999
    full = fit(words, wide, faces[:1], table).width, fit(whose, room, beside[:1], table).width
    left_room, right_room = _share_words(room, words, whose, *full)
    baseline = TOP + face.capital
    band = (TOP, baseline + 3 if face == M else baseline + 1)
    left = fit_below(words, left_room, faces, table, baseline)
    canvas.text(left, LEFT, baseline - left.face.capital, band=band)
    right = fit_below(whose, right_room, beside, table, baseline)
    canvas.text(right, canvas.right, baseline - right.face.capital, "right", band=band)


def fit_below(
    words: Words,
    room: int,
    faces: tuple[Typeface, ...],
    table: tuple[str, ...],
    baseline: int,
    first: int = TOP,
) -> TextLine:
    """Return `words` in the first of `faces` in which no accent rises above row `first`.

    `baseline` is the row below their capitals.
    """
    for start in range(len(faces)):
        made = fit(words, room, faces[start:], table)
        if baseline - made.face.capital + made.y >= first:
            break
    return made


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


def _share_words(
    room: int, left: Words, right: Words, left_full: int, right_full: int
) -> tuple[int, int]:
    """Return widths like `share`, but if only the left words hold a name, shorten that name."""
    if has_a_name(left) and not has_a_name(right):
        right_room, left_room = share(room, right_full, left_full)
        return left_room, right_room
    return share(room, left_full, right_full)


def keys(
    canvas: Canvas,
    ok: KeyHint | None,
    other: KeyHint | None,
    table: tuple[str, ...] = (),
    first: int = BODY_END + 1,
) -> int:
    """Draw OK and its action at the left, one other key at the right.

    A single key is at the left. No accent rises above row `first`. Return the last column used.
    """
    end = 0
    band = (first, BOTTOM)
    if ok is None:
        ok, other = other, None
    room = canvas.right - LEFT + 1
    left_full, right_full = _hint_width(ok, table), _hint_width(other, table)
    left_does, right_does = (hint.does if hint else "" for hint in (ok, other))
    left_room, right_room = _share_words(room, left_does, right_does, left_full, right_full)
    if ok is not None:
        key, does = _hint(ok, left_room, table, BOTTOM + 1 - first)
        canvas.text(key, LEFT, KEYS_TOP)
        canvas.text(does, LEFT + _key_width(ok), _keys_top(does), band=band)
        end = LEFT + _key_width(ok) + does.end
    if other is not None:
        key, does = _hint(other, right_room, table, BOTTOM + 1 - first)
        canvas.text(does, canvas.right, _keys_top(does), "right", band=band)
        start = canvas.right + 1 - does.end - _key_width(other)
        canvas.text(key, start, KEYS_TOP)
        end = canvas.right
    return end


def key_at_right(canvas: Canvas, hint: KeyHint, table: tuple[str, ...] = ()) -> int:
    """Draw one key at the right of the foot; return the column before it that stays free."""
    key, does = _hint(hint, canvas.middle, table, BOTTOM - BODY_END)
    canvas.text(does, canvas.right, _keys_top(does), "right", band=(BODY_END + 1, BOTTOM))
    start = canvas.right + 1 - does.end - _key_width(hint)
    canvas.text(key, start, KEYS_TOP)
    return start - _GAP


def _keys_top(words: TextLine) -> int:
    return KEYS_TOP + S.capital - words.face.capital


def _key_width(hint: KeyHint) -> int:
    return line(hint.key, S).end + 4 if hint.key else 0


def _hint_width(hint: KeyHint | None, table: tuple[str, ...]) -> int:
    if hint is None:
        return 0
    return _key_width(hint) + fit(hint.does, 999, (R,), table).end


def _hint(hint: KeyHint, room: int, table: tuple[str, ...], high: int) -> tuple[TextLine, TextLine]:
    room -= _key_width(hint)
    does = fit(hint.does, room, (R,), table)
    if does.mask.height > high:
        does = fit(hint.does, room, (XS,), table)
    return line(hint.key, S), does


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
    left = middle - picture.width // 2
    canvas.shape(picture, left, row + 1 - picture.height // 2)
    out = max(reach, picture.width // 2 + 10)
    arrows(canvas, max(LEFT, middle - out), middle + out - 5, row)


def arrows(canvas: Canvas, left: int, right: int, row: int) -> None:
    """Draw the triangles for LEFT and RIGHT from columns `left` and `right`, centered on `row`."""
    canvas.shape("left", left, row - _ARROW_HEIGHT // 2)
    canvas.shape("right", right, row - _ARROW_HEIGHT // 2)


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
