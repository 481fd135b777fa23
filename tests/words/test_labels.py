"""Messages of `companion labels`: what was written, or why nothing was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.errors import SheetError
from companion.labels.print.sheets import load_sheet
from tests.labels.test_sheets import OURS, own

Wording = Callable[..., str]


@pytest.fixture
def said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Wording:
    """Return both outputs of the command, run in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*options: str) -> str:
        main(["labels", *options])
        captured = capsys.readouterr()
        return (captured.out + captured.err).removesuffix("\n")

    return run


def test_written_file_is_named_with_its_sheet(said: Wording) -> None:
    told = said("--output", "labels.pdf", "--sheet", "a4-65")
    assert told == "labels.pdf is for a4-65: print at 100 %, actual size"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--sheet a4-66", "a4-66: there is no such sheet, is a4-65 meant?"),
        (
            "--sheet a4-189 --symbol code128",
            "a Code 128 needs labels that are 30.8 mm wide; these are 25.4 x 10 mm",
        ),
        ("--sheet a4-65 --from-label 66", "this sheet has no label 66, its labels are 1 to 65"),
    ],
)
def test_impossible_labels_are_refused(said: Wording, options: str, why: str) -> None:
    assert said("--output", "labels.pdf", *options.split()) == f"companion: {why}"


@pytest.mark.parametrize("word", ["hearts", "QS/2"])
def test_unknown_label_is_refused(said: Wording, word: str) -> None:
    told = said("--output", "labels.pdf", "--only", word)
    assert told == (
        f"companion: '{word}' is none of the labels of these decks: "
        "write cards, jokers, commands, QS, QS/2, JK or the name of a command card"
    )


def test_unwritable_file_is_reported(said: Wording) -> None:
    told = said("--output", "no/labels.pdf")
    assert told == "companion: no/labels.pdf: cannot be written: No such file or directory"


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ("", "one of the arguments --output --list-sheets is required"),
        (
            "--output a --offset-x 51",
            "argument --offset-x: '51' is not possible, write a number from -50 to 50",
        ),
        (
            "--output a --scale big",
            "argument --scale: 'big' is not possible, write a number from 90 to 110",
        ),
    ],
)
def test_wrong_option_is_refused(
    capsys: pytest.CaptureFixture[str], options: str, wrong: str
) -> None:
    with pytest.raises(SystemExit):
        main(["labels", *options.split()])
    assert capsys.readouterr().err.splitlines()[-1] == f"companion labels: error: {wrong}"


def test_list_of_sheets_warns_that_none_was_measured(said: Wording) -> None:
    warning = "None of them has been printed and measured by us: print the test page first."
    assert said("--list-sheets").endswith(warning)


def test_help_warns_of_code_128(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["labels", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "code128 is read only if the card is within 10 degrees of level" in told


@pytest.mark.parametrize(
    ("was", "written", "reason"),
    [
        ("rows = 8\n", "", "rows: is missing, write a whole number from 1 to 100"),
        ('"A4"', '"A5"', 'paper: "A5" is not possible, write "A4" or "Letter"'),
        ("left = 7.2", "left = -1", "left: -1 is not possible, write a number from 0 to 300"),
        ("left =", "lefd =", "lefd: unknown key, is left meant?"),
        ("rows = 8", "rows = 9", "rows: the last one ends 21.0 mm off the paper"),
        ("columns = 3", "columns = 4", "columns: the last one ends 58.7 mm off the paper"),
        ("step_x = 66.0", "step_x = 60", "step_x: 60 is less than the width of a label, 63.5"),
        ("step_y = 33.9", "step_y = 33", "step_y: 33 is less than the height of a label, 33.9"),
    ],
)
def test_mistake_in_a_custom_sheet_is_named(
    tmp_path: Path, was: str, written: str, reason: str
) -> None:
    name = own(tmp_path, OURS.replace(was, written))
    with pytest.raises(SheetError) as refused:
        load_sheet(name)
    assert str(refused.value) == f"{name}: {reason}"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, ": cannot be read: No such file or directory"),
        (b'title = "\xe9"', ": is not UTF-8 text: save it as UTF-8"),
        (
            b"# mine\nwidth is 10",
            ", line 2: is not TOML: 'width is 10' cannot be read: write a key, = and its value",
        ),
    ],
)
def test_invalid_sheet_file_is_refused(tmp_path: Path, content: bytes | None, reason: str) -> None:
    file = tmp_path / "ours.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SheetError) as refused:
        load_sheet(str(file))
    assert str(refused.value) == f"{file}{reason}"


def test_unknown_sheet_is_answered_with_the_list() -> None:
    with pytest.raises(
        SheetError, match=r"^L7160: there is no such sheet, there are a4-270, .*plain-letter$"
    ):
        load_sheet("L7160")
