"""Tests of a journal that cannot be opened or closed properly. A box has no terminal, so the
display shows the reason.
"""

import time
from pathlib import Path

import msgspec
import pytest

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config import Config
from companion.drawing import draw
from companion.errors import JournalError
from companion.screens.model import NoticeScreen, PartFailedScreen
from companion.simulation.box import SimulatedBox
from companion.table.files import JOURNAL
from companion.table.journal import Journal
from companion.table.lines import head_line
from tests.table.failing_disk import FailingDisk


def test_display_announces_a_journal_of_a_newer_companion(tmp_path: Path) -> None:
    journal = Journal(tmp_path / JOURNAL)
    journal.close()
    path = journal.path_of(0)
    assert path is not None
    head = msgspec.structs.replace(journal.record(0).head, journal=99)
    path.write_bytes(head_line(head, None)[0])
    bench = SimulatedBox(Config(), time, "seed")
    app = App(Runtime(Config(), tmp_path, bench=bench))
    with pytest.raises(JournalError, match="newer companion") as refused, app:
        pass
    said = draw(NoticeScreen("No game", str(refused.value), mark="cross"))
    assert bench.showing().pixels == said.tobytes()


def test_disk_failure_while_stopping_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = SimulatedBox(Config(), time, "seed")
    app = App(Runtime(Config(), tmp_path, bench=bench))
    app.__enter__()
    with monkeypatch.context() as patched:
        FailingDisk(patched).is_unsynced = True
        with pytest.raises(JournalError, match="some cards may be missing"):
            app.__exit__(None, None, None)
    assert not app.box.shutdown.is_saved
    said = draw(PartFailedScreen("Some plays may be lost", "no game is running", "warning"))
    assert bench.showing().pixels == said.tobytes(), "and it stays"
