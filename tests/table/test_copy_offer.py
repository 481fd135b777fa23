"""Where a journal cannot be saved whole, the copies that give more are offered, with what is left of it."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from companion.errors import JournalError
from companion.table.copies import CopyFiles, accepted_since, copies_in, keep_up
from companion.table.copy_contents import whole_of
from companion.table.copy_offer import CopyOffer, offer_for, taken
from companion.table.files import write_count
from companion.table.reader import Entry
from companion.table.recorded import DECLINED, RESUMES
from companion.table.replacement import prepare, put_back
from companion.table.table import Table
from companion.text.copies import what_is_missing
from tests.drivers.game import GameDriver
from tests.table.copied import NEXT, Copied, held_by
from tests.table.damage import PAGE, entries_in, unreadable
from tests.table.golden import FOLDER
from tests.table.tables import adding_state, play, table_in
from tests.table.test_golden import made
from tests.table.test_mended_rules import add_a_game


def started(copied: Copied) -> Table:
    """The table after the box was switched on."""
    return table_in(copied.home, copied.clock)


@contextmanager
def edited(file: Path) -> Iterator[sqlite3.Connection]:
    """Change what the triggers guard; the number of the schema stays, as nobody is renamed."""
    with closing(sqlite3.connect(file)) as database, database:
        (form,) = database.execute("PRAGMA schema_version").fetchone()
        triggers = database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            database.execute(f"DROP TRIGGER {name}")
        yield database
        database.execute(f"PRAGMA schema_version = {form}")


class Damaged(Copied):
    """A table that is played at and copied, whose files somebody damages before the next start."""

    def rot(self, *changes: tuple[int, str, str], file: Path | None = None, lost: int = 0) -> None:
        """Let commands say something else, and lose the newest entries; after it nobody plays here."""
        self.entries_before = self.entries
        self.table.close()
        with edited(file or self.journal) as database:
            for command, was, becomes in changes:
                database.execute(
                    "UPDATE commands SET command = replace(command, ?, ?) WHERE sequence = ?",
                    (was, becomes, command),
                )
            database.execute("DELETE FROM commands WHERE sequence > ?", (len(self.entries_before) - lost,))

    def lose(self) -> None:
        """Lose the journal, and whatever counts its entries."""
        self.table.close()
        for file in self.home.glob("journal.*"):
            file.unlink()

    def offer(self, *others: Path) -> CopyOffer | None:
        """Switch the box on, and see what it offers."""
        with closing(started(self)) as table:
            return offer_for(table.journal, (self.folder, *others))

    def offers(self, *others: Path) -> tuple[list[int], int] | None:
        """The numbers of the copies that are offered, and how many commands play again."""
        offer = self.offer(*others)
        return None if offer is None else ([copy.number for copy in offer.copies], offer.holding.commands)

    def decline(self, *others: Path) -> None:
        """Switch the box on, and go on without what it offers."""
        with closing(started(self)) as table:
            assert offer_for(table.journal, (self.folder, *others)) is not None
            table.note(DECLINED, accepted=table.journal.standing.accepted)

    def take(self, *others: Path) -> Table:
        """Switch the box on, and take what it offers."""
        table = started(self)
        offer = offer_for(table.journal, (self.folder, *others))
        assert offer is not None
        table.take_over(lambda progress: taken(offer, progress))
        assert table.journal.sequence == offer.holding.commands
        return table


@pytest.fixture
def copied(tmp_path: Path) -> Damaged:
    return Damaged(tmp_path)


def played_on(copied: Damaged, *, since: tuple[str, ...] = ()) -> None:
    """Two games: the copy has the last commands in its text, and those `since` then the journal alone."""
    copied.play("8H", "7H", "2D")
    copied.obey(NEXT)
    copied.play("3H", "5C", "2C")
    copied.keep()
    copied.play("6C", "5D", "3D")
    copied.keep()
    copied.play(*since)


def broken(copy: CopyFiles) -> None:
    """The page that has the schema cannot be read any more."""
    content = bytearray(copy.whole.read_bytes())
    content[100] ^= 0xFF
    copy.whole.write_bytes(content)


def broken_header(journal: Path) -> None:
    """The start looks at all of it."""
    content = bytearray(journal.read_bytes())
    content[56] ^= 0x40  # the encoding of its texts
    journal.write_bytes(content)


def of_edition_1(copied: Damaged) -> tuple[Entry, ...]:
    """The entries after the journal and its copy came from rules that were older."""
    copied.table.close()
    copies = copies_in(copied.folder)
    for file in (copied.journal, *(copy.whole for copy in copies)):
        with edited(file) as database:
            database.execute("UPDATE commands SET edition = 1")
    for copy in copies:
        copy.since.write_bytes(copy.since.read_bytes().replace(b'"edition":2', b'"edition":1'))
    return copied.entries


def all_but_a_gap(copied: Damaged) -> CopyFiles:
    """The journal is gone, and the copy has all of it but a command of the first of two games."""
    copied.keep()
    copied.play("8H", "7H")
    copied.obey(NEXT)
    copied.play("2D")
    copy = copied.keep()
    first, _gap, *others = copy.since.read_bytes().splitlines(keepends=True)
    copy.since.write_bytes(first + b"".join(others))
    copied.lose()
    return copy


def another_box(home: Path, *cards: str, later: float = 30) -> Path:
    """The folder of the copies of another box, which began to play so many seconds later."""
    home.mkdir()
    other = GameDriver(home, pace=60)
    other.clock.now += later
    other.obey(NEXT)
    other.play(*cards)
    keep_up(home / "journal.db", home / "copies")
    return home / "copies"


def test_a_new_journal_is_offered_the_copy(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.lose()
    assert copied.offers() == ([1], 3)


def test_a_sound_journal_is_offered_nothing(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.table.close()
    assert copied.offer() is None


def test_a_copy_that_goes_no_further_than_the_journal_is_not_read(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.play("2D")
    copied.rot(lost=1)
    read: list[int] = []
    with closing(started(copied)) as table:
        assert table.journal.missing == 1
        assert offer_for(table.journal, [copied.folder], lambda done, _of: read.append(done)) is None
    assert read == []


def test_a_copy_of_another_journal_is_not_offered_for_a_damaged_one(copied: Damaged, tmp_path: Path) -> None:
    copied.play("8H", "7H")
    copied.keep()
    other = another_box(tmp_path / "other", "2D", "3D", "4D")
    copied.rot((2, "8H", "9H"))
    assert copied.offers(other) == ([1], 3)
    for file in copied.folder.iterdir():
        file.unlink()
    assert copied.offer(other) is None


def test_a_damaged_copy_of_another_journal_is_not_offered(copied: Damaged, tmp_path: Path) -> None:
    copied.play("8H")
    other = another_box(tmp_path / "other", "2D", "3D")
    broken(copies_in(other)[0])
    copied.rot((2, "8H", "9H"))
    assert copied.offer(other) is None
    copied.lose()
    assert copied.offers(other) == ([1], 3)


def test_of_two_boxes_that_share_a_stick_the_newest_copy_is_offered(copied: Damaged, tmp_path: Path) -> None:
    copied.play("8H", "7H", "2D")
    copied.keep()
    other = another_box(tmp_path / "other", "2D", later=-9000)
    for file in copies_in(other)[0]._replace(number=1).folder.iterdir():
        file.rename(copied.folder / file.name.replace("-1", "-2"))
    copied.lose()
    assert copied.offers() == ([1], 4)


def test_a_copy_of_which_all_but_one_line_plays_again_is_offered(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.play("2D", "3D")
    copy = copied.keep()
    *lines, _last = copy.since.read_bytes().splitlines(keepends=True)
    copy.since.write_bytes(b"".join(lines) + b"no line of a copy\n")
    copied.lose()
    assert copied.offers() == ([1], 4)


def test_a_gap_in_an_earlier_game_of_a_copy_counts_before_it_is_offered(copied: Damaged) -> None:
    copy = all_but_a_gap(copied)
    assert copied.offers() == ([1], len(held_by(copy)))
    assert len(held_by(copy)) == 4


def test_copies_complete_one_another(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.next_evening()
    copied.play("2D")
    newer = copied.keep()
    copied.rot((2, "8H", "9H"), file=newer.whole)
    assert [entry.sequence for entry in held_by(newer)] == [1]
    copied.lose()
    assert copied.offers() == ([2, 1], 4)
    assert played_in(copied.take()) == copied.entries_before


def played_in(table: Table) -> tuple[Entry, ...]:
    with closing(table):
        return tuple(table.journal.forwards())


def test_a_copy_of_a_newer_version_is_not_offered(copied: Damaged) -> None:
    copied.play("8H")
    with closing(sqlite3.connect(copied.keep().whole)) as database:
        database.execute("PRAGMA user_version = 99")
    copied.lose()
    assert copied.offer() is None


def test_a_copy_after_which_the_journal_has_gone_on_otherwise_is_not_offered(
    copied: Damaged, tmp_path: Path
) -> None:
    copied.play("8H")
    copied.keep()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copied.keep(whole=True).whole.rename(elsewhere / "journal.db")
    other = GameDriver(elsewhere, pace=3600)
    other.play("2D", "3D", "4D")
    keep_up(elsewhere / "journal.db", elsewhere)
    copied.play("7H", "6H")
    copied.keep()
    copied.rot((3, "7H", "9H"))
    assert copied.offers(elsewhere) == ([copies_in(copied.folder)[-1].number], 4)


def test_the_copy_that_holds_most_is_offered_also_after_somebody_was_renamed(
    copied: Damaged, tmp_path: Path
) -> None:
    copied.keep()
    copied.rename_ann()
    keep_up(copied.journal, tmp_path / "stick")
    copied.lose()
    assert copied.offers(tmp_path / "stick") == ([1], 2)


def test_a_copy_and_a_journal_give_together_what_neither_has_whole(copied: Damaged) -> None:
    played_on(copied, since=("2S",))
    text = copies_in(copied.folder)[-1].since
    text.write_bytes(text.read_bytes().replace(b"5D", b"4D"))
    copied.rot((11, "3D", "4D"))
    table = copied.take()
    assert (table.journal.sequence, table.journal.missing, adding_state(table).total) == (12, 0, 26)
    assert played_in(table) == copied.entries_before


def test_what_the_journal_holds_is_not_lost_to_a_copy(copied: Damaged) -> None:
    played_on(copied)
    copied.rot(lost=2)
    copied_whole = copies_in(copied.folder)[-1].whole
    copied_whole.write_bytes(copied_whole.read_bytes().replace(b'"8H"', b'"9H"'))
    assert played_in(copied.take()) == copied.entries_before


def test_what_is_still_missing_is_said_when_a_copy_has_taken_over(copied: Damaged) -> None:
    played_on(copied, since=("2S", "3S"))
    copied.rot((3, "7H", "6H"), (12, "2S", "4S"), lost=1)
    table = copied.take()
    assert (table.journal.sequence, table.journal.missing) == (11, 2)
    assert table.journal.trouble is not None
    assert "enter the last 2 entries again" in table.journal.trouble
    table.close()


def test_only_the_newest_game_is_left_of_a_journal(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.obey(NEXT)
    copied.play("3H")
    copied.rot((1, "Ann", "Bob"))
    broken_header(copied.journal)
    with closing(started(copied)) as table:
        assert table.journal.sequence == 2
        assert offer_for(table.journal, [copied.folder]) is not None
    assert played_in(copied.take()) == copied.entries_before


def test_a_copy_whose_schema_cannot_be_read_is_offered(copied: Damaged) -> None:
    played_on(copied)
    broken(copies_in(copied.folder)[-1])
    copied.rot((10, "5D", "4D"))
    assert copied.offers() == ([1], 11)


def test_the_question_is_asked_again_until_somebody_answers(copied: Damaged) -> None:
    played_on(copied, since=("2S",))
    copied.rot((7, "5C", "6C"))
    with closing(started(copied)) as table:
        assert offer_for(table.journal, [copied.folder]) is not None
        keep_up(copied.journal, copied.folder)  # as at each start
    assert played_in(copied.take()) == copied.entries_before
    assert copied.offer() is None


def test_a_question_about_another_journal_is_not_asked(copied: Damaged, tmp_path: Path) -> None:
    played_on(copied)
    older = CopyFiles(tmp_path / "stick", 1)
    older.folder.mkdir()
    shutil.copy(copies_in(copied.folder)[-1].whole, older.whole)
    copied.rot((7, "5C", "6C"))
    assert copied.offer() is not None
    put_back(copied.journal, whole_of(older))  # as `companion restore` does meanwhile
    assert copied.offer() is None


def test_a_declined_copy_with_the_same_deal_later_is_not_mixed_in(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.obey(NEXT)
    copied.play("3H")
    copied.keep()
    copied.rot((2, "8H", "9H"), lost=2)
    with closing(started(copied)) as table:
        play(table, "4D", "6D")
        table.obey(NEXT)
        play(table, "2H")
    copied.rot((5, "2H", "3D"))
    assert copied.offer() is None


def test_a_copy_of_which_nothing_plays_hides_no_other(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.next_evening()
    copied.play("2D")
    copied.keep()
    copied.play("3D")
    copied.keep().whole.write_bytes(b"no database" * 100)
    copied.lose()
    assert copied.offers() == ([1], 3)


def test_a_question_that_is_answered_is_not_asked_again(copied: Damaged) -> None:
    played_on(copied)
    copied.rot((7, "5C", "6C"))
    copied.decline()
    assert copied.offer() is None


def test_what_a_mended_rule_has_cancelled_is_not_missing(tmp_path: Path) -> None:
    path = made(FOLDER / "journal-3-again.sql", tmp_path)
    with closing(table_in(tmp_path)) as table:
        play(table, "4C")
        keep_up(path, tmp_path / "copies", whole=True)
        before, accepted = adding_state(table), table.journal.sequence
    assert whole_of(copies_in(tmp_path / "copies")[0]).losses.kept == accepted
    path.write_bytes(b"no database" * 1000)
    with closing(table_in(tmp_path)) as table:
        offer = offer_for(table.journal, [tmp_path / "copies"])
        assert offer is not None
        table.take_over(lambda progress: taken(offer, progress))
        assert (adding_state(table), table.journal.missing) == (before, 0)
        assert table.journal.trouble is None


def test_a_game_of_older_rules_is_kept_as_it_was(tmp_path: Path) -> None:
    path = made(FOLDER / "journal-3-again.sql", tmp_path)
    add_a_game(path)
    with closing(table_in(tmp_path)) as table:
        play(table, "8H")
        keep_up(path, tmp_path / "copies")
        played = tuple(table.journal.forwards())
    (copy,) = copies_in(tmp_path / "copies")
    assert (tuple(held_by(copy)), whole_of(copy).losses.missing) == (played, 0)
    with closing(sqlite3.connect(copy.whole)) as database, database:
        database.execute("DROP TRIGGER commands_update")
        database.execute("UPDATE commands SET digest = x'00' WHERE sequence = 2")
    assert tuple(whole_of(copy, path).entries) == played


def test_a_copy_is_offered_with_what_a_power_cut_has_left_of_the_search(copied: Damaged) -> None:
    played_on(copied)
    copied.rot((3, "7H", "9H"), (7, "5C", "6C"))
    started(copied).close()  # the plug is pulled while the copies are read
    assert played_in(copied.take()) == copied.entries_before


@pytest.mark.parametrize("is_seen", [True, False])
def test_what_was_played_instead_of_lost_entries_is_not_filled_with_these(
    copied: Damaged, *, is_seen: bool
) -> None:
    copied.play("8H", "7H", "2D")
    copied.play("3H", "5C", "2C")
    copied.keep()
    copied.rot(lost=3)
    if is_seen:
        copied.decline()
    with closing(started(copied)) as table:
        play(table, "4D", "6D", "6H")
        table.obey(NEXT)
        play(table, "2H", "3H")
    with closing(sqlite3.connect(copied.journal)) as database, database:
        database.execute("DELETE FROM commands WHERE sequence BETWEEN 5 AND 7")
    broken_header(copied.journal)
    assert copied.offer() is None
    assert len(whole_of(copies_in(copied.folder)[0], copied.journal).entries) == 7


def test_what_older_rules_played_stays_in_its_game_behind_a_hole(copied: Damaged) -> None:
    copied.keep()
    copied.play("8H", "7H", "2D")
    copied.obey(NEXT)
    copied.table.reopen()
    copied.play("3H", "5C")
    copied.keep()
    entries = of_edition_1(copied)
    with edited(copied.journal) as database:
        database.execute("DELETE FROM commands WHERE sequence = 3")
    broken_header(copied.journal)
    with closing(started(copied)):
        games = {entry.at: entry.game for entry in entries}
        played = [entry for entry in copied.entries if not entry.command.startswith(RESUMES)]
        assert [entry.game for entry in played] == [games[entry.at] for entry in played]


def test_a_copy_is_offered_for_what_older_rules_played_and_the_disk_has_changed(copied: Damaged) -> None:
    played_on(copied)
    before = of_edition_1(copied)
    copied.rot((7, "5C", "6C"))
    broken_header(copied.journal)
    with closing(started(copied)) as table:
        assert "all is kept that can be read" in str(table.journal.trouble)
    offer = copied.offer()
    assert offer is not None
    assert (offer.holding.commands, offer.missing) == (11, 0)
    assert what_is_missing(offer.missing, is_all=False, is_damaged=True) == "Journal damaged"
    assert played_in(copied.take()) == before


def test_nothing_is_claimed_of_a_copy_that_may_be_another_box_s(copied: Damaged, tmp_path: Path) -> None:
    copied.play("8H")
    other = another_box(tmp_path / "other", "2D", "3D", "4D")
    copied.table.close()
    copied.journal.write_bytes(bytes(8192))
    with closing(copied.take(other)) as table:
        assert table.journal.trouble is None


def test_what_a_copy_lacks_is_said_until_somebody_plays_on(copied: Damaged) -> None:
    played_on(copied, since=("2S",))
    copied.rot((7, "5C", "6C"), (12, "2S", "4S"))
    copied.take().close()
    for _start in range(2):
        with closing(started(copied)) as table:
            assert table.journal.missing == 1
            assert "enter the last entry again" in str(table.journal.trouble)
    with closing(started(copied)) as table:
        play(table, "2S")
    with closing(started(copied)) as table:
        assert table.journal.trouble is None


def test_a_sector_of_a_copy_s_text_that_cannot_be_read_costs_its_own_lines(
    copied: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied.keep()
    for _hand in range(30):
        copied.play("2D", "2S")
        copied.table.take_back(2)
    copy = copied.keep()
    assert copy.since.stat().st_size > 2 * PAGE
    unreadable(monkeypatch, copy.since, 1)
    numbers = [entry.sequence for entry in accepted_since(copy)]
    assert 40 < len(numbers) < 90
    assert (numbers[0], numbers[-1]) == (2, 91)


def test_a_copy_with_nothing_in_common_counts_where_nothing_else_plays(copied: Damaged) -> None:
    copied.play("8H", "7H")
    copied.keep()
    copied.play("2D")
    copied.rot((1, "cmd", "cmx"), (2, "cmd", "cmx"), (3, "cmd", "cmx"))
    with closing(sqlite3.connect(copied.journal)) as database, database:
        database.execute("DELETE FROM commands WHERE sequence < 4")
    broken_header(copied.journal)
    assert played_in(copied.take()) == copied.entries_before


def test_a_row_that_has_rotted_makes_no_other_journal(copied: Damaged) -> None:
    played_on(copied)
    copied.rot((3, "7H", "9H"))
    with closing(sqlite3.connect(copied.journal)) as database, database:
        database.execute("UPDATE commands SET at = 5.0, digest = x'00' WHERE sequence = 3")
    broken_header(copied.journal)
    assert played_in(copied.take()) == copied.entries_before


@pytest.mark.parametrize("step", ["write_whole", "on_disk", "Path.rename", "Path.replace"])
def test_a_copy_that_cannot_be_put_in_place_changes_nothing(
    copied: Damaged, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    played_on(copied)
    copied.rot(lost=2)
    table = started(copied)
    offer = offer_for(table.journal, [copied.folder])
    assert offer is not None

    def fail(*_arguments: object) -> NoReturn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(f"companion.table.replacement.{step}", fail)
        with pytest.raises(JournalError):
            table.take_over(lambda progress: taken(offer, progress))
    play(table, "7C")
    table.close()
    with closing(started(copied)) as again:
        assert (again.journal.sequence, again.journal.trouble) == (10, None)


def test_a_copy_is_not_taken_without_what_is_left_of_the_journal(
    copied: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(copied, since=("2S",))
    copied.rot((7, "5C", "6C"))
    with closing(started(copied)) as table:
        offer = offer_for(table.journal, [copied.folder])
        assert offer is not None
        assert offer.holding.commands == 12
        monkeypatch.setattr(tempfile, "tempdir", str(copied.home / "gone"))
        with pytest.raises(OSError, match="gone"):
            table.take_over(lambda progress: taken(offer, progress))
        assert table.journal.sequence == 6
    with closing(started(copied)) as table:
        assert offer_for(table.journal, [copied.folder]) is None, "and the next start asks"
    monkeypatch.undo()
    assert played_in(copied.take()) == copied.entries_before


@pytest.mark.parametrize("command", [3, 7], ids=["an earlier game", "the last game"])
def test_damage_before_the_answer_hides_no_loss(copied: Damaged, command: int) -> None:
    played_on(copied)
    copied.rot((command, "7H", "9H"), (command, "5C", "6C"))
    broken_header(copied.journal)
    with closing(started(copied)) as table:
        losses, trouble = table.journal.standing.losses, table.journal.trouble
    assert losses.missing > 0
    broken_header(copied.journal)
    with closing(started(copied)) as table:
        assert (table.journal.standing.losses, table.journal.trouble) == (losses, trouble)
    assert played_in(copied.take()) == copied.entries_before


def test_what_was_lost_is_not_mixed_in_after_damage_before_the_answer(copied: Damaged) -> None:
    played_on(copied)
    copied.rot((7, "5C", "6C"))
    for _damage in range(2):
        broken_header(copied.journal)
        started(copied).close()
    with closing(started(copied)) as table:
        play(table, "4C")
        table.obey(NEXT)
        play(table, "2H")
    with closing(sqlite3.connect(copied.journal)) as database, database:
        database.execute("DROP TRIGGER commands_delete")
        database.execute("DELETE FROM commands WHERE sequence = 7")
    broken_header(copied.journal)
    assert copied.offer() is None


@pytest.mark.parametrize("content", [b"", bytes(9000)])
def test_another_box_is_not_offered_once_the_damaged_file_has_rotted_away(
    copied: Damaged, tmp_path: Path, content: bytes
) -> None:
    played_on(copied)
    copied.rot((7, "5C", "6C"))
    other = another_box(tmp_path / "other", "2D", "3D", "4D", "5D", "6D", "7D", "8D")
    for file in copied.folder.iterdir():
        file.unlink()
    assert copied.offer(other) is None
    (copied.home / "journal-damaged-1.db").write_bytes(content)
    assert copied.offer(other) is None


def test_a_copy_takes_nothing_that_the_journal_plays(copied: Damaged) -> None:
    played_on(copied)
    copied.obey(NEXT)
    copied.play("2H")
    copied.rot((7, "5C", "6C"))
    broken_header(copied.journal)
    assert copied.offer() is not None
    aside = copied.home / "journal-damaged-1.db"
    with closing(sqlite3.connect(aside)) as database, database:
        database.execute("DELETE FROM commands WHERE sequence > 11")
    assert copied.offer() is None


def test_a_copy_that_is_half_in_place_waits_until_nothing_is_played_on(
    copied: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(copied)
    copied.rot(lost=2)
    with closing(started(copied)) as table:
        offer = offer_for(table.journal, [copied.folder])
        assert offer is not None
        prepare(copied.journal, taken(offer), is_copy=True)  # and then the power fails

    def fail(*_arguments: object) -> NoReturn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr("companion.table.replacement.write_whole", fail)
        with pytest.raises(JournalError, match="cannot be opened"):
            started(copied)
    with closing(started(copied)) as table:
        assert (table.journal.sequence, table.journal.trouble) == (11, None)


def test_what_was_lost_before_somebody_played_on_is_not_lost_once_more(copied: Damaged) -> None:
    played_on(copied)
    copied.rot((7, "5C", "6C"))
    with closing(started(copied)) as table:
        assert (table.journal.sequence, table.journal.missing) == (6, 5)
        play(table, "4C", "6D")
    with closing(sqlite3.connect(copied.journal)) as database, database:
        database.execute("DROP TRIGGER commands_delete")
        database.execute("DELETE FROM commands WHERE sequence > 6")
    broken_header(copied.journal)
    with closing(started(copied)) as table:
        assert (table.journal.sequence, table.journal.missing) == (6, 2)


def test_a_copy_stays_as_it_is_while_the_box_asks(copied: Damaged) -> None:
    played_on(copied)
    before = of_edition_1(copied)
    whole = copies_in(copied.folder)[0].whole
    sound = whole.read_bytes()
    copied.rot((3, "7H", "9H"))
    broken_header(copied.journal)
    for _start in range(2):
        with closing(started(copied)):
            copied.keep()
        copied.keep(whole=True)  # as when it is switched off
    assert whole.read_bytes() == sound
    assert [copy.number for copy in copies_in(copied.folder)] == [1, 2]
    assert played_in(copied.take()) == before


def test_no_copy_is_removed_that_may_complete_the_journal(copied: Damaged) -> None:
    played_on(copied)
    copied.next_evening()
    copied.play("4C")
    copied.keep()
    copied.play("2H")
    copied.keep()
    of_edition_1(copied)
    copied.rot((3, "7H", "9H"))
    broken_header(copied.journal)
    with closing(started(copied)):
        copied.keep()
    assert [copy.number for copy in copies_in(copied.folder)] == [1, 2, 3]
    copied.decline()
    copied.keep(whole=True)
    assert [copy.number for copy in copies_in(copied.folder)] == [2, 3]


def test_a_hole_is_not_filled_from_a_copy_of_what_is_left(copied: Damaged) -> None:
    copied.play("8H", "7H", "2D", "3H", "5C", "2C", "6C", "5D")
    copied.obey(NEXT)
    copied.play("3H", "5C")
    copied.keep()
    entries = copied.entries
    copied.table.close()
    with edited(copied.journal) as database:
        database.execute("DELETE FROM commands WHERE sequence BETWEEN 3 AND 9")
    broken_header(copied.journal)
    for _start in range(2):
        assert copied.offers() == ([1], len(entries))
        copied.keep()
    assert played_in(copied.take()) == entries


def test_a_declined_copy_stays_as_it_is_when_the_table_plays_on(copied: Damaged) -> None:
    played_on(copied)
    of_edition_1(copied)
    whole = copies_in(copied.folder)[0].whole
    sound = whole.read_bytes()
    copied.rot((3, "7H", "9H"))
    broken_header(copied.journal)
    copied.decline()
    copied.keep()
    with closing(started(copied)) as table:
        play(table, "4C")
        copied.keep()
    copied.keep(whole=True)
    assert whole.read_bytes() == sound
    assert [copy.number for copy in copies_in(copied.folder)] == [1, 2]


def test_a_journal_with_losses_is_copied_where_no_copy_is(copied: Damaged) -> None:
    played_on(copied)
    for file in copied.folder.iterdir():
        file.unlink()
    copied.rot((3, "7H", "9H"))
    broken_header(copied.journal)
    started(copied).close()
    assert tuple(held_by(copied.keep())) == copied.entries


def test_a_game_that_is_resumed_hides_no_lost_entries(tmp_path: Path) -> None:
    """The box resumes it at the start, because a rule was mended, and the disk has lost the last entries."""
    older, copies = FOLDER / "journal-3-again.sql", tmp_path / "copies"
    copies.mkdir()
    made(older, copies / "evening-1.db")
    accepted = len(held_by(copies_in(copies)[0]))
    path = made(older, tmp_path)
    with edited(path) as database:
        database.execute("DELETE FROM commands WHERE sequence > ?", (accepted - 2,))
    write_count(path, accepted)
    for _start in range(2):
        with closing(table_in(tmp_path)) as table:
            assert entries_in(path)[-1].command.startswith(RESUMES)
            assert table.journal.missing == 2
            assert offer_for(table.journal, [copies]) is not None
            keep_up(path, copies)


def test_a_copy_is_offered_behind_entries_that_a_mended_rule_has_cancelled(tmp_path: Path) -> None:
    path, copies = made(FOLDER / "journal-3-again.sql", tmp_path), tmp_path / "copies"
    with closing(table_in(tmp_path)) as table:
        play(table, "4C")
        keep_up(path, copies)
    with edited(path) as database:
        database.execute("DELETE FROM commands WHERE sequence = 9")
    with closing(table_in(tmp_path)) as table:
        offer = offer_for(table.journal, [copies])
        assert offer is not None
        assert (table.journal.missing, offer.missing) == (1, 1)


def test_a_copy_that_takes_over_after_a_power_cut_says_what_it_lacks(copied: Damaged) -> None:
    all_but_a_gap(copied)
    with closing(started(copied)) as table:
        offer = offer_for(table.journal, [copied.folder])
        assert offer is not None
        prepare(copied.journal, taken(offer), is_copy=True)
    with closing(started(copied)) as table:
        assert "1 entry of earlier games is lost" in str(table.journal.trouble)


def test_a_copy_that_completes_a_new_journal_says_its_losses_once(copied: Damaged) -> None:
    all_but_a_gap(copied)
    with closing(copied.take()) as table:
        lacks = "1 entry of earlier games is lost"  # and nobody knows how many the game that is on has lost
        assert table.journal.trouble == f"The copy is in use. {lacks}. The old journal is kept"
    with closing(started(copied)) as table:
        assert table.journal.trouble is None


def test_a_declined_copy_is_not_asked_about_after_a_game_was_resumed(copied: Damaged) -> None:
    played_on(copied)
    of_edition_1(copied)
    copied.rot((7, "5C", "6C"))
    broken_header(copied.journal)
    copied.decline()
    assert copied.offer() is None
