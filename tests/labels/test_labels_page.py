"""The commands in docs/howto/labels.md run, and its tables match the program."""

import math
import re
import shlex
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.labels.print.sheets import (
    SYMBOLS,
    SymbolName,
    face_of,
    known_sheets,
    load_sheet,
    module_size,
)
from tests.docs.pages import ROOT, code, fenced, numbers, page, section, tables
from tests.labels import photograph, scanner
from tests.labels.distorted import PICTURES
from tests.labels.printed import fitting

COMMANDS = [
    line.removeprefix("$ ")
    for block in fenced(page("howto/labels.md"), "console")
    for line in block.splitlines()
]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_on_the_page_runs(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *arguments = shlex.split(command)
    assert name == "companion"
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("labels.pdf")
    assert (tmp_path / "labels.pdf").read_bytes().startswith(b"%PDF")


def test_options_on_the_page_are_those_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["labels", "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page("howto/labels.md")))
    assert named <= known
    assert known - named <= {"--help"}


def test_table_of_papers_lists_the_known_sheets() -> None:
    (rows,) = tables(section("howto/labels.md", "Which paper"))
    assert rows == [
        (
            f"`{name}`",
            str(sheet.count),
            f"{sheet.width:g} x {sheet.height:g}",
            ", ".join(sheet.sold_as) or "plain paper, or a label of its size",
        )
        for name, sheet in known_sheets().items()
    ]


def test_custom_paper_on_the_page_can_be_printed(tmp_path: Path) -> None:
    (text,) = fenced(page("howto/labels.md"), "toml")
    file = tmp_path / "24-up.toml"
    file.write_text(text, "utf-8")
    sheet = load_sheet(str(file))
    assert sheet.count == 24
    assert fitting(sheet.width, sheet.height) == SYMBOLS


def lengths(symbol: SymbolName, modules: int) -> list[float]:
    """Return the millimeters of `modules` modules on each sheet with room for the symbol."""
    return [
        module_size(symbol, sheet.width, sheet.height) * modules
        for sheet in known_sheets().values()
        if symbol in fitting(sheet.width, sheet.height)
    ]


def test_table_of_symbols_has_the_printed_sizes() -> None:
    (rows,) = tables(section("explanation/labels.md", "Which symbol"))
    assert [code(row[0])[0] for row in rows] == list(SYMBOLS)
    matrix, square, bars = (row[2] for row in rows)
    assert set(lengths("datamatrix", 12)) == {6.0}
    assert {6, 0.5} <= numbers(matrix)
    assert (round(min(lengths("qr", 21)), 1), round(max(lengths("qr", 21)), 1)) == (6.5, 8.4)
    assert numbers(square) == {6.5, 8.4}
    # Cards have 79 modules, the longest command card 101.
    assert (round(min(lengths("code128", 79))), round(max(lengths("code128", 101)))) == (23, 37)
    assert numbers(bars) == {23, 37, 30.8}


def number_in(file: str, name: str) -> list[float]:
    """Return the numbers of a parameter of the case."""
    text = (ROOT / "hardware" / "case" / file).read_text("utf-8")
    found = re.search(rf"^{name} = ([^;]*);", text, re.MULTILINE)
    assert found is not None
    return [float(number) for number in re.findall(r"[\d.]+", found.group(1))]


def test_documented_sticker_place_is_where_the_case_reads_it() -> None:
    text = section("howto/labels.md", "Cut and stick")
    assert number_in("parameters.scad", "sticker") == [10.0, 10.0]
    assert 10 in numbers(text)
    label = load_sheet("a4-189")
    code_at = face_of("datamatrix", label.width, label.height).symbol
    from_right, from_top = (
        label.width - code_at.x - code_at.width / 2,
        code_at.y + code_at.height / 2,
    )
    assert (round(10 - from_right, 3), round(10 - from_top, 3)) == (5.0, 5.0)
    assert 5 in numbers(text)


def test_documented_view_of_the_scanner_matches_the_case() -> None:
    (distance,), (wide, _) = (
        number_in("parameters.scad", "reading_distance"),
        number_in("parameters.scad", "reading_view"),
    )
    seen = 2 * distance * math.tan(math.radians(wide / 2))
    assert {distance, round(seen)} <= numbers(page("explanation/labels.md"))
    assert min(lengths("code128", 79 + 20)) > seen


def test_documented_distortions_match_the_pictures() -> None:
    text = " ".join(section("explanation/labels.md", "How well they are read").split())
    assert {PICTURES, photograph.TILT, *photograph.PIXELS} <= numbers(text)
    assert (photograph.BLUR, photograph.CONTRAST, photograph.NOISE) == (0.5, 0.5, 20.0)
    assert len(scanner.LOOKS) == 7


def test_picture_of_the_page_exists() -> None:
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page("howto/labels.md"))
    assert (ROOT / "docs" / "howto" / picture).read_bytes().startswith(b"\x89PNG")
