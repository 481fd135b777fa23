"""Explanations of chips that differ between table and box."""

from collections.abc import Sequence

import pytest

from companion.core.commands import Bust, Join, Repair, Set
from companion.core.disagreement import Explanation, Observed
from companion.core.history import repaired
from companion.core.search import explain
from companion.games import family_of
from tests.drivers.game import GameDriver


@pytest.fixture
def game() -> GameDriver:
    """Ninety-nine after busts of Bo, Ann, Bo: Ann has 4 chips, Bo 3, Cy 5 and the pot 3."""
    game = GameDriver()
    game.new("ninety-nine", 3)
    game.busts("Bo", "Ann", "Bo")
    game.deal()
    return game


def traced(game: GameDriver, **chips: int) -> list[Explanation]:
    return explain(family_of(game.rules), game.rules, game.history.moments, Observed(chips=chips))


def told(game: GameDriver, found: Sequence[Explanation]) -> list[tuple[str, str, int]]:
    """Return the cause, the player and the hand of each edit."""
    moments = game.history.moments
    return [
        (edit.cause, edit.player, moments[min(edit.place, len(moments) - 1)].state.deal_number)
        for one in found
        for edit in one.edits
    ]


def test_extra_chip_is_explained_by_unpaid_busts_latest_first(
    game: GameDriver,
) -> None:
    assert told(game, traced(game, Bo=4)) == [
        ("chip-not-paid", "Bo", 3),
        ("bust-twice", "Bo", 3),
        ("chip-not-paid", "Bo", 1),
        ("by-hand", "Bo", 4),
    ]


def test_missing_chip_is_explained_by_a_double_payment(game: GameDriver) -> None:
    assert told(game, traced(game, Ann=3))[0] == ("chip-paid-twice", "Ann", 2)


def test_correcting_a_chip_leaves_a_player_in_if_the_player_never_went_out(
    game: GameDriver,
) -> None:
    assert traced(game, Bo=4)[0].edits[0].now == Set(chips={"Bo": 4})


def test_counted_pot_alone_yields_every_payer(game: GameDriver) -> None:
    assert told(game, traced(game, pot=2)) == [
        ("chip-not-paid", "Bo", 3),
        ("chip-not-paid", "Ann", 2),
        ("chip-not-paid", "Bo", 1),
    ]


def test_extra_chip_may_mean_that_the_last_bust_did_not_happen() -> None:
    game = GameDriver()
    game.new("one-hundred", 3)
    game.play("9C")
    game.obey(Bust())
    (found,) = [one for one in traced(game, Bo=3) if one.edits[0].cause == "bust-twice"]
    assert found.repair == Repair(back=1, steps=(), why="bust-twice")


def test_extra_chip_may_mean_a_wrong_bust_while_another_player_is_on_honor() -> None:
    game = GameDriver()
    game.new("one-hundred", 3, chips=1, honor=True)
    game.obey(Bust(), Bust())
    assert ("bust-twice", "Bo", 1) in told(game, traced(game, Bo=1))


def test_chips_moved_between_players_are_changed_by_hand(game: GameDriver) -> None:
    (found,) = traced(game, Ann=3, Cy=6)
    assert found.repair == Repair(back=0, steps=(Set(chips={"Ann": 3, "Cy": 6}),), why="by-hand")


def test_each_repair_leads_to_the_counted_chips(game: GameDriver) -> None:
    for one in traced(game, Bo=4):
        assert one.repair is not None
        after = repaired(family_of(game.rules), game.rules, game.history.moments, one.repair).state
        assert (after, after.players[1].chips, after.pot) == (one.state, 4, 2)


def test_matching_chips_need_no_explanation(game: GameDriver) -> None:
    assert traced(game, Bo=3, pot=3) == []


def test_more_chips_than_the_pot_has_are_not_explained(game: GameDriver) -> None:
    game.obey(Join(player="Eva", chips=2))
    assert traced(game, Eva=6) == []


def test_game_without_chips_yields_no_explanations() -> None:
    game = GameDriver()
    game.new("ninety-eight", 3)
    game.play("8H")
    assert traced(game, Bo=1) == []


def test_finished_game_yields_only_a_wrong_last_bust(
    game: GameDriver,
) -> None:
    game.new("ninety-nine", 2, chips=1)
    game.obey(Bust())
    assert game.phase == "game-over"
    assert [one.edits[0].cause for one in traced(game, Ann=1)] == ["bust-twice"]
