"""Drawing of cards (a set, a hand, the boot picture) and chips."""

from typing import NamedTuple

from companion.drawing.canvas import Canvas, Ink
from companion.drawing.fonts import L, M, N, S, Typeface
from companion.drawing.frame import frame
from companion.drawing.glyphs import SUITS, glyph
from companion.drawing.text import TextLine, fit, line
from companion.message import render
from companion.screens.model import CardRowScreen, Chips

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
