"""Drawing of statements without a choice: refused, stopped, a miscount, a failed part."""

from msgspec.structs import replace

from companion.drawing import cards as chip_row
from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas
from companion.drawing.fonts import H18, XS, L, M, N, R, S, Typeface
from companion.drawing.frame import (
    BODY_END,
    KEYS_BASE,
    arrows,
    figures,
    frame,
    key_at_right,
    keys,
    sentence,
    whole_lines,
)
from companion.drawing.glyphs import T22, glyph
from companion.drawing.play import draw_total
from companion.drawing.text import broken, line
from companion.message import in_context, render
from companion.screens.model import (
    ConfirmScreen,
    KeyHint,
    MiscountScreen,
    NoticeScreen,
    PartFailedScreen,
    Picture,
)

_HEAD_BOTTOM = 19
_FIRST = 22
"""The first row of a notice's sentence."""

_ROOM = 124
"""Columns for a sentence on the narrow display."""

_ENDS = ".:;?!"


def pages_of(picture: Picture) -> tuple[Picture, ...]:
    """Return pages that together show all of `picture`: the picture itself if it fits.

    A notice too long for the narrow display continues on further pages. A wide display shows the
    same pages, so that both displays of a box agree. OK leads to the next page; the keys of
    `picture` are on the last one.

    >>> why = "A bust costs a chip, but nobody has chips: "
    >>> why += "give each some, or let a bust put the player out"
    >>> for page in pages_of(NoticeScreen("Not started", why)):
    ...     print(page.page, page.sentence)
    1/2 A bust costs a chip, but nobody has chips:
    2/2 give each some, or let a bust put the player out
    """
    if not isinstance(picture, NoticeScreen) or _fits(picture):
        return (picture,)
    text = "; ".join(render(words) for words in (picture.sentence, picture.small) if words)
    *before, last = _sentences(
        [piece for word in text.split(" ") if word for piece in broken(word, _ROOM, S)]
    )
    if not before:
        return (replace(picture, sentence=last, small=""),)
    count, turn = len(before) + 1, (KeyHint("OK", in_context("key", "next")),)
    pages = (
        replace(picture, sentence=sentence, small="", keys=turn, page=f"{number}/{count}")
        for number, sentence in enumerate(before, 1)
    )
    keys = picture.keys or (KeyHint("OK", in_context("key", "continue")),)
    return (*pages, replace(picture, sentence=last, small="", keys=keys, page=f"{count}/{count}"))


def _fits(picture: NoticeScreen) -> bool:
    bottom = _bottom(picture)
    if picture.small:
        bottom -= 12
        if line(picture.small, XS).width > _ROOM:
            return False
    return whole_lines(render(picture.sentence), _ROOM, bottom - _FIRST + 1) is not None


def _sentences(words: list[str]) -> list[str]:
    """Return `words` in the fewest pages; a page ends with a sentence if that fills half of it."""
    pages = []
    while words:
        count = 1
        while count < len(words) and _is_page(words[: count + 1]):
            count += 1
        if count < len(words):
            ends = (
                end for end in range(count, (count - 1) // 2, -1) if words[end - 1][-1] in _ENDS
            )
            count = next(ends, count)
        pages.append(words[:count])
        words = words[count:]
    # Move words from the page before, so that the last page has more than a word or two.
    while len(pages) > 1 and pages[-2][-1][-1] not in _ENDS and len(pages[-2]) > len(pages[-1]) + 1:
        if not _is_page([pages[-2][-1], *pages[-1]]):
            break
        pages[-1].insert(0, pages[-2].pop())
    return [" ".join(page) for page in pages]


def _is_page(words: list[str]) -> bool:
    return whole_lines(" ".join(words), _ROOM, BODY_END - _FIRST + 1) is not None


def _bottom(picture: NoticeScreen) -> int:
    """Return the last row above the keys, or the last row if there are none."""
    return BODY_END if picture.keys else BOTTOM


def draw_notice(canvas: Canvas, picture: NoticeScreen) -> None:
    """Draw the headline inverted, one sentence below it, optionally a smaller one, and keys."""
    band = (TOP + 1, _HEAD_BOTTOM - 1)
    canvas.box(LEFT, TOP, canvas.right, _HEAD_BOTTOM)
    room = canvas.room - (25 if picture.mark else 9)
    if picture.page:
        number = line(picture.page, S)
        end = LEFT + room + (0 if picture.mark else 4)
        canvas.text(number, end, 16, "rs", "dark", band)
        # The headline begins at LEFT + 5, and 3 columns stay free.
        room = end - number.width - LEFT - 8
    canvas.write(picture.headline, room, (M, N, S), LEFT + 5, 16, "ls", "dark", band=band)
    if picture.mark:
        cross = glyph("cross")
        canvas.shape(cross, canvas.right - 5 - cross.width, 5, "dark")
    keys(canvas, picture.keys)
    bottom = _bottom(picture)
    if picture.small:
        rows = (bottom - 11, bottom)
        canvas.write(
            picture.small, canvas.room, (R, XS), canvas.middle, bottom - 10, "mt", band=rows
        )
        bottom -= 12
    sentence(canvas, picture.sentence, (_FIRST, bottom))


def draw_ask(canvas: Canvas, picture: ConfirmScreen) -> None:
    """Draw a question in large letters, one line below it, and chips behind that line."""
    frame(canvas, picture)
    titled = bool(picture.title or picture.whose)
    has_line = bool(picture.line) or picture.chips is not None
    rows = (13, 32) if titled else (3, 26)
    sentence(canvas, picture.question, rows if has_line else (rows[0], BODY_END))
    if not has_line:
        return
    row = chip_row.row(picture.chips, 7, M) if picture.chips else None
    beside = (12 if picture.line else 0) + row.width if row else 0
    room = canvas.room - beside - (20 if picture.turns else 0)
    words = canvas.fit(picture.line, room, (M, N, S), height=17)
    left = canvas.middle - (words.width + beside) // 2
    top = 34 if titled else 31
    if picture.turns:
        arrows(canvas, LEFT, canvas.right - 4, top + 6)
    canvas.text(words, left - words.x, top + 11, "ls", band=(rows[1] + 1, BODY_END))
    if row:
        chip_row.put(canvas, row, left + words.width + beside - row.width, top + 5)


def draw_miscount(canvas: Canvas, picture: MiscountScreen) -> None:
    """Draw the right total in its place, the wrong one inverted below its label, and the caller."""
    draw_total(canvas, picture.total)
    if canvas.wide:
        left, right, start = 116, 190, 116
    else:
        left, right, start = 80 if len(str(picture.total)) < 3 else 84, canvas.right, LEFT
    base, end = 58, canvas.right
    faces: tuple[Typeface, ...] = (L, M, N, S)
    if picture.keys:
        base, end = KEYS_BASE, key_at_right(canvas, picture.keys[0], canvas.middle)
        faces = (N, S)
    canvas.write(picture.sentence, end - start + 1, faces, start, base, "ls", band=(44, BOTTOM))
    canvas.box(left, 2, right, 41, 3)
    middle = (left + right) // 2 + 1
    label = in_context("over a wrong total", "not")
    canvas.write(label, right - left - 5, (S, XS), middle, 5, "mt", "dark", band=(3, 15))
    shape = figures(str(picture.called), right - left - 5, (T22,), (H18, L, M, N))
    canvas.shape(shape, middle - shape.width // 2, 27 - shape.height // 2, "dark")


def draw_part_failed(canvas: Canvas, picture: PartFailedScreen) -> None:
    """Draw the failed part, and, inverted, its replacement."""
    if picture.icon == "plug":
        left = canvas.middle - 26
        canvas.shape("plug", left, 4)
        canvas.shape("socket", left + 32, 4)
    else:
        canvas.shape("warning", canvas.middle - 8, 3)
    sentence(canvas, picture.sentence, (19, 42))
    canvas.box(LEFT, 44, canvas.right, BOTTOM)
    room, band = canvas.room - 6, (45, BOTTOM - 1)
    canvas.write(picture.instead, room, (M, N, S), canvas.middle, 58, "ms", "dark", band=band)
