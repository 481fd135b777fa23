"""Drawing of dialogs: questions, their answers, and statements without a choice."""

from collections.abc import Sequence

from msgspec.structs import replace
from PIL import Image

from companion.drawing import cards as chip_row
from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas, Ink, draw_seats
from companion.drawing.cards import is_word
from companion.drawing.fonts import H18, XL, XS, L, M, N, R, S, Typeface
from companion.drawing.frame import (
    BODY_END,
    KEYS_BASE,
    arrows,
    figures,
    frame,
    key_at_right,
    keys,
    sentence,
    sentence_lines,
    share_words,
    title,
    tops,
    turned_number,
    whole_lines,
)
from companion.drawing.glyphs import SUITS, T22, glyph, has_figures
from companion.drawing.play import draw_total
from companion.drawing.text import broken, line
from companion.message import Name, in_context, render
from companion.screens.model import (
    ChoiceOption,
    ChoiceScreen,
    ConfirmScreen,
    CountScreen,
    DialScreen,
    ExplanationScreen,
    KeyHint,
    MiscountScreen,
    NoticeScreen,
    PartFailedScreen,
    Picture,
    RankScreen,
    Seat,
    SeatScreen,
)

BODY_TOP, BODY_BOTTOM = 12, 48
EMPTY = "--"
"""The drawing of an empty dial."""
_BODY_MIDDLE = 30
_CELL = 19  # half the width of the chosen rank's cell
_SHOWN_AT_ONCE = 5  # options side by side on 128 px


def draw_choose(canvas: Canvas, picture: ChoiceScreen) -> None:
    """Draw a few answers side by side, the chosen one inverted, each with its result below."""
    frame(canvas, picture)
    arrows(canvas, LEFT, canvas.right - 4, _BODY_MIDDLE)
    most = _SHOWN_AT_ONCE * canvas.width // 128
    before = max(0, min(picture.chosen - most // 2, len(picture.options) - most))
    visible = picture.options[before : before + most]
    first, room = LEFT + 8, canvas.width - 20
    step = room // len(visible)
    width = min(48 if len(visible) < 4 else 40, step - (1 if step < 30 else 6))
    labels = [option.label for option in picture.options]
    fitting = (
        face
        for face in (H18, L, M, N)
        if all(line(label, face).width <= width - 2 for label in labels)
    )
    words = next(fitting, S)
    for place, option in enumerate(visible):
        left = first + (room - step * len(visible)) // 2 + place * step + (step - width) // 2
        ink: Ink = "light"
        if before + place == picture.chosen:
            canvas.box(left, BODY_TOP, left + width - 1, BODY_BOTTOM, 2)
            ink = "dark"
        _option(canvas, option, left + width // 2, width - 2, words, ink)


def _option(
    canvas: Canvas, option: ChoiceOption, middle: int, room: int, words: Typeface, ink: Ink
) -> None:
    label = render(option.label)
    if label and label in SUITS:
        shape = glyph(f"{label}20")
    elif has_figures(label, T22):
        shape = figures(label, room, (T22,), (L, M, N, S, XS))
    else:
        shape = canvas.fit(option.label, room, (words, S), height=23).mask
    top = (26 if option.makes else _BODY_MIDDLE) - shape.height // 2
    canvas.shape(shape, middle - shape.width // 2, top, ink)
    canvas.write(option.makes, room, (S, XS), middle, 39, "mt", ink, band=(37, 47))


def draw_dial(canvas: Canvas, picture: DialScreen) -> None:
    """Draw a number between two arrows, and its position between the lowest and the highest."""
    frame(canvas, picture)
    row = 26 if picture.scale else 25 if picture.makes or picture.chips else _BODY_MIDDLE
    turned_number(
        canvas, EMPTY if picture.value is None else str(picture.value), canvas.middle, row, 36
    )
    if picture.scale and picture.high > picture.low and picture.value is not None:
        _scale(canvas, picture, picture.value)
    elif picture.chips:
        dots = chip_row.row(picture.chips, 5, S)
        chip_row.put(canvas, dots, canvas.middle - dots.width // 2, 45)
    elif not picture.scale:
        canvas.write(picture.makes, canvas.room, (S,), canvas.middle, 42, "mt", band=(41, BODY_END))


def _scale(canvas: Canvas, picture: DialScreen, value: int) -> None:
    """Draw a line of 101 px (or twice that), a stroke at every tenth, and a bead at the value."""
    length = 100 * (canvas.width // 128)
    left, base = canvas.middle - length // 2, 47
    canvas.box(left, base, left + length, base, 0)
    for tenth in range(11):
        x = left + length * tenth // 10
        canvas.box(x, base - (2 if 0 < tenth < 10 else 3), x, base, 0)
    place = (value - picture.low) / (picture.high - picture.low)
    x = left + round(length * min(max(place, 0), 1))
    canvas.box(x - 2, base - 3, x + 2, base + 1, 1)


def draw_rank(canvas: Canvas, picture: RankScreen) -> None:
    """Draw the rank in the middle of its ring, its neighbors smaller on both sides."""
    frame(canvas, picture)
    arrows(canvas, LEFT, canvas.right - 4, _BODY_MIDDLE)
    canvas.box(canvas.middle - _CELL, BODY_TOP, canvas.middle + _CELL - 1, BODY_BOTTOM, 2)
    rank = picture.ranks[picture.chosen]
    faces = (XL, H18, L, M, N, S)
    canvas.write(
        rank, 2 * _CELL - 4, faces, canvas.middle, _BODY_MIDDLE, "mm", "dark", band=(13, 46)
    )
    for side in (-1, 1):
        _neighbours(canvas, picture, side)


def _neighbours(canvas: Canvas, picture: RankScreen, side: int) -> None:
    """Draw the ranks that LEFT (-1) or RIGHT (1) would choose, as many as fit.

    Ranks that cannot be played are small and struck through, with a line between them and the
    others.
    """
    faces = (H18, L, L, M, S) if canvas.wide else (L, S, S) if picture.refused else (L, S)
    count, playable = len(picture.ranks), len(picture.ranks) - picture.refused
    most = (count - (side < 0)) // 2  # no rank appears on both sides
    edge, before = canvas.middle + side * _CELL, picture.chosen < playable
    for steps, face in enumerate(faces[:most], 1):
        place = (picture.chosen + side * steps) % count
        rank, is_playable = picture.ranks[place], place < playable
        size = face if is_playable else S
        star = "star-9" if size == S else "star-15"
        shape = glyph(star) if is_word(render(rank)) else canvas.fit(rank, 40, (size,)).mask
        gap = 9 if steps == 1 and shape.width < 14 else 6
        if picture.refused and is_playable != before:
            gap += 3
        left = edge + gap if side > 0 else edge - gap - shape.width
        if not LEFT + 8 <= left <= canvas.right - 7 - shape.width:
            return
        if picture.refused and is_playable != before:
            line_at = edge + gap // 2 if side > 0 else edge - 1 - gap // 2
            canvas.box(line_at, BODY_TOP + 4, line_at, BODY_BOTTOM - 4, 0)
        top = _BODY_MIDDLE - shape.height // 2
        if is_playable:
            canvas.shape(shape, left, top)
        else:
            canvas.shape(_struck(shape), left - 1, top)
        edge, before = left + shape.width if side > 0 else left, is_playable


def _struck(shape: Image.Image) -> Image.Image:
    """Return `shape` with a line through its middle, a pixel wider than the shape at both sides."""
    struck = Image.new("1", (shape.width + 2, shape.height))
    struck.paste(shape, (1, 0))
    struck.paste(1, (0, shape.height // 2, struck.width, shape.height // 2 + 1))
    return struck


def draw_how_many(canvas: Canvas, picture: CountScreen) -> None:
    """Draw the number, and the table with that number of seats."""
    title(canvas, picture.title, "")
    keys(canvas, picture.keys)
    turned_number(canvas, str(picture.value), 80 if canvas.wide else 35, _BODY_MIDDLE, 26)
    _table(canvas, [Seat("", "in")] * picture.value, 200 if canvas.wide else 98, 31)


def _table(canvas: Canvas, seats: Sequence[Seat], x: int, y: int) -> None:
    canvas.circle(x, y, 8)
    draw_seats(canvas, seats, (x + 0.5, y + 0.5), 15.5)


def draw_seat(canvas: Canvas, picture: SeatScreen) -> None:
    """Draw the player at the chosen seat between two arrows, and the table with the seats."""
    frame(canvas, picture)
    left, right = LEFT, 158 if canvas.wide else 71
    arrows(canvas, left, right, _BODY_MIDDLE)
    first, room = left + 8, right - left - 11
    if len(picture.lines) == 1:
        name, band = Name(picture.lines[0][1]), (BODY_TOP, BODY_END)
        canvas.write(name, room, (L, M, N, S), first + room // 2, _BODY_MIDDLE, "mm", band=band)
    else:
        words = [canvas.fit(label, room // 2, (R, XS)) for label, _ in picture.lines]
        behind = max(text.end for text in words) + 4
        for text, (_, sits), base in zip(words, picture.lines, (27, 44), strict=False):
            band = (base - 13, base + 3)
            canvas.text(text, first, base, "ls", band=band)
            canvas.write(
                Name(sits), room - behind, (M, N, S), first + behind, base, "ls", band=band
            )
    _table(canvas, picture.seats, 200 if canvas.wide else 100, 30)


_SENTENCE = (TOP, 34)
_OUTCOME = (36, BODY_END)
_MIDDLE = 42
_BESIDE = 6
"""Free pixels between the sentence and the page number, and around the arrow."""

_PAD = 4
_LEAST = 34
"""The least pixels for a total and the beginning of a name."""


def draw_explanation(canvas: Canvas, picture: ExplanationScreen) -> None:
    """Draw the sentence at the left, its page number at the right, and the states below."""
    keys(canvas, picture.keys)
    page = line(picture.page, R)
    canvas.text(page, canvas.right, TOP, "rt")
    beside = page.width + _BESIDE if picture.page else 0
    high = _SENTENCE[1] - _SENTENCE[0] + 1
    lines = sentence_lines(picture.sentence, canvas.room - beside, high, canvas.table)
    places = tops(lines, _SENTENCE)
    up = min(places[0] + lines[0].y - TOP, places[0] - TOP) if lines else 0
    for text, y in zip(lines, places, strict=True):
        canvas.text(text, LEFT, y - up, band=_SENTENCE)
    arrows(canvas, LEFT, canvas.right - 4, _MIDDLE)
    _outcome(canvas, picture)


def _outcome(canvas: Canvas, picture: ExplanationScreen) -> None:
    """Draw the state before, an arrow, and inverted the state after; or a line of text alone."""
    left, room = LEFT + 9, canvas.room - 18
    first, last = _OUTCOME
    if not picture.after:
        canvas.write(picture.before, room, (R, XS), canvas.middle, _MIDDLE, "mm", band=_OUTCOME)
        return
    arrow = glyph(f"arrow-{N.arrow}")
    faces, states = (N, S, XS), (picture.before, picture.after)
    full = (canvas.fit(words, 999, faces[:1]).end for words in states)
    rooms = share_words(room - arrow.width - 4 * _PAD, *states, *full)
    old, new = (
        canvas.fit(words, width, faces, last - first - 1)
        for words, width in zip(states, rooms, strict=True)
    )
    whole = old.end + arrow.width + new.end + 4 * _PAD
    x = left + (room - whole) // 2
    canvas.text(old, x, _MIDDLE, "lm", band=_OUTCOME)
    x = canvas.shape(arrow, x + old.end + _PAD, _MIDDLE - arrow.height // 2) + _PAD
    canvas.box(x, first, x + new.end + 2 * _PAD - 1, last - 1, 2)
    canvas.text(new, x + _PAD, _MIDDLE, "lm", "dark", (first + 1, last - 2))


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
    pages: list[list[str]] = []
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
