"""`companion restore` says what the copies hold, and lets one take over only when it is told to."""

import os
import re
from io import StringIO
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.cli.restore import take_over
from companion.table.copies import copies_in, keep_up
from companion.table.files import held
from companion.table.replay import replay
from tests.cli.played import a_journal
from tests.drivers.game import GameDriver


class Copied:
    """A journal with a copy of its first three commands, and one command more."""

    def __init__(self, data: Path) -> None:
        self.data, self.journal = data, data / "journal.db"
        a_journal(self.journal)
        keep_up(self.journal, data / "companion-copies")
        self.copy = copies_in(data / "companion-copies")[-1].whole
        game = GameDriver(data)
        game.play("KH")
        game.table.close()
        self.before = self.journal.read_bytes()


@pytest.fixture
def copied(tmp_path: Path) -> Copied:
    return Copied(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> str:
    assert main(["restore", *map(str, arguments)]) == status
    told = capsys.readouterr()
    return told.err if status else told.out


def test_the_copies_are_listed_with_what_they_hold(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    first, last = said(capsys, "--data", copied.data).splitlines()
    pattern = r": of 20\d\d-\d\d-\d\d \d\d:\d\d, in hand 1: Ninety-nine: 99, Ann to play\. 1 game, 3 commands"
    assert re.fullmatch(re.escape(str(copied.copy)) + pattern, first)
    assert last == "Every digest of these agrees. To let one take over: companion restore FILE"


def test_no_copy_is_said_with_where_it_was_looked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert said(capsys, "--data", tmp_path) == f"No copy in {tmp_path / 'companion-copies'}\n"


def test_without_yes_both_are_shown_and_nothing_changes(
    capsys: pytest.CaptureFixture[str], copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    copy, journal, changed = said(capsys, "--data", copied.data, copied.copy).splitlines()
    assert copy.startswith(f"The copy {copied.copy}: ")
    assert copy.endswith("3 commands")
    assert journal.startswith(f"The journal {copied.journal}: ")
    assert journal.endswith("4 commands")
    assert changed.startswith("Nothing has changed. With --yes")
    assert copied.journal.read_bytes() == copied.before


@pytest.mark.parametrize(("answer", "commands"), [("yes", 3), ("", 4), ("no", 4)])
def test_the_copy_takes_over_once_somebody_has_typed_yes(copied: Copied, answer: str, commands: int) -> None:
    list(take_over(copied.copy, copied.journal, lambda _: answer, is_agreed=False))
    assert replay(copied.journal).commands == commands


def test_with_yes_the_copy_takes_over_and_the_journal_is_kept(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    kept = copied.data / "journal-replaced-1.db"
    told = said(capsys, "--data", copied.data, "--yes", copied.copy)
    assert told.splitlines()[-1] == f"The copy has taken over; the journal until now is {kept}"
    assert kept.read_bytes() == copied.before
    assert replay(copied.journal).commands == 3


def test_a_copy_takes_over_where_there_is_no_journal(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    copied.journal.unlink()
    told = said(capsys, "--data", copied.data, "--yes", copied.copy)
    assert "there is none" in told
    assert told.endswith("The copy has taken over\n")


def test_while_the_box_runs_nothing_changes(capsys: pytest.CaptureFixture[str], copied: Copied) -> None:
    lock = held(copied.data)
    told = said(capsys, "--data", copied.data, "--yes", copied.copy, status=1)
    os.close(lock)
    assert "Another companion keeps its journal in" in told
    assert copied.journal.read_bytes() == copied.before


def test_a_file_that_is_no_copy_is_one_sentence(capsys: pytest.CaptureFixture[str], copied: Copied) -> None:
    told = said(capsys, "--data", copied.data, copied.journal, status=1)
    assert told == f"companion: {copied.journal}: there is no such copy, companion restore lists them\n"


def test_a_damaged_copy_says_what_of_it_is_left(capsys: pytest.CaptureFixture[str], copied: Copied) -> None:
    copied.copy.write_bytes(copied.copy.read_bytes().replace(b'"card": "KD"', b'"card": "QD"'))
    told = said(capsys, "--data", copied.data, "--yes", copied.copy)
    assert "Of this copy 1 command does not play again" in told
    assert replay(copied.journal).commands == 2
    copied.copy.write_bytes(b"no database" * 100)
    told = said(capsys, "--data", copied.data, "--yes", copied.copy, status=1)
    assert told == f"companion: {copied.copy}: nothing of it plays again\n"
