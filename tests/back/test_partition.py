"""Whether the partition of the games is there, by real folders and file systems."""

from pathlib import Path

import pytest

from companion.back.partition import is_missing

MOUNTED = Path("/dev/shm")  # noqa: S108  # a file system of its own on every Linux


@pytest.fixture
def fstab(tmp_path: Path) -> Path:
    return tmp_path / "fstab"


def names(fstab: Path, data: Path) -> None:
    """As companion-read-only writes it."""
    fstab.write_text(
        "# / is on the card\n"
        "UUID=1 / ext4 ro 0 1\n"
        "\n"
        "UUID=2 /var/lib/companion-data ext4 nofail 0 2\n"
        f"/var/lib/companion-data{data} {data} none bind,nofail 0 0\n",
        "utf-8",
    )


def test_a_folder_that_is_to_be_mounted_and_is_not_is_missing(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path)
    assert is_missing(tmp_path, fstab)


def test_it_is_missing_too_where_there_is_no_folder_to_mount_it_on(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path / "games")
    assert is_missing(tmp_path / "games", fstab)


def test_what_is_mounted_is_there(fstab: Path) -> None:
    names(fstab, MOUNTED)
    assert not is_missing(MOUNTED, fstab)


@pytest.mark.parametrize("line", ["", "#UUID=2 {} ext4 rw 0 2\n", "UUID=2 {}-data ext4 rw 0 2\n", "UUID=2\n"])
def test_on_the_card_itself_nothing_can_be_missing(fstab: Path, tmp_path: Path, line: str) -> None:
    fstab.write_text(line.format(tmp_path), "utf-8")
    assert not is_missing(tmp_path, fstab)


def test_without_any_fstab_nothing_can_be_missing(fstab: Path, tmp_path: Path) -> None:
    assert not is_missing(tmp_path, fstab)
