"""Every label of two decks prints as its own card, on every sheet and in every symbol."""

import pytest

from companion.labels.codec import read_label, write_label
from companion.labels.print.sheets import SymbolName, known_sheets
from tests.labels.printed import an_order, fitting, prints
from tests.labels.scanner import FORMATS, found_on

DPI = 300

EVERY_SHEET_AND_SYMBOL = [
    (name, symbol)
    for name, sheet in known_sheets().items()
    for symbol in fitting(sheet.width, sheet.height)
]


@pytest.mark.parametrize(("sheet", "symbol"), EVERY_SHEET_AND_SYMBOL)
def test_every_label_of_a_two_deck_sheet_is_read_as_its_own_card(
    sheet: str, symbol: SymbolName
) -> None:
    order = an_order(sheet, symbol, jokers=4)
    read = []
    for label, picture in prints(order, DPI):
        (found,) = found_on(picture)
        assert (found.text, found.format) == (write_label(label), FORMATS[symbol])
        assert abs(found.orientation) <= 2, "zxing-cpp measures it to two degrees"
        assert found.ec_level == ("H" if symbol == "qr" else ""), (
            "a third of a QR code may be hidden"
        )
        read.append(read_label(found.text))
    assert tuple(read) == order.labels
    assert len(set(read)) == 2 * (52 + 4) + 5


def test_every_sheet_has_room_for_rotation_independent_symbols() -> None:
    for name in known_sheets():
        assert {(name, "datamatrix"), (name, "qr")} <= set(EVERY_SHEET_AND_SYMBOL)
    assert sum(symbol == "code128" for _, symbol in EVERY_SHEET_AND_SYMBOL) >= 6
