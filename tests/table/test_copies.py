"""A second copy holds what the journal held after each hand, and gives it back to the digest."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.errors import DamagedError, JournalError, NewerJournalError
from companion.table import copies as copying
from companion.table.copies import CopyFiles, accepted_since, copies_in, keep_up, newest_copies
from companion.table.copy_contents import newest_first, of_salvaged, whole_of
from companion.table.files import on_disk, opened_read_only, read_count
from companion.table.reader import JournalReader
from companion.table.replacement import put_back
from companion.table.replay import replay
from companion.table.rewriter import Rewriter
from companion.table.table import Table
from tests.table.copied import NEXT, NINETY_NINE, Copied, held_by
from tests.table.damage import entries_in
from tests.table.tables import adding_state, play, table_in


@pytest.fixture
def copied(tmp_path: Path) -> Copied:
    return Copied(tmp_path)


def test_the_first_copy_is_the_whole_journal(copied: Copied) -> None:
    copied.play("8H", "7H")
    copy = copied.keep()
    assert replay(copy.whole).commands == 3
    assert not copy.since.exists()


def test_what_follows_is_appended(copied: Copied) -> None:
    first = copied.keep()
    copied.play("8H", "7H")
    copied.keep()
    copied.table.obey(NINETY_NINE)
    copied.play("9H")
    assert copied.keep() == first
    assert [entry.sequence for entry in accepted_since(first)] == [2, 3, 4, 5]
    assert tuple(held_by(first)) == copied.entries


def test_nothing_new_writes_nothing(copied: Copied, monkeypatch: pytest.MonkeyPatch) -> None:
    copied.keep()
    copied.play("8H")
    copied.keep(whole=True)
    monkeypatch.setattr(copying, "write_backup", lambda *_: pytest.fail("the whole was written"))
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("something was written"))
    copied.keep(whole=True)


def test_a_journal_without_commands_has_no_copy(tmp_path: Path) -> None:
    table_in(tmp_path)
    keep_up(tmp_path / "journal.db", tmp_path / "copies")
    assert not (tmp_path / "copies").exists()


def test_at_the_end_the_whole_is_copied_too(copied: Copied) -> None:
    copy = copied.keep()
    copied.play("8H")
    copied.table.note("lot", player="Ann")
    assert replay(copied.keep(whole=True).whole).commands == 2
    assert [note.kind for note in whole_of(copy).notes] == ["lot"]


def test_a_pause_begins_the_copy_of_another_evening(copied: Copied) -> None:
    first = copied.keep()
    copied.next_evening()
    copied.play("8H")
    second = copied.keep()
    assert (first.number, second.number) == (1, 2)
    assert replay(second.whole).commands == 2


def test_two_evenings_are_kept_of_a_journal(copied: Copied) -> None:
    for card in ("2H", "3H", "4H", "5H"):
        copied.next_evening()
        copied.play(card)
        copied.keep()
    assert [copy.number for copy in copies_in(copied.folder)] == [3, 4]


def test_the_copy_of_another_journal_is_kept(copied: Copied, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    elsewhere = Copied(tmp_path / "other")
    elsewhere.clock.now += 30
    elsewhere.table.obey(NINETY_NINE)
    others = elsewhere.entries
    elsewhere.folder = copied.folder
    elsewhere.keep()
    for card in ("2H", "3H", "4H", "5H"):
        copied.next_evening()
        copied.play(card)
        copied.keep()
    assert [copy.number for copy in copies_in(copied.folder)] == [1, 4, 5]
    assert tuple(held_by(CopyFiles(copied.folder, 1))) == others


def test_no_copy_keeps_a_name_that_was_changed(copied: Copied) -> None:
    copied.keep()
    copied.next_evening()
    copied.table.obey(NEXT)
    copied.keep()
    changes = Rewriter({"Ann": "Guest 1"}, {}).read(copied.table.journal)
    assert copied.table.take_names(changes, forgets=False)
    copied.keep()
    (copy,) = copies_in(copied.folder)
    assert b"Ann" not in copy.whole.read_bytes()
    assert tuple(held_by(copy)) == copied.entries


@pytest.mark.parametrize("header", [True, False], ids=["with its header", "without"])
def test_no_copy_keeps_a_name_that_was_changed_before_the_journal_was_damaged(
    copied: Copied, *, header: bool
) -> None:
    """The stick with the copy was out meanwhile, and the journal is saved in another file."""
    copied.keep()
    copied.rename_ann()
    copied.play("8H")
    copied.table.close()
    content = copied.journal.read_bytes()
    content = content.replace(b'"8H"', b'"9H"') if header else bytes(100) + content[100:]
    copied.journal.write_bytes(content)
    table = table_in(copied.home)
    assert table.journal.trouble
    play(table, "2D")  # as long as nobody plays on, a copy may complete the journal
    copy = copied.keep(whole=True)
    assert [each.number for each in copies_in(copied.folder)] == [2]
    assert b"Ann" not in copy.whole.read_bytes()
    table.close()


def test_a_copy_goes_on_with_a_journal_that_was_damaged(copied: Copied) -> None:
    copied.rename_ann()
    copy = copied.keep()
    copied.play("8H")
    copied.table.close()
    copied.journal.write_bytes(copied.journal.read_bytes().replace(b'"8H"', b'"9H"'))
    table = table_in(copied.home)
    play(table, "9H")
    assert copied.keep() == copy
    table.close()


def test_no_copy_keeps_a_name_that_is_another_in_the_copy_that_takes_over(copied: Copied) -> None:
    copied.keep()
    copied.rename_ann()
    keep_up(copied.journal, copied.home / "stick")
    copied.table.close()
    copied.journal.unlink()
    put_back(copied.journal, whole_of(copies_in(copied.home / "stick")[0]))
    copy = copied.keep()
    assert copies_in(copied.folder) == [copy]
    assert b"Ann" not in copy.whole.read_bytes()


def test_the_text_cut_at_any_byte_gives_back_what_was_whole_and_goes_on(copied: Copied) -> None:
    copy = copied.keep()
    copied.play("8H", "7H", "2D")
    copied.keep()
    text, entries = copy.since.read_bytes(), copied.entries
    for length in range(len(text)):
        copy.since.write_bytes(text[:length])
        whole = text[:length].count(b"\n")
        assert tuple(accepted_since(copy)) == entries[1 : 1 + whole]
    for length in range(0, len(text), 7):
        for rest in (b"", bytes(100), b"\xff{" * 9, bytes(200_000)):
            copy.since.write_bytes(text[:length] + rest)
            copied.keep()
            assert copy.since.read_bytes() == text


def test_the_last_line_that_can_be_read_is_found_behind_many_that_cannot(copied: Copied) -> None:
    copied.keep()
    copied.play("8H", "7H")
    copy = copied.keep()
    with copy.since.open("ab") as file:
        file.write(b"no line of a copy\n" * 10_000)
    copied.play("2D")
    assert copied.keep() == copy
    assert [entry.sequence for entry in accepted_since(copy)] == [2, 3, 4]


def test_a_line_that_was_changed_costs_what_follows_it_in_its_game(copied: Copied) -> None:
    copy = copied.keep()
    copied.play("8H", "7H", "2D")
    copied.keep()
    copy.since.write_bytes(copy.since.read_bytes().replace(b"7H", b"6H"))
    assert tuple(held_by(copy)) == copied.entries[:2]


def test_a_power_cut_while_the_whole_is_written_leaves_the_one_before(
    copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copied.keep()
    before = copy.whole.read_bytes()
    copied.play("8H")
    done: list[str] = []

    def synced(path: Path) -> None:
        done.append(path.name)
        on_disk(path)

    monkeypatch.setattr("companion.table.files.on_disk", synced)
    replaced = Path.replace

    def cut(path: Path, _to: Path) -> Path:
        done.append(f"rename {path.name}")
        raise OSError(5, "cut")

    monkeypatch.setattr(Path, "replace", cut)
    with suppress(OSError):
        copied.keep(whole=True)
    assert done == [".evening-1.db.new", "rename .evening-1.db.new"], "synced before it has its name"
    assert copy.whole.read_bytes() == before
    assert tuple(held_by(copy)) == copied.entries
    monkeypatch.setattr(Path, "replace", replaced)
    assert replay(copied.keep(whole=True).whole).commands == 2


def test_a_full_disk_is_left_room_for_the_journal(copied: Copied, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(copied.home)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=copying.SPARE))
    with pytest.raises(OSError, match="No space"):
        copied.keep()
    assert copies_in(copied.folder) == []


def test_a_damaged_whole_begins_another_copy_and_gives_what_plays_again(copied: Copied) -> None:
    copied.play("8H")
    first = copied.keep()
    copied.play("7H")
    copied.keep()
    first.whole.write_bytes(b"no database" * 100)
    assert copied.keep().number == 2
    assert tuple(held_by(copies_in(copied.folder)[-1])) == copied.entries
    assert list(held_by(first)) == []


def test_a_lost_sector_in_a_whole_is_damage_and_begins_another_copy(copied: Copied) -> None:
    copied.play("2H", "3H", "5H", "6H", "7H", "8H", "2S", "3S", "5S", "6S", "7S", "2D")
    first = copied.keep(whole=True)
    content = bytearray(first.whole.read_bytes())
    row = content.index(b'"card": "2D"')
    sector = row // 512 * 512
    content[sector : sector + 512] = bytes(512)
    first.whole.write_bytes(content)
    with closing(opened_read_only(first.whole)) as database:
        assert database.execute("SELECT command FROM commands ORDER BY sequence DESC").fetchone() == (None,)
        with pytest.raises(DamagedError):
            JournalReader(database).last()
    assert 0 < len(held_by(first)) < len(copied.entries)
    second = copied.keep()
    assert (second.number, tuple(held_by(second))) == (2, copied.entries)


def test_a_text_that_cannot_be_read_costs_only_its_lines_and_begins_another_copy(
    copied: Copied, caplog: pytest.LogCaptureFixture
) -> None:
    copied.play("8H")
    first = copied.keep()
    whole = copied.entries
    first.since.mkdir()  # as a failing stick answers, and also for root, who may read everything
    assert tuple(held_by(first)) == whole
    assert newest_copies([first.folder]) == [(first, None)]
    assert f"{first.since} cannot be read: " in caplog.text
    copied.play("7H")
    second = copied.keep()
    copied.play("2D")
    assert (copied.keep(), second.number) == (second, 2)
    assert tuple(held_by(second)) == copied.entries
    assert first.whole.exists(), "what its text holds may stand nowhere else"


def test_a_whole_that_claims_impossible_lengths_cannot_be_read(copied: Copied) -> None:
    copy = copied.keep()
    sound = copy.whole.read_bytes()
    row, said = sound.index(b'{"cmd"'), []
    for place in range(row - 24, row):  # the header of the row, which has the lengths
        copy.whole.write_bytes(sound[:place] + b"\xff" * 9 + sound[place + 9 :])
        assert list(held_by(copy)) in ([], list(copied.entries))
        with closing(opened_read_only(copy.whole)) as database:
            try:
                list(JournalReader(database).forwards())
            except JournalError as error:
                said.append(str(error))
    assert any("out of memory" in words for words in said)


def test_a_copy_and_a_journal_give_together_what_neither_has_whole(copied: Copied) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.play("2D", "3D", "4D")
    copy = copied.keep()
    copied.play("5C")
    copied.table.close()
    entries = copied.entries
    with closing(sqlite3.connect(copied.journal)) as database, database:
        database.execute("DROP TRIGGER commands_update")
        database.execute("UPDATE commands SET at = at + 9 WHERE sequence = 6")
    for file, was, rotten in (
        (copy.whole, b'"8H"', b'"9H"'),
        (copy.since, b"2D", b"2\xffD"),
        (copied.journal, b'"7H"', b'"9H"'),
        (copied.journal, b'"4D"', b'"4U"'),
    ):
        assert was in file.read_bytes()
        file.write_bytes(file.read_bytes().replace(was, rotten))
    assert whole_of(copy, copied.journal).entries == list(entries)
    assert len(whole_of(copy).entries) < len(entries)


def test_another_journal_adds_nothing_to_a_copy(copied: Copied, tmp_path: Path) -> None:
    copied.play("8H")
    copy = copied.keep()
    (tmp_path / "other").mkdir()
    other = Copied(tmp_path / "other")
    other.clock.now += 30
    other.play("7H")
    other.play("2D")
    other.table.close()
    assert tuple(whole_of(copy, other.journal).entries) == copied.entries


def test_a_copy_says_what_it_holds(copied: Copied) -> None:
    copied.play("8H")
    copied.keep()
    copied.play("7H")
    holding = of_salvaged(whole_of(copied.keep()))
    assert holding is not None
    assert (holding.games, holding.commands, holding.at) == (1, 3, copied.clock.now - copied.pace)
    assert holding.state == copied.table.state


def test_the_newest_command_says_which_copy_is_listed_first(copied: Copied, tmp_path: Path) -> None:
    copied.play("8H", "7H")
    copy = copied.keep()
    broken = CopyFiles(tmp_path / "stick", 9)
    broken.folder.mkdir()
    broken.whole.write_bytes(b"no database" * 100)
    folders = (broken.folder, copied.folder)
    assert newest_copies(folders) == [(copy, 3), (broken, None)]
    assert [held for held, _ in newest_first(folders)] == [copy, broken]


def test_a_copy_of_a_newer_version_is_not_taken(copied: Copied) -> None:
    copied.play("8H")
    copy = copied.keep()
    with closing(sqlite3.connect(copy.whole)) as database:
        database.execute("PRAGMA user_version = 99")
    assert newest_first([copied.folder]) == [(copy, None)]
    with pytest.raises(NewerJournalError, match="newer companion"):
        whole_of(copy)


def test_a_copy_takes_the_place_of_the_journal_which_is_kept(copied: Copied) -> None:
    copied.play("8H", "7H")
    copy, entries = copied.keep(), copied.entries
    copied.play("2D")
    longer = copied.entries
    copied.table.close()
    kept = put_back(copied.journal, whole_of(copy))
    assert kept == copied.home / "journal-replaced-1.db"
    assert entries_in(kept) == longer
    assert copied.entries == entries
    assert read_count(copied.journal) == len(entries)
    assert adding_state(table_in(copied.home)).total == 15


def test_a_copy_without_any_game_holds_nothing(tmp_path: Path) -> None:
    copy = CopyFiles(tmp_path, 1)
    copy.since.write_bytes(b"")
    assert of_salvaged(whole_of(copy)) is None


def test_the_box_goes_on_with_a_copy_in_place_of_the_journal_that_is_open(copied: Copied) -> None:
    copied.play("8H", "7H")
    saved = whole_of(copied.keep())
    table: Table = copied.table
    table.close()
    with suppress(sqlite3.ProgrammingError):
        table.note("anything")
    copied.journal.write_bytes(b"no database" * 100)
    table = table_in(copied.home, copied.clock)
    assert table.state is None
    table.take_over(lambda _progress: saved)
    assert (adding_state(table).total, table.journal.sequence, table.game) == (15, 3, 1)
    assert table.last_new() == NINETY_NINE
    play(table, "2D")
    table.close()
    assert replay(copied.journal).commands == 4
