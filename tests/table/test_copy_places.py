"""Copies are kept in the configured folder or on a stick that is mounted, else beside the journal."""

import os
from pathlib import Path

import pytest

from companion.table import copy_places
from companion.table.copy_places import copy_folders, folders_to_read, sticks

MOUNTS = """\
/dev/mmcblk0p2 / ext4 ro,noatime 0 0
/dev/sda1 {media}/CARDS\\040AND\\040MORE vfat rw,nosuid,nodev,flush 0 0
/dev/sda1 {media}/CARDS\\040AND\\040MORE vfat rw,nosuid,nodev,flush 0 0
/dev/sdb1 {media}/GONE vfat rw 0 0
tmpfs /media-like tmpfs rw 0 0
"""


@pytest.fixture
def mounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    media = tmp_path / "media"
    (media / "CARDS AND MORE").mkdir(parents=True)
    monkeypatch.setattr(copy_places, "STICKS", (f"{media}/",))
    (tmp_path / "mounts").write_text(MOUNTS.format(media=media), "utf-8")
    return tmp_path / "mounts"


def test_a_stick_comes_before_the_folder_beside_the_journal(mounts: Path, tmp_path: Path) -> None:
    stick = tmp_path / "media" / "CARDS AND MORE"
    assert sticks(mounts) == [stick], "one that cannot be written to is none"
    beside = tmp_path / "data" / "companion-copies"
    assert copy_folders("", tmp_path / "data", mounts) == [stick / "companion-copies", beside]


def test_copies_are_read_from_a_stick_that_cannot_be_written_to(
    mounts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, mode: mode == os.R_OK)
    stick, beside = tmp_path / "media" / "CARDS AND MORE", tmp_path / "data" / "companion-copies"
    assert copy_folders("", tmp_path / "data", mounts) == [beside]
    folders = folders_to_read("", tmp_path / "data", mounts)
    assert folders == [stick / "companion-copies", tmp_path / "media" / "GONE" / "companion-copies", beside]


def test_the_configured_folder_goes_before_any_stick(mounts: Path, tmp_path: Path) -> None:
    folders = copy_folders("/srv/cards", tmp_path, mounts)
    assert folders == [Path("/srv/cards/companion-copies"), tmp_path / "companion-copies"]
    assert folders_to_read("/srv/cards", tmp_path, mounts) == folders


def test_without_a_table_of_mounts_the_copy_is_beside_the_journal(tmp_path: Path) -> None:
    assert copy_folders("", tmp_path, tmp_path / "nothing") == [tmp_path / "companion-copies"]
