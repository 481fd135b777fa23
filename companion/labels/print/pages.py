"""Draws the pages of labels: each face with its symbol on the sheet."""

from typing import NamedTuple, assert_never

import msgspec

from companion.core.cards import JOKER, Card
from companion.labels.codec import CommandLabel, Label, write_label
from companion.labels.print.paper import BLACK, GREY, RED, Paper, text_width
from companion.labels.print.ruler import draw_test_page
from companion.labels.print.shapes import RED as RED_SUITS
from companion.labels.print.shapes import modules
from companion.labels.print.sheets import LabelFace, Order, Rectangle, Sheet, face_of, placed
from companion.labels.print.symbols import SymbolName
from companion.message import phrase, render

LARGEST = 6.5
"""Millimeters; capitals need not be taller than those of a card's index."""

BELOW = 0.22
"""Height of the line below the name, relative to the available height."""

BELOW_LARGEST = 2.5
"""Millimeters."""

SPACE = 0.5
"""Space between the two lines, relative to the height of the lower one; a quarter of it after the
rank.
"""


class Words(NamedTuple):
    """The text on a label: a name or rank, the suit after it, and a smaller line below."""

    name: str
    suit: str | None
    below: str


def words_of(label: Label, *, decks: int, jokers: int) -> Words:
    """Return the text of `label` in a print of `decks` decks with `jokers` jokers each."""
    match label:
        case CommandLabel(name):
            return Words(name, None, "")
        case Card(rank, suit, deck, joker):
            below = render(phrase("deck {n}", n=deck)) if decks > 1 else ""
            if rank == JOKER:
                return Words(f"JOKER {joker}" if jokers > 1 else "JOKER", None, below)
            return Words(rank, suit, below)
        case _:
            assert_never(label)


def draw_face(
    paper: Paper,
    face: LabelFace,
    symbol: SymbolName,
    label: Label,
    words: Words,
    x: float,
    y: float,
) -> None:
    """Draw one label with its upper left corner at x, y."""
    drawn = modules(symbol, write_label(label))
    left = x + face.symbol.x + (face.symbol.width - len(drawn[0]) * face.module) / 2
    row = face.symbol.height if face.bars else face.module
    paper.symbol(drawn, left, y + face.symbol.y, face.module, row)
    box = face.text._replace(x=x + face.text.x, y=y + face.text.y)
    if face.bars:
        _one_line(paper, words, box)
    else:
        _two_lines(paper, words, box)


def _two_lines(paper: Paper, words: Words, box: Rectangle) -> None:
    """Draw the name above the deck at the right of the box, vertically centered together."""
    below = min(box.height * BELOW, BELOW_LARGEST, box.width / text_width(words.below or " ", 1.0))
    under = below * (1 + SPACE) if words.below else 0.0
    cap = min(LARGEST, box.height - below * (1 + SPACE), box.width / _name_width(words, 1.0))
    base = box.y + (box.height - cap - under) / 2 + cap
    right = box.x + box.width
    _draw_name(paper, words, right - _name_width(words, cap), base, cap)
    if words.below:
        paper.text(right - text_width(words.below, below), base + under, words.below, below)


def _one_line(paper: Paper, words: Words, box: Rectangle) -> None:
    """Draw the name and the deck on one line, centered in the box."""
    after = f"  {words.below}" if words.below else ""
    cap = min(box.height, box.width / (_name_width(words, 1.0) + text_width(after, 1.0)))
    name = _name_width(words, cap)
    left = box.x + (box.width - name - text_width(after, cap)) / 2
    base = box.y + (box.height + cap) / 2
    _draw_name(paper, words, left, base, cap)
    paper.text(left + name, base, after, cap)


def _name_width(words: Words, cap: float) -> float:
    suit = cap * (1 + SPACE / 4) if words.suit else 0.0
    return text_width(words.name, cap, bold=True) + suit


def _draw_name(paper: Paper, words: Words, x: float, base: float, cap: float) -> None:
    color = RED if words.suit in RED_SUITS else BLACK
    paper.text(x, base, words.name, cap, bold=True, color=color)
    if words.suit:
        paper.suit(
            words.suit,
            x + text_width(words.name, cap, bold=True) + cap * SPACE / 4,
            base,
            cap,
            color,
        )


MARK = 3.0
"""Length of a mark in millimeters; marks begin 1 mm outside the labels."""

CROSS = 0.8
"""Length of each arm of the crosses between labels, in millimeters."""


class Printed(msgspec.Struct, frozen=True):
    """The PDF, and its number of label pages."""

    pdf: bytes
    pages: int


def print_labels(order: Order) -> Printed:
    """Return the PDF of an order.

    Raises:
        SheetError: the labels are too small for the symbol, or the sheet lacks the place `first`.
    """
    sheet = order.sheet
    face = face_of(order.symbol, sheet.width, sheet.height)
    places = list(placed(order.labels, sheet, order.first)) if order.test_page != "only" else []
    title = render(phrase("Card labels, {sheet}", sheet=order.sheet_name))
    paper = Paper(sheet.paper_size, order.correction, title)

    def draw(label: Label, x: float, y: float) -> None:
        words = words_of(label, decks=order.decks, jokers=order.jokers)
        draw_face(paper, face, order.symbol, label, words, x, y)

    if order.test_page != "none":
        paper.begin_page()
        draw(order.labels[0], *draw_test_page(paper, order.sheet_name, sheet, order.correction))
    page = None
    for place in places:
        if place.page != page:
            page = place.page
            paper.begin_page()
            if sheet.cut:
                _marks(paper, sheet)
        draw(place.label, place.x, place.y)
    return Printed(paper.finish(), 0 if page is None else page + 1)


def _marks(paper: Paper, sheet: Sheet) -> None:
    lines_x = _edges(sheet.left, sheet.width, sheet.step_x, sheet.columns)
    lines_y = _edges(sheet.top, sheet.height, sheet.step_y, sheet.rows)
    for x in lines_x:
        paper.line(x, lines_y[0] - 1 - MARK, x, lines_y[0] - 1)
        paper.line(x, lines_y[-1] + 1, x, lines_y[-1] + 1 + MARK)
    for y in lines_y:
        paper.line(lines_x[0] - 1 - MARK, y, lines_x[0] - 1, y)
        paper.line(lines_x[-1] + 1, y, lines_x[-1] + 1 + MARK, y)
    for x in lines_x:
        for y in lines_y:
            paper.line(x - CROSS, y, x + CROSS, y, GREY)
            paper.line(x, y - CROSS, x, y + CROSS, GREY)


def _edges(begin: float, size: float, step: float, count: int) -> list[float]:
    """Return the edges of all labels in one direction; touching labels share one."""
    edges = {
        round(begin + place * step + side, 3) for place in range(count) for side in (0.0, size)
    }
    return sorted(edges)
