"""Positions of symbol and text on a label, and of labels on pages.

All lengths are millimeters; on a label they are measured from its upper left corner. The symbol has
the same position on all labels of a sheet, so players can hold every card to the reader in the same
way.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.errors import SheetError
from companion.labels.codec import Label
from companion.labels.print.sheets import Sheet
from companion.labels.print.symbols import KINDS, SLACK, SymbolName, module_size
from companion.message import phrase

EDGE = 1.2
"""White margin between text and the edge of a label."""

INSET = 4.0
"""Maximum distance of a square symbol from the right edge of a large label."""

BAR_HEIGHT = 12.0
"""Maximum height of bars; taller ones are not easier to hit with a reader's line."""

BAR_TEXT = 0.22
"""Maximum share of a label's height for the text below bars."""

GAP = 0.6
"""Gap between the quiet zone and the text next to it, or between bars and the text below them."""


class Rectangle(NamedTuple):
    """A rectangle: its upper left corner and size."""

    x: float
    y: float
    width: float
    height: float


class LabelFace(NamedTuple):
    """The areas of symbol and text on a label, and the length of a module.

    `bars` are centered in their area, and the text is centered below them.
    """

    module: float
    symbol: Rectangle
    text: Rectangle
    bars: bool


class Place(NamedTuple):
    """A label's position: its page, counted from 0, and its upper left corner."""

    page: int
    x: float
    y: float
    label: Label


def face_of(symbol: SymbolName, width: float, height: float) -> LabelFace:
    """Return the division of a label of `width` by `height` between symbol and text.

    Raises:
        SheetError: the label is too small for the symbol.
    """
    module = module_size(symbol, width, height)
    return (
        _bars(module, width, height)
        if symbol == "code128"
        else _square(symbol, module, width, height)
    )


def _square(symbol: SymbolName, module: float, width: float, height: float) -> LabelFace:
    """Return a face with the symbol at the right, near both edges in a card's upper right
    corner.
    """
    kind = KINDS[symbol]
    size, quiet = kind.across * module, kind.quiet * module
    left = width - size - max(min((height - size) / 2, INSET), quiet + SLACK)
    return LabelFace(
        module,
        Rectangle(left, (height - size) / 2, size, size),
        Rectangle(EDGE, EDGE, left - quiet - GAP - EDGE, height - 2 * EDGE),
        bars=False,
    )


def _bars(module: float, width: float, height: float) -> LabelFace:
    """Return a face with bars across the label and the text below, vertically centered together."""
    across = KINDS["code128"].across * module
    text = min(height * BAR_TEXT, 4.0)
    bars = min(height - 2 * EDGE - GAP - text, BAR_HEIGHT)
    top = (height - bars - GAP - text) / 2
    return LabelFace(
        module,
        Rectangle((width - across) / 2, top, across, bars),
        Rectangle(EDGE, top + bars + GAP, width - 2 * EDGE, text),
        bars=True,
    )


def placed(labels: Sequence[Label], sheet: Sheet, first: int = 1) -> Iterator[Place]:
    """Yield every label with its position, row by row, starting at place `first` of the first page.

    Raises:
        SheetError: the sheet lacks the place `first`.
    """
    if not 1 <= first <= sheet.count:
        raise SheetError(
            phrase(
                "this sheet has no label {first}, its labels are 1 to {last}",
                first=first,
                last=sheet.count,
            )
        )
    for offset, label in enumerate(labels):
        page, place = divmod(first - 1 + offset, sheet.count)
        yield Place(page, *sheet.corner_of(place + 1), label)
