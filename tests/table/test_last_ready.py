"""Which version was ready last: written down by a box that is, and printed by the installed program."""

from pathlib import Path

import pytest

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.table.last_ready import STARTED, ReadyVersion, read, remember, this, written
from companion.table.lines import FORM
from tests.app.test_web_startup import NOTHING_WIRED


def test_a_box_that_is_ready_writes_down_its_version(tmp_path: Path) -> None:
    with App(Runtime(NOTHING_WIRED, tmp_path)) as app:
        assert read(tmp_path) is None
        app.stop()
        app.run()
    assert read(tmp_path) == this()
    assert this().journal == FORM


def test_previous_version_is_replaced(tmp_path: Path) -> None:
    (tmp_path / STARTED).write_text(written(ReadyVersion("0.0.1", 1)), "utf-8")
    remember(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [STARTED]
    assert read(tmp_path) == this()


def test_a_disk_that_is_full_does_not_stop_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    remember(tmp_path)
    assert read(tmp_path) is None
    assert "could not be written down" in caplog.text
