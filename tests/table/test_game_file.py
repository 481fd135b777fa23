"""The file of a game: its reserved space, and the rollback when the disk fails."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.game_file import ROOM, GameFile, discard
from companion.table.lines import Head, JournalNote, Seal, check, head_line, note_line
from tests.soak.disk import Disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    with Disk(folder) as disk:
        yield disk


@pytest.fixture
def file(disk: Disk) -> GameFile:
    line, chain = head_line(Head(1, "box", 1, "id"), None)
    return GameFile.make(folder_on(disk) / "1-a.jsonl", line, Seal(1, "id", 0, len(line), chain))


def folder_on(disk: Disk) -> Path:
    folder = disk.folder / "journal" / "box" / "000"
    folder.mkdir(parents=True)
    return folder


def add(file: GameFile, facts: str = "") -> None:
    line, chain = note_line(JournalNote(0, 0.0, "x", {"x": facts}), {}, file.seal.last)
    file.add(line, Seal(1, "id", 0, file.seal.length + len(line), chain))


def lines_in(file: GameFile) -> int:
    """Return how many lines are on the disk; the rest must be reserved space."""
    found = check(file.path.read_bytes())
    assert (found.length, found.behind) == (file.seal.length, 0)
    return len(found.lines)


def test_line_is_written_into_reserved_space_with_one_sync(file: GameFile, disk: Disk) -> None:
    before = disk.changes
    add(file)
    assert disk.changes - before == 2, "a write and a sync"
    assert file.path.stat().st_size == ROOM
    assert lines_in(file) == 2


def test_file_grows_when_its_reserved_space_is_used_up(file: GameFile) -> None:
    add(file, "x" * ROOM)
    assert file.path.stat().st_size >= file.seal.length
    add(file)
    assert file.path.stat().st_size % ROOM == 0 or file.has_room
    assert lines_in(file) == 3


def test_line_with_a_failed_sync_is_overwritten(file: GameFile, disk: Disk) -> None:
    disk.failing_syncs = 1
    with pytest.raises(OSError, match="Input/output"):
        add(file)
    assert not disk.is_synced
    file.void()
    assert disk.is_synced
    assert lines_in(file) == 1
    add(file)
    assert lines_in(file) == 2


def test_full_disk_accepts_lines_while_there_is_reserved_space(file: GameFile, disk: Disk) -> None:
    disk.is_full = True
    lines = 1
    while file.size - file.seal.length > 1200:
        add(file, "x" * 1000)
        lines += 1
    with pytest.raises(OSError, match="No space"):
        add(file, "x" * 3000)
    assert lines > ROOM // 1200
    file.void()
    assert lines_in(file) == lines
    disk.is_full = False
    add(file)
    assert lines_in(file) == lines + 1


def test_full_disk_refuses_a_new_file_and_keeps_nothing_of_it(disk: Disk) -> None:
    folder = folder_on(disk)
    disk.is_full = True
    line, chain = head_line(Head(1, "box", 1, "id"), None)
    with pytest.raises(OSError, match="No space"):
        GameFile.make(folder / "1-a.jsonl", line, Seal(1, "id", 0, len(line), chain))
    assert list(folder.iterdir()) == []


def test_deleted_file_accepts_no_line(file: GameFile) -> None:
    file.path.unlink()
    with pytest.raises(FileNotFoundError):
        file.stay_in_place()


def test_other_file_of_the_same_name_is_not_changed(file: GameFile) -> None:
    file.path.rename(file.path.with_name("moved"))
    file.path.write_bytes(b"other")
    with pytest.raises(FileNotFoundError):
        file.stay_in_place()
    assert file.path.read_bytes() == b"other"


def test_discarded_file_stays_away_after_a_power_cut(file: GameFile, disk: Disk) -> None:
    discard(file.path)
    assert not file.path.exists()
    assert disk.is_synced


def test_closing_a_file_twice_does_not_close_a_reused_descriptor(tmp_path: Path) -> None:
    closed = GameFile.make(tmp_path / "1-a.jsonl", b"{}\n", Seal(1, "id", 0, 3, ""))
    closed.close()
    with (tmp_path / "other").open("wb") as other:
        closed.close()
        assert os.fstat(other.fileno()).st_size == 0
