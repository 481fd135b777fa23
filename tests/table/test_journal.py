"""The journal: its content after a start, the journals it rejects, its reports of damage."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.commands import as_json
from companion.errors import DamagedError, DiskError, JournalError, NewerJournalError
from companion.table.files import ACCEPTED
from companion.table.journal import Journal
from companion.table.lines import FORM, Entry, Head, JournalNote, head_line
from companion.table.reader import game_file, read_only
from companion.table.recorded import Reopen
from tests.journals import journal_at, records_of
from tests.soak.disk import Disk


def new(game: int) -> Entry:
    return Entry(game, 5.0, '{"cmd": "new", "players": ["a1", "b2"]}', b"digest", (), "{}")


def play(game: int, card: str = "8H") -> Entry:
    return Entry(game, 6.0, f'{{"cmd": "play", "card": "{card}"}}', b"other", origin="phone")


def reopen(game: int) -> Entry:
    return Entry(game, 7.0, as_json(Reopen()), b"third")


def note(kind: str = "lot") -> JournalNote:
    return JournalNote(0, 8.0, kind, {"player": "a1"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal"


@pytest.fixture
def journal(path: Path) -> Journal:
    """A journal of two games; the second is in progress."""
    journal = journal_at(path)
    for entry in (new(1), play(1), new(2), play(2)):
        journal.append(entry)
    return journal


def again(journal: Journal, *, closed: bool = True) -> Journal:
    """Return the journal after the next start."""
    if closed:
        journal.close()
    else:
        journal.abandon()
    return journal_at(journal.path)


def file_of(journal: Journal, game: int) -> Path:
    path = journal.path_of(game)
    assert path is not None
    return path


def commands(journal: Journal, game: int) -> list[str]:
    return [json.loads(entry.command)["cmd"] for entry in journal.record(game).entries]


def test_entries_are_read_back_with_number_and_boot_id(
    journal: Journal,
) -> None:
    journal = again(journal)
    assert journal.record(2).entries == (
        replace(new(2), sequence=3, boot="b0070001"),
        replace(play(2), sequence=4, boot="b0070001"),
    )
    assert (journal.sequence, journal.games, journal.game) == (4, 2, 2)
    assert [record.number for record in records_of(journal)] == [2, 1, 0]


def test_notes_before_and_within_a_game_are_stored(path: Path) -> None:
    journal = journal_at(path)
    journal.note(note())
    journal.append(new(1))
    journal.note(note("claim"))
    journal = again(journal)
    assert [[one.kind for one in journal.record(game).notes] for game in (0, 1)] == [
        ["lot"],
        ["claim"],
    ]


def test_reopen_ends_the_current_game_and_resumes_the_previous_one(journal: Journal) -> None:
    journal.append(reopen(1))
    journal = again(journal)
    journal.append(play(1, "9H"))
    assert commands(journal, 2) == ["new", "play", "reopen"]
    assert commands(journal, 1) == ["new", "play", "play"]
    journal = again(journal, closed=False)
    assert (journal.game, journal.games, journal.sequence) == (1, 2, 6)
    journal.append(new(3))
    assert [seal.game for seal in journal.record(3).head.before] == [2, 1]


def test_receipts_of_a_reopened_game_are_newer_than_those_of_the_game_left(
    journal: Journal,
) -> None:
    for number, entry in enumerate((play(2), reopen(1), play(1)), start=1):
        journal.pending["node"] = number
        journal.append(entry)
    assert again(journal).taken == {"node": 3}


def test_receipt_is_written_with_its_card_and_copied_to_the_next_game(
    journal: Journal,
) -> None:
    journal.pending["node"] = 7
    journal.append(play(2))
    assert (journal.taken, journal.pending) == ({"node": 7}, {})
    journal.append(new(3))
    assert journal.record(3).head.receipts == {"node": 7}


def test_unclean_stop_is_known_at_the_next_start(journal: Journal) -> None:
    journal = again(journal, closed=False)
    assert journal.was_cut_off
    assert not again(journal).was_cut_off


def test_other_readers_see_only_accepted_lines(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before_it_counts:
        before_it_counts.setattr(Journal, "_accept", lambda *_: None)
        journal.append(play(2, "9H"))
        assert len(read_only(journal.path).record(2).entries) == 2
        journal.append(new(3))
        assert list(read_only(journal.path).numbers()) == [2, 1, 0]
    journal.append(play(3))
    assert list(read_only(journal.path).numbers()) == [3, 2, 1, 0]


def test_torn_line_is_removed_silently_at_the_start(journal: Journal) -> None:
    journal.abandon()
    file = file_of(journal, 2)
    content = file.read_bytes()
    end = content.index(b"\n\n") + 1
    file.write_bytes(content[:end] + b'{"n":5,"at":' + content[end + 12 :])
    journal = again(journal)
    assert (journal.trouble, journal.missing, journal.sequence) == (None, 0, 4)
    assert file.read_bytes() == content[:end].ljust(len(content), b"\n")


@pytest.fixture
def damaged(journal: Journal) -> Journal:
    """The journal, restarted after damage to its last line."""
    journal.close()
    file = file_of(journal, 2)
    content = file.read_bytes()
    file.write_bytes(content[:-40] + b"?" + content[-39:])
    return journal_at(journal.path)


def test_damaged_file_is_kept_and_the_missing_entries_are_reported(damaged: Journal) -> None:
    assert damaged.trouble is not None
    assert "The disk has lost the last entry" in damaged.trouble
    assert "Game 2 is damaged" in damaged.trouble
    assert (damaged.missing, commands(damaged, 2), commands(damaged, 1)) == (
        1,
        ["new"],
        ["new", "play"],
    )
    (kept,) = damaged.box.glob("000/*.damaged-1")
    assert b"?" in kept.read_bytes()
    damaged.append(play(2, "9H"))
    assert again(damaged).trouble is None


def test_damage_is_reported_once_even_after_another_power_cut(journal: Journal, disk: Disk) -> None:
    journal.close()
    file = file_of(journal, 2)
    file.write_bytes(file.read_bytes()[:-40])
    disk.start()
    assert again(journal, closed=False).trouble is not None
    disk.cut(random.Random(3))  # noqa: S311  # not a secret
    assert journal_at(journal.path).trouble is None


def test_shortened_game_is_not_stored_twice(journal: Journal) -> None:
    journal.close()
    file = file_of(journal, 2)
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    assert journal_at(journal.path).trouble == "The disk has lost the last entry: enter it again"
    assert not list(journal.box.rglob("*.damaged-1"))


def test_lost_notes_are_reported_too(journal: Journal) -> None:
    journal.note(note())
    journal.close()
    file = file_of(journal, 2)
    *lines, _note = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines))
    assert journal_at(journal.path).trouble == "Game 2 is damaged; its file stays"


def test_game_with_a_damaged_beginning_yields_to_the_previous_game(journal: Journal) -> None:
    journal.close()
    file_of(journal, 2).write_bytes(b"?" + file_of(journal, 2).read_bytes())
    journal = journal_at(journal.path)
    assert (journal.game, journal.games, journal.missing) == (1, 2, 2)
    journal.append(new(3))
    assert (journal.game, again(journal).game) == (3, 3)


def test_journal_without_a_readable_game_begins_a_file_for_the_next_start(
    journal: Journal,
) -> None:
    journal.close()
    for game in (0, 1, 2):
        file_of(journal, game).unlink()
    journal = journal_at(journal.path)
    assert (journal.missing, journal.games) == (4, 3)
    assert again(journal).trouble is None


def test_damaged_game_is_not_reopened_and_not_changed(journal: Journal) -> None:
    file = file_of(journal, 1)
    file.write_bytes(file.read_bytes() + b"?")
    with pytest.raises(DamagedError, match="Game 1 is damaged"):
        journal.append(reopen(1))
    assert file.read_bytes().endswith(b"?")
    assert journal.game == 2


def test_two_journals_in_one_folder_require_the_name_of_the_current_one(
    journal: Journal, path: Path
) -> None:
    journal.close()
    other = "0" * 8 if journal.box.name > "1" else "f" * 8
    (path / other).mkdir()
    (path / "box").write_text(f"{journal.box.name}\n")
    assert read_only(path).sequence == 4


def test_newer_journal_is_refused_unchanged(path: Path) -> None:
    line, _ = head_line(Head(FORM + 1, "ab" * 4, 1, "cd" * 4), None)
    file = game_file(path / ("ab" * 4), 1, "cd" * 4)
    file.parent.mkdir(parents=True)
    file.write_bytes(line)
    with pytest.raises(NewerJournalError):
        Journal(path)
    with pytest.raises(NewerJournalError):
        read_only(path).record(1)
    assert [one.read_bytes() for one in path.rglob("*.jsonl")] == [line]


def test_folder_without_a_journal_is_reported(path: Path) -> None:
    with pytest.raises(JournalError, match="No journal in"):
        read_only(path)
    path.parent.joinpath("file").touch()
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(path.parent / "file" / "journal")


# On a failing disk.


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with Disk(tmp_path) as disk:
        yield disk


def test_full_disk_refuses_a_game_and_stores_cards_in_reserved_space(
    disk: Disk, journal: Journal
) -> None:
    disk.is_full = True
    with pytest.raises(DiskError, match="The disk is full"):
        journal.append(new(3))
    journal.append(play(2, "9H"))
    disk.is_full = False
    journal.append(new(3))
    assert commands(again(journal), 2) == ["new", "play", "play"]
    assert {path.name for path in journal.box.glob("000/.*")} == set()


def test_refused_line_is_rolled_back_before_the_next_write(disk: Disk, journal: Journal) -> None:
    disk.failing_syncs = -1
    for card in ("9H", "TH"):
        with pytest.raises(DiskError):
            journal.append(play(2, card))
    journal.note(note())
    assert journal.fault is not None
    disk.failing_syncs = 0
    journal.try_again()
    assert journal.fault is None
    assert disk.is_synced
    journal.append(play(2, "JH"))
    assert [entry.command for entry in again(journal).record(2).entries][2:] == [
        play(2, "JH").command
    ]


def test_folder_with_an_unsynced_name_is_created_again(disk: Disk, path: Path) -> None:
    disk.failing_syncs = 1
    with pytest.raises(JournalError):
        Journal(path)
    assert not path.exists()


def test_count_of_accepted_lines_may_be_lost(journal: Journal) -> None:
    (journal.box / ACCEPTED).unlink()
    journal = again(journal, closed=False)
    assert (journal.trouble, journal.sequence, journal.game) == (None, 4, 2)
