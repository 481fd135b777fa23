"""Drawing of cards (a set, a hand, a trick) and chips."""

from typing import NamedTuple

from PIL import Image

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas, Ink
from companion.drawing.fonts import XS, L, M, N, S, Typeface
from companion.drawing.frame import frame, sides
from companion.drawing.glyphs import SUITS, glyph, side_by_side
from companion.drawing.names import tags
from companion.drawing.text import TextLine, fit, line
from companion.message import Name, render
from companion.screens.model import CardRowScreen, Chips, Slot, TrickScreen

_WIDTH, _HEIGHT, _STEP = 26, 35, 30
_TOP = 13
_SOLID = 3  # More light cards would light more than half of the display.
_MAX_RANK_LENGTH = 2


def draw_row(canvas: Canvas, picture: CardRowScreen) -> None:
    """Draw the cards side by side, then the open places; closer together the more there are.

    If there are many cards, only the last is light, so that at most half of the display is lit.
    """
    frame(canvas, picture)
    most = canvas.room // 14
    still_open = min(picture.open, most - 1)
    texts = picture.cards[-(most - still_open) :]
    places = len(texts) + still_open
    if not places:
        return
    step = min(_STEP, (canvas.room + 2) // places)
    width = min(_WIDTH, step - 2)
    left = canvas.middle - (step * (places - 1) + width) // 2
    for place in range(places):
        x = left + place * step
        if place < len(texts):
            solid = len(texts) <= _SOLID or place == len(texts) - 1
            draw_card(canvas, render(texts[place]), x, _TOP, width, _HEIGHT, solid=solid)
        else:
            canvas.outline(x, _TOP, x + width - 1, _TOP + _HEIGHT - 1, 2)


def rank_and_suit(text: str) -> tuple[str, str]:
    """Return the rank and the suit of a card, "" if it has none.

    >>> rank_and_suit("10♥"), rank_and_suit("Joker")
    (('10', '♥'), ('Joker', ''))
    """
    rank = text.rstrip(SUITS)
    return rank, text[len(rank) :]


def is_word(rank: str) -> bool:
    """Return whether a card has a word in place of a rank, like a joker, in any language.

    >>> is_word("Joker"), is_word("10")
    (True, False)
    """
    return len(rank) > _MAX_RANK_LENGTH


def draw_card(
    canvas: Canvas,
    text: str,
    x: int,
    y: int,
    width: int,
    height: int,
    *,
    faces: tuple[Typeface, ...] = (L, M, N, S),
    solid: bool = True,
) -> None:
    """Draw one card, its rank above its suit; a joker is a star, a rank alone is in the middle.

    The card is light when `solid`, otherwise an outline with light letters.
    """
    ink: Ink = "dark" if solid else "light"
    (canvas.box if solid else canvas.outline)(x, y, x + width - 1, y + height - 1, 2)
    middle = x + width // 2
    rank, suit = rank_and_suit(text)
    if not suit and is_word(rank):
        star = glyph("star-15" if width > 18 else "star-9")
        canvas.shape(star, middle - star.width // 2, y + (height - star.height) // 2, ink)
        return
    roomy = width > 18
    letters = fit(rank, width - (4 if roomy else 2), faces if roomy else (M, N, S), height=18)
    top = y + (height * 6) // 35 if suit else y + (height - letters.face.capital) // 2
    canvas.text(letters, middle, top, "mt", ink)
    if suit:
        pip = glyph(f"{suit}{11 if width > 12 else 7}")
        canvas.shape(pip, middle - pip.width // 2, y + height - height // 10 - pip.height, ink)


_PLACES = 5  # the most chips drawn one by one; more are one chip and a number
_ROOM = {4: 25, 5: 40, 7: 40}  # pixels for all places, by the size of a dot
_CORNERS = 4


class ChipRow(NamedTuple):
    """Chips ready to draw: glyphs side by side, optionally followed by a number."""

    shapes: tuple[str, ...]
    step: int
    number: TextLine | None

    @property
    def width(self) -> int:
        last = glyph(self.shapes[-1]).width
        return (
            self.step * (len(self.shapes) - 1) + last + (2 + self.number.end if self.number else 0)
        )

    @property
    def height(self) -> int:
        return max(glyph(shape).height for shape in self.shapes)


def row(chips: Chips, size: int, face: Typeface, *, counted: bool = False) -> ChipRow:
    """Return `chips` as dots `size` pixels wide (4, 5 or 7), with a number if `counted` or many.

    The number is drawn in `face`. There is a place for every chip dealt at the start, and more if
    the player holds more. With dots of 4 px all shapes are at most 7 px high, for the rows of a
    table.
    """
    places = max(chips.held, chips.dealt)
    note = "small-note" if size == 4 else "note"
    if chips.look == "corners" and places <= _CORNERS and not counted:
        return ChipRow((f"{note}-{places - chips.held}",), 0, None)
    held, lost = {
        "dots": (f"dot-{size}", f"hole-{size}"),
        "pennies": ("penny", "hole-7"),
        "corners": (f"{note}-0", f"{note}-4"),
    }[chips.look]
    step = glyph(held).width + 1
    if counted or chips.look == "corners" or places > _PLACES or places * step > _ROOM[size]:
        return ChipRow((held if chips.held else lost,), step, line(str(chips.held), face))
    return ChipRow((held,) * chips.held + (lost,) * (places - chips.held), step, None)


def put(canvas: Canvas, chips: ChipRow, x: int, middle: int, ink: Ink = "light") -> None:
    """Draw `chips` from column `x`, with their middle on row `middle`."""
    for place, name in enumerate(chips.shapes):
        shape = glyph(name)
        canvas.shape(shape, x + place * chips.step, middle - (shape.height - 1) // 2, ink)
    if chips.number:
        at = x + glyph(chips.shapes[-1]).width + 2
        canvas.text(chips.number, at, middle - (chips.number.face.capital - 1) // 2, ink=ink)


_HEAD_BASE = 10  # the row below the capitals of the title
_HEAD_GAP = 6
_MARK_GAP = 4  # free columns on both sides of the warning triangle
_TAGGED = 7  # From this number of players on, names have two letters on 128 px.


class _Rows(NamedTuple):
    """The first and last rows of the cards, their names and the foot.

    `name` is the row below the capitals of a name, `base` that below the capitals of the foot.
    """

    cards: tuple[int, int]
    names: tuple[int, int]
    name: int
    foot: tuple[int, int]
    base: int
    faces: tuple[Typeface, ...]


_NARROW = _Rows((12, 36), (37, 46), 46, (47, BOTTOM), 59, (M, N))
_WIDE = _Rows((13, 30), (31, 43), 42, (44, BOTTOM), 58, (L, M, N))


def draw_trick(canvas: Canvas, picture: TrickScreen) -> None:
    """Draw the whole picture; a rank is above its suit on 128 px, larger and next to it on 256."""
    rows = _WIDE if canvas.wide else _NARROW
    _head(canvas, picture)
    room, count = canvas.room, len(picture.slots)
    names = slot_names(picture.slots, canvas.width)
    for place, (slot, name) in enumerate(zip(picture.slots, names, strict=True)):
        middle = LEFT + room * (2 * place + 1) // (2 * count)
        _slot(canvas, slot, middle, room // count, rows)
        canvas.text(name, middle, rows.name, "ms", band=rows.names)
    _foot(canvas, picture, rows)


def slot_names(slots: tuple[Slot, ...], width: int) -> list[TextLine]:
    """Return the name below each of `slots` on a display `width` pixels wide, no two alike.

    On 128 px names of seven or eight players have two letters each; others are complete, the first
    word, or cut.
    """
    table = tuple(slot.name for slot in slots)
    step = (width - 2 * LEFT) // len(slots)
    if width == 128 and len(slots) >= _TAGGED:
        return [
            line(text, XS) for text in tags(table, lambda text: line(text, XS).width <= step - 2)
        ]
    faces = (XS,) if width == 128 else (S, XS)
    return [fit(Name(name), step - 3, faces, table) for name in table]


def _head(canvas: Canvas, picture: TrickScreen) -> None:
    """Draw the round at the left and the costs at the right, both smaller before either is cut."""
    faces, title, costs = (S, XS), picture.title, picture.costs
    spaced = render(costs).replace(" ", "  ")  # The words of XS are too close for general use.
    small = line(title, XS).end + line(spaced, XS).end
    if small <= canvas.room - _HEAD_GAP < line(title, S).end + line(costs, S).end:
        costs = spaced
    sides(canvas, (title, faces), (costs, faces), _HEAD_BASE, (TOP, _HEAD_BASE + 1))


def _slot(canvas: Canvas, slot: Slot, middle: int, step: int, rows: _Rows) -> None:
    """Draw a card, the frame of the next one, or a speck; the slots are `step` apart."""
    first, last = rows.cards
    width = min(40 if canvas.wide else 17, step - 2)
    if slot.card:
        card = (_beside if canvas.wide else _stacked)(
            render(slot.card), width - 2, last - first - 1
        )
        width = max(width, card.width + 2)
    left = middle - width // 2
    if not slot.card and slot.mark == "act":
        canvas.outline(left, first, left + width - 1, last)
    elif not slot.card:
        row = (first + last) // 2
        canvas.box(middle - 1, row, middle, row + 1, 0)
    else:
        ink: Ink = "light"
        if slot.mark == "wins":
            canvas.box(left, first, left + width - 1, last)
            ink = "dark"
        canvas.shape(card, middle - card.width // 2, first + 1, ink)


def _beside(text: str, room: int, height: int) -> Image.Image:
    """Return the rank and its suit in a line, in a size in which a ten fits."""
    face = next((face for face in (L, M) if line("10♠", face).width <= room), S)
    card = line(text, face)
    if card.width > room:
        card = fit(text, room, (N, S))
    picture = Image.new("1", (card.width, height))
    picture.paste(card.mask, (0, (height - card.face.capital) // 2 + card.y))
    return picture


def _stacked(text: str, room: int, height: int) -> Image.Image:
    rank, suit = rank_and_suit(text)
    letters = line(rank, M).mask
    if letters.width > room:
        # Helvetica's 1 is far from the 0 of a ten.
        ten = rank == "10" and side_by_side([line(figure, M).mask for figure in rank], 2, M.capital)
        letters = ten or fit(rank, room, (N, S)).mask
    if not suit:
        picture = Image.new("1", (letters.width, height))
        picture.paste(letters, (0, (height - letters.height) // 2))
        return picture
    pip = glyph(f"{suit}{M.suit}")
    picture = Image.new("1", (max(letters.width, pip.width), height))
    picture.paste(letters, ((picture.width - letters.width) // 2, 0))
    picture.paste(pip, ((picture.width - pip.width) // 2, height - pip.height))
    return picture


def _foot(canvas: Canvas, picture: TrickScreen, rows: _Rows) -> None:
    """Draw the player at the left, the action at the right after the triangle of a missing part."""
    mark = glyph("missing")
    spare = mark.width + _MARK_GAP if picture.missing else 0
    who, does = (picture.who, rows.faces), (picture.does, rows.faces)
    right = sides(canvas, who, does, rows.base, rows.foot, spare=spare)
    if picture.missing:
        left = canvas.right + 1 - right.width - (_MARK_GAP if right.width else 0) - mark.width
        canvas.shape(mark, left, rows.base - mark.height - 1)
