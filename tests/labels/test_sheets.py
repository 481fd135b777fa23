from pathlib import Path

import pytest

from companion.errors import SheetError
from companion.labels.print.sheets import DEFAULT, PAPERS, Sheet, known_sheets, load_sheet

OURS = """
paper = "A4"
columns = 3
rows = 8
width = 63.5
height = 33.9
left = 7.2
top = 12.9
step_x = 66.0
step_y = 33.9
"""


def own(folder: Path, text: str) -> str:
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    return str(file)


@pytest.mark.parametrize(("name", "sheet"), known_sheets().items(), ids=list(known_sheets()))
def test_sheet_fits_its_paper_and_is_named_after_it(name: str, sheet: Sheet) -> None:
    sheet.check()
    by_paper = (
        f"plain-{sheet.paper.lower()}" if sheet.cut else f"{sheet.paper.lower()}-{sheet.count}"
    )
    assert name.removesuffix("-herma") == by_paper
    assert sheet.paper_size == PAPERS[sheet.paper]
    assert sheet.cut or sheet.sold_as


LOWER = {"a4-189-herma": 1.8}
"""The excess of the upper over the lower margin of some sheets, in millimeters."""


@pytest.mark.parametrize(("name", "sheet"), known_sheets().items(), ids=list(known_sheets()))
def test_sheet_is_centered_on_its_paper(name: str, sheet: Sheet) -> None:
    # Makers' numbers are rounded, but a typing error would be off by more than half a millimeter.
    last_x, last_y = sheet.corner_of(sheet.count)
    width, height = sheet.paper_size
    assert width - (last_x + sheet.width) == pytest.approx(sheet.left, abs=0.7)
    assert height - (last_y + sheet.height) + LOWER.get(name, 0.0) == pytest.approx(
        sheet.top, abs=0.7
    )


def test_sheet_of_189_by_herma_differs_from_that_by_avery() -> None:
    avery, herma = load_sheet("a4-189"), load_sheet("a4-189-herma")
    assert (herma.count, herma.width, herma.height) == (avery.count, avery.width, avery.height)
    assert herma.corner_of(189) == pytest.approx((8.0 + 6 * 28.2, 14.4 + 26 * 10))


def test_every_label_of_a_sheet_has_its_own_place() -> None:
    sheet = load_sheet("a4-65")
    corners = {sheet.corner_of(number) for number in range(1, sheet.count + 1)}
    assert len(corners) == 65
    assert sheet.corner_of(1) == (4.67, 10.9)
    assert sheet.corner_of(5) == (167.23, 10.9)
    assert sheet.corner_of(6) == (4.67, 32.07)


def test_two_decks_fit_one_page_of_plain_paper() -> None:
    assert DEFAULT == "plain-a4"
    assert min(load_sheet("plain-a4").count, load_sheet("plain-letter").count) >= 2 * 54 + 5


def test_file_has_a_source_for_every_purchased_sheet() -> None:
    for sheet in known_sheets().values():
        assert sheet.cut or sheet.source.startswith(("LibreOffice, ", "gLabels, "))


def test_unknown_sheet_is_reported_with_the_nearest_name() -> None:
    with pytest.raises(SheetError, match=r"^a4-98: .* a4-\d+\b"):
        load_sheet("a4-98")
    with pytest.raises(SheetError, match=r"^L7160: .* a4-270, .*plain-letter$"):
        load_sheet("L7160")


def test_custom_sheet_is_read_from_its_file(tmp_path: Path) -> None:
    sheet = load_sheet(own(tmp_path, OURS))
    assert (sheet.count, sheet.corner_of(24)) == (24, (7.2 + 2 * 66, 12.9 + 7 * 33.9))


@pytest.mark.parametrize(
    ("was", "written", "key"),
    [
        ("rows = 8\n", "", "rows"),
        ('"A4"', '"A5"', "paper"),
        ("left = 7.2", "left = -1", "left"),
        ("left =", "lefd =", "lefd"),
        ("rows = 8", "rows = 9", "rows"),
        ("columns = 3", "columns = 4", "columns"),
        ("step_x = 66.0", "step_x = 60", "step_x"),
        ("step_y = 33.9", "step_y = 33", "step_y"),
    ],
)
def test_mistake_in_a_custom_sheet_is_reported(
    tmp_path: Path, was: str, written: str, key: str
) -> None:
    assert was in OURS
    name = own(tmp_path, OURS.replace(was, written))
    with pytest.raises(SheetError) as refused:
        load_sheet(name)
    assert str(refused.value).startswith(f"{name}: {key}: ")


def test_file_without_a_sheet_is_reported(tmp_path: Path) -> None:
    name = own(tmp_path, "# mine\nwidth is 10")
    with pytest.raises(SheetError) as refused:
        load_sheet(name)
    assert str(refused.value).startswith(f"{name}, line 2: ")
    for file, content in (("old.toml", b'title = "\xe9"'), ("nothing.toml", None)):
        if content is not None:
            (tmp_path / file).write_bytes(content)
        with pytest.raises(SheetError) as unread:
            load_sheet(str(tmp_path / file))
        assert str(unread.value).startswith(f"{tmp_path / file}: ")
