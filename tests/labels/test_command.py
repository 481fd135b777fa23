"""`companion labels` as users run it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.core.cards import Card
from companion.labels.codec import CommandLabel, read_label, write_label
from companion.labels.print.sheets import known_sheets
from tests.labels.printed import pages
from tests.labels.scanner import found_on

QUEEN = write_label(Card("Q", "S", 1))
KING = write_label(Card("K", "S", 1))
UNDO = write_label(CommandLabel("UNDO"))


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["labels", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["labels", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err.removeprefix("companion: ").removesuffix("\n")


def misused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["labels", *arguments])
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "labels.pdf")


def read_from(file: str) -> list[list[str]]:
    """Return the texts of all symbols on each page, in the order of their rows."""
    return [
        [
            one.text
            for one in sorted(
                found_on(page),
                key=lambda one: (one.position.top_left.y // 40, one.position.top_left.x),
            )
        ]
        for page in pages(Path(file).read_bytes(), 300)
    ]


def test_one_deck_is_printed_on_plain_paper_after_a_test_page(
    capsys: pytest.CaptureFixture[str], file: str
) -> None:
    told = said(capsys, "--output", file)
    assert (told.startswith(f"{file} "), "plain-a4" in told) == (True, True)
    test_page, labels = read_from(file)
    assert test_page == ["1AC2"]
    assert len({read_label(text) for text in labels}) == len(labels) == 52 + 2 + 5


def test_two_decks_with_four_jokers_each_are_printed_on_label_paper(
    capsys: pytest.CaptureFixture[str], file: str
) -> None:
    options = (
        "--decks",
        "2",
        "--jokers",
        "4",
        "--sheet",
        "a4-65",
        "--test-page",
        "none",
        "--symbol",
        "code128",
    )
    said(capsys, "--output", file, *options)
    first, second = read_from(file)
    assert (len(first), len(second)) == (65, 52)
    assert len({*first, *second}) == 2 * (52 + 4) + 5


def test_lost_sticker_is_printed_on_the_next_free_label(
    capsys: pytest.CaptureFixture[str], file: str
) -> None:
    options = (
        "--only",
        "QS",
        "UNDO",
        "--from-label",
        "64",
        "--sheet",
        "a4-65",
        "--test-page",
        "none",
    )
    said(capsys, "--output", file, *options)
    assert read_from(file) == [[QUEEN, UNDO]]


def test_two_stickers_for_one_card_are_side_by_side(
    capsys: pytest.CaptureFixture[str], file: str
) -> None:
    said(capsys, "--output", file, "--only", "QS", "KS", "--copies", "2", "--test-page", "none")
    assert read_from(file) == [[QUEEN, QUEEN, KING, KING]]


def test_test_page_alone_states_its_print_settings(
    capsys: pytest.CaptureFixture[str], file: str
) -> None:
    options = (
        "--test-page",
        "only",
        "--offset-x",
        "-0.5",
        "--offset-y",
        "1.25",
        "--scale",
        "100.7",
    )
    assert "plain-a4" in said(capsys, "--output", file, *options)
    assert read_from(file) == [["1AC2"]]


def test_sheets_are_listed_without_an_output_file(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--list-sheets")
    assert [line.split()[0] for line in out.splitlines() if line[0] not in " N"] == list(
        known_sheets()
    )
    for sheet in known_sheets().values():
        assert ", ".join(sheet.sold_as) in out
        assert sheet.source in out
        assert sheet.doubt in out


def test_custom_sheet_is_printed(
    capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path
) -> None:
    own = tmp_path / "ours.toml"
    sizes = "width = 90\nheight = 50\nleft = 10\ntop = 10\nstep_x = 100\nstep_y = 55\n"
    own.write_text(f'paper = "A4"\ncolumns = 2\nrows = 5\n{sizes}', "utf-8")
    assert str(own) in said(capsys, "--output", file, "--sheet", str(own))
    assert [len(labels) for labels in read_from(file)] == [1, 10, 10, 10, 10, 10, 9]


@pytest.mark.parametrize(
    ("options", "culprit"),
    [
        (("--sheet", "a4-66"), "a4-66"),
        (("--sheet", "a4-189", "--symbol", "code128"), "30.8"),
        (("--sheet", "a4-65", "--from-label", "66"), "66"),
        (("--only", "QS/2"), "QS/2"),
    ],
)
def test_impossible_print_is_reported(
    capsys: pytest.CaptureFixture[str], file: str, options: tuple[str, ...], culprit: str
) -> None:
    assert culprit in refused(capsys, "--output", file, *options)
    assert not Path(file).exists()


def test_unwritable_file_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "labels.pdf")
    assert refused(capsys, "--output", nowhere).startswith(f"{nowhere}: ")


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ((), "--list-sheets"),
        (("--offset-x", "51"), "'51'"),
        (("--offset-y", "nan"), "'nan'"),
        (("--scale", "1.01"), "'1.01'"),
        (("--scale", "big"), "'big'"),
        (("--decks", "5"), "--decks"),
        (("--jokers", "9"), "--jokers"),
        (("--symbol", "aztec"), "'aztec'"),
    ],
)
def test_wrong_options_are_reported(
    capsys: pytest.CaptureFixture[str], file: str, options: tuple[str, ...], wrong: str
) -> None:
    assert wrong in misused(capsys, *(("--output", file, *options) if options else ()))


@pytest.mark.parametrize(
    ("missing", "there"),
    [("reportlab", "None"), ("zxingcpp", "None"), ("zxingcpp", "type(sys)('zxingcpp')")],
)
def test_missing_print_library_names_the_package_to_install(
    missing: str, there: str, file: str
) -> None:
    blocked = (
        f"import sys; sys.modules[{missing!r}] = {there}; from companion.cli import main; "
        f"sys.exit(main())"
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", blocked, "labels", *arguments]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env=os.environ | {"PYTHONWARNINGS": "error"},
        )

    ended = run("--output", file)
    wanted = (
        f"Labels: {missing} is not there or too old; install the extra 'labels', "
        f"table-companion[labels]\n"
    )
    assert (ended.returncode, ended.stderr) == (1, f"companion: {wanted}")
    listed = run("--list-sheets")
    assert (listed.returncode, listed.stderr) == (0, "")
