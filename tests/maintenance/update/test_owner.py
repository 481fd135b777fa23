"""Files written by the box's own user are read with care."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.host.systemd import USED, ServiceNotifier
from companion.maintenance.owner import QUIET, RECENT, is_used, last_ready
from companion.maintenance.owner import USED as WHERE
from companion.table.files import STARTED


def test_last_version_that_was_ready_is_read(tmp_path: Path) -> None:
    (tmp_path / STARTED).write_text("1:0.2.0~rc1+git5.a\n", "ascii")
    assert last_ready(tmp_path) == "1:0.2.0~rc1+git5.a"


@pytest.mark.parametrize("told", ["", "../0", "-o", "0 1", "0\n1", "٣", "0" * 200, "5" * 9_000])
def test_invalid_version_is_ignored(tmp_path: Path, told: str) -> None:
    (tmp_path / STARTED).write_text(told, "utf-8")
    assert last_ready(tmp_path) is None


@pytest.mark.attack(
    "update",
    "let the update, as root, read a link or a pipe of the box's user",
    "it is not followed",
)
def test_link_and_pipe_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("0.1.0\n", "ascii")
    (tmp_path / STARTED).symlink_to(tmp_path / "elsewhere")
    assert last_ready(tmp_path) is None
    (tmp_path / STARTED).unlink()
    os.mkfifo(tmp_path / STARTED)
    assert last_ready(tmp_path) is None
    assert last_ready(tmp_path / "none") is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can read for somebody else")
def test_root_reads_the_file_as_its_owner() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        data = Path(folder) / "companion"
        data.mkdir()
        (data / STARTED).write_text("0.1.0\n", "ascii")
        (data / STARTED).chmod(0o600)
        os.chown(data, 1234, 1234)
        assert last_ready(data) is None
        os.chown(data / STARTED, 1234, 1234)
        assert last_ready(data) == "0.1.0"


def test_box_counts_as_used_for_some_minutes_after_the_last_use(tmp_path: Path) -> None:
    file = tmp_path / USED
    assert not is_used(100.0, RECENT, file)
    box = ServiceNotifier({"RUNTIME_DIRECTORY": str(tmp_path)})
    for moment in (20.0, 100.0):
        box.used(moment)
    assert is_used(99.0 + RECENT, RECENT, file)
    assert not is_used(101.0 + RECENT, RECENT, file)
    assert is_used(99.0 + QUIET, QUIET, file)


def test_box_stores_the_last_use_where_the_update_reads_it() -> None:
    units = Path(__file__).parents[3] / "deploy" / "systemd"
    lines = (units / "companion.service").read_text("utf-8").splitlines()
    assert f"RuntimeDirectory={WHERE.parent.name}" in lines
    assert (WHERE.parent.parent, WHERE.name) == (Path("/run"), USED)
