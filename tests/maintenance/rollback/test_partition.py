"""How it stands with the disk of the games, by real folders and file systems."""

from pathlib import Path

import pytest

from companion.maintenance.rollback.partition import standing

MOUNTED = Path("/dev/shm")  # noqa: S108  # a file system of its own on every Linux


@pytest.fixture
def fstab(tmp_path: Path) -> Path:
    return tmp_path / "fstab"


def names(fstab: Path, data: Path | str) -> None:
    """As companion-read-only writes it."""
    fstab.write_text(
        "# / is on the card\n"
        "UUID=1 / ext4 ro 0 1\n"
        "\n"
        "UUID=2 /var/lib/companion-data ext4 nofail 0 2\n"
        f"/var/lib/companion-data{data} {data} none bind,nofail 0 0\n",
        "utf-8",
    )


def test_unmounted_folder_is_missing(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path)
    assert standing(tmp_path, fstab) == "missing"


def test_a_slash_at_its_end_makes_no_difference(fstab: Path, tmp_path: Path) -> None:
    names(fstab, f"{tmp_path}/")
    assert standing(tmp_path, fstab) == "missing"


def test_absent_mount_point_is_missing(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path / "games")
    assert standing(tmp_path / "games", fstab) == "missing"


def test_visible_but_unmounted_disk_is_unusable(fstab: Path, tmp_path: Path) -> None:
    disks = tmp_path / "by-uuid"
    disks.mkdir()
    names(fstab, tmp_path)
    (disks / "1").touch()  # that of the system
    assert standing(tmp_path, fstab, disks) == "missing"
    (disks / "2").touch()
    assert standing(tmp_path, fstab, disks) == "unusable"
    fstab.write_text(f"UUID=2 {tmp_path} ext4 rw 0 2\n", "utf-8")
    assert standing(tmp_path, fstab, disks) == "unusable"


def test_disk_not_named_by_uuid_is_missing(fstab: Path, tmp_path: Path) -> None:
    fstab.write_text(f"LABEL=games {tmp_path} ext4 rw 0 2\n", "utf-8")
    assert standing(tmp_path, fstab, tmp_path) == "missing"


def test_mounted_folder_is_there(fstab: Path) -> None:
    names(fstab, MOUNTED)
    assert standing(MOUNTED, fstab) == "there"


def test_a_folder_of_the_same_disk_is_there(fstab: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "data").symlink_to("games")  # the same folder under two names, as a bind has it
    fstab.write_text(f"{tmp_path}/games {tmp_path}/data none bind 0 0\n", "utf-8")
    assert standing(tmp_path / "data", fstab) == "there"


@pytest.mark.parametrize("line", ["", "#UUID=2 {} ext4 rw 0 2\n", "UUID=2 {}-data ext4 rw 0 2\n", "UUID=2\n"])
def test_folder_without_own_line_is_there(fstab: Path, tmp_path: Path, line: str) -> None:
    fstab.write_text(line.format(tmp_path), "utf-8")
    assert standing(tmp_path, fstab) == "there"


def test_without_any_fstab_nothing_can_be_missing(fstab: Path, tmp_path: Path) -> None:
    assert standing(tmp_path, fstab) == "there"


def test_non_utf8_comment_is_ignored(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path)
    fstab.write_bytes(b"# Stick f\xfcr die Spiele\n" + fstab.read_bytes())
    assert standing(tmp_path, fstab) == "missing"
