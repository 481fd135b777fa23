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
    """The labels to print, in order, and the way to print them.

    With two `decks` every label shows its deck; with more than one of the `jokers` in a deck they
    are numbered. `first` is the place of the first label on the first sheet, 1 for a whole sheet.
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
