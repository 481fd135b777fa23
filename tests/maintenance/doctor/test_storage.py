"""Where the journal lies."""

import os
import re

import pytest

from companion.table.files import write_count
from tests.maintenance.doctor.fake_pi import NOW, FakePi


def test_a_folder_that_is_not_there_yet_is_judged_by_the_one_it_will_be_in(pi: FakePi) -> None:
    pi.data.rmdir()
    said = pi.one("Data")
    assert (said.verdict, "/home/pi/games" in said.says) == ("right", True)
    pi.locked.add("/home/pi")
    said = pi.one("Data")
    assert (said.verdict, said.advice.endswith(" /home/pi")) == ("wrong", True)
    assert not pi.data.exists()


def test_a_folder_that_may_not_be_written_to(pi: FakePi) -> None:
    pi.locked.add("/home/pi/games")
    said = pi.one("Data")
    assert (said.verdict, "chown pi /home/pi/games" in said.advice) == ("wrong", True)


def test_a_file_in_the_place_of_the_folder(pi: FakePi) -> None:
    pi.data.rmdir()
    pi.data.touch()
    assert pi.one("Data").verdict == "wrong"


@pytest.mark.parametrize("kind", ["tmpfs", "ramfs", "nfs4", "cifs"])
def test_a_folder_in_memory_or_on_a_network_is_not_safe(pi: FakePi, kind: str) -> None:
    pi.mount(f"server:/home /home {kind} rw")
    said = pi.one("Data")
    assert (said.verdict, kind in said.says, "--data" in said.advice) == ("wrong", True, True)


def test_a_disk_that_may_only_be_read_is_told_by_its_place(pi: FakePi) -> None:
    pi.mount("/dev/sda3 /home ext4 ro,errors=remount-ro")
    said = pi.one("Data")
    assert (said.verdict, "remount,rw /home," in said.advice) == ("wrong", True)


def test_what_is_mounted_deepest_and_last_counts(pi: FakePi) -> None:
    pi.mount("none /home tmpfs rw", "/dev/sda3 /home ext4 rw", "none /home/pi/game tmpfs rw")
    assert pi.one("Data").verdict == "right"


def test_a_folder_with_a_space_in_its_name(pi: FakePi) -> None:
    pi.mount(r"none /my\040games tmpfs rw")
    folder = pi.root / "my games"
    folder.mkdir()
    assert pi.one("Data", data=folder).verdict == "wrong"


def test_the_overlay_of_a_pi_forgets(pi: FakePi) -> None:
    pi.mount("overlayroot / overlay rw,lowerdir=/lower")
    assert pi.one("Data").verdict == "doubtful"
    pi.remove("/proc/device-tree/model")
    assert pi.one("Data").verdict == "right"


@pytest.mark.parametrize(
    ("free", "verdict"),
    [(19_999_999, "wrong"), (20_000_000, "doubtful"), (199_999_999, "doubtful"), (200_000_000, "right")],
)
def test_room_on_the_disk(pi: FakePi, free: int, verdict: str) -> None:
    pi.free = free
    said = pi.one("Disk")
    assert (said.verdict, f"{free // 1_000_000} MB" in said.says) == (verdict, True)


def test_no_journal_yet(pi: FakePi) -> None:
    assert pi.one("Journal").verdict == "right"
    assert list(pi.data.iterdir()) == []


def test_a_journal_that_can_be_read(pi: FakePi) -> None:
    pi.play()
    assert pi.one("Journal").verdict == "right"


def test_entries_that_the_disk_has_lost(pi: FakePi) -> None:
    write_count(pi.play(), 5)
    said = pi.one("Journal")
    assert (said.verdict, re.findall(r"\d+", said.says)) == ("wrong", ["1", "2", "3"])


def test_a_damaged_journal_is_left_where_it_is(pi: FakePi) -> None:
    file = pi.play()
    written = bytearray(file.read_bytes())
    written[4096:8192] = bytes(4096)
    file.write_bytes(written)
    os.utime(file, (NOW, NOW))
    said = pi.one("Journal")
    assert (said.verdict, said.advice.startswith("cp /home/pi/games/journal.db ~")) == ("wrong", True)
    assert file.read_bytes() == bytes(written)


def test_what_is_no_journal(pi: FakePi) -> None:
    (pi.data / "journal.db").mkdir()
    os.utime(pi.data / "journal.db", (NOW, NOW))
    said = pi.one("Journal")
    assert (said.verdict, "ls -l /home/pi/games/journal.db" in said.advice) == ("wrong", True)


def test_without_a_stick_the_second_copy_needs_nothing(pi: FakePi) -> None:
    pi.mount("tmpfs /media-like tmpfs rw")
    assert pi.found("Second copy") == []


def test_a_stick_is_right_if_the_box_may_write_to_it(pi: FakePi) -> None:
    pi.mount("/dev/sda1 /run/media/sda1 vfat rw,flush")
    said = pi.one("Second copy")
    assert (said.verdict, "/run/media/sda1" in said.says) == ("right", True)
    pi.locked.add("/run/media/sda1")
    said = pi.one("Second copy")
    assert (said.verdict, said.advice.endswith(" /run/media/sda1")) == ("doubtful", True)
    pi.mount("/dev/sda1 /run/media/sda1 vfat ro,flush")
    said = pi.one("Second copy")
    assert (said.verdict, "only be read" in said.says) == ("doubtful", True)


def test_a_folder_for_copies_is_looked_at_in_place_of_a_stick(pi: FakePi) -> None:
    pi.mount("/dev/sda1 /run/media/sda1 vfat rw")
    pi.locked.add("/srv/cards")
    said = pi.one("Second copy", '[copies]\nfolder = "/srv/cards"')
    assert (said.verdict, "/srv/cards" in said.says) == ("doubtful", True)
