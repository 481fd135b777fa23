"""Draws a print of labels: the test page, the pages of labels, the cutting marks."""

import msgspec

from companion.labels.codec import Label
from companion.labels.print.faces import draw_face, words_of
from companion.labels.print.order import Order
from companion.labels.print.paper import GREY, Paper
from companion.labels.print.placing import face_of, placed
from companion.labels.print.ruler import draw_test_page
from companion.labels.print.sheets import Sheet

MARK = 3.0
"""Length of a mark in millimetres; marks begin 1 mm outside the labels."""

CROSS = 0.8
"""Length of each arm of the crosses between labels, in millimetres."""


class Printed(msgspec.Struct, frozen=True):
    """The PDF, and its number of label pages."""

    pdf: bytes
    pages: int


def print_labels(order: Order) -> Printed:
    """Return the PDF of an order.

    Raises:
        SheetError: the labels are too small for the symbol, or the sheet has no place `first`.
    """
    sheet = order.sheet
    face = face_of(order.symbol, sheet.width, sheet.height)
    places = list(placed(order.labels, sheet, order.first)) if order.test_page != "only" else []
    paper = Paper(sheet.paper_size, order.correction, f"Card labels, {order.sheet_name}")

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
