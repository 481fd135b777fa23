"""What `companion restore` prints."""

import errno
import os
import re
from pathlib import Path

import pytest

from companion.table.backup import FOLDER
from companion.table.files import held
from tests.cli.test_restore import backed_up, said
from tests.table.backups import BackedUp, failing


@pytest.fixture
def box(tmp_path: Path) -> BackedUp:
    return backed_up(tmp_path)


def test_backups_are_listed(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    first, last = said(capsys, "--data", tmp_path)
    pattern = r": 2 games, 8 entries, the last of 2023-11-\d\d \d\d:\d\d, all verified"
    assert re.fullmatch(re.escape(str(box.there)) + pattern, first)
    assert last == "To bring one back: companion restore FOLDER"
    for path in box.there.glob("*.jsonl"):
        path.write_bytes(path.read_bytes().replace(b'"card":"1"', b'"card":"2"'))
    assert said(capsys, "--data", tmp_path)[0].endswith(", 2 games damaged")


def test_restored_entries_are_counted(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    box.damage(1)
    assert said(capsys, "--data", tmp_path, box.there)[-1] == "2 entries came back"
    assert said(capsys, "--data", tmp_path, box.there)[-1] == "The journal lacks none of it"


def test_way_back_from_the_journal_of_another_box_is_named(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    new = BackedUp(tmp_path / "new")
    new.journal.close()
    own = new.journal.box
    _holding, now, back = said(capsys, "--data", tmp_path / "new", box.there)
    assert now == f"The journal in use is now {new.path / box.there.name}"
    assert back == f"The one until now is kept. To go back: companion restore {own}"
    assert said(capsys, "--data", tmp_path / "new", own) == [f"The journal in use is that in {own}"]


def test_failed_restore_is_explained(
    capsys: pytest.CaptureFixture[str],
    box: BackedUp,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "empty").mkdir()
    assert said(capsys, "--data", tmp_path / "empty") == [
        f"No backup in {tmp_path / 'empty' / FOLDER}"
    ]
    lock = held(tmp_path)
    (why,) = said(capsys, "--data", tmp_path, box.there, status=1)
    os.close(lock)
    assert "Another companion uses the journal in" in why
    (why,) = said(capsys, "--data", tmp_path, tmp_path, status=1)
    assert why == f"companion: {tmp_path}: there is no such backup, companion restore lists them"
    failing(monkeypatch, box.there / "000.jsonl", errno.EACCES)
    (why,) = said(capsys, "--data", tmp_path, status=1)
    assert why.endswith(" may not be read by this user: use sudo")
