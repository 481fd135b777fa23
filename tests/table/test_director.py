"""A table's call for the director: on disk before it counts, and the same after a restart."""

import errno
from pathlib import Path

import pytest

from companion.core.commands import New, Play
from companion.errors import DiskError
from companion.table.reader import read_only
from companion.table.recorded import DIRECTOR
from tests.table.failing_disk import FailingDisk
from tests.table.tables import started_again, table_in

DUO = New(variant="ninety-nine", players=("Ann", "Bo"))


def test_call_is_a_note_of_the_phone_in_the_journal(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(DUO)
    table.call_director("Ann's phone", calls=True)
    (ann, _bo), (note,) = (
        read_only(table.journal.path).record(1).head.seats,
        read_only(table.journal.path).record(1).notes,
    )
    assert (note.kind, note.facts, note.after) == (DIRECTOR, {"calls": True}, 1)
    assert note.origin == f"{ann}'s phone"
    assert table.game_notes == ()


@pytest.mark.parametrize("commands", [(), (DUO, Play(card="8H"))])
def test_call_survives_a_restart_until_it_ends(
    tmp_path: Path, commands: tuple[New | Play, ...]
) -> None:
    table = table_in(tmp_path)
    for command in commands:
        table.obey(command)
    table.call_director(calls=True)
    assert started_again(tmp_path, tmp_path / "after").calls_director
    table.call_director(calls=False)
    assert not started_again(tmp_path, tmp_path / "after").calls_director


def test_new_game_ends_the_call_and_the_game_before_has_it_again(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(DUO)
    table.call_director(calls=True)
    table.obey(DUO)
    assert not table.calls_director
    table.reopen()
    assert table.calls_director


def test_second_call_writes_nothing(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.call_director(calls=True)
    table.call_director("Ann's phone", calls=True)
    assert len(table.journal.record(0).notes) == 1


def test_call_that_is_not_on_disk_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FailingDisk(monkeypatch)
    table = table_in(tmp_path)
    table.obey(DUO)
    disk.number = errno.ENOSPC
    with pytest.raises(DiskError):
        table.call_director(calls=True)
    disk.number = 0
    assert not table.calls_director
