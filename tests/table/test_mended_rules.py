"""A journal that was written before a rule was mended goes on, up to the first entry that this concerns."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError, ReplayError
from companion.phone.statistics.replay import Evenings
from companion.rules.commands import New, Play
from companion.rules.game import GameHistory
from companion.rules.variant import write_variant
from companion.table.digest import digest
from companion.table.journal import Journal
from companion.table.recorded import Resume, as_json
from companion.table.replay import EDITION, Replayed, replay
from companion.table.table import Table
from tests.table.golden import FOLDER, Minutes
from tests.table.tables import VARIANTS, adding_state, play
from tests.table.test_golden import made

NEXT = New(variant="one-hundred", players=("Ann", "Bo", "Cy"))


def opened(path: Path) -> Table:
    return Table(VARIANTS, Journal(path), Minutes())


@pytest.fixture
def again(tmp_path: Path) -> Iterator[Table]:
    """8♥, a joker, and 4♣, 4♦, 10♥, 7♦ by the rule as it was for two players left."""
    with closing(opened(made(FOLDER / "journal-3-again.sql", tmp_path))) as table:
        yield table


def test_game_resumes_before_the_first_differing_entry(again: Table) -> None:
    state = adding_state(again)
    assert (state.total, state.owed, state.name_of(state.turn)) == (99, 2, "Ann")
    assert [kept.sequence for kept in again.kept] == [1, 2, 3]
    assert [note.kind for note in again.journal.notes()] == ["part lost"]
    play(again, "4C", "4D")
    assert adding_state(again).name_of(adding_state(again).turn) == "Bo"


def test_trouble_counts_the_dropped_entries(again: Table, tmp_path: Path) -> None:
    assert again.journal.trouble == "A rule was mended, and the last 4 entries do not count: enter them again"
    again.close()
    with closing(opened(tmp_path / "journal.db")) as table:
        assert table.journal.trouble is None
        assert adding_state(table) == adding_state(again)


def test_a_game_whose_deal_differs_does_not_go_on(tmp_path: Path) -> None:
    path = made(FOLDER / "journal-3-again.sql", tmp_path)
    with closing(sqlite3.connect(path)) as database, database:
        for trigger in ("commands_update", "commands_delete"):
            database.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        database.execute("DELETE FROM commands WHERE sequence > 1")
        database.execute("UPDATE commands SET digest = x'00'")
    with closing(opened(path)) as table:
        assert table.journal.trouble == "A rule was mended: this game cannot go on, begin it again"
        assert (table.game, table.state) == (1, None)


def test_dropped_entries_stay_in_the_journal(again: Table) -> None:
    commands = [entry.command for entry in again.journal.of_game(1)]
    assert [command.split()[-1] for command in commands[3:7]] == ['"4C"}', '"4D"}', '"10H"}', '"7D"}']
    assert commands[7:] == [as_json(Resume(after=3))]
    assert [entry.edition for entry in again.journal.of_game(1)] == [1] * 7 + [EDITION]


def test_resumed_journal_replays_completely(again: Table, tmp_path: Path) -> None:
    again.obey(NEXT)
    again.reopen()
    play(again, "4C")
    assert replay(tmp_path / "journal.db") == Replayed(games=2, commands=11)
    evening = Evenings(tmp_path / "journal.db").read()
    assert [deed.sequence for deed in evening.games[-1].commands] == [1, 2, 3, 11]


def test_earlier_game_is_read_until_it_differs_and_not_reopened(tmp_path: Path) -> None:
    path = made(FOLDER / "journal-3-again.sql", tmp_path)
    add_a_game(path)
    with closing(opened(path)) as table:
        assert (table.journal.trouble, table.game) == (None, 2)
        with pytest.raises(JournalError, match="A rule has been mended since: the game before cannot go on"):
            table.reopen()
    evening = Evenings(path).read()
    assert [deed.sequence for deed in evening.games[0].commands] == [1, 2, 3]
    with pytest.raises(ReplayError, match=r"Command 4, .* now makes .*; it was accepted by edition 1"):
        replay(path)


def add_a_game(path: Path) -> None:
    """The game that the version of then would have begun after it."""
    text, variant = as_json(NEXT), write_variant(VARIANTS[NEXT.variant])
    game = GameHistory(VARIANTS, stickers=True)
    game.obey(NEXT)
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "INSERT INTO commands VALUES (8, 2, 1800000500.0, ?, ?, '[]', ?, 1, NULL)",
            (text, digest(text, variant, game.moments[0].state), variant),
        )
        database.commit()


def test_what_is_owed_without_a_joker_begins_again_where_it_did_not_count(tmp_path: Path) -> None:
    with closing(opened(made(FOLDER / "journal-3-oblige.sql", tmp_path))) as table:
        assert table.journal.trouble is not None
        state = adding_state(table)
        assert (state.total, state.owed, state.name_of(state.turn)) == (8, 1, "Bo")
        play(table, "6S", "2D")
        assert adding_state(table).total == 16


def test_differing_entry_before_one_of_the_current_edition_is_damage(again: Table, tmp_path: Path) -> None:
    play(again, "4C")
    again.journal.database.execute("DROP TRIGGER commands_update")
    again.journal.database.execute("UPDATE commands SET digest = x'00' WHERE sequence = 1")
    again.close()
    opened(tmp_path / "journal.db").close()
    assert (tmp_path / "journal-damaged-1.db").exists()
    with pytest.raises(JournalError, match="Game 1 does not play again as it was played"):
        Evenings(tmp_path / "journal-damaged-1.db").read()


def test_differing_entry_of_the_current_edition_is_damage(again: Table, tmp_path: Path) -> None:
    again.obey(Play(card="9C"))
    again.journal.database.execute("DROP TRIGGER commands_update")
    again.journal.database.execute("UPDATE commands SET digest = x'00' WHERE sequence = 9")
    again.close()
    with pytest.raises(ReplayError, match=r"Command 9, .* made the state 00"):
        replay(tmp_path / "journal.db")
    with closing(opened(tmp_path / "journal.db")) as table:
        assert table.journal.trouble is not None
        assert "enter the last entry again" in table.journal.trouble
    assert (tmp_path / "journal-damaged-1.db").exists()
