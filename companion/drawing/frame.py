"""What dialogs share: the title above, the keys below, and a number or sentence between them."""

from PIL import Image

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas
from companion.drawing.fonts import XS, Face, L, M, N, R, S
from companion.drawing.glyphs import T22, T28, Figures, has_figures, number
from companion.drawing.text import Line, fit, line, wrap
from companion.screens.pictures import KeyHint, Words

KEYS_TOP = 52
ARROW_HEIGHT = 9

_LEAST = 26  # pixels in which a shortened name still says something
_GAP = 6  # between the left and the right text of a row


def title(canvas: Canvas, words: Words, whose: Words, table: tuple[str, ...] = (), face: Face = S) -> None:
    """What is asked at the top left, whose or which at the right.

    One word or a name at the right is bold, a phrase ("hand 7") light: it may be missed.
    """
    beside = R if isinstance(whose, str) and " " in whose else S
    room = canvas.right - LEFT + 1
    smaller = {M: (M, N, S), S: (S, XS)}[face]
    right_full, left_full = (
        fit(whose, room, (beside,), table).width,
        fit(words, room, smaller[:1], table).width,
    )
    left_room, right_room = _share(room, left_full, right_full)
    baseline = TOP + face.capital
    _above(canvas, words, left_room, smaller, table, baseline)
    right = fit(whose, right_room, (beside, XS), table)
    canvas.text(right, canvas.right, baseline - right.face.capital, "right")


def _above(
    canvas: Canvas, words: Words, room: int, faces: tuple[Face, ...], table: tuple[str, ...], baseline: int
) -> None:
    """Writes a title on its baseline, smaller when the accent of a capital would not find room above."""
    for face in faces:
        made = fit(words, room, faces[faces.index(face) :], table)
        if baseline - made.face.capital + made.y >= TOP:
            break
    canvas.text(made, LEFT, baseline - made.face.capital)


def _share(room: int, left: int, right: int) -> tuple[int, int]:
    """How two texts share a row when they want `left` and `right` pixels of it."""
    gap = _GAP if left and right else 0
    if left + gap + right <= room:
        return room - gap - right, room - gap - left
    half = (room - gap) // 2
    if room - gap - left >= _LEAST:
        return left, room - gap - left
    if right <= half:
        return room - gap - right, right
    return half, half


def keys(canvas: Canvas, ok: KeyHint | None, other: KeyHint | None, table: tuple[str, ...] = ()) -> None:
    """What OK does at the left, one other key at the right; a single key stands at the left."""
    if ok is None:
        ok, other = other, None
    room = canvas.right - LEFT + 1
    left_full, right_full = _hint_width(ok, table), _hint_width(other, table)
    left_room, right_room = _share(room, left_full, right_full)
    if ok is not None:
        key, does = _hint(ok, left_room, table)
        canvas.text(key, LEFT, KEYS_TOP)
        canvas.text(does, LEFT + _key_width(ok), KEYS_TOP)
    if other is not None:
        key, does = _hint(other, right_room, table)
        canvas.text(does, canvas.right, KEYS_TOP, "right")
        start = canvas.right + 1 - does.end - _key_width(other)
        canvas.text(key, start, KEYS_TOP)


def _key_width(hint: KeyHint) -> int:
    return line(hint.key, S).end + 4 if hint.key else 0


def _hint_width(hint: KeyHint | None, table: tuple[str, ...]) -> int:
    if hint is None:
        return 0
    return _key_width(hint) + fit(hint.does, 999, (R,), table).end


def _hint(hint: KeyHint, room: int, table: tuple[str, ...]) -> tuple[Line, Line]:
    return line(hint.key, S), fit(hint.does, room - _key_width(hint), (R,), table)


def figures(text: str, room: int, sizes: tuple[Figures, ...], faces: tuple[Face, ...]) -> Image.Image:
    """A number in the first of the big `sizes` it fits `room` pixels in, else in letters."""
    for size in sizes:
        if has_figures(text, size):
            picture = number(text, size)
            if picture.width <= room:
                return picture
    return fit(text, room, faces).mask


def turned_number(canvas: Canvas, text: str, middle: int, row: int, reach: int) -> None:
    """A number between two arrows: its middle at column `middle`, row `row`, the arrows `reach` away."""
    picture = figures(text, 2 * reach, (T28, T22), (L, M, N))
    left = middle - picture.width // 2
    canvas.shape(picture, left, row + 1 - picture.height // 2)
    out = max(reach, picture.width // 2 + 10)
    arrows(canvas, max(LEFT, middle - out), middle + out - 5, row)


def arrows(canvas: Canvas, left: int, right: int, row: int) -> None:
    """The triangles for LEFT and RIGHT, their first columns at `left` and `right`, middle on `row`."""
    canvas.shape("left", left, row - ARROW_HEIGHT // 2)
    canvas.shape("right", right, row - ARROW_HEIGHT // 2)


def sentence(canvas: Canvas, words: Words, rows: tuple[int, int], table: tuple[str, ...] = ()) -> None:
    """A plain sentence, centred in `rows`: in L on two lines, else M on two, else N on three."""
    room = canvas.right - LEFT + 1
    high = rows[1] - rows[0] + 1
    lines = sentence_lines(words, room, high, table)
    pitch = _pitch(lines, high)
    tall = pitch * (len(lines) - 1) + lines[-1].face.capital if lines else 0
    y = rows[0] + (high - tall) // 2
    for one in lines:
        canvas.text(
            one, canvas.middle, y, "middle", band=(rows[0], max(rows[1], BOTTOM if rows[1] > 49 else 0))
        )
        y += pitch


def _pitch(lines: list[Line], high: int) -> int:
    if len(lines) < 2:
        return 0
    face = lines[0].face
    return min(face.capital + 5, (high - face.capital - 1) // (len(lines) - 1))


def sentence_lines(words: Words, room: int, high: int, table: tuple[str, ...] = ()) -> list[Line]:
    """The lines of a sentence in the largest letters that leave it whole in `room` x `high` pixels."""
    for face, most in ((L, 2), (M, 2), (N, 3), (S, 3)):
        lines = wrap(words, room, face, most, table)
        if lines is not None and _tall(lines) <= high:
            return lines
    return [fit(words, room, (S, XS), table)]


def _tall(lines: list[Line]) -> int:
    """The rows that `lines` need at the least: capitals and what hangs below, no line touching the next."""
    if not lines:
        return 0
    return sum(one.bottom - min(0, one.y) for one in lines[:-1]) + lines[-1].bottom - min(0, lines[-1].y)
