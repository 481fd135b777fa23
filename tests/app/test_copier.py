"""The second copy is kept on a thread of its own, and one that cannot be written is reported as a part."""

import queue
import threading
from pathlib import Path

import pytest

from companion.app import copier as copying
from companion.app.copier import PART, Copier
from companion.inputs import Input, PartBack, PartLost
from companion.table.copies import copies_in
from companion.table.replay import replay
from tests.cli.played import a_journal

PATIENCE = 30.0
"""Seconds that a test waits for another thread before it fails."""


def kept_in(folder: Path) -> int:
    """How many commands the newest copy in the folder holds as a whole."""
    return replay(copies_in(folder)[-1].whole).commands


def test_the_end_copies_the_whole_journal(tmp_path: Path) -> None:
    a_journal(tmp_path / "journal.db")
    copier = Copier(tmp_path / "journal.db", lambda: [tmp_path / "copies"], lambda _: None)
    copier.start()
    copier.finish()
    copier.finish()
    assert kept_in(tmp_path / "copies") == 3


def test_without_the_stick_the_copy_is_kept_beside_and_used_again_with_it(tmp_path: Path) -> None:
    a_journal(tmp_path / "journal.db")
    stick, beside = tmp_path / "stick" / "copies", tmp_path / "copies"
    reports: queue.SimpleQueue[Input] = queue.SimpleQueue()
    copier = Copier(tmp_path / "journal.db", lambda: [stick, beside], reports.put)
    copier.start()
    lost = reports.get(timeout=PATIENCE)
    assert isinstance(lost, PartLost)
    assert (lost.part, str(stick) in lost.reason) == (PART, True)
    stick.parent.mkdir()
    copier.finish()
    assert reports.get(timeout=PATIENCE) == PartBack(PART)
    assert (kept_in(beside), kept_in(stick)) == (3, 3)


def test_switching_off_does_not_wait_for_a_stick_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = threading.Event()
    monkeypatch.setattr(copying, "PATIENCE", 0.01)
    monkeypatch.setattr(copying, "keep_up", lambda *_, **__: answers.wait(PATIENCE))
    copier = Copier(tmp_path / "journal.db", lambda: [tmp_path], lambda _: None)
    copier.start()
    copier.finish()
    assert "not copied in time" in caplog.text
    answers.set()
