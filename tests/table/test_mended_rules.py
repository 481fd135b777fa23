"""A journal older than a fixed rule continues up to the first entry that the fix affects."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.core.commands import New, as_json
from companion.errors import JournalError, ReplayError
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.routes import Evenings
from companion.table.recorded import Resume
from companion.table.replay import EDITION, Replayed, replay
from companion.table.table import Table
from tests.table.forge import forge_edition
from tests.table.tables import adding_state, play, started_again, table_in

HOUSE = {"two_player_reverse": "again", "jokers": 2}
PAIR = New(variant="ninety-nine", players=("Ann", "Bo"), house=HOUSE)
NEXT = New(variant="one-hundred", players=("Ann", "Bo", "Cy"))


def mended(folder: Path, edition: int = 1, differing: int = 4) -> Path:
    """Write a closed journal: 8♥, a joker, and 4♣, 4♦, 10♥, 7♦ by other rules than today's."""
    with closing(table_in(folder)) as table:
        table.obey(PAIR)
        play(table, "8H", "JK")
        table.note("part lost", part="Reader", reason="unplugged")
        play(table, "4C", "4D")
        table.take_back()
        play(table, "4D")
    forge_edition(folder / "journal", 1, edition, differing)
    return folder


@pytest.fixture
def again(tmp_path: Path) -> Table:
    """The game with the fixed rule, resumed."""
    return table_in(mended(tmp_path))


@pytest.mark.parametrize("edition", [1, 2, EDITION])
def test_game_resumes_before_the_first_differing_entry(edition: int, tmp_path: Path) -> None:
    again = table_in(mended(tmp_path, edition))
    state = adding_state(again)
    assert (state.total, state.owed, state.name_of(state.turn)) == (99, 2, "Ann")
    assert [kept.sequence for kept in again.kept] == [1, 2, 3]
    play(again, "4C", "4D")
    assert adding_state(again).name_of(adding_state(again).turn) == "Bo"
    assert not list(tmp_path.rglob("*damaged*"))


def test_trouble_counts_the_dropped_entries(again: Table, tmp_path: Path) -> None:
    assert (
        again.journal.trouble
        == "A rule was corrected, and the last 4 entries do not count: enter them again"
    )
    again.close()
    with closing(table_in(tmp_path)) as table:
        assert table.journal.trouble is None
        assert adding_state(table) == adding_state(again)


def test_game_whose_deal_differs_is_not_resumed(tmp_path: Path) -> None:
    with closing(table_in(mended(tmp_path, differing=1))) as table:
        assert table.journal.trouble == (
            "A rule was corrected: this game cannot continue, start it again"
        )
        assert (table.game, table.state) == (1, None)
        table.obey(NEXT)
        assert table.game == 2


def test_dropped_entries_stay_in_the_journal(again: Table) -> None:
    commands = [entry.command for entry in again.journal.record(1).entries]
    assert [command.split()[-1] for command in commands[3:7]] == [
        '"4C"}',
        '"4D"}',
        '"undo"}',
        '"4D"}',
    ]
    assert commands[7:] == [as_json(Resume(after=3))]
    assert [entry.edition for entry in again.journal.record(1).entries] == [1] * 7 + [EDITION]
    assert [note.kind for note in again.journal.record(1).notes] == ["part lost"]


def test_resumed_journal_replays_completely(again: Table, tmp_path: Path) -> None:
    again.obey(NEXT)
    again.reopen()
    play(again, "4C")
    assert replay(tmp_path / "journal") == Replayed(games=2, commands=11)
    evening = Evenings(AllGames(tmp_path / HISTORY, tmp_path / "journal")).read()
    assert [deed.sequence for deed in evening[-1].commands] == [1, 2, 3, 11]


def test_earlier_game_is_read_until_it_differs_and_not_reopened(tmp_path: Path) -> None:
    with closing(table_in(tmp_path)) as table:
        table.obey(PAIR)
        play(table, "8H", "JK", "4C")
        table.obey(NEXT)
    forge_edition(tmp_path / "journal", 1, edition=1, differing=4)
    with closing(table_in(tmp_path)) as table:
        assert (table.journal.trouble, table.game) == (None, 2)
        with pytest.raises(
            JournalError, match="A rule was corrected: the previous game cannot continue"
        ):
            table.reopen()
    evening = Evenings(AllGames(tmp_path / HISTORY, tmp_path / "journal")).read()
    assert [deed.sequence for deed in evening[0].commands] == [1, 2, 3]
    with pytest.raises(
        ReplayError, match=r"Command 4, .* now makes .*; it was accepted by edition 1"
    ):
        replay(tmp_path / "journal")


def test_resumed_game_continues_after_a_power_cut(again: Table, tmp_path: Path) -> None:
    play(again, "4C")
    assert started_again(tmp_path, tmp_path / "again").moments == again.moments
