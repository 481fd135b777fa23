"""What may have happened where the chips counted are not those of the box."""

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
    """Ninety-nine after busts of Bo and Ann and Bo:
    Ann has 4, Bo 3 and Cy 5 chips, 3 are in the pot.
    """
    game = GameDriver()
    game.new("ninety-nine", 3)
    game.busts("Bo", "Ann", "Bo")
    game.deal()
    return game


def traced(game: GameDriver, **chips: int) -> list[Explanation]:
    return explain(family_of(game.rules), game.rules, game.history.moments, Observed(chips=chips))


def told(game: GameDriver, found: Sequence[Explanation]) -> list[tuple[str, str, int]]:
    """The cause of each explanation, whose it is, and the hand."""
    moments = game.history.moments
    return [
        (edit.cause, edit.player, moments[min(edit.place, len(moments) - 1)].state.deal_number)
        for one in found
        for edit in one.edits
    ]


def test_a_chip_too_many_is_that_of_a_bust_that_was_not_paid_the_last_one_first(
    game: GameDriver,
) -> None:
    assert told(game, traced(game, Bo=4)) == [
        ("chip-not-paid", "Bo", 3),
        ("bust-twice", "Bo", 3),
        ("chip-not-paid", "Bo", 1),
        ("by-hand", "Bo", 4),
    ]


def test_a_chip_too_few_was_paid_twice(game: GameDriver) -> None:
    assert told(game, traced(game, Ann=3))[0] == ("chip-paid-twice", "Ann", 2)


def test_only_a_player_who_went_out_with_the_chip_is_put_in_again(game: GameDriver) -> None:
    assert traced(game, Bo=4)[0].edits[0].now == Set(chips={"Bo": 4})


def test_a_counted_pot_says_nothing_of_who_paid(game: GameDriver) -> None:
    assert told(game, traced(game, pot=2)) == [
        ("chip-not-paid", "Bo", 3),
        ("chip-not-paid", "Ann", 2),
        ("chip-not-paid", "Bo", 1),
    ]


def test_the_bust_that_was_just_entered_may_be_none() -> None:
    game = GameDriver()
    game.new("one-hundred", 3)
    game.play("9C")
    game.obey(Bust())
    (found,) = [one for one in traced(game, Bo=3) if one.edits[0].cause == "bust-twice"]
    assert found.repair == Repair(back=1, steps=(), why="bust-twice")


def test_a_bust_may_be_none_where_another_player_plays_on_without_chips() -> None:
    game = GameDriver()
    game.new("one-hundred", 3, chips=1, honor=True)
    game.obey(Bust(), Bust())
    assert ("bust-twice", "Bo", 1) in told(game, traced(game, Bo=1))


def test_chips_that_went_from_one_to_another_are_set_by_hand(game: GameDriver) -> None:
    (found,) = traced(game, Ann=3, Cy=6)
    assert found.repair == Repair(back=0, steps=(Set(chips={"Ann": 3, "Cy": 6}),), why="by-hand")


def test_each_repair_leads_to_what_was_counted(game: GameDriver) -> None:
    for one in traced(game, Bo=4):
        assert one.repair is not None
        after = repaired(family_of(game.rules), game.rules, game.history.moments, one.repair).state
        assert (after, after.players[1].chips, after.pot) == (one.state, 4, 2)


def test_nothing_is_to_be_explained_where_the_chips_are_those_of_the_box(game: GameDriver) -> None:
    assert traced(game, Bo=3, pot=3) == []


def test_chips_that_the_pot_lacks_are_not_set(game: GameDriver) -> None:
    game.obey(Join(player="Eva", chips=2))
    assert traced(game, Eva=6) == []


def test_a_game_without_chips_has_nothing_to_count() -> None:
    game = GameDriver()
    game.new("ninety-eight", 3)
    game.play("8H")
    assert traced(game, Bo=1) == []


def test_when_the_game_is_over_the_last_bust_may_be_none_and_nothing_is_set(
    game: GameDriver,
) -> None:
    game.new("ninety-nine", 2, chips=1)
    game.obey(Bust())
    assert game.phase == "game-over"
    assert [one.edits[0].cause for one in traced(game, Ann=1)] == ["bust-twice"]
