"""A damaged journal is kept, said, and never believed."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.rules.commands import Claim, New
from companion.table.files import count_of, write_count
from companion.table.reader import read_only
from companion.table.replay import replay
from companion.table.table import Table
from tests.journals import journal_at
from tests.table.evenings import Evening, do
from tests.table.tables import VARIANTS, StillClock, play, table_in

SAYS = "The journal was damaged and is kept as journal-damaged-1.db"
KEPT = "The damaged file is kept"
LOSES_NOTHING = f"The journal was damaged, but no entry is lost. {KEPT}"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A table after an evening, its journal closed."""
    table = table_in(tmp_path_factory.mktemp("evening"))
    for deed in Evening(seed=5).commands(120):
        do(table, deed)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    for card in ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "10C", "5D", "AD"):
        play(table, card)
    table.judge(Claim(total=7))
    table.close()
    return table


def opened(path: Path) -> Table:
    return Table(VARIANTS, journal_at(path), StillClock())


def spoilt(folder: Path, content: bytes) -> Path:
    path = folder / "journal.db"
    for old in folder.iterdir():
        old.unlink()
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("accepted", "missing"), [(1, "1 entry is missing"), (2, "2 entries are missing")])
def test_entries_that_were_accepted_and_are_gone_are_counted(
    tmp_path: Path, accepted: int, missing: str
) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"no database at all")
    write_count(path, accepted)
    table = opened(path)
    assert table.journal.trouble == f"{SAYS}: {missing}"
    table.close()


@pytest.mark.attack(
    "card", "lay any other file in the journal's place", "it is kept aside, and the display says so"
)
@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + bytes(80), b"\xff" * 9000])
def test_non_database_is_moved_aside_and_announced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    table = opened(path)
    assert table.journal.trouble == SAYS
    assert table.state is None
    assert (tmp_path / "journal-damaged-1.db").read_bytes() == content
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.close()
    assert opened(path).game == 1


@pytest.mark.parametrize("at", [0, 20, 47, 60], ids=["name", "unused", "format", "encoding"])
def test_a_bit_of_the_header_is_damage_and_no_newer_format(evening: Table, tmp_path: Path, at: int) -> None:
    content = bytearray(evening.journal.path.read_bytes())
    content[at] ^= 8
    table = opened(spoilt(tmp_path, bytes(content)))
    assert str(table.journal.trouble).endswith(KEPT)
    assert table.state == evening.state


def test_a_sound_journal_is_no_trouble(evening: Table) -> None:
    table = opened(evening.journal.path)
    assert table.journal.trouble is None
    assert table.moments == evening.moments
    table.close()


def test_every_damaged_journal_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for content in (b"first", b"second"):
        path.write_bytes(content)
        opened(path).close()
    for number, content in ((1, b"first"), (2, b"second")):
        assert (tmp_path / f"journal-damaged-{number}.db").read_bytes() == content


@pytest.mark.parametrize("left", [0.03, 0.1])
def test_a_file_cut_short_is_kept(evening: Table, tmp_path: Path, left: float) -> None:
    whole = evening.journal.path.read_bytes()
    path = spoilt(tmp_path, whole[: int(len(whole) * left)])
    table = opened(path)
    assert table.journal.trouble == SAYS
    assert table.state is None


def changed(evening: Table, folder: Path, before_last: int, value: str) -> Path:
    """The journal with one value of an entry so many before the last rewritten, its structure sound."""
    path = folder / "journal.db"
    shutil.copy(evening.journal.path, path)
    shutil.copy(count_of(evening.journal.path), folder)
    database = sqlite3.connect(path)
    database.execute("DROP TRIGGER commands_update")
    entry = evening.journal.sequence - before_last
    assert database.execute(f"UPDATE commands SET {value} WHERE sequence = {entry}").rowcount == 1  # noqa: S608  # the test's own text
    database.commit()
    database.close()
    return path


def lost(entries: int) -> str:
    if entries == 1:
        return f"The journal was damaged: enter the last entry again. {KEPT}"
    return f"The journal was damaged: enter the last {entries} entries again. {KEPT}"


@pytest.mark.parametrize(
    ("entry", "value", "says"),
    [
        (0, """command = '{"cmd": "play", "card": "AH"}'""", lost(1)),
        (0, """command = '{"cmd": "play", "card": "7D"}'""", lost(1)),
        (0, """command = '{"cmd": "undo", "count": 99}'""", lost(1)),
        (0, "command = '{'", lost(1)),
        (0, """command = '{"cmd": "dance"}'""", lost(1)),
        (0, "command = CAST(x'ff' AS TEXT)", lost(1)),
        (0, "digest = x'00'", lost(1)),
        (0, """winners = '["Bo"]'""", lost(1)),
        (0, "winners = '7'", lost(1)),
        (3, "digest = x'00'", lost(4)),
        (0, "game = 77", LOSES_NOTHING),
        (0, "game = 1", LOSES_NOTHING),
        (4, "game = 1", LOSES_NOTHING),
        (10, "variant = '{}'", LOSES_NOTHING),
        (10, """variant = replace(variant, '"7":', '"6x":')""", LOSES_NOTHING),
        (10, "previous = 1", None),
    ],
)
def test_a_game_goes_on_where_its_digests_agree(
    evening: Table, tmp_path: Path, entry: int, value: str, says: str | None
) -> None:
    path = changed(evening, tmp_path, entry, value)
    table = opened(path)
    missing = {lost(1): 1, lost(4): 4}.get(says or "", 0)
    assert table.journal.trouble == says
    assert table.moments == evening.moments[: len(evening.moments) - missing]
    table.close()
    if says is not None:
        assert replay(path).commands == evening.journal.sequence - missing
        with closing(read_only(tmp_path / "journal-damaged-1.db")) as kept:
            assert kept.sequence == evening.journal.sequence


def test_a_damaged_earlier_game_is_not_opened_again(evening: Table, tmp_path: Path) -> None:
    path = changed(evening, tmp_path, 11, "digest = x'00'")
    table = opened(path)
    assert table.journal.trouble is None
    table.take_back(10)
    with pytest.raises(JournalError, match="now makes"):
        table.reopen()
    assert table.game == evening.game
    assert len(table.moments) == 1


def test_the_log_beside_a_damaged_file_is_kept_with_it(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    play(table, "8H")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    log = (tmp_path / "journal.db-wal").read_bytes()
    (elsewhere / "journal.db").write_bytes(b"spoilt beyond reading" * 300)
    (elsewhere / "journal.db-wal").write_bytes(log)
    again = opened(elsewhere / "journal.db")
    assert again.journal.trouble == f"The journal was damaged, and all is kept that can be read. {KEPT}"
    assert again.moments == table.moments
    assert (elsewhere / "journal-damaged-1.db-wal").read_bytes() == log
