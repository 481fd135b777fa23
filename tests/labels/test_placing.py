import pytest

from companion.errors import SheetError
from companion.labels.print.options import all_labels
from companion.labels.print.sheets import (
    KINDS,
    Sheet,
    SymbolName,
    face_of,
    known_sheets,
    load_sheet,
    placed,
)
from tests.labels.printed import fitting

SQUARE: tuple[SymbolName, ...] = ("datamatrix", "qr")

FACES = [
    (name, sheet, symbol)
    for name, sheet in known_sheets().items()
    for symbol in fitting(sheet.width, sheet.height)
]


@pytest.mark.parametrize(
    ("name", "sheet", "symbol"), FACES, ids=[f"{name}-{symbol}" for name, _, symbol in FACES]
)
def test_quiet_zone_is_on_the_label_and_free_of_text(
    name: str, sheet: Sheet, symbol: SymbolName
) -> None:
    face = face_of(symbol, sheet.width, sheet.height)
    quiet = KINDS[symbol].quiet * face.module
    left, right = face.symbol.x - quiet, face.symbol.x + face.symbol.width + quiet
    assert left >= 0.2, name
    assert right <= sheet.width - 0.2
    if face.bars:
        assert face.symbol.y >= 0.8
        assert face.symbol.height >= 0.15 * face.symbol.width
        assert face.text.y >= face.symbol.y + face.symbol.height + 0.5
    else:
        assert face.symbol.y - quiet >= 0.2
        assert face.symbol.y + face.symbol.height + quiet <= sheet.height - 0.2
        assert face.text.x + face.text.width <= left - 0.5
    assert face.text.width >= 4.0
    assert face.text.x + face.text.width <= sheet.width - 1.0
    assert face.text.y + face.text.height <= sheet.height - 0.8


@pytest.mark.parametrize(("name", "sheet"), known_sheets().items(), ids=list(known_sheets()))
def test_code_of_a_label_in_the_card_corner_faces_the_scanner(name: str, sheet: Sheet) -> None:
    # The middle of the code belongs 10 mm from both edges; 3 mm off is still in view
    # (hardware/case).
    for symbol in SQUARE:
        code = face_of(symbol, sheet.width, sheet.height).symbol
        from_right, from_top = sheet.width - code.x - code.width / 2, code.y + code.height / 2
        assert from_right <= 10.0, name
        assert from_top <= 13.0, name


def test_labels_fill_rows_and_continue_on_the_next_page() -> None:
    labels = all_labels(decks=2, jokers=2)
    places = list(placed(labels, load_sheet("a4-65")))
    assert [place.label for place in places] == list(labels)
    assert [place.page for place in places] == [0] * 65 + [1] * (len(labels) - 65)
    assert places[65][1:3] == places[0][1:3] == (4.67, 10.9)
    assert places[6][1:3] == load_sheet("a4-65").corner_of(7)


def test_half_used_sheet_is_continued_and_the_next_one_starts_at_the_top() -> None:
    sheet = load_sheet("a4-65")
    places = list(placed(all_labels(decks=1, jokers=2), sheet, first=60))
    assert places[0][:3] == (0, *sheet.corner_of(60))
    assert places[6][:3] == (1, *sheet.corner_of(1))


@pytest.mark.parametrize("first", [0, -1, 66])
def test_place_beyond_the_sheet_is_refused(first: int) -> None:
    with pytest.raises(SheetError, match=rf" {first}\b.* 65$"):
        list(placed(all_labels(1, 2), load_sheet("a4-65"), first))
