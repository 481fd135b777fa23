import pytest

from companion.errors import SheetError
from companion.labels.codec import DECKS, JOKERS, write_label
from companion.labels.print.options import all_labels
from companion.labels.print.paper import modules
from companion.labels.print.sheets import KINDS, SLACK, SYMBOLS, SymbolName, module_size
from tests.labels.printed import fitting

TEXTS = [write_label(label) for label in all_labels(len(DECKS), len(JOKERS))]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_widest_symbol_has_the_width_used_for_planning(symbol: SymbolName) -> None:
    assert max(len(modules(symbol, text)[0]) for text in TEXTS) == KINDS[symbol].across


@pytest.mark.parametrize(("symbol", "side"), [("datamatrix", 12), ("qr", 21)])
def test_square_symbols_are_all_of_one_size(symbol: SymbolName, side: int) -> None:
    for text in TEXTS:
        assert [len(row) for row in modules(symbol, text)] == [side] * side


def test_data_matrix_has_solid_edges_at_the_left_and_below() -> None:
    for text in TEXTS:
        drawn = modules("datamatrix", text)
        assert all(row[0] for row in drawn)
        assert all(drawn[-1])
        assert drawn[0] == (True, False) * 6


def test_bars_are_one_row_that_begins_and_ends_dark() -> None:
    for text in TEXTS:
        (bars,) = modules("code128", text)
        assert bars[0]
        assert bars[-1]
        # start, check and stop in addition to the characters
        assert len(bars) == 35 + 11 * len(text)


@pytest.mark.parametrize(
    ("symbol", "width", "height", "size"),
    [
        ("datamatrix", 25.4, 10.0, 0.5),
        ("datamatrix", 100.0, 100.0, 0.5),
        ("qr", 25.4, 10.0, 0.32),
        ("qr", 50.0, 50.0, 0.4),
        ("code128", 38.1, 21.2, 0.31),
        ("code128", 100.0, 21.2, 0.4),
    ],
)
def test_modules_are_as_large_as_the_label_permits(
    symbol: SymbolName, width: float, height: float, size: float
) -> None:
    assert module_size(symbol, width, height) == size


@pytest.mark.parametrize(
    ("symbol", "width", "height", "needed"),
    [
        (
            "datamatrix",
            25.4,
            8.4,
            "a Data Matrix needs labels that are 8.5 mm wide and high; these are 25.4 x 8.4 mm",
        ),
        (
            "qr",
            9.1,
            40.0,
            "a QR Code needs labels that are 9.2 mm wide and high; these are 9.1 x 40 mm",
        ),
        (
            "code128",
            25.4,
            10.0,
            "a Code 128 needs labels that are 30.8 mm wide; these are 25.4 x 10 mm",
        ),
    ],
)
def test_label_that_is_too_small_is_refused_with_the_required_size(
    symbol: SymbolName, width: float, height: float, needed: str
) -> None:
    with pytest.raises(SheetError) as refused:
        module_size(symbol, width, height)
    assert str(refused.value) == needed


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_required_size_is_sufficient(symbol: SymbolName) -> None:
    kind = KINDS[symbol]
    enough = (kind.across + 2 * kind.quiet) * kind.smallest + 2 * SLACK + 1e-6
    assert symbol in fitting(enough, enough)
    assert symbol not in fitting(enough - 0.1, enough - 0.1)
