"""A disk that fails during writes: refused commands never count, accepted ones stay."""

import errno
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import New, Play
from companion.core.refusals import AlreadyPlayed
from companion.errors import Illegal, JournalError
from companion.table.table import Table
from tests.table.failing_disk import FailingDisk
from tests.table.tables import adding_state, play, started_again, table_in

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FailingDisk:
    return FailingDisk(monkeypatch)


@pytest.fixture
def table(tmp_path: Path, disk: FailingDisk) -> Table:  # noqa: ARG001  # it is on this disk
    """A table with 2♣ accepted; from now on the disk can be set to fail."""
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "2C")
    return table


def on_disk(table: Table, elsewhere: Path) -> tuple[int, int]:
    """Return the total and the number of stored commands after a kill and a restart now."""
    again = started_again(table.journal.path.parent, elsewhere)
    return adding_state(again).total, again.journal.sequence


def refused(table: Table, card: str) -> None:
    with pytest.raises(JournalError, match="The disk is failing"):
        play(table, card)


def test_refused_new_game_leaves_the_current_one(
    table: Table, disk: FailingDisk, tmp_path: Path
) -> None:
    disk.number = errno.EIO
    with pytest.raises(JournalError, match="The disk is failing"):
        table.obey(PAIR)
    disk.number = 0
    assert on_disk(table, tmp_path / "again") == (2, 2)
    play(table, "3C")
    table.obey(PAIR)
    assert on_disk(table, tmp_path / "again") == (0, 4)


def test_recovered_disk_accepts_the_next_card(
    table: Table, disk: FailingDisk, tmp_path: Path
) -> None:
    disk.is_unsynced = True
    refused(table, "3C")
    disk.is_unsynced = False
    play(table, "5C")
    assert on_disk(table, tmp_path / "again") == (7, 3)


def test_refusal_acknowledges_a_card_only_if_it_is_final(table: Table) -> None:
    table.journal.pending["5F3A1C22"] = 7
    card, twice = Play(card="3C"), Illegal(AlreadyPlayed("3C"))
    table.note_refusal(card, twice)
    assert table.journal.taken == {}
    table.note_refusal(card, twice, settles=True)
    assert table.journal.taken == {"5F3A1C22": 7}


def test_unwritten_card_is_not_acknowledged(
    table: Table, disk: FailingDisk, tmp_path: Path
) -> None:
    table.journal.pending["5F3A1C22"] = 7
    disk.is_unsynced = True
    refused(table, "3C")
    table.journal.take()
    disk.is_unsynced = False
    assert started_again(tmp_path, tmp_path / "again").journal.taken == table.journal.taken == {}


def test_close_fails_until_the_disk_holds_every_card(
    table: Table, disk: FailingDisk, tmp_path: Path
) -> None:
    disk.is_unsynced = True
    with pytest.raises(JournalError, match="The disk is failing: some cards may be missing"):
        table.close()
    refused(table, "3C")
    with pytest.raises(JournalError, match="some cards may be missing"):
        table.close()
    disk.is_unsynced = False
    table.obey(Play(card="3C"))
    assert on_disk(table, tmp_path / "again") == (5, 3)


@pytest.fixture(scope="module")
def small_disks(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The results of a program that played on real small disks, in its own mount namespace."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rm", "true"], check=False).returncode:
        pytest.skip("this user may mount nothing")
    folder = tmp_path_factory.mktemp("disks")
    program = [unshare, "-rm", sys.executable, "-m", "tests.table.full_disk", str(folder)]
    return json.loads(subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True).stdout)


def said(fault: str, words: str, what_to_do: str) -> list[str]:
    return [fault, f"{words}: plays are not counted. {what_to_do}, then try again"]


def test_play_continues_in_reserved_space_of_a_full_disk_and_after_cleanup(
    small_disks: Any,
) -> None:
    met, full = small_disks["full"], said("full", "The disk is full", "Run sudo apt clean")
    assert met["new game"] == met["card"] == met["again"] == full
    assert met["files"] == ["0", "1"], "of the refused game nothing is left"
    assert met["played"] > 100
    assert met["works"]
    assert met["replayed"] == met["kept"]


def test_box_started_on_a_read_only_disk_reports_it_and_recovers(
    small_disks: Any,
) -> None:
    met = small_disks["read-only"]
    assert met["said"] == said("read-only", "The disk is read-only", "Restart the box")
    assert met["total"] == 2 + 8


def test_play_continues_with_the_next_card_after_the_disk_is_reinserted(small_disks: Any) -> None:
    met, gone = (
        small_disks["gone"],
        said("gone", "The journal is missing", "Put it back and restart"),
    )
    assert met["said"] == met["meanwhile"] == gone
    assert met["tally"] == [["Ann", 0], ["Bo", 0]]
    assert met["works"]
    assert met["total"] == 2 + 7
