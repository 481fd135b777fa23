"""The place of the journal."""

from companion.table.lines import FORM, Head, head_line
from tests.maintenance.doctor.fake_pi import FakePi


def test_missing_folder_is_judged_by_its_parent(pi: FakePi) -> None:
    pi.data.rmdir()
    said = pi.one("Data")
    assert (said.verdict, "/home/pi/games" in said.says) == ("right", True)
    pi.locked.add("/home/pi")
    said = pi.one("Data")
    assert (said.verdict, said.advice.endswith(" /home/pi")) == ("wrong", True)
    assert not pi.data.exists()


def test_read_only_disk_is_named_by_its_mount_point(pi: FakePi) -> None:
    pi.mount("/dev/sda3 /home ext4 ro,errors=remount-ro")
    said = pi.one("Data")
    assert (said.verdict, "remount,rw /home," in said.advice) == ("wrong", True)


def test_deepest_and_latest_mount_decides(pi: FakePi) -> None:
    pi.mount("none /home tmpfs ro", "/dev/sda3 /home ext4 rw", "none /home/pi/game tmpfs ro")
    assert pi.one("Data").verdict == "right"


def test_folder_with_a_space_in_its_name_is_found(pi: FakePi) -> None:
    pi.mount(r"none /my\040games tmpfs ro")
    folder = pi.root / "my games"
    folder.mkdir()
    assert pi.one("Data", data=folder).verdict == "wrong"


def test_disk_with_199_mb_left_is_doubtful(pi: FakePi) -> None:
    pi.free = 199_999_999
    said = pi.one("Disk")
    assert (said.verdict, "199 MB" in said.says) == ("doubtful", True)


def test_missing_journal_is_right_and_not_created(pi: FakePi) -> None:
    assert pi.one("Journal").verdict == "right"
    assert list(pi.data.iterdir()) == []


def test_damaged_game_is_reported_and_left_unchanged(pi: FakePi) -> None:
    file = pi.play()
    written = bytearray(file.read_bytes())
    written[-20:-10] = bytes(10)
    file.write_bytes(written)
    said = pi.one("Journal")
    assert (said.verdict, "Game 1 is damaged: 1 entry" in said.says) == ("wrong", True)
    assert file.read_bytes() == bytes(written)


def test_missing_and_incomplete_games_are_reported(pi: FakePi) -> None:
    pi.play().unlink()
    (before,) = pi.data.glob("journal/*/000/0-*.jsonl")
    before.write_bytes(b"")
    said = pi.one("Journal")
    assert "Game 1 is damaged: 2 entries are missing" in said.says
    assert "1 more game is not whole" in said.says


def test_invalid_journal_is_reported(pi: FakePi) -> None:
    (pi.data / "journal" / "3fa9c2d1" / "000").mkdir(parents=True)
    (pi.data / "journal" / "3fa9c2d1" / "000" / "1-6c7de5ee.jsonl").mkdir()
    said = pi.one("Journal")
    assert (said.verdict, "ls -lR /home/pi/games/journal" in said.advice) == ("wrong", True)


def test_journal_of_a_newer_format_is_reported(pi: FakePi) -> None:
    file = pi.play()
    file.write_bytes(head_line(Head(FORM + 1, "3fa9c2d1", 1, "6c7de5ee"), "{}")[0])
    assert pi.one("Journal").verdict == "wrong"


def test_no_backup_finding_without_a_stick(pi: FakePi) -> None:
    pi.mount("tmpfs /media-like tmpfs rw")
    assert pi.found("Backup") == []


def test_configured_backup_folder_is_examined_instead_of_a_stick(pi: FakePi) -> None:
    pi.mount("/dev/sda1 /run/media/sda1 vfat rw")
    pi.locked.add("/srv/cards")
    said = pi.one("Backup", '[copies]\nfolder = "/srv/cards"')
    assert (said.verdict, "/srv/cards" in said.says) == ("doubtful", True)
