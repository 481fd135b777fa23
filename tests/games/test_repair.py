"""A repair replaces the last commands by others, and is one command itself."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Deal, Join, New, Play, Repair, Set, Undo
from companion.core.events import Repaired
from companion.core.history import counting
from companion.core.refusals import NothingToUndo, NotRepaired, OverTarget
from companion.errors import Illegal
from companion.games.history import GameHistory
from companion.table.replay import replay
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS, started_again


@pytest.fixture
def game() -> GameDriver:
    """Ann's 8, then a 7 by Bo that was not scanned: Cy's 5 counts as Bo's and Di's king as Cy's."""
    driver = GameDriver()
    driver.new("ninety-nine", 4)
    driver.play("8H 5C KD")
    return driver


def total_and_turn(game: GameDriver) -> tuple[int, str | None]:
    return game.adding.total, game.state.name_of(game.state.turn)


def test_missed_card_is_inserted_and_later_plays_move_to_the_next_player(game: GameDriver) -> None:
    again = Repair(
        back=2, steps=(Play(card="7"), Play(card="5C"), Play(card="KD")), why="card-missed"
    )
    assert game.obey(again) == (Repaired("card-missed", back=2, steps=3),)
    assert total_and_turn(game) == (99, "Ann")
    assert [moment.command for moment in counting(game.history.moments)][1:] == [
        Play(card="8H"), *again.steps,
    ]  # fmt: skip


def test_repair_keeps_the_entries_and_is_undone_as_a_whole(
    game: GameDriver,
) -> None:
    before = list(game.history.moments)
    game.obey(Repair(back=3, steps=(Play(card="8H"),)))
    assert total_and_turn(game) == (8, "Bo")
    assert game.history.moments[:-1] == before
    game.undo()
    assert game.history.moments == before


def test_repair_of_a_repair_applies_to_the_result_of_the_first(game: GameDriver) -> None:
    game.obey(Repair(back=1, steps=(Play(card="2"), Play(card="3"))))
    game.obey(Repair(back=1, steps=(Play(card="4"),)))
    assert total_and_turn(game) == (15, "Cy")
    game.undo(2)
    assert total_and_turn(game) == (99, "Di")


def test_missed_bust_begins_the_next_hand(game: GameDriver) -> None:
    game.obey(Repair(back=0, steps=(Bust(), Deal(), Play(card="6")), why="bust-missed"))
    assert (game.adding.hand, total_and_turn(game)) == (2, (6, "Cy"))
    assert [player.chips for player in game.adding.players] == [5, 5, 5, 4]


def test_repair_that_makes_a_play_illegal_is_refused_with_the_reason(
    game: GameDriver,
) -> None:
    refused = game.refused(Repair(back=0, steps=(Play(card="4"), Play(card="8C"))))
    assert refused.refusal == NotRepaired(2, OverTarget(107, 99, was=99))
    assert refused.facts == {"step": 2, "why": "over-target"}


def test_deal_of_the_first_hand_cannot_be_replaced(game: GameDriver) -> None:
    assert game.refused(Repair(back=4, steps=())).refusal == NothingToUndo(4, possible=3)


def test_repairs_are_stored_and_replayed_after_a_restart(tmp_path: Path) -> None:
    driver = GameDriver(tmp_path)
    driver.new("ninety-nine", 4)
    driver.play("8H 5C")
    driver.obey(Repair(back=1, steps=(Play(card="7"), Play(card="5C")), why="card-missed"))
    driver.table.rename("Cy", "Eve")
    driver.obey(Repair(back=1, steps=(Play(card="5C"), Play(card="10", value=-10))))
    driver.obey(Undo())
    driver.play("2")
    before, moments = driver.state, driver.table.moments
    driver.table.close()
    again = started_again(tmp_path, tmp_path / "again")
    assert (again.state, again.moments) == (before, moments)
    assert replay(tmp_path / "journal").commands == 8


def test_renaming_a_player_also_changes_a_repair() -> None:
    later, always = GameHistory(VARIANTS), GameHistory(VARIANTS)
    for game, name in ((later, "Bo"), (always, "Eve")):
        game.obey(New(variant="arizona-ninety-eight", players=("Ann", name, "Cy")))
        game.obey(Repair(back=0, steps=(Play(card="2", player="Ann"), Play(card="3", player=name))))
    later.rename("Bo", "Eve")
    assert later.moments == always.moments


def test_name_of_a_player_whom_undo_would_restore_is_taken() -> None:
    game = GameHistory(VARIANTS)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    game.obey(Join(player="Zoe", when="now", after="Ann"))
    game.obey(Repair(back=1, steps=(Play(card="7S"),)))
    with pytest.raises(Illegal, match="bad-players"):
        game.rename("Bo", "Zoe")


def test_player_cannot_be_renamed_to_the_word_for_the_pot() -> None:
    game = GameHistory(VARIANTS)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    game.obey(Set(chips={"Bo": 5}))
    with pytest.raises(Illegal, match="bad-field"):
        game.rename("Bo", "pot")
