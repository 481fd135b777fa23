"""Label papers, from `sheets.toml` or a user's file, the symbols, and the positions of both.

All lengths are millimeters from the upper left corner of the paper or the label. The symbol has the
same position on all labels of a sheet, so players can hold every card to the reader in the same
way.

Data Matrix is the default symbol: with modules of half a millimeter it is the smallest, and readers
decode it at any rotation. Code 128 is decoded only along its length, so players must hold the card
nearly level.

>>> sheet = load_sheet("a4-189")
>>> sheet.count, sheet.width, sheet.height
(189, 25.4, 10.0)
>>> sheet.corner_of(8)
(8.48, 23.43)
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec

from companion.core.frozen import Frozen
from companion.errors import ForeignError, SheetError
from companion.foreign.files import text_of
from companion.foreign.schema_errors import validate, with_known
from companion.foreign.texts import read_toml
from companion.labels.codec import Label
from companion.message import at_location, phrase, render

SHEETS_FILE = Path(__file__).with_name("sheets.toml")

DEFAULT = "plain-a4"
"""The default sheet: plain paper."""

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height: ISO 216, and ANSI/ASME Y14.1 size A."""

ROUNDING = 0.05
"""Tolerated overlap of a label with the paper's edge or its neighbor, because makers round their
numbers.
"""

Count = Annotated[int, msgspec.Meta(ge=1, le=100)]
Length = Annotated[float, msgspec.Meta(ge=1, le=300)]
Margin = Annotated[float, msgspec.Meta(ge=0, le=300)]


class Sheet(Frozen, forbid_unknown_fields=True):
    """One label paper.

    Args:
        paper: the name of the paper's size, a key of `PAPERS`.
        columns: labels side by side.
        rows: labels in a column.
        width: width of a label.
        height: height of a label.
        left: distance from the left edge of the paper to the first label.
        top: distance from the upper edge of the paper to the first label.
        step_x: distance between the left edges of adjacent labels.
        step_y: distance between the upper edges of adjacent labels.
        corner: radius of the labels' corners.
        cut: whether the user has to cut it along printed marks.
        sold_as: the makers' product numbers.
        source: the source of the numbers.
        doubt: the uncertainty of the numbers.
    """

    paper: Literal["A4", "Letter"]
    columns: Count
    rows: Count
    width: Length
    height: Length
    left: Margin
    top: Margin
    step_x: Length
    step_y: Length
    corner: Margin = 0.0
    cut: bool = False
    sold_as: tuple[str, ...] = ()
    source: str = ""
    doubt: str = ""

    @property
    def count(self) -> int:
        """Number of labels on one sheet."""
        return self.columns * self.rows

    @property
    def paper_size(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS[self.paper]

    def corner_of(self, number: int) -> tuple[float, float]:
        """Return the upper left corner of label `number`, counted from 1 along the rows."""
        row, column = divmod(number - 1, self.columns)
        return round(self.left + column * self.step_x, 3), round(self.top + row * self.step_y, 3)

    def check(self) -> None:
        """Raise SheetError if labels overlap or extend beyond the paper."""
        for across, step, size in (("x", self.step_x, self.width), ("y", self.step_y, self.height)):
            if step < size - ROUNDING:
                says = (
                    phrase("{key}: {step} is less than the width of a label, {size}")
                    if across == "x"
                    else phrase("{key}: {step} is less than the height of a label, {size}")
                )
                raise SheetError(
                    says.filled(key=f"step_{across}", step=f"{step:g}", size=f"{size:g}")
                )
        last_x, last_y = self.corner_of(self.count)
        ends = (last_x + self.width, last_y + self.height)
        for what, end, edge in zip(("columns", "rows"), ends, self.paper_size, strict=True):
            if end > edge + ROUNDING:
                off = f"{end - edge:.1f}"
                says = phrase("{key}: the last one ends {n} mm off the paper", key=what, n=off)
                raise SheetError(says)


@cache
def known_sheets() -> dict[str, Sheet]:
    """Return the sheets of `sheets.toml` by name."""
    return msgspec.convert(tomllib.loads(SHEETS_FILE.read_text("utf-8")), dict[str, Sheet])


def load_sheet(name: str) -> Sheet:
    """Return the sheet called `name`, or the one in the file `name` if that ends in `.toml`.

    Raises:
        SheetError: the sheet does not exist, or the file is invalid; the message names file and
            key.
    """
    if name.lower().endswith(".toml"):
        return _own_sheet(Path(name))
    if name not in known_sheets():
        raise SheetError(
            at_location([name], with_known(phrase("there is no such sheet"), name, known_sheets()))
        )
    return known_sheets()[name]


def _own_sheet(file: Path) -> Sheet:
    try:
        content = read_toml(text_of(file))
    except ForeignError as error:
        place = [str(file)] + (
            [] if error.line is None else [render(phrase("line {n}", n=error.line))]
        )
        raise SheetError(": ".join((", ".join(place), *error.path, str(error)))) from None
    for path, reason in validate(content, Sheet):
        raise SheetError(f"{file}: {'.'.join(path)}: {reason}")
    sheet = msgspec.convert(content, Sheet)
    try:
        sheet.check()
    except SheetError as error:
        raise SheetError(f"{file}: {error}") from None
    return sheet


SymbolName = Literal["datamatrix", "qr", "code128"]

SYMBOLS: tuple[SymbolName, ...] = get_args(SymbolName)

SLACK = 0.25
"""Distance between the quiet zone and the edge of the label, for printers that are slightly
askew.
"""


class SymbolKind(NamedTuple):
    """The dimensions of one kind of symbol.

    Args:
        title: its displayed name.
        across: modules from end to end of the widest symbol.
        module: the length of a module if there is room.
        smallest: the minimum length of a module.
        quiet: white modules at every side (bars: at both ends). ISO/IEC 16022 requires 1 (we use 2,
            because a card's picture begins next to the label), ISO/IEC 18004 requires 4, ISO/IEC
            15417 requires 10.
    """

    title: str
    across: int
    module: float
    smallest: float
    quiet: int


KINDS: dict[SymbolName, SymbolKind] = {
    "datamatrix": SymbolKind("Data Matrix", 12, module=0.5, smallest=0.5, quiet=2),
    "qr": SymbolKind("QR Code", 21, module=0.4, smallest=0.3, quiet=4),
    "code128": SymbolKind("Code 128", 101, module=0.4, smallest=0.25, quiet=10),
}


def module_size(name: SymbolName, width: float, height: float) -> float:
    """Return the length of a module on a label of `width` by `height`, rounded down to a hundredth.

    All labels of a sheet have modules of the same size.

    Raises:
        SheetError: the label is too small for a readable symbol.
    """
    kind = KINDS[name]
    across = kind.across + 2 * kind.quiet
    room = width if name == "code128" else min(width, height)
    size = min(kind.module, int((room - 2 * SLACK) / across * 100) / 100)
    if size < kind.smallest:
        says = (
            phrase("a {code} needs labels that are {needed} mm wide; these are {size} mm")
            if name == "code128"
            else phrase(
                "a {code} needs labels that are {needed} mm wide and high; these are {size} mm"
            )
        )
        needed = f"{across * kind.smallest + 2 * SLACK:.1f}"
        raise SheetError(
            says.filled(code=kind.title, needed=needed, size=f"{width:g} x {height:g}")
        )
    return size


TestPage = Literal["first", "only", "none"]


class Correction(NamedTuple):
    """A correction of a printer's errors.

    Args:
        right: shift of everything to the right in millimeters.
        down: shift of everything down in millimeters.
        scale: factor by which everything is enlarged about the center of the paper; 1 for no
            change.
    """

    right: float = 0.0
    down: float = 0.0
    scale: float = 1.0


class Order(Frozen, kw_only=True):
    """The labels to print, in order, and the way to print them.

    With several `decks`, every label shows its deck; with several `jokers` in a deck, they are
    numbered. `first` is the place of the first label on the first sheet, 1 for an unused sheet.
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
