"""Tests of the evening's games as strips: what each lane shows, where it ends, and the order of
lanes.
"""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Deal, End, Join, Leave, Play, Repair, Set
from companion.phone.statistics.strips import Lane, Strip, strips
from companion.variants import load_variants
from tests.phone.statistics.evening_table import EveningTable
from tests.variants.shown_games import SHOWN


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def newest(at: EveningTable) -> Strip:
    return strips(at.read())[-1]


def lanes(at: EveningTable) -> tuple[Lane, ...]:
    return newest(at).lanes


def test_points_of_a_match_are_drawn_after_each_hand(tmp_path: Path) -> None:
    shelf = load_variants(extra=[SHOWN / "last-in-scores.toml"])
    at = EveningTable(tmp_path, shelf.variants)
    at.begin("Ann", "Bo", variant="last-in-scores")
    at.obey(Bust())
    assert lanes(at) == (Lane("Bo", (0, 1)), Lane("Ann", (0, 0)))


def test_chips_are_drawn_after_each_hand_largest_first(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.busts("Bo", "Cy", "Bo")
    at.deal()
    found = newest(at)
    assert (found.counts, found.steps, found.hands) == ("chips", "hands", 4)
    assert found.lanes == (
        Lane("Ann", (5, 5, 5, 5)),
        Lane("Cy", (5, 5, 4, 4)),
        Lane("Bo", (5, 4, 4, 3)),
    )


def test_chips_are_drawn_after_each_bust_if_play_continues(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="one-hundred")
    assert newest(at).steps == "busts"
    at.play("8H")
    at.obey(Bust())
    at.obey(Bust())
    assert lanes(at) == (Lane("Ann", (3, 3, 3)), Lane("Bo", (3, 2, 2)), Lane("Cy", (3, 3, 2)))


def test_each_game_has_a_strip_with_its_own_players(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin("Cy", "Ann", chips=2)
    at.busts("Cy")
    first, second = strips(at.read())
    assert first.lanes == (Lane("Ann", (1, 1)), Lane("Bo", (1, 0), "out"))
    assert (first.stands, second.stands) == ("over", "on")
    assert second.lanes == (Lane("Ann", (2, 2)), Lane("Cy", (2, 1)))


def test_last_player_to_go_out_comes_first_among_those_out(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.busts("Bo", "Cy")
    assert lanes(at) == (
        Lane("Ann", (1, 1, 1)),
        Lane("Cy", (1, 1, 0), "out"),
        Lane("Bo", (1, 0, None), "out"),
    )


def test_winner_comes_first_even_with_fewer_chips(at: EveningTable) -> None:
    at.begin("Ann", "Bo", variant="ninety-nine-stack")
    at.busts("Bo", "Bo", "Bo", "Bo")
    assert [lane.name for lane in lanes(at)] == ["Ann", "Bo"]


def test_lane_begins_when_a_player_joins_and_ends_when_one_leaves(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.busts("Bo")
    at.obey(Join(player="Eva", chips=2))
    at.busts("Eva")
    at.obey(Leave(player="Cy"))
    assert lanes(at) == (
        Lane("Ann", (5, 5, 5, 5)),
        Lane("Bo", (5, 4, 4, 4)),
        Lane("Eva", (None, None, 1, 1)),
        Lane("Cy", (5, 5, 5, 0), "left"),
    )


def test_player_joining_during_a_hand_has_a_lane_at_once(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.obey(Join(player="Eva", chips=2))
    assert lanes(at) == (Lane("Ann", (5, 5)), Lane("Bo", (5, 5)), Lane("Eva", (None, 2)))


def test_player_changed_back_to_in_has_a_lane_again(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.busts("Bo")
    at.deal()
    at.obey(Set(chips={"Bo": 1}, still_in={"Bo": True}))
    assert lanes(at)[1] == Lane("Bo", (1, 0, 1))


def test_undone_or_corrected_bust_is_not_drawn(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.busts("Ann")
    at.obey(Repair(back=1, steps=(Play(card="8H"), Bust())))
    assert lanes(at) == (Lane("Ann", (5, 5)), Lane("Bo", (5, 4)))
    at.undo(1)
    at.undo(1)
    assert lanes(at) == (Lane("Ann", (5,)), Lane("Bo", (5,)))


def test_lane_without_chips_ends_when_the_player_goes_out(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="arizona-ninety-eight")
    at.obey(Bust())
    found = newest(at)
    assert (found.counts, found.steps) == ("players", "busts")
    assert found.lanes == (Lane("Bo", (1, 1)), Lane("Cy", (1, 1)), Lane("Ann", (1, 1), "out"))
    at.obey(Bust())
    assert lanes(at) == (
        Lane("Cy", (1, 1, 1), "won"),
        Lane("Bo", (1, 1, 1), "out"),
        Lane("Ann", (1, 1, None), "out"),
    )


def test_loser_of_a_game_comes_last(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="ninety-eight")
    at.play("KD")
    at.play("5H")
    found = newest(at)
    assert found.lanes == (Lane("Ann", (1, 1)), Lane("Cy", (1, 1)), Lane("Bo", (1, 1), "lost"))


def test_points_are_drawn_after_each_round_the_fewest_first(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    at.score({"Ann": 130}, {"Bo": 100, "Di": 30})
    found = newest(at)
    assert (found.counts, found.steps) == ("points", "rounds")
    assert [lane.name for lane in found.lanes] == ["Cy", "Di", "Bo", "Ann"]
    assert found.lanes[2] == Lane("Bo", (0, 0, 100))


def test_entered_points_count_once_entered(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="points")
    at.score(Ann=5, Bo=-2, Cy=0)
    at.obey(Leave(player="Bo"), Deal())
    at.score(Ann=1, Cy=9)
    at.obey(Deal(), End())
    found = newest(at)
    assert found.lanes == (
        Lane("Cy", (0, 0, 9)),
        Lane("Ann", (0, 5, 6)),
        Lane("Bo", (0, -2, -2), "left"),
    )
