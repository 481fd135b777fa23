"""The journal of before, put back: whatever stops it half-way, both journals are there."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.errors import NoWayBackError
from companion.maintenance.rollback import restore
from companion.maintenance.rollback.restore import put_back
from companion.table.files import copy_of, held
from companion.table.journal import Journal
from companion.table.migrations import MIGRATIONS
from companion.table.replay import replay
from tests.maintenance.rollback.boxes import OLD, Home, upgraded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def back(home: Home) -> Path:
    return put_back(home.journal, copy_of(home.journal, OLD.journal))


def test_restore_swaps_the_journals_and_keeps_both(home: Home) -> None:
    commands = home.commands()
    aside = back(home)
    assert (home.version(), home.version(aside)) == (OLD.journal, len(MIGRATIONS))
    assert home.commands() == home.commands(aside) == commands
    assert aside.name == "journal-newer-1.db"
    assert copy_of(home.journal, OLD.journal).exists()


def test_restored_journal_replays(home: Home) -> None:
    back(home)
    assert replay(home.journal).commands == len(home.commands())


def test_newer_version_migrates_the_restored_journal_again(home: Home) -> None:
    commands = home.commands()
    back(home)
    home.migrate()
    assert (home.version(), home.commands()) == (len(MIGRATIONS), commands)
    assert back(home).name == "journal-newer-2.db"


def test_log_of_the_newer_journal_is_folded_in(home: Home) -> None:
    journal = Journal(home.journal)
    journal.database.execute("INSERT INTO notes (after, at, kind, facts) VALUES (30, 1, 'claim', '{}')")
    # As a power cut leaves it: the log is there, and nobody has the file open.
    files = {end: home.journal.with_name(f"journal.db{end}").read_bytes() for end in ("", "-wal")}
    journal.close()
    for end, content in files.items():
        home.journal.with_name(f"journal.db{end}").write_bytes(content)
    aside = back(home)
    with closing(sqlite3.connect(aside)) as database:
        found = database.execute("SELECT after FROM notes WHERE kind = 'claim' AND at = 1").fetchall()
    assert found == [(30,)]
    assert not home.journal.with_name("journal.db-wal").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_restored_journal_belongs_to_the_folders_owner() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        home = upgraded(Path(folder))
        for path in (home.data, *home.data.iterdir()):
            os.chown(path, 1234, 1234)
        back(home)
        assert {path.stat().st_uid for path in home.data.iterdir()} == {1234}
    assert (os.geteuid(), os.getegid()) == (0, 0)


def test_journal_in_use_is_not_replaced(home: Home) -> None:
    lock = held(home.data)
    with pytest.raises(NoWayBackError, match="Another companion"):
        back(home)
    os.close(lock)
    assert home.version() == len(MIGRATIONS)


def test_journal_being_read_is_not_replaced(home: Home) -> None:
    with closing(Journal(home.journal)), pytest.raises(NoWayBackError, match="in use"):
        back(home)
    assert home.version() == len(MIGRATIONS)


class PowerCut(BaseException):
    """Nothing is done any more."""


STEPS: dict[str, tuple[object, str]] = {
    "before the copy is written": (shutil, "copyfile"),
    "before the copy is on the disk": (restore, "on_disk"),
    "before the log is folded": (restore, "_fold_log"),
    "before the newer one has its second name": (os, "link"),
    "before the copy has the first name": (Path, "replace"),
}


@pytest.mark.parametrize("step", STEPS)
def test_power_cut_at_any_step_loses_no_journal(
    home: Home, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    commands = home.commands()

    def cut(*_: object, **__: object) -> None:
        raise PowerCut

    with monkeypatch.context() as power:
        power.setattr(*STEPS[step], cut)
        with pytest.raises(PowerCut):
            back(home)
    assert (home.version(), home.commands()) == (len(MIGRATIONS), commands)
    back(home)
    assert (home.version(), home.commands()) == (OLD.journal, commands)


def full(real: Callable[..., object]) -> Callable[..., object]:
    def fails(*_: object, **__: object) -> object:
        raise OSError(28, f"no space, not even for {real.__name__}")

    return fails


@pytest.mark.parametrize("step", ["before the copy is written", "before the newer one has its second name"])
def test_full_disk_leaves_the_journal(home: Home, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    owner, name = STEPS[step]
    with monkeypatch.context() as disk:
        disk.setattr(owner, name, full(getattr(owner, name)))
        with pytest.raises(NoWayBackError, match=r"cannot be put back: .*no space"):
            back(home)
    assert home.version() == len(MIGRATIONS)
    assert not list(home.data.glob(".*"))
