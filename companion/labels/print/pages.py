"""Draws the pages of labels: each face with its symbol on the sheet."""

from itertools import groupby
from typing import NamedTuple, assert_never

from companion.core.cards import JOKER, SUIT_SIGNS, Card
from companion.labels.codec import CommandLabel, Label, write_label
from companion.labels.print.paper import BLACK, BOLD, GREY, RED, SUITS, Paper, modules, text_width
from companion.labels.print.ruler import draw_test_page
from companion.labels.print.sheets import LabelFace, Order, Rectangle, Sheet, face_of, placed
from companion.message import phrase, render

LARGEST = 6.5
"""Millimeters; capitals need not be taller than those of a card's index."""

BELOW = 0.22
"""Height of the line below the name, relative to the available height."""

BELOW_LARGEST = 2.5
"""Millimeters."""

SPACE = 0.5
"""Space between the two lines, relative to the height of the lower one."""

RED_SUITS = ("♦", "♥")

Corner = tuple[float, float]


class Words(NamedTuple):
    """The text on a label: a name or rank, the suit after it, and a smaller line below."""

    name: str
    suit: str = ""
    below: str = ""


def words_of(label: Label, *, decks: int, jokers: int) -> Words:
    """Return the text of `label` in a print of `decks` decks with `jokers` jokers each."""
    match label:
        case CommandLabel(name):
            return Words(name)
        case Card(rank, suit, deck, joker):
            below = render(phrase("deck {n}", n=deck)) if decks > 1 else ""
            if rank == JOKER:
                return Words(f"JOKER {joker}" if jokers > 1 else "JOKER", below=below)
            return Words(rank, SUIT_SIGNS[suit] if suit else "", below)
        case _:
            assert_never(label)


def draw_face(paper: Paper, face: LabelFace, order: Order, label: Label, corner: Corner) -> None:
    """Draw one label with its upper left corner at `corner`."""
    x, y = corner
    text, words = write_label(label), words_of(label, decks=order.decks, jokers=order.jokers)
    width = len(modules(order.symbol, text)[0]) * face.module
    left = x + face.symbol.x + (face.symbol.width - width) / 2
    row = face.symbol.height if face.bars else face.module
    paper.symbol(order.symbol, text, left, y + face.symbol.y, face.module, row)
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
    paper.text(right - text_width(words.below, below), base + under, words.below, below)


def _one_line(paper: Paper, words: Words, box: Rectangle) -> None:
    """Draw the name and the deck on one line, centered in the box."""
    after = f"  {words.below}" if words.below else ""
    width = _name_width(words, 1.0) + text_width(after, 1.0)
    cap = min(box.height, box.width / width)
    left = box.x + (box.width - width * cap) / 2
    base = box.y + (box.height + cap) / 2
    paper.text(_draw_name(paper, words, left, base, cap), base, after, cap)


def _name_width(words: Words, cap: float) -> float:
    return text_width(words.name, cap, BOLD) + text_width(words.suit, cap, SUITS)


def _draw_name(paper: Paper, words: Words, x: float, base: float, cap: float) -> float:
    """Draw the name and its suit; return their right end."""
    paper.setFillColorRGB(*(RED if words.suit in RED_SUITS else BLACK))
    x = paper.text(x, base, words.name, cap, BOLD)
    x = paper.text(x, base, words.suit, cap, SUITS)
    paper.setFillColorRGB(*BLACK)
    return x


MARK = 3.0
"""Length of a mark in millimeters; marks begin 1 mm outside the labels."""

CROSS = 0.8
"""Length of each arm of the crosses between labels, in millimeters."""


def print_labels(order: Order) -> bytes:
    """Return the PDF of an order.

    Raises:
        SheetError: the labels are too small for the symbol, or the sheet lacks the place `first`.
    """
    sheet = order.sheet
    face = face_of(order.symbol, sheet.width, sheet.height)
    paper = Paper(order)
    if order.test_page != "none":
        paper.begin_page()
        draw_face(paper, face, order, order.labels[0], draw_test_page(paper, order))
        paper.showPage()
    if order.test_page != "only":
        places = placed(order.labels, sheet, order.first)
        for _page, labels in groupby(places, lambda place: place.page):
            paper.begin_page()
            if sheet.cut:
                _marks(paper, sheet)
            for place in labels:
                draw_face(paper, face, order, place.label, (place.x, place.y))
            paper.showPage()
    paper.save()
    return paper.file.getvalue()


def _marks(paper: Paper, sheet: Sheet) -> None:
    lines_x = _edges(sheet.left, sheet.width, sheet.step_x, sheet.columns)
    lines_y = _edges(sheet.top, sheet.height, sheet.step_y, sheet.rows)
    paper.setStrokeColorRGB(*BLACK)
    for x in lines_x:
        paper.line(x, lines_y[0] - 1 - MARK, x, lines_y[0] - 1)
        paper.line(x, lines_y[-1] + 1, x, lines_y[-1] + 1 + MARK)
    for y in lines_y:
        paper.line(lines_x[0] - 1 - MARK, y, lines_x[0] - 1, y)
        paper.line(lines_x[-1] + 1, y, lines_x[-1] + 1 + MARK, y)
    paper.setStrokeColorRGB(*GREY)
    for x in lines_x:
        for y in lines_y:
            paper.line(x - CROSS, y, x + CROSS, y)
            paper.line(x, y - CROSS, x, y + CROSS)


def _edges(begin: float, size: float, step: float, count: int) -> list[float]:
    """Return the edges of all labels in one direction; touching labels share one."""
    edges = {
        round(begin + place * step + side, 3) for place in range(count) for side in (0.0, size)
    }
    return sorted(edges)
