"""The last version that was ready, as recorded by the box."""

from importlib.metadata import version
from pathlib import Path

import pytest

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.table.files import STARTED, remember
from tests.app.test_web_startup import NOTHING_WIRED

THIS = f"{version('table-companion')}\n"


def test_ready_box_records_its_version(tmp_path: Path) -> None:
    with App(Runtime(NOTHING_WIRED, tmp_path)) as app:
        assert not (tmp_path / STARTED).exists()
        app.stop()
        app.run()
    assert (tmp_path / STARTED).read_text("ascii") == THIS


def test_previous_version_is_replaced(tmp_path: Path) -> None:
    (tmp_path / STARTED).write_text("0.0.1\n", "ascii")
    remember(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [STARTED]
    assert (tmp_path / STARTED).read_text("ascii") == THIS


def test_full_disk_does_not_stop_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    remember(tmp_path)
    assert not (tmp_path / STARTED).exists()
    assert "could not be written down" in caplog.text
