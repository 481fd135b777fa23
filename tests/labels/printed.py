"""Printed labels: the PDF rendered by PDFium, page by page and label by label."""

from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
from PIL import Image

from companion.errors import SheetError
from companion.labels.codec import Label
from companion.labels.print.options import JOKERS, all_labels
from companion.labels.print.pages import print_labels
from companion.labels.print.sheets import (
    SYMBOLS,
    Correction,
    Order,
    SymbolName,
    TestPage,
    load_sheet,
    module_size,
    placed,
)

MM_PER_INCH = 25.4


class Print(NamedTuple):
    """One label cut out along its edges, and its intended text."""

    label: Label
    picture: Image.Image


def an_order(
    sheet: str = "a4-189",
    symbol: SymbolName = "datamatrix",
    *,
    decks: int = 2,
    jokers: int = JOKERS,
    labels: tuple[Label, ...] | None = None,
    first: int = 1,
    correction: Correction = Correction(),  # noqa: B008  # frozen
    test_page: TestPage = "none",
) -> Order:
    return Order(
        labels=all_labels(decks, jokers) if labels is None else labels,
        decks=decks,
        jokers=jokers,
        sheet_name=sheet,
        sheet=load_sheet(sheet),
        symbol=symbol,
        first=first,
        correction=correction,
        test_page=test_page,
    )


def pages(pdf: bytes, dpi: float, *, color: bool = False) -> Iterator[Image.Image]:
    """Yield every page, in greys unless `color` is set."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            page = document[number]
            bitmap = page.render(scale=dpi / 72, grayscale=not color)
            yield bitmap.to_pil().convert("RGB" if color else "L")
            bitmap.close()
            page.close()
    finally:
        document.close()


def prints(order: Order, dpi: float) -> Iterator[Print]:
    """Yield every label of an order without a test page, cut out of its page."""
    places = list(placed(order.labels, order.sheet, order.first))
    dots = dpi / MM_PER_INCH
    for number, page in enumerate(pages(print_labels(order), dpi)):
        for place in places:
            if place.page == number:
                box = (place.x, place.y, place.x + order.sheet.width, place.y + order.sheet.height)
                yield Print(place.label, page.crop(in_dots(dots, *box)))


def in_dots(
    dots: float, left: float, upper: float, right: float, lower: float
) -> tuple[int, int, int, int]:
    """Return the bounds of a part of a page for Pillow, at `dots` dots a millimeter."""
    return round(left * dots), round(upper * dots), round(right * dots), round(lower * dots)


def fitting(width: float, height: float) -> tuple[SymbolName, ...]:
    """Return the symbols that fit on a label of `width` by `height`."""
    found = []
    for name in SYMBOLS:
        try:
            module_size(name, width, height)
        except SheetError:
            continue
        found.append(name)
    return tuple(found)
