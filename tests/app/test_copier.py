"""Tests of the backup's thread: a backup that cannot be written is reported like a failed part."""

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import after_hands as copying
from companion.app.after_hands import PART, Copier
from companion.inputs import Input, PartBack, PartLost
from companion.table.backup import Backup
from tests.table.backups import BackedUp

PATIENCE = 30.0
"""Seconds that a test waits for another thread before it fails."""


@pytest.fixture
def box(tmp_path: Path) -> BackedUp:
    box = BackedUp(tmp_path)
    box.begin(cards=2)
    return box


def test_backup_without_its_stick_is_stored_locally_until_it_returns(
    box: BackedUp, tmp_path: Path
) -> None:
    stick, beside = tmp_path / "pulled" / "backup", tmp_path / "backup"
    reports: queue.SimpleQueue[Input] = queue.SimpleQueue()
    copier = Copier(box.path, lambda: [stick, beside], reports.put)
    copier.start()
    copier.wake()
    assert reports.get(timeout=PATIENCE) == PartLost(PART, f"{stick}: No such file or directory")
    stick.parent.mkdir()
    copier.finish()
    copier.finish()
    assert reports.get(timeout=PATIENCE) == PartBack(PART)
    assert box.is_kept(beside)
    assert box.is_kept(stick)


def test_switching_off_does_not_wait_for_a_stick_that_hangs(
    box: BackedUp, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = threading.Event()

    def hang(*_: object) -> Iterator[None]:
        answers.wait(PATIENCE)
        yield

    monkeypatch.setattr(copying, "FINISH_TIMEOUT", 0.01)
    monkeypatch.setattr(Backup, "keep_up", hang)
    copier = Copier(box.path, lambda: [box.folder], lambda _: None)
    copier.start()
    copier.finish()
    assert "The backup does not end in time" in caplog.text
    answers.set()
    for thread in threading.enumerate():
        if thread.name in {"backup", "stick"}:
            thread.join(PATIENCE)
