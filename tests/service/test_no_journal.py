"""A journal that cannot be opened: the display says why, since a box has no terminal."""

import sqlite3
from pathlib import Path

import pytest

from companion.app import App
from companion.config import Config
from companion.devices.clock import SystemClock
from companion.drawing import draw
from companion.errors import JournalError
from companion.journal import Journal
from companion.journal_files import JOURNAL
from companion.screens.pictures import Notice
from companion.simulation.bench import Bench


def test_the_display_says_that_the_journal_is_of_a_newer_companion(tmp_path: Path) -> None:
    Journal(tmp_path / JOURNAL).close()
    database = sqlite3.connect(tmp_path / JOURNAL)
    database.execute("PRAGMA user_version = 99")
    database.close()
    bench = Bench(Config(), SystemClock(), "seed")
    app = App(Config(), tmp_path, None, SystemClock(), bench=bench)
    with pytest.raises(JournalError, match="newer companion") as refused, app:
        pass
    said = draw(Notice("No game", str(refused.value), mark="cross"))
    assert bench.showing().pixels == said.tobytes()
