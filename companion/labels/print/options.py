"""The options of `companion labels`: the labels to print, and the sheet."""

import argparse
import math
from argparse import Namespace
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

from companion.core.cards import JOKER, Pack
from companion.errors import SheetError
from companion.labels.codec import DECKS, CommandLabel, CommandName, Label, stickers
from companion.labels.codec import JOKERS as JOKER_NUMBERS
from companion.labels.print import sheets
from companion.message import Words, phrase, plural, render
from companion.message import gettext as _
from companion.words.variants import translated

JOKERS = 2
"""Jokers in a standard deck."""


def all_labels(decks: int, jokers: int) -> tuple[Label, ...]:
    """Return all labels of these decks: deck by deck, suit by suit, commands last."""
    return (*stickers(Pack(decks, jokers)), *map(CommandLabel, get_args(CommandName)))


def select_labels(labels: Sequence[Label], only: Collection[str]) -> tuple[Label, ...]:
    """Return the `labels` that a word of `only` names, in order; all labels if there are no words.

    A word is `cards`, `jokers` or `commands`, the name of a command card, or a card as players
    write it: `QS` is that card in every deck, `QS/2` that of deck 2, `JK` every joker, `8` all
    eights.

    Raises:
        SheetError: a word matches none of the labels.
    """
    wanted = {word.upper() for word in only}
    for word in only:
        if not any(word.upper() in _names(label) for label in labels):
            raise SheetError(
                phrase(
                    "{word} is none of the labels of these decks: write {kinds}, QS, QS/2, JK or "
                    "the name of a command card",
                    word=repr(word),
                    kinds="cards, jokers, commands",
                )
            )
    return tuple(label for label in labels if not only or not wanted.isdisjoint(_names(label)))


def _names(label: Label) -> set[str]:
    """Return all names of a label, in capitals."""
    if isinstance(label, CommandLabel):
        return {"COMMANDS", label.name}
    faces = {label.rank, f"{label.rank}{label.suit or ''}"}
    kind = "JOKERS" if label.rank == JOKER else "CARDS"
    return {kind, *faces, *(f"{face}/{label.deck}" for face in faces)}


FARTHEST = 50.0
"""Millimeters; a printer that is off by more has loaded a different paper."""

SCALES = (90.0, 110.0)
"""Percent."""

COPIES = 9


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to the command's parser."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--output", type=Path, metavar="FILE", help=_("the PDF to write"))
    what.add_argument(
        "--list-sheets", action="store_true", help=_("list the label papers known by name")
    )
    add = parser.add_argument
    add("--decks", type=int, choices=DECKS, default=1, help=_("how many decks, up to four (1)"))
    says = _("jokers of each deck ({jokers})").format(jokers=JOKERS)
    add("--jokers", type=int, choices=(0, *JOKER_NUMBERS), default=JOKERS, help=says)
    says = _(
        "the code on the labels (datamatrix, read in any rotation); code128 is read only if "
        "the card is within 10 degrees of level"
    )
    add("--symbol", choices=sheets.SYMBOLS, default="datamatrix", help=says)
    says = _(
        "the label paper: one of --list-sheets, or your own FILE.toml ({sheet}, with cutting marks)"
    )
    add("--sheet", default=sheets.DEFAULT, metavar="NAME", help=says.format(sheet=sheets.DEFAULT))
    says = _(
        "print only some labels: cards, jokers, commands, or single ones such as QS, QS/2, JK, UNDO"
    )
    add("--only", nargs="+", default=[], metavar="WHAT", help=says)
    says = _("copies of each label, 2 for both ends of a card (1)")
    add("--copies", type=int, choices=range(1, COPIES + 1), default=1, metavar="N", help=says)
    says = _("start at the Nth label of a partly used sheet, counted along the rows (1)")
    add("--from-label", type=int, default=1, metavar="N", help=says)
    says = _(
        "a page with rulers and the labels' outlines, to check the printer on plain paper (first)"
    )
    add("--test-page", choices=("first", "only", "none"), default="first", help=says)
    right, down = _("shift everything to the right (0)"), _("shift everything down (0)")
    for option, says in (("--offset-x", right), ("--offset-y", down)):
        add(
            option, type=partial(_number, -FARTHEST, FARTHEST), default=0.0, metavar="MM", help=says
        )
    says = _("scale everything: 101 if the test page's rulers measure 99 mm (100)")
    add("--scale", type=partial(_number, *SCALES), default=100.0, metavar="PERCENT", help=says)


def order_of(given: argparse.Namespace) -> sheets.Order:
    """Return the order that the options describe.

    Raises:
        SheetError: the sheet or label does not exist.
    """
    labels = select_labels(all_labels(given.decks, given.jokers), given.only)
    return sheets.Order(
        labels=tuple(label for label in labels for _copy in range(given.copies)),
        decks=given.decks,
        jokers=given.jokers,
        sheet_name=given.sheet,
        sheet=sheets.load_sheet(given.sheet),
        symbol=given.symbol,
        first=given.from_label,
        correction=sheets.Correction(given.offset_x, given.offset_y, given.scale / 100),
        test_page=given.test_page,
    )


def labels_command(given: Namespace) -> str:
    """Execute the command; return the message for the user.

    Raises:
        SheetError: the labels cannot be printed or written, or the extra `labels` is missing or too
            old.
    """
    if given.list_sheets:
        return sheet_list()
    order = order_of(given)
    try:
        from companion.labels.print.pages import print_labels  # noqa: PLC0415  # the extra may be missing
    except ImportError as error:
        says = phrase(
            "Labels: {package} is not there or too old; install the extra 'labels', {extra}",
            package=(error.name or "").partition(".")[0],
            extra="table-companion[labels]",
        )
        raise SheetError(says) from None
    try:
        given.output.write_bytes(print_labels(order))
    except OSError as error:
        says = phrase(
            "{file}: cannot be written: {reason}", file=given.output, reason=error.strerror
        )
        raise SheetError(says) from None
    says = phrase(
        "{file} is for {sheet}: print at 100 %, actual size",
        file=given.output,
        sheet=order.sheet_name,
    )
    return f"{says}\n"


def _origin(sheet: sheets.Sheet) -> Iterator[Words]:
    """Yield the products with this sheet, and where its measures come from."""
    if sheet.cut:
        yield phrase("plain paper, or a label of its size, with marks to cut along")
        return
    yield ", ".join(sheet.sold_as)
    yield phrase("from {source}", source=sheet.source)
    if sheet.doubt:
        yield phrase("not sure: {doubt}", doubt=translated(sheet.doubt))


def sheet_list() -> str:
    """Return the list of known label papers with their capacity and the makers' product numbers."""
    lines = []
    for name, sheet in sheets.known_sheets().items():
        size = f"{sheet.width:g} x {sheet.height:g} mm"
        count = plural("{n} label", "{n} labels", sheet.count)
        lines.append(f"{name:13} {count!s:>10}, {size}")
        lines += (f"{'':13} {words!s}" for words in _origin(sheet))
    tested = phrase("None of them has been printed and measured by us: print the test page first.")
    return "\n".join([*lines, render(tested)]) + "\n"


def _number(low: float, high: float, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        wrong = _("{text} is not possible, write a number from {low:g} to {high:g}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text), low=low, high=high))
    return value
