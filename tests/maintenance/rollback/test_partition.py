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


def test_a_folder_that_is_to_be_mounted_and_is_not_is_missing(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path)
    assert standing(tmp_path, fstab) == "missing"


def test_a_slash_at_its_end_makes_no_difference(fstab: Path, tmp_path: Path) -> None:
    names(fstab, f"{tmp_path}/")
    assert standing(tmp_path, fstab) == "missing"


def test_it_is_missing_too_where_there_is_no_folder_to_mount_it_on(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path / "games")
    assert standing(tmp_path / "games", fstab) == "missing"


def test_a_disk_that_the_machine_sees_is_not_missing_but_unusable(fstab: Path, tmp_path: Path) -> None:
    disks = tmp_path / "by-uuid"
    disks.mkdir()
    names(fstab, tmp_path)
    (disks / "1").touch()  # that of the system
    assert standing(tmp_path, fstab, disks) == "missing"
    (disks / "2").touch()
    assert standing(tmp_path, fstab, disks) == "unusable"
    fstab.write_text(f"UUID=2 {tmp_path} ext4 rw 0 2\n", "utf-8")
    assert standing(tmp_path, fstab, disks) == "unusable"


def test_a_disk_that_is_named_in_another_way_is_missing_whatever_else_is_plugged_in(
    fstab: Path, tmp_path: Path
) -> None:
    fstab.write_text(f"LABEL=games {tmp_path} ext4 rw 0 2\n", "utf-8")
    assert standing(tmp_path, fstab, tmp_path) == "missing"


def test_what_is_mounted_is_there(fstab: Path) -> None:
    names(fstab, MOUNTED)
    assert standing(MOUNTED, fstab) == "there"


def test_a_folder_of_the_same_disk_is_there(fstab: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "data").symlink_to("games")  # the same folder under two names, as a bind has it
    fstab.write_text(f"{tmp_path}/games {tmp_path}/data none bind 0 0\n", "utf-8")
    assert standing(tmp_path / "data", fstab) == "there"


@pytest.mark.parametrize("line", ["", "#UUID=2 {} ext4 rw 0 2\n", "UUID=2 {}-data ext4 rw 0 2\n", "UUID=2\n"])
def test_on_the_card_itself_nothing_can_be_missing(fstab: Path, tmp_path: Path, line: str) -> None:
    fstab.write_text(line.format(tmp_path), "utf-8")
    assert standing(tmp_path, fstab) == "there"


def test_without_any_fstab_nothing_can_be_missing(fstab: Path, tmp_path: Path) -> None:
    assert standing(tmp_path, fstab) == "there"


def test_letters_of_another_age_in_a_comment_do_no_harm(fstab: Path, tmp_path: Path) -> None:
    names(fstab, tmp_path)
    fstab.write_bytes(b"# Stick f\xfcr die Spiele\n" + fstab.read_bytes())
    assert standing(tmp_path, fstab) == "missing"
