"""Where the journal lies."""

import os
from pathlib import Path

import pytest

from companion.maintenance.doctor.findings import right
from companion.rules.commands import New, Play
from companion.table.files import write_count
from companion.table.journal import Journal
from companion.table.table import Table
from companion.variants import load_variants
from tests.maintenance.doctor.fake_pi import NOW, FakePi
from tests.table.tables import StillClock


def a_game(file: Path) -> None:
    table = Table(load_variants().variants, Journal(file), StillClock())
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.obey(Play(card="8H"))
    table.close()
    os.utime(file, (NOW, NOW))


def mounted(pi: FakePi, *lines: str) -> None:
    pi.write("/proc/mounts", "".join(f"{line} 0 0\n" for line in ("/dev/sda2 / ext4 rw", *lines)))


def test_a_folder_on_the_memory_card(pi: FakePi) -> None:
    assert pi.one("Data") == right("Data", "/home/pi/games on ext4")


def test_a_folder_that_is_not_there_yet_is_judged_by_the_one_it_will_be_in(pi: FakePi) -> None:
    pi.data.rmdir()
    assert pi.one("Data") == right("Data", "/home/pi/games on ext4")
    pi.locked.add("/home/pi")
    said = pi.one("Data")
    assert (said.verdict, said.advice) == ("wrong", "sudo chown pi /home/pi")
    assert not pi.data.exists()


def test_a_folder_that_may_not_be_written_to(pi: FakePi) -> None:
    pi.locked.add("/home/pi/games")
    said = pi.one("Data")
    assert said.says == "pi may not write to /home/pi/games"
    assert (said.verdict, said.advice) == ("wrong", "sudo chown pi /home/pi/games")


def test_a_file_in_the_place_of_the_folder(pi: FakePi) -> None:
    pi.data.rmdir()
    pi.data.touch()
    assert (pi.one("Data").verdict, pi.one("Data").says) == ("wrong", "/home/pi/games is no folder")


@pytest.mark.parametrize("kind", ["tmpfs", "ramfs"])
def test_a_folder_in_memory_forgets_every_game(pi: FakePi, kind: str) -> None:
    mounted(pi, f"none /home/pi {kind} rw,nosuid")
    said = pi.one("Data")
    assert (said.verdict, "without power" in said.says) == ("wrong", True)
    assert "--data" in said.advice


@pytest.mark.parametrize("kind", ["nfs4", "cifs"])
def test_a_folder_on_a_network_is_not_safe(pi: FakePi, kind: str) -> None:
    mounted(pi, f"server:/home /home {kind} rw")
    assert (pi.one("Data").verdict, "on a network" in pi.one("Data").says) == ("wrong", True)


def test_a_disk_that_may_only_be_read_is_told_by_its_place(pi: FakePi) -> None:
    mounted(pi, "/dev/sda3 /home ext4 ro,errors=remount-ro")
    said = pi.one("Data")
    assert said.verdict == "wrong"
    assert said.advice.startswith("sudo mount -o remount,rw /home,")


def test_what_is_mounted_deepest_and_last_counts(pi: FakePi) -> None:
    mounted(pi, "none /home tmpfs rw", "/dev/sda3 /home ext4 rw", "none /home/pi/game tmpfs rw")
    assert pi.one("Data") == right("Data", "/home/pi/games on ext4")


def test_a_folder_with_a_space_in_its_name(pi: FakePi) -> None:
    mounted(pi, r"none /my\040games tmpfs rw")
    (pi.root / "my games").mkdir()
    assert pi.one("Data", data=pi.root / "my games").verdict == "wrong"


def test_the_overlay_of_a_pi_forgets(pi: FakePi) -> None:
    mounted(pi, "overlayroot / overlay rw,lowerdir=/lower")
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
    assert said.verdict == verdict
    assert f"{free // 1_000_000} MB free" in said.says


def test_no_journal_yet(pi: FakePi) -> None:
    assert pi.one("Journal") == right("Journal", "none yet, the first game begins it")
    assert list(pi.data.iterdir()) == []


def test_a_journal_that_can_be_read(pi: FakePi) -> None:
    a_game(pi.data / "journal.db")
    assert pi.one("Journal") == right("Journal", "can be read, 1 game, 2 commands")


def test_entries_that_the_disk_has_lost(pi: FakePi) -> None:
    a_game(pi.data / "journal.db")
    write_count(pi.data / "journal.db", 5)
    said = pi.one("Journal")
    assert (said.verdict, said.says) == ("wrong", "has 1 game, 2 commands, 3 more are lost")


def test_a_damaged_journal_is_left_where_it_is(pi: FakePi) -> None:
    file = pi.data / "journal.db"
    a_game(file)
    written = bytearray(file.read_bytes())
    written[4096:8192] = bytes(4096)
    file.write_bytes(written)
    os.utime(file, (NOW, NOW))
    said = pi.one("Journal")
    assert said.verdict == "wrong"
    assert said.advice.startswith("cp /home/pi/games/journal.db ~")
    assert file.read_bytes() == bytes(written)


def test_what_is_no_journal(pi: FakePi) -> None:
    (pi.data / "journal.db").mkdir()
    os.utime(pi.data / "journal.db", (NOW, NOW))
    said = pi.one("Journal")
    assert (said.verdict, "ls -l /home/pi/games/journal.db" in said.advice) == ("wrong", True)
