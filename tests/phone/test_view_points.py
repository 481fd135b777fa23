"""Tests of a points game as the page receives it: the rules of the round, the sheet, the possible
actions.
"""

from pathlib import Path

import pytest

from companion.core.commands import Deal, End, Leave
from companion.phone.editor.catalogue import playing
from tests.games.points_games import shelf_with_points_games
from tests.phone.told_table import ToldTable
from tests.worded import worded


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path, shelf_with_points_games())


def test_view_has_the_rules_of_a_round(table: ToldTable) -> None:
    table.new("points", players=3, wins="lowest", target=100, last_round=7)
    game = table.parts()["game"]
    assert (game["family"], game["title"], game["short"]) == ("points", "Points", "Pt")
    assert (game["target"], game["rounds"]) == (100, 7)
    assert (game["says"], game["times"], game["sums"], game["keys"]) == ("", 1, [], [])


def test_page_asks_for_points_while_a_player_sits_out(table: ToldTable) -> None:
    table.new("points-doppelkopf", players=5, entry="winners")
    assert table.parts()["game"]["entry"] == "points"
    table.obey(Leave(player="Eva"))
    assert table.parts()["game"]["entry"] == "winners"


def test_each_round_has_its_own_name_and_sums(table: ToldTable) -> None:
    table.new("our-three-rounds", players=4)
    told = []
    for points in (26, 5, 78):
        game = table.parts()["game"]
        told.append((game["times"], game["sums"]))
        table.score(Ann=points, Bo=0, Cy=0, Di=0)
        if table.parts()["state"]["phase"] == "round-over":
            table.obey(Deal())
    assert told[1:] == [(1, []), (2, [26, 78])]
    assert table.parts()["rounds"][2]["points"]["Ann"] == 156


def test_round_that_puts_a_player_out_is_on_the_sheet_with_these_points(table: ToldTable) -> None:
    table.new("points", players=3, wins="lowest", out_at=50)
    table.score(Bo=60)
    (row,) = table.parts()["rounds"]
    assert (row["points"], row["standings"]["Bo"]) == ({"Ann": 0, "Bo": 60, "Cy": 0}, 60)
    table.obey(Deal())
    table.score(Ann=1)
    assert table.parts()["rounds"][1]["points"] == {"Ann": 1, "Cy": 0}


def test_nobody_can_join_a_game_of_teams(table: ToldTable) -> None:
    table.new("points", players=4, teams=2)
    can = table.now()["can"]
    assert (can["join"], can["seat"]) == (False, True)
    assert [player["team"] for player in table.parts()["state"]["players"]] == [1, 2, 1, 2]


def test_sheet_contains_the_entered_rounds(table: ToldTable) -> None:
    table.new("points", players=3)
    assert table.parts()["rounds"] == []
    table.score(Ann=5, Bo=-2, Cy=0)
    table.obey(Leave(player="Bo"), Deal())
    table.score(Ann=1, Cy=4)
    any_points = {"times": 1, "sums": [], "sum_words": ""}
    assert table.parts()["rounds"] == [
        {
            "round": 1,
            "dealer": "Cy",
            "points": {"Ann": 5, "Bo": -2, "Cy": 0},
            "entered": {"Ann": 5, "Bo": -2, "Cy": 0},
            "standings": {"Ann": 5, "Bo": -2, "Cy": 0},
            **any_points,
        },
        {
            "round": 2,
            "dealer": "Ann",
            "points": {"Ann": 1, "Cy": 4},
            "entered": {"Ann": 1, "Cy": 4},
            "standings": {"Ann": 6, "Cy": 4},
            **any_points,
        },
    ]


@pytest.mark.parametrize(("wins", "best"), [("highest", ["Ann", "Cy"]), ("lowest", ["Bo"])])
def test_best_standing_is_marked(table: ToldTable, wins: str, best: list[str]) -> None:
    table.new("points", players=3, wins=wins)
    table.score(Ann=5, Bo=-2, Cy=5)
    now = table.now()
    assert (now["best"], list(now["leads"])) == (best, best if len(best) == 1 else [])


def test_player_who_left_can_be_checked_but_not_leave_again(table: ToldTable) -> None:
    table.new("points", players=3)
    table.obey(Leave(player="Bo"))
    can = table.now()["can"]
    assert (can["leave"], can["points"]) == (["Ann", "Cy"], ["Ann", "Bo", "Cy"])


def test_game_can_be_ended_once_a_round_was_entered(table: ToldTable) -> None:
    table.new("points", players=2)
    assert {"end", "deal"} <= set(table.now()["refused"])
    table.score(Ann=5, Bo=2)
    assert not {"end", "deal", "claim"} & set(table.now()["refused"])
    table.obey(End())
    assert {"end", "deal", "score"} <= set(table.now()["refused"])
    assert table.now()["can"]["leave"] == []


def test_points_game_is_described_by_its_rules_alone(table: ToldTable) -> None:
    table.new("points", players=2, target=100)
    told = playing(table.snapshot().scene)
    assert told is not None
    assert (told["family"], told["keys"], told["rules"]) == ("points", (), [])
    assert any("100" in worded(words) for _what, words in told["cards"])
