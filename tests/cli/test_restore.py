"""`companion restore` lists the content of backups and restores from one of them."""

import errno
import os
import re
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.table.backup import FOLDER
from companion.table.files import held
from companion.table.reader import box_in
from tests.table.backups import BackedUp, failing


def backed_up(folder: Path) -> BackedUp:
    """Return two games of three cards, with a backup next to the journal; the box is off."""
    box = BackedUp(folder)
    for _game in range(2):
        box.begin(cards=3)
    box.journal.close()
    box.keep_up()
    box.folder.rename(folder / FOLDER)
    box.folder = folder / FOLDER
    return box


@pytest.fixture
def box(tmp_path: Path) -> BackedUp:
    return backed_up(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> list[str]:
    assert main(["restore", *map(str, arguments)]) == status
    output = capsys.readouterr()
    return (output.err if status else output.out).splitlines()


def test_backups_are_listed_with_their_content(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    first, _how = said(capsys, "--data", tmp_path)
    assert first.startswith(f"{box.there}: ")
    assert re.findall(r"\b[28]\b", first) == ["2", "8"]


def test_missing_backup_is_reported_with_the_searched_places(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (missing,) = said(capsys, "--data", tmp_path)
    assert str(tmp_path / FOLDER) in missing


@pytest.mark.parametrize("game", [1, 2])
def test_entries_lost_from_the_journal_are_restored(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path, game: int
) -> None:
    before = box.damage(game)
    assert "2" in said(capsys, "--data", tmp_path, box.there)[-1]
    assert box.file(game).read_bytes() == before
    said(capsys, "--data", tmp_path, box.there)
    assert box.file(game).read_bytes() == before


def test_backup_of_another_box_is_adopted_and_can_be_reverted(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    new = BackedUp(tmp_path / "new")
    new.journal.close()
    own = new.journal.box
    taken = new.path / box.there.name
    *_holding, back = said(capsys, "--data", tmp_path / "new", box.there)
    assert back.endswith(str(own))
    assert box_in(new.path) == taken
    said(capsys, "--data", tmp_path / "new", own)
    assert box_in(new.path) == own


def test_machine_without_a_journal_continues_from_a_backup(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    new = tmp_path / "new" / "data"
    said(capsys, "--data", new, box.there)
    assert box_in(new / "journal") == new / "journal" / box.there.name


def test_restore_changes_nothing_while_the_box_runs(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    box.file(2).unlink()
    lock = held(tmp_path)
    said(capsys, "--data", tmp_path, box.there, status=1)
    os.close(lock)
    assert box.complete().entries == 4, "it was still missing"


def test_folder_without_a_backup_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    for folder in (tmp_path, box.folder, box.there / "000.jsonl", tmp_path / "0123abcd"):
        (why,) = said(capsys, "--data", tmp_path, folder, status=1)
        assert why.startswith(f"companion: {folder}: ")


def test_backup_of_a_newer_version_is_not_changed(
    capsys: pytest.CaptureFixture[str], box: BackedUp, tmp_path: Path
) -> None:
    newer = "The journal was written by a newer companion: update this one"
    (box.there / "000.jsonl").write_bytes(
        b'{"journal":99,"box":"00000000","game":1,"id":"00000000"}\n'
    )
    assert said(capsys, "--data", tmp_path)[0] == f"{box.there}: {newer}"
    assert said(capsys, "--data", tmp_path, box.there, status=1) == [f"companion: {newer}"]


def test_unreadable_backups_require_sudo(
    capsys: pytest.CaptureFixture[str],
    box: BackedUp,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing(monkeypatch, box.there / "000.jsonl", errno.EACCES)
    (why,) = said(capsys, "--data", tmp_path, status=1)
    assert "sudo" in why
