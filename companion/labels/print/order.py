"""The description of a print: which labels, on which paper, for what kind of printer."""

from typing import Literal, NamedTuple

import msgspec

from companion.labels.codec import Label
from companion.labels.print.sheets import Sheet
from companion.labels.print.symbols import SymbolName

TestPage = Literal["first", "only", "none"]


class Correction(NamedTuple):
    """A correction of a printer's errors.

    Args:
        right: millimetres by which everything moves to the right.
        down: millimetres by which everything moves down.
        scale: factor by which everything grows about the middle of the paper; 1 for no change.
    """

    right: float = 0.0
    down: float = 0.0
    scale: float = 1.0


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """The labels to print, and the way to print them.

    Args:
        labels: the labels in printing order.
        decks: number of decks; with two, every label shows its deck.
        jokers: jokers of a deck; with more than one, they are numbered.
        sheet_name: the displayed name of the sheet.
        sheet: the label paper.
        symbol: the kind of symbol for the reader.
        first: place of the first label on the first sheet, 1 for a whole sheet.
        correction: the correction of the printer's errors.
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
