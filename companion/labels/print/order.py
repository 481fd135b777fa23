"""A print of labels as it is ordered: which labels, on which paper, on what kind of printer."""

from typing import Literal, NamedTuple

import msgspec

from companion.labels.codec import Label
from companion.labels.print.sheets import Sheet
from companion.labels.print.symbols import SymbolName

TestPage = Literal["first", "only", "none"]


class Correction(NamedTuple):
    """What a printer does wrong, the other way round.

    Args:
        right: millimetres that everything is moved to the right.
        down: millimetres that everything is moved down.
        scale: how much larger everything is drawn, about the middle of the paper; 1 as it is.
    """

    right: float = 0.0
    down: float = 0.0
    scale: float = 1.0


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed and how.

    Args:
        labels: in the order in which they are printed.
        decks: how many decks the print is for: with two, every label says which.
        jokers: jokers of a deck: with more than one, they are numbered.
        sheet_name: what people call the sheet.
        sheet: the label paper.
        symbol: what the reader is to read.
        first: place of the first label on the first sheet, 1 for a whole sheet.
        correction: what the printer needs.
        test_page: whether the test page comes first, alone, or not at all.
    """

    labels: tuple[Label, ...]
    decks: int
    jokers: int
    sheet_name: str
    sheet: Sheet
    symbol: SymbolName
    first: int = 1
    correction: Correction = Correction()
    test_page: TestPage = "first"
