"""A table that lost its power resumes where it was, whatever was played and undone before."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.commands import New, Play
from companion.table.replay import replay
from companion.table.table import Table
from tests.depth import one_in
from tests.table.evenings import Evening, do
from tests.table.tables import adding_state, play, started_again, table_in

SEEDS = st.integers(0, 2**32)
GAMES = st.sampled_from(["", "arizona-spaghetti", "slobberhannes", "polignac"])


def standing(table: Table) -> dict[str, object]:
    """Return everything that a table reports about its games."""
    return {
        "game": table.game,
        "moments": table.moments,
        "rules": table.rules,
        "can reopen": table.can_reopen,
        "set up": table.last_new,
        "tally": table.tally(),
        "stopped": table.stopped,
    }


@given(seed=SEEDS, variant=GAMES)
@one_in(10)
def test_table_reaches_the_same_state_as_the_rules(seed: int, variant: str) -> None:
    with TemporaryDirectory() as folder:
        table, evening = table_in(Path(folder)), Evening(seed, variant)
        for deed in evening.commands(80):
            assert do(table, deed) == evening.refused, deed
            assert table.moments == evening.moments, deed
            assert table.stopped is None
        table.close()
        assert replay(table.journal.path).commands == table.journal.sequence


@given(seed=SEEDS, variant=GAMES)
@one_in(10)
def test_restart_after_any_command_changes_nothing(seed: int, variant: str) -> None:
    with TemporaryDirectory() as folder, TemporaryDirectory() as elsewhere:
        table = table_in(Path(folder))
        for deed in Evening(seed, variant).commands(40):
            if do(table, deed) is None:
                again = started_again(Path(folder), Path(elsewhere))
                assert standing(again) == standing(table), deed
                again.close()
        table.close()


def test_game_continues_after_the_next_start(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    play(table, "8H", "KD")
    table.close()
    table = table_in(tmp_path)
    assert table.state is not None
    assert (adding_state(table).total, table.state.name_of(table.state.turn)) == (99, "Ann")
    play(table, "9C")
    table.take_back(2)
    assert adding_state(table).total == 8


def test_start_distinguishes_a_power_cut_from_a_stop(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    pair = New(variant="ninety-nine", players=("Ann", "Bo"))
    for command in (
        partial(table.obey, pair),
        partial(play, table, "8H"),
        partial(table.obey, pair),
        table.reopen,
    ):
        command()
        assert started_again(tmp_path, tmp_path / "again").journal.was_cut_off
    table.close()
    assert not started_again(tmp_path, tmp_path / "again").journal.was_cut_off


def test_edited_variant_does_not_change_the_current_game(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.close()
    again = table_in(tmp_path, variants={})
    play(again, "KD")
    assert again.state is not None
    assert adding_state(again).total == 99


def test_stickers_distinguish_two_jokers(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="arizona-ninety-eight", players=("Ann", "Bo", "Cy")))
    play(table, "JK#1", "JK#2")
    again = started_again(tmp_path, tmp_path / "again")
    assert again.state == table.state
    assert again.state is not None
    assert [card.sticker for card in adding_state(again).pile] == ["JK#1", "JK#2"]


@pytest.mark.parametrize("name", ["Zoë", "Анна", "\ud800", 'A"n\\n', "x" * 300])
def test_unusual_names_survive_a_restart(name: str, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-eight", players=(name, "Bo")))
    table.obey(Play(card="8", player=name))
    assert started_again(tmp_path, tmp_path / "again").state == table.state
