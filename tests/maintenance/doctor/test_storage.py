"""Where the journal lies."""

import os

import pytest

from tests.maintenance.doctor.fake_pi import NOW, FakePi


def test_a_folder_that_is_not_there_yet_is_judged_by_the_one_it_will_be_in(pi: FakePi) -> None:
    pi.data.rmdir()
    said = pi.one("Data")
    assert (said.verdict, "/home/pi/games" in said.says) == ("right", True)
    pi.locked.add("/home/pi")
    said = pi.one("Data")
    assert (said.verdict, said.advice.endswith(" /home/pi")) == ("wrong", True)
    assert not pi.data.exists()


@pytest.mark.parametrize("kind", ["ramfs", "cifs"])
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


def test_20_mb_are_room_on_the_disk_for_now(pi: FakePi) -> None:
    pi.free = 20_000_000
    said = pi.one("Disk")
    assert (said.verdict, "20 MB" in said.says) == ("doubtful", True)


def test_no_journal_yet(pi: FakePi) -> None:
    assert pi.one("Journal").verdict == "right"
    assert list(pi.data.iterdir()) == []


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


def test_a_folder_for_copies_is_looked_at_in_place_of_a_stick(pi: FakePi) -> None:
    pi.mount("/dev/sda1 /run/media/sda1 vfat rw")
    pi.locked.add("/srv/cards")
    said = pi.one("Second copy", '[copies]\nfolder = "/srv/cards"')
    assert (said.verdict, "/srv/cards" in said.says) == ("doubtful", True)
