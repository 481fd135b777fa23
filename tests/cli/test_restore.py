"""`companion restore` says what the copies hold, and lets one take over only when it is told to."""

import argparse
import errno
import os
import re
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import NoReturn

import pytest

from companion.cli.commands import main
from companion.cli.restore import restore, take_over
from companion.errors import JournalError
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
    first, agree, last = said(capsys, "--data", copied.data).splitlines()
    pattern = r": of 20\d\d-\d\d-\d\d \d\d:\d\d, in hand 1: Ninety-nine: 99, Ann to play\. 1 game, 3 commands"
    assert re.fullmatch(re.escape(str(copied.copy)) + pattern, first)
    assert agree == "Every digest of these agrees"
    assert last == "To let one take over: companion restore FILE"


def test_no_copy_is_said_with_where_it_was_looked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert said(capsys, "--data", tmp_path) == f"No copy in {tmp_path / 'companion-copies'}\n"


def test_without_yes_both_are_shown_and_nothing_changes(
    capsys: pytest.CaptureFixture[str], copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    copy, journal, fewer, changed = said(capsys, "--data", copied.data, copied.copy).splitlines()
    assert copy.startswith(f"The copy {copied.copy}: ")
    assert copy.endswith("3 commands")
    assert journal.startswith(f"The journal {copied.journal}: ")
    assert journal.endswith("4 commands")
    assert fewer == "The journal holds 1 command more than what takes its place"
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
    assert "2 commands; 1 of 3 does not play again" in told
    assert replay(copied.journal).commands == 2
    copied.copy.write_bytes(b"no database" * 100)
    told = said(capsys, "--data", copied.data, "--yes", copied.copy, status=1)
    assert told == f"companion: {copied.copy}: nothing of it plays again\n"


def test_the_list_says_how_much_of_a_damaged_copy_does_not_play_again(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    copied.copy.write_bytes(copied.copy.read_bytes().replace(b'"card": "KD"', b'"card": "QD"'))
    row, last = said(capsys, "--data", copied.data).splitlines()
    assert row.endswith("2 commands; 1 of 3 does not play again")
    assert last == "To let one take over: companion restore FILE"
    copied.copy.write_bytes(b"no database" * 100)
    assert said(capsys, "--data", copied.data) == f"{copied.copy}: nothing in it plays again\n"


def no_longer_agreeing(file: Path, *commands: int) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TRIGGER commands_update")
        for command in commands:
            database.execute("UPDATE commands SET digest = x'00' WHERE sequence = ?", (command,))


def test_what_a_damaged_journal_has_more_is_kept(capsys: pytest.CaptureFixture[str], copied: Copied) -> None:
    no_longer_agreeing(copied.journal, 3)
    _copy, journal, both, last = said(capsys, "--data", copied.data, "--yes", copied.copy).splitlines()
    assert journal.endswith("2 commands; 2 of 4 do not play again")
    assert both.startswith("The copy with what the journal has more: ")
    assert both.endswith("4 commands")
    assert last.startswith("The copy has taken over; ")
    assert replay(copied.journal).commands == 4


def test_a_copy_that_holds_less_than_the_journal_is_said(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    no_longer_agreeing(copied.copy, 2)
    told = said(capsys, "--data", copied.data, copied.copy)
    assert "The journal holds 3 commands more than what takes its place" in told


def test_a_damaged_journal_helps_a_copy_that_is_damaged_elsewhere(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    no_longer_agreeing(copied.copy, 2)
    no_longer_agreeing(copied.journal, 4)
    _copy, journal, both, *_ = said(capsys, "--data", copied.data, copied.copy).splitlines()
    assert journal.endswith("3 commands; 1 of 4 does not play again")
    assert both.endswith("3 commands; 1 of 4 does not play again")


def refused(path: Path, *_: object) -> NoReturn:
    """As the system answers who may not read; root, who may run these tests, may read everything."""
    raise PermissionError(errno.EACCES, "Permission denied", str(path))


@pytest.mark.parametrize("arguments", [(), ("evening-1.db",)])
def test_copies_that_may_not_be_read_need_sudo(
    copied: Copied, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(Path, "iterdir", refused)
    monkeypatch.setattr(Path, "is_file", refused)
    closed = copied.copy.parent.joinpath(*arguments)
    given = argparse.Namespace(data=copied.data, file=closed if arguments else None, yes=True)
    with pytest.raises(JournalError, match="may not be read by this user: use sudo") as told:
        list(restore(given, ""))
    assert str(closed) in str(told.value)


def test_a_copy_that_may_not_be_read_is_listed_as_such(
    copied: Copied, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pathlib.Path.read_bytes", refused)
    monkeypatch.setattr(os, "access", lambda path, _mode: path != copied.copy)
    assert main(["restore", "--data", str(copied.data)]) == 1
    told = capsys.readouterr()
    assert told.out == f"{copied.copy}: it may not be read\n"
    assert told.err == f"companion: {copied.copy} may not be read by this user: use sudo\n"


def test_a_text_that_may_not_be_read_needs_sudo(
    copied: Copied, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_up(copied.journal, copied.copy.parent)
    text = copied.copy.with_suffix(".jsonl")
    monkeypatch.setattr(os, "access", lambda path, _mode: path != text)
    told = said(capsys, "--data", copied.data, "--yes", copied.copy, status=1)
    assert told == f"companion: {text} may not be read by this user: use sudo\n"
    assert copied.journal.read_bytes() == copied.before


def test_a_text_that_cannot_be_read_leaves_the_whole_to_take_over(
    capsys: pytest.CaptureFixture[str], copied: Copied
) -> None:
    copied.copy.with_suffix(".jsonl").mkdir()
    told = said(capsys, "--data", copied.data, "--yes", copied.copy)
    assert "The copy has taken over" in told
    assert replay(copied.journal).commands == 3


def test_a_copy_takes_over_on_a_machine_that_has_no_folder_yet(
    capsys: pytest.CaptureFixture[str], copied: Copied, tmp_path: Path
) -> None:
    data = tmp_path / "new" / "companion"
    assert said(capsys, "--data", data, "--yes", copied.copy).endswith("The copy has taken over\n")
    assert replay(data / "journal.db").commands == 3


def make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")


NEWER = "The journal was written by a newer companion: update this one"


def test_a_copy_of_a_newer_version_is_left_alone(capsys: pytest.CaptureFixture[str], copied: Copied) -> None:
    make_newer(copied.copy)
    assert said(capsys, "--data", copied.data) == f"{copied.copy}: {NEWER}\n"
    told = said(capsys, "--data", copied.data, "--yes", copied.copy, status=1)
    assert told == f"companion: {copied.copy}: {NEWER}\n"
    assert copied.journal.read_bytes() == copied.before


@pytest.mark.parametrize("agreed", [(), ("--yes",)])
def test_a_journal_of_a_newer_version_is_left_alone(
    capsys: pytest.CaptureFixture[str], copied: Copied, agreed: tuple[str, ...]
) -> None:
    make_newer(copied.journal)
    before = copied.journal.read_bytes()
    told = said(capsys, "--data", copied.data, *agreed, copied.copy, status=1)
    assert told == f"companion: {copied.journal}: {NEWER}\n"
    assert copied.journal.read_bytes() == before


def test_a_full_disk_says_where_and_what_to_do(
    capsys: pytest.CaptureFixture[str], copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(path: Path) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("companion.table.replacement.on_disk", no_room)
    told = said(capsys, "--data", copied.data, "--yes", copied.copy, status=1)
    full = "The disk is full: nothing more counts. Run sudo apt clean, then try again"
    assert told == f"companion: {copied.journal}: the copy could not be put there: {full}\n"
    assert copied.journal.read_bytes() == copied.before


def test_the_copies_in_the_folder_of_the_journal_are_listed_once(copied: Copied) -> None:
    given = argparse.Namespace(data=copied.data, file=None, yes=False)
    assert list(restore(given, str(copied.data))) == list(restore(given, ""))
