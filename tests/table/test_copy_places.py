"""Backups are in the configured folder or on mounted sticks, else next to the journal."""

from pathlib import Path

import pytest

from companion.table.backup import backup_folders

MOUNTS = """\
/dev/mmcblk0p2 / ext4 ro,noatime 0 0
/dev/sda1 /media/CARDS\\040AND\\040MORE vfat rw,nosuid,nodev,flush 0 0
/dev/sda1 /media/CARDS\\040AND\\040MORE vfat rw,nosuid,nodev,flush 0 0
/dev/sdb1 /run/media/pi/OTHER vfat ro 0 0
tmpfs /media-like tmpfs rw 0 0
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    (tmp_path / "mounts").write_text(MOUNTS, "utf-8")
    return tmp_path / "mounts"


def test_sticks_are_preferred_to_the_folder_of_the_journal(
    mounts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for look in ("stat", "exists", "is_dir", "iterdir"):
        monkeypatch.setattr(Path, look, None)  # a hanging stick must not be waited for
    assert backup_folders("", Path("/data"), mounts) == [
        Path("/media/CARDS AND MORE/companion-backup"),
        Path("/run/media/pi/OTHER/companion-backup"),
        Path("/data/companion-backup"),
    ]


def test_configured_folder_is_preferred_to_any_stick(mounts: Path) -> None:
    folders = backup_folders("/srv/cards", Path("/data"), mounts)
    assert folders == [Path("/srv/cards/companion-backup"), Path("/data/companion-backup")]
    assert backup_folders("/data", Path("/data"), mounts) == [Path("/data/companion-backup")]
