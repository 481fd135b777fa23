"""Where symbol and text lie on a label, and which label lies where on which page.

All lengths are millimetres. On a label they count from its upper left corner. The symbol lies at the same
place on every label of a sheet, so that every card comes to the reader in the same way.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.errors import SheetError
from companion.labels.codec import Label
from companion.labels.print.sheets import Sheet
from companion.labels.print.symbols import KINDS, SLACK, SymbolName, module_size

EDGE = 1.2
"""What stays white at the edge of a label beside text."""

INSET = 4.0
"""A square symbol lies at most this far from the right edge of a large label."""

BAR_HEIGHT = 12.0
"""Bars need not be higher to be hit by a reader's line."""

BAR_TEXT = 0.22
"""The share of a label's height that the text below bars may take."""

GAP = 0.6
"""Between the quiet zone and the text beside it, or bars and the text below them."""


class Rectangle(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class LabelFace(NamedTuple):
    """How the labels of a sheet are divided.

    Args:
        module: length of a module.
        symbol: where the symbol lies; bars are centred in it.
        text: where what people read may be.
        bars: whether the symbol is bars, with the text centred below them.
    """

    module: float
    symbol: Rectangle
    text: Rectangle
    bars: bool


class Place(NamedTuple):
    """A label on its page: pages count from 0, x and y are its upper left corner."""

    page: int
    x: float
    y: float
    label: Label


def face_of(symbol: SymbolName, width: float, height: float) -> LabelFace:
    """How a label of that size is divided between symbol and text.

    Raises:
        SheetError: the label is too small for the symbol.
    """
    module = module_size(symbol, width, height)
    return _bars(module, width, height) if symbol == "code128" else _square(symbol, module, width, height)


def _square(symbol: SymbolName, module: float, width: float, height: float) -> LabelFace:
    """The symbol at the right, where a label in a card's upper right corner has it near both edges."""
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
    """The bars across the label, the text below them; both together half way up."""
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
    """Every label at its place, along the rows; the first one at place `first` of the first page.

    Raises:
        SheetError: the sheet has no such place.
    """
    if not 1 <= first <= sheet.count:
        raise SheetError(f"this sheet has no label {first}, its labels are 1 to {sheet.count}")
    for offset, label in enumerate(labels):
        page, place = divmod(first - 1 + offset, sheet.count)
        yield Place(page, *sheet.corner_of(place + 1), label)
