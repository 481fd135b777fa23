"""Sticks with any content that fail in any way: the box plays, and reports a missing backup."""

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.app.after_hands import PART, Copier
from companion.foreign import files as foreign
from companion.inputs import Input, PartLost
from companion.table import backup
from companion.table.backup import FOLDER
from companion.table.files import write_at
from companion.table.restore import Completed, complete, holding
from tests.table.backups import BackedUp, failing

PATIENCE = 30.0
"""Seconds that a test waits for another thread before it fails."""

Prepare = Callable[[BackedUp, pytest.MonkeyPatch], None]


@pytest.fixture
def box(tmp_path: Path) -> BackedUp:
    """Three games; the stick has only the folder of this box so far."""
    box = BackedUp(tmp_path)
    for _game in range(3):
        box.begin(cards=2)
    box.there.mkdir(parents=True)
    return box


def lost(box: BackedUp, *folders: Path) -> list[str]:
    """Start the box with these places for backups and stop it; return why the first has none."""
    complete(box.path, folders)
    reports: list[Input] = []
    copier = Copier(box.path, lambda: list(folders), reports.append)
    copier.start()
    copier.finish()
    return [
        report.reason for report in reports if isinstance(report, PartLost) and report.part == PART
    ]


# Unusual files and folders.


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to("nothing")


def a_link_to_a_folder(path: Path) -> None:
    path.symlink_to(path.parent)


def a_huge_file(path: Path) -> None:
    path.touch()
    os.truncate(path, foreign.MAX_FILE + 1)


def a_newer_backup(path: Path) -> None:
    path.write_bytes(b'{"journal":99,"box":"00000000","game":1,"id":"00000000"}\n')


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (a_folder, "is no regular file"),
        (a_pipe, "is no regular file"),
        (a_link_to_a_device, "is no regular file"),
        (a_link_to_nothing, "is no regular file"),
        (a_huge_file, "File too large"),
        (a_newer_backup, "The journal was written by a newer companion: update this one"),
    ],
)
def test_invalid_backup_file_is_named_and_not_changed(
    box: BackedUp, tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    path = box.there / "000.jsonl"
    make(path)
    before = path.lstat()
    reasons = lost(box, box.folder, tmp_path / FOLDER)
    assert reasons == [f"{box.folder}: {why}"]
    assert (path.lstat().st_mode, path.lstat().st_size) == (before.st_mode, before.st_size)
    assert box.is_kept(tmp_path / FOLDER), "beside the journal"


@pytest.mark.parametrize("make", [a_link_to_nothing, a_link_to_a_folder, a_huge_file])
def test_invalid_backup_folder_is_named_and_not_changed(
    box: BackedUp, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    shutil.rmtree(box.folder)
    make(box.folder)
    (why,) = lost(box, box.folder, tmp_path / FOLDER)
    assert why == f"{box.folder}: {os.strerror(errno.EEXIST)}"
    assert box.is_kept(tmp_path / FOLDER)


@pytest.mark.parametrize("content", [b"", os.urandom(5000), b"\0" * 5000, b'{"journal":1,"box":'])
def test_backups_replace_garbage(box: BackedUp, content: bytes) -> None:
    for name in ("000.jsonl", "people.jsonl", box.file(3).name):
        (box.there / name).write_bytes(content)
    assert lost(box, box.folder) == []
    assert box.is_kept(box.folder)


def test_backup_of_another_box_is_not_changed(box: BackedUp, tmp_path: Path) -> None:
    other = BackedUp(tmp_path / "other")
    other.begin(cards=9)
    other.keep_up()
    shutil.copytree(other.there, box.folder / other.there.name)
    assert lost(box, box.folder) == []
    assert box.is_kept(box.folder)
    assert other.is_kept(box.folder)


def test_games_of_another_box_are_not_counted_in_the_backup(box: BackedUp, tmp_path: Path) -> None:
    other = BackedUp(tmp_path / "other")
    other.begin(cards=9)
    other.begin()
    other.begin()
    other.keep_up()
    (box.there / "000.jsonl").write_bytes((other.there / "000.jsonl").read_bytes())
    assert complete(box.path, [box.folder]) == Completed()
    assert holding(box.there).games == 0


# Failures.


def test_stick_without_permission_is_named(
    box: BackedUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, box.stick, errno.EACCES)
    (why,) = lost(box, box.folder, tmp_path / FOLDER)
    assert why == f"{box.folder}: {os.strerror(errno.EACCES)}"
    assert box.is_kept(tmp_path / FOLDER)


def test_read_only_stick_is_named_and_still_restores_games(
    box: BackedUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.keep_up()
    box.play(1)
    game = box.file(1).read_bytes()
    box.file(1).unlink()
    failing(monkeypatch, box.stick, errno.EROFS, os.O_RDWR | os.O_WRONLY)
    assert lost(box, box.folder, tmp_path / FOLDER) == [f"{box.folder}: {os.strerror(errno.EROFS)}"]
    assert box.file(1).read_bytes() == game
    assert box.is_kept(tmp_path / FOLDER)


def test_full_stick_is_named_and_holds_no_partial_game(
    box: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(descriptor: int, data: bytes, offset: int) -> NoReturn:
        write_at(descriptor, data[: len(data) // 2], offset)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    box.keep_up()
    before = {path: path.read_bytes() for path in box.there.iterdir()}
    box.begin(cards=1)
    with monkeypatch.context() as full:
        full.setattr(backup, "write_at", half)
        assert lost(box, box.folder) == [f"{box.folder}: {os.strerror(errno.ENOSPC)}"]
    now = {path: path.read_bytes() for path in box.there.iterdir()}
    assert {path: now[path] for path in before} == before
    assert lost(box, box.folder) == []
    assert box.is_kept(box.folder)


def test_stick_that_vanishes_during_a_write_is_named(
    box: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(descriptor: int, data: bytes, offset: int) -> None:
        shutil.rmtree(box.stick, ignore_errors=True)
        write_at(descriptor, data, offset)

    monkeypatch.setattr(backup, "write_at", pulled)
    reasons = lost(box, box.folder)
    assert reasons == [f"{box.folder}: {os.strerror(errno.ENOENT)}"]
    assert not box.stick.exists(), "nothing is made where no stick is"


@pytest.fixture
def hanging(box: BackedUp, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """An event; the stick answers once it is set."""
    answers, really_open = threading.Event(), os.open

    def wait(path: Any, *flags: int) -> int:
        if Path(path).is_relative_to(box.stick):
            answers.wait(PATIENCE)
        return really_open(path, *flags)

    monkeypatch.setattr(foreign, "ANSWER_TIMEOUT", 0.05)
    monkeypatch.setattr(os, "open", wait)
    yield answers
    answers.set()
    for thread in foreign._hanging.values():  # noqa: SLF001  # none may outlive its test
        thread.join(PATIENCE)


def test_hanging_stick_is_named_and_waited_for_once(
    box: BackedUp, tmp_path: Path, hanging: threading.Event
) -> None:
    box.file(1).unlink()
    shutil.copytree(box.path, tmp_path / "before")
    assert complete(box.path, [box.folder, tmp_path / FOLDER]) == Completed(silent=[box.folder])
    assert lost(box, box.folder) == [f"{box.folder}: does not answer"]
    waiting = foreign._hanging[box.folder]  # noqa: SLF001
    for thread in threading.enumerate():
        if thread.name == "foreign" and thread is not waiting:
            thread.join(PATIENCE)  # the thread of the answering folder may be about to end
            assert not thread.is_alive()
    hanging.set()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()
    assert not list(box.there.iterdir()), "an answer that comes late changes nothing"


def test_backup_is_on_the_working_one_of_two_sticks(box: BackedUp, tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(b"")
    broken = tmp_path / "broken" / FOLDER
    assert lost(box, broken, box.folder) == [f"{broken}: Not a directory"]
    assert box.is_kept(box.folder)
