"""What is left of a damaged journal is played again, checked, and kept."""

import errno
import os
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from companion.errors import DiskError
from companion.rules.commands import Claim, New
from companion.table import replacement
from companion.table.damaged_file import Remains, read_remains
from companion.table.files import on_disk, write_count, write_whole
from companion.table.reader import JournalNote
from companion.table.replay import replay
from companion.table.reserve import keep_room
from companion.table.salvage import salvage, salvaged
from companion.table.table import Table
from tests.depth import FULL
from tests.journals import left_open
from tests.table.damage import PAGE, Played, attempt, checkpointed, moments_of, played, readable, unreadable
from tests.table.tables import StillClock, play, table_in

NINETY_NINE = New(variant="ninety-nine", players=("Ann", "Bo"))


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """An evening of several games, whose last commands stand in the log."""
    return played(tmp_path_factory.mktemp("cut"), 400)


@pytest.fixture(scope="module")
def evening(cut: Played, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The same evening, all of it in the file."""
    return checkpointed(cut, tmp_path_factory.mktemp("closed") / "closed")


def root_of(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as database:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        return int(database.execute(query, (name,)).fetchone()[0])


def leaf_of(path: Path, table: str, place: int = 0) -> int:
    """The page of rows that the root of a table names in that place."""
    root = root_of(path, table)
    page = path.read_bytes()[(root - 1) * PAGE : root * PAGE]
    assert page[0] == 5, "the evening is too short to fill two pages"
    cell = int.from_bytes(page[12 + 2 * place : 14 + 2 * place], "big")
    return int.from_bytes(page[cell : cell + 4], "big")


def zeroed(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(content)


def without_newest(path: Path, index: str) -> None:
    """Removes the last key of an index, and leaves its only page sound (SQLite's file format, 1.6)."""
    content = bytearray(path.read_bytes())
    start = (root_of(path, index) - 1) * PAGE
    assert content[start] == 10, "the index has more than one page"
    keys, lowest = struct.unpack_from(">HH", content, start + 3)
    (cell,) = struct.unpack_from(">H", content, start + 8 + 2 * (keys - 1))
    assert cell == lowest, "the last key lies between others"
    length = 1 + content[start + cell]
    struct.pack_into(">HH", content, start + 3, keys - 1, lowest + length)
    path.write_bytes(content)


@pytest.fixture
def folder(evening: Played, tmp_path: Path) -> Path:
    """A copy of the evening to damage."""
    shutil.copytree(evening.folder, tmp_path / "folder")
    return tmp_path / "folder"


@pytest.mark.parametrize("name", ["commands", "commands_of_a_game", "notes"])
def test_the_pages_above_the_rows_and_the_index_cost_nothing(
    folder: Path, evening: Played, name: str
) -> None:
    path = folder / "journal.db"
    sound = read_remains(path)
    zeroed(path, root_of(path, name))
    assert read_remains(path) == sound
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (evening.last, len(evening.entries))
    assert str(table.journal.trouble).startswith("The journal was damaged, but no entry is lost. ")
    table.close()


def test_an_index_that_lacks_the_newest_entry_costs_nothing(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(NINETY_NINE)
    play(table, "8H", "3C")
    before = moments_of(table)
    table.close()
    without_newest(tmp_path / "journal.db", "commands_of_a_game")
    again = table_in(tmp_path)
    assert moments_of(again) == before
    assert str(again.journal.trouble).startswith("The journal was damaged, but no entry is lost. ")
    again.close()


@pytest.mark.parametrize(
    ("sound", "damage"),
    [(b"TBLC", b"TBLA"), (b"SQLite f", b"SQLite g"), (b" previous INTEGER", b" prewious INTEGER")],
)
def test_a_wrong_bit_in_the_first_page_costs_nothing(
    folder: Path, evening: Played, sound: bytes, damage: bytes
) -> None:
    path = folder / "journal.db"
    content = path.read_bytes()
    assert sound in content[:PAGE]
    path.write_bytes(content.replace(sound, damage, 1))
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (evening.last, len(evening.entries))
    assert table.journal.trouble is not None
    table.close()


def test_the_first_page_costs_nothing(folder: Path, evening: Played) -> None:
    zeroed(folder / "journal.db", 1)
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (evening.last, len(evening.entries))
    table.close()


def test_a_page_of_commands_costs_its_games_their_end(folder: Path, evening: Played) -> None:
    path = folder / "journal.db"
    zeroed(path, leaf_of(path, "commands"))
    left = readable(folder, evening)
    table = table_in(folder)
    assert moments_of(table) == evening.last
    assert 0 < table.journal.sequence <= left < len(evening.entries)
    missing = len(evening.entries) - table.journal.sequence
    assert f"{missing} entries of earlier games are lost" in str(table.journal.trouble)
    table.close()
    assert replay(path).commands == table.journal.sequence


def test_a_page_of_notes_costs_only_its_notes(folder: Path, evening: Played) -> None:
    path = folder / "journal.db"
    sound = read_remains(path)
    zeroed(path, leaf_of(path, "notes"))
    table = table_in(folder)
    assert moments_of(table) == evening.last
    assert 0 < len(table.journal.notes()) < len(sound.notes)
    table.close()


def test_who_waits_hears_how_far_the_pages_and_then_the_entries_are(folder: Path) -> None:
    told: list[tuple[int, int]] = []
    saved = salvage(folder / "journal.db", progress=lambda done, of: told.append((done, of)))
    (begun, pages), *entries = told
    assert begun == 0
    assert pages < len(saved.entries)
    assert entries == [(0, 248), (200, 248)]


def test_the_newest_commands_are_read_from_the_log(cut: Played, tmp_path: Path) -> None:
    shutil.copytree(cut.folder, tmp_path / "folder")
    path = tmp_path / "folder" / "journal.db"
    path.write_bytes(path.read_bytes()[: 3 * PAGE])
    table = table_in(tmp_path / "folder")
    assert moments_of(table) in cut.stood
    assert table.journal.sequence > 0
    table.close()


def test_what_the_log_has_lost_is_missing(cut: Played, tmp_path: Path) -> None:
    shutil.copytree(cut.folder, tmp_path / "folder")
    path = tmp_path / "folder" / "journal.db"
    log = path.with_name("journal.db-wal")
    content = log.read_bytes()[: log.stat().st_size // 2]
    log.write_bytes(content)
    lost = len(cut.entries) - max(read_remains(path).entries)
    zeroed(path, leaf_of(path, "commands"))
    log.write_bytes(content)  # because `leaf_of` has opened it
    table = table_in(tmp_path / "folder")
    assert moments_of(table) in cut.stood
    assert f"enter the last {lost} entries again. " in str(table.journal.trouble)
    table.close()
    again = table_in(tmp_path / "folder")
    assert again.journal.trouble == table.journal.trouble
    again.close()


@pytest.mark.parametrize("broken", [(3,), (0, 7)], ids=len)
def test_a_broken_row_costs_hardly_another(folder: Path, broken: tuple[int, ...]) -> None:
    path = folder / "journal.db"
    sound = read_remains(path)
    content = bytearray(path.read_bytes())
    cells = (leaf_of(path, "commands", 1) - 1) * PAGE + 8
    for row in broken:
        content[cells + 2 * row : cells + 2 * row + 2] = (PAGE - 1).to_bytes(2, "big")
    path.write_bytes(content)
    # Python 3.11 steps on before it hands out a row, and so loses the one before the error.
    assert len(sound.entries) - 3 * len(broken) <= len(read_remains(path).entries) < len(sound.entries)


def test_receipts_are_kept(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.journal.pending["node"] = 7
    table.obey(NINETY_NINE)
    table.close()
    zeroed(tmp_path / "journal.db", 1)
    again = table_in(tmp_path)
    assert again.journal.taken == {"node": 7}
    again.close()


@pytest.mark.parametrize("seed", range(1000 if FULL else 36))
def test_no_damage_makes_a_wrong_game(cut: Played, evening: Played, tmp_path: Path, seed: int) -> None:
    attempt((cut, evening)[seed // 6 % 2], seed, tmp_path / "damaged")


class PowerCut(BaseException):
    """Nothing runs any more."""


@pytest.mark.parametrize("step", range(1, 13))
def test_a_power_cut_loses_nothing_and_hides_no_loss(
    cut: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(cut.folder, folder)
    log = (folder / "journal.db-wal").read_bytes()
    zeroed(folder / "journal.db", leaf_of(folder / "journal.db", "commands"))
    (folder / "journal.db-wal").write_bytes(log)
    saved, remains = salvage(folder / "journal.db"), read_remains(folder / "journal.db")
    shutil.copytree(folder, tmp_path / "uncut")
    with closing(table_in(tmp_path / "uncut")) as uncut:
        standing, trouble = uncut.journal.standing, uncut.journal.trouble
    steps = iter(range(1, step))

    def until_then(does: Callable[..., object]) -> Callable[..., object]:
        def do(*arguments: object, **given: object) -> object:
            if next(steps, None) is None:
                raise PowerCut
            return does(*arguments, **given)

        return do

    with monkeypatch.context() as patched, suppress(PowerCut):
        patched.setattr(replacement, "on_disk", until_then(on_disk))
        patched.setattr(replacement, "write_count", until_then(write_count))
        for name in ("rename", "replace"):
            patched.setattr(Path, name, until_then(getattr(Path, name)))
        table_in(folder)
    shutil.copytree(folder, tmp_path / "again", ignore=shutil.ignore_patterns("*-shm"))
    left_open()
    table = table_in(tmp_path / "again")
    assert (moments_of(table), table.journal.sequence) == (cut.last, len(saved.entries))
    assert (table.journal.standing, table.journal.trouble) == (standing, trouble)
    assert standing.losses.others_missing > 0
    table.close()
    databases = sorted(file.name for file in (tmp_path / "again").glob("*.db"))
    assert databases == ["journal-damaged-1.db", "journal.db"]
    assert read_remains(tmp_path / "again" / "journal-damaged-1.db") == remains


def spoilt(table: Table, *sequences: int) -> Table:
    """The table closed, some entries of its journal made unreadable, and started again."""
    table.close()
    path = table.journal.path
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER commands_update")
        database.executemany(
            "UPDATE commands SET command = '{' WHERE sequence = ?", [(n,) for n in sequences]
        )
    zeroed(path, 1)
    return table_in(path.parent)


@pytest.fixture
def three_games(tmp_path: Path) -> Table:
    """1 to 3: the first game; 4 to 6: the second; 7 to 9: the third."""
    table = table_in(tmp_path, StillClock())
    for cards in (("8H", "3C"), ("9H", "4C"), ("7H", "5C")):
        table.obey(NINETY_NINE)
        play(table, *cards)
    table.judge(Claim(total=12))
    return table


def test_a_gap_in_an_earlier_game_ends_that_game(three_games: Table) -> None:
    table = spoilt(three_games, 5)
    assert moments_of(table) == moments_of(three_games)
    assert (table.game, table.journal.sequence, len(table.journal.of_game(2))) == (3, 7, 1)
    assert "2 entries of earlier games are lost" in str(table.journal.trouble)
    assert [note.after for note in table.game_notes] == [7]
    assert replay(table.journal.path).games == 3


def test_a_journal_that_lacks_earlier_entries_is_not_else_whole(three_games: Table) -> None:
    assert not spoilt(three_games, 5).journal.is_else_whole


def test_a_journal_that_lacks_only_its_last_entry_is_else_whole(three_games: Table) -> None:
    assert spoilt(three_games, 9).journal.is_else_whole


def test_games_behind_a_lost_one_get_its_number(three_games: Table) -> None:
    table = spoilt(three_games, 4)
    assert moments_of(table) == moments_of(three_games)
    assert table.game == 2
    table.take_back(2)
    table.reopen()
    assert len(table.moments) == 3


def test_a_game_with_a_gap_stands_before_it(three_games: Table) -> None:
    table = spoilt(three_games, 8)
    assert moments_of(table) == moments_of(three_games)[:1]
    assert "enter the last 2 entries again. " in str(table.journal.trouble)


def test_the_game_that_was_returned_to_is_on(three_games: Table) -> None:
    before = moments_of(three_games)
    for card in ("2H", "2C"):
        three_games.obey(NINETY_NINE)  # 10 and 13
        three_games.reopen()  # 11 and 14
        play(three_games, card)  # 12 and 15
    table = spoilt(three_games, 11)
    assert moments_of(table) == before
    assert table.tally() == three_games.tally()
    again = spoilt(table, 1)
    assert moments_of(again) == before
    assert again.game == 2


def test_newer_games_follow_the_one_that_was_on(three_games: Table) -> None:
    three_games.obey(NINETY_NINE)  # 10
    three_games.reopen()  # 11
    three_games.obey(NINETY_NINE)  # 12
    table = spoilt(three_games, 11)
    assert table.can_reopen
    table.reopen()
    assert table.game == 3


def test_nobody_claims_that_nothing_is_lost_without_a_count(three_games: Table) -> None:
    write_count(three_games.journal.path, 0)
    three_games.journal.database.close()
    zeroed(three_games.journal.path, 1)
    again = table_in(three_games.journal.path.parent)
    assert "all is kept that can be read" in str(again.journal.trouble)


def test_entries_behind_a_count_that_lags_are_missing_as_well(three_games: Table) -> None:
    last = three_games.journal.sequence
    write_count(three_games.journal.path, 1)
    again = spoilt(three_games, last - 1)
    assert again.journal.missing == 2
    assert "enter the last 2 entries again" in str(again.journal.trouble)


def test_a_number_that_stands_alone_is_none_of_an_entry(evening: Played) -> None:
    remains = read_remains(evening.folder / "journal.db")
    last = remains.entries.pop(len(evening.entries))
    assert salvaged(remains, 0).losses.accepted == len(evening.entries) - 1
    remains.entries[10**9] = msgspec.structs.replace(last, sequence=10**9)
    assert salvaged(remains, 0).losses.accepted == len(evening.entries) - 1
    del remains.entries[len(evening.entries) - 1]
    remains.entries[len(evening.entries)] = msgspec.structs.replace(last, digest=b"")
    assert salvaged(remains, 0).losses.accepted == len(evening.entries) - 2


def test_a_row_that_claims_an_impossible_length_costs_none_before_or_behind_it(three_games: Table) -> None:
    three_games.close()
    path = three_games.journal.path
    sound, every = path.read_bytes(), read_remains(path).entries
    row = sound.index(every[5].command.encode())
    place = row - 12  # in the header of the row, which has the lengths
    path.write_bytes(sound[:place] + b"\xff" * 9 + sound[place + 9 :])
    assert read_remains(path).entries.keys() == every.keys() - {5}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_salvage_only_reads(folder: Path) -> None:
    zeroed(folder / "journal.db", 1)
    before = contents(folder)
    salvage(folder / "journal.db")
    assert contents(folder) == before


def test_notes_are_kept_of_what_is_kept_and_of_the_time_before_the_first_entry() -> None:
    notes = {number: JournalNote(after, float(number), "claim", {}) for number, after in ((1, 0), (2, 5))}
    saved = salvaged(Remains({}, notes, {}), 0)
    assert (saved.notes, saved.losses.accepted) == ([notes[1]], 0)


def test_a_damaged_journal_is_saved_once_the_kept_room_is_free(
    folder: Path, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "journal.db"
    keep_room(path)
    zeroed(path, 1)
    placed = replacement.put_in_place

    def place(journal: Path) -> object:
        if path.with_suffix(".reserve").exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(journal))
        return placed(journal)

    monkeypatch.setattr("companion.table.journal.put_in_place", place)
    with closing(table_in(folder)) as table:
        assert (moments_of(table), table.journal.sequence) == (evening.last, len(evening.entries))


def test_a_difference_found_by_replaying_is_saved_once_the_kept_room_is_free(
    folder: Path, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "journal.db"
    keep_room(path)
    with closing(sqlite3.connect(path)) as database:
        query = "UPDATE commands SET digest = x'00' WHERE sequence = ?"
        database.execute("DROP TRIGGER commands_update")
        database.execute(query, (len(evening.entries),))
        database.commit()

    def write(file: Path, content: bytes) -> None:
        if path.with_suffix(".reserve").exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        write_whole(file, content)

    monkeypatch.setattr("companion.table.replacement.write_whole", write)
    with closing(table_in(folder)) as table:
        assert table.journal.sequence == len(evening.entries) - 1
        assert (folder / "journal-damaged-1.db").exists()


class FullConnection(sqlite3.Connection):
    """A connection to a database that the disk has no room for."""

    def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
        if query == "COMMIT" or "wal_checkpoint" in query:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(query, values)  # type: ignore[arg-type]  # typeshed keeps its name for these private


def full_for(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Lets the disk have no room for what SQLite writes to a file of that name."""
    connected = sqlite3.connect

    def connect(path: Path, **given: Any) -> Any:
        return connected(path, **(given | ({"factory": FullConnection} if Path(path).name == name else {})))

    monkeypatch.setattr(sqlite3, "connect", connect)


def fails(monkeypatch: pytest.MonkeyPatch, function: str, number: int) -> None:
    def fail(path: Path = Path(), *_: object) -> NoReturn:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(function, fail)


COPYING = "pathlib.Path.write_bytes"
SYNCING = "companion.table.replacement.on_disk"


@pytest.mark.parametrize(
    ("fault", "breaks"),
    [
        ("full", partial(fails, function=COPYING, number=errno.ENOSPC)),
        ("full", partial(full_for, name="copy.db")),
        ("full", partial(full_for, name=".journal.db.new")),
        ("full", partial(fails, function=SYNCING, number=errno.ENOSPC)),
        ("read-only", partial(fails, function=SYNCING, number=errno.EROFS)),
        ("failing", partial(fails, function=SYNCING, number=errno.EIO)),
    ],
    ids=["copying", "reading", "committing", "syncing", "read-only", "failing"],
)
def test_a_disk_that_does_not_take_what_is_saved_leaves_the_journal_for_the_next_start(
    cut: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, breaks: Callable[..., None]
) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(cut.folder, folder)
    log = folder / "journal.db-wal"
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)
    before = contents(folder)
    with monkeypatch.context() as patched:
        breaks(patched)
        with pytest.raises(DiskError) as refused:
            table_in(folder)
    assert refused.value.fault == fault
    (folder / "journal.db-shm").unlink(missing_ok=True)
    assert contents(folder) == before
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (cut.last, len(cut.entries))
    table.close()


def test_a_start_on_a_full_disk_saves_a_journal_in_the_room_that_was_kept(
    folder: Path, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "journal.db"
    keep_room(path)
    zeroed(path, 1)

    def synced(file: Path) -> None:
        if path.with_suffix(".reserve").exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        on_disk(file)

    monkeypatch.setattr(replacement, "on_disk", synced)
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (evening.last, len(evening.entries))
    table.close()


def test_a_damaged_journal_on_a_disk_with_room_leaves_the_kept_room(folder: Path) -> None:
    keep_room(folder / "journal.db")
    zeroed(folder / "journal.db", 1)
    table_in(folder).close()
    assert (folder / "journal.reserve").exists()


def test_a_journal_that_no_disk_has_room_to_read_in_is_not_gone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zeroed(folder / "journal.db", 1)
    fails(monkeypatch, "companion.table.damaged_file.TemporaryDirectory", errno.ENOENT)
    with pytest.raises(DiskError, match="The disk is full"):
        table_in(folder)


def test_a_sector_that_cannot_be_read_costs_its_own_rows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "journal.db"
    leaf = leaf_of(path, "commands")
    sound = read_remains(path)
    unreadable(monkeypatch, path, leaf - 1)
    left = read_remains(path)
    assert 0 < len(left.entries) < len(sound.entries)
    monkeypatch.undo()
    zeroed(path, leaf)
    assert read_remains(path) == left


def test_a_header_that_cannot_be_read_costs_nothing(
    folder: Path, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable(monkeypatch, folder / "journal.db", 0)
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (evening.last, len(evening.entries))
    assert (folder / "journal-damaged-1.db").exists()
    table.close()


def test_a_sector_of_the_log_that_cannot_be_read_costs_its_own_commands(
    cut: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(cut.folder, folder)
    unreadable(monkeypatch, folder / "journal.db-wal", 3)
    table = table_in(folder)
    assert (moments_of(table), table.journal.sequence) == (cut.last, len(cut.entries))
    assert (folder / "journal-damaged-1.db").exists()
    table.close()


def test_a_journal_of_which_nothing_can_be_read_is_moved_aside_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "journal.db"
    unreadable(monkeypatch, path, *range(path.stat().st_size // PAGE))
    table = table_in(folder)
    assert table.game is None
    assert "is kept as journal-damaged-1.db" in str(table.journal.trouble)
    table.close()
