"""How many bad pictures of single labels are read, and whether any is read as another card.

`python -m tests.labels.distorted` (`make distorted`) takes 10,000 pictures of Data Matrix labels
and prints the figures. Below them it prints those for pictures twice as blurred, and for the other
symbols.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from companion.labels.print.sheets import SymbolName, load_sheet, module_size
from tests.labels.photograph import BLUR, photograph
from tests.labels.printed import MM_PER_INCH, Print, an_order, prints
from tests.labels.scanner import LOOKS, as_label, scan

PICTURES = 10_000
OTHERS = 2_000

FINE = 12
"""Pixels of a module on the photographed print."""

SHEETS: dict[SymbolName, str] = {"datamatrix": "a4-189", "qr": "a4-189", "code128": "a4-84"}
"""The sheet with the smallest labels that the guide recommends for each symbol."""

ENOUGH = 0.99


class Figures(NamedTuple):
    """The results of a number of pictures.

    Args:
        pictures: how many.
        read: those read as their own card.
        misread: those read as another card, or as a card in addition to their own.
        refused: those with a text that the box refuses.
        looks: the look at which each one was read.
    """

    pictures: int
    read: int
    misread: int
    refused: int
    looks: Counter[int]

    def __str__(self) -> str:
        share = 100 * self.read / self.pictures
        looks = ", ".join(str(self.looks[look]) for look in range(1, len(LOOKS) + 1))
        return (
            f"{self.pictures} pictures, {self.read} read ({share:.2f} %), {self.misread} as "
            f"another card, "
            f"{self.refused} refused; read at look 1 to {len(LOOKS)}: {looks}"
        )


def labels_of(symbol: SymbolName) -> list[Print]:
    """Return every label of two decks, printed at high resolution."""
    return list(prints(an_order(SHEETS[symbol], symbol), FINE / _module(symbol) * MM_PER_INCH))


def size_beside_data_matrix(symbol: SymbolName) -> float:
    """Return the module size of a symbol on its sheet, relative to that of a Data Matrix."""
    return _module(symbol) / _module("datamatrix")


def figures(
    labels: list[Print],
    numbers: Iterable[int],
    turn: float = 180.0,
    blur: float = BLUR,
    seed: str = "label",
    size: float = 1.0,
) -> Figures:
    """Take a picture for each number, of one label after the other, and read it.

    `size` is that of `photograph`.
    """
    pictures = read = misread = refused = 0
    looks: Counter[int] = Counter()
    for number in numbers:
        label, printed = labels[number % len(labels)]
        seen = scan(photograph(printed, FINE, _from(f"{seed} {number}"), turn, blur, size))
        taken = {as_label(text) for text in seen.texts}
        pictures += 1
        if taken == {label}:
            read += 1
            looks[seen.look] += 1
        elif taken - {label, None}:
            misread += 1
        elif taken:
            refused += 1
    return Figures(pictures, read, misread, refused, looks)


def _module(symbol: SymbolName) -> float:
    sheet = load_sheet(SHEETS[symbol])
    return module_size(symbol, sheet.width, sheet.height)


def _from(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311  # reproducible pictures


def main() -> int:
    """Print the figures; return 1 if too few pictures are read, or any as another card."""
    matrix = labels_of("datamatrix")
    asked = figures(matrix, range(PICTURES))
    _say("Data Matrix", asked)
    _say("Data Matrix, twice the blur", figures(matrix, range(OTHERS), blur=2 * BLUR))
    codes = labels_of("qr")
    _say("QR Code", figures(codes, range(OTHERS)))
    size = size_beside_data_matrix("qr")
    _say("QR Code, from where Data Matrix is read", figures(codes, range(OTHERS), size=size))
    bars = labels_of("code128")
    for turn in (5.0, 10.0, 180.0):
        _say(f"Code 128, turned by up to {turn:g}°", figures(bars, range(OTHERS), turn=turn))
    return 0 if asked.read >= ENOUGH * PICTURES and not asked.misread else 1


def _say(what: str, found: Figures) -> None:
    sys.stdout.write(f"{what}: {found}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
