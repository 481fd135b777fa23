"""Tests of an evening of Rummy for points and of 99 for chips: neither counts in the other."""

import csv
import json
from typing import Any

import pytest

from companion.core.commands import Bust
from tests.phone.statistics.served import House

PEOPLE = ("Ann", "Bo", "Cy")


def rummy(house: House) -> None:
    """Play Rummy: Bo reaches 100 in the second round, after Cy has called wrong points."""
    house.at.begin(*PEOPLE, variant="points", target=100)
    house.at.score(Ann=40, Bo=25, Cy=10)
    house.at.claim("Cy", 15)
    house.at.deal()
    house.at.score(Ann=30, Bo=80, Cy=5)


def ninety_nine(house: House) -> None:
    """Play 99: Ann has paid one of her two chips when Bo and Cy have none left."""
    house.at.begin(*PEOPLE, chips=2)
    house.at.busts("Bo", "Cy", "Cy", "Ann", "Bo")


@pytest.fixture
def told(house: House) -> dict[str, Any]:
    """Return the evening as the page receives it after both games, Rummy first."""
    rummy(house)
    ninety_nine(house)
    return page(house)


def page(house: House) -> dict[str, Any]:
    house.publish()
    evening: dict[str, Any] = json.loads(house.get("/evening")[2])
    return evening


def test_only_the_chips_are_settled(told: dict[str, Any]) -> None:
    settled = told["settled"]
    assert settled["nets"] == {"Ann": 4, "Bo": -2, "Cy": -2}
    assert settled["payments"] == [
        {"payer": "Bo", "payee": "Ann", "chips": 2},
        {"payer": "Cy", "payee": "Ann", "chips": 2},
    ]


def test_player_of_rummy_alone_pays_and_gets_nothing(house: House) -> None:
    house.at.begin("Ann", "Di", variant="points", last_round=1)
    house.at.score(Ann=40, Di=-25)
    ninety_nine(house)
    assert page(house)["settled"]["nets"] == {"Ann": 4, "Bo": -2, "Cy": -2}


def test_nets_add_up_to_zero_after_each_bust(house: House) -> None:
    rummy(house)
    house.at.begin(*PEOPLE, chips=2)
    while house.at.phase != "game-over":
        if house.at.phase == "hand-over":
            house.at.deal()
        house.at.obey(Bust())
        nets = page(house)["settled"]["nets"]
        assert (set(nets), sum(nets.values())) == (set(PEOPLE), 0)


def test_leader_has_won_most_chips_and_not_most_points(told: dict[str, Any]) -> None:
    assert told["ahead"]["title"].startswith("Ann")
    assert "4" in told["ahead"]["by"]


def test_games_state_if_they_had_hands_or_rounds(told: dict[str, Any]) -> None:
    of_rummy, of_chips = told["games"]
    assert [of_rummy[field] for field in ("counts", "steps", "hands")] == ["points", "rounds", 2]
    assert (of_chips["counts"], of_chips["steps"]) == ("chips", "hands")
    assert [game["ended"].partition(" ")[0] for game in told["games"]] == ["Bo", "Ann"]


def test_records_have_the_counts_of_both_games_and_the_chips_of_the_newest(
    told: dict[str, Any],
) -> None:
    fields = ("games", "wins", "busts", "tricks", "calls", "miscounts", "chips", "points")
    assert {player["name"]: [player[field] for field in fields] for player in told["players"]} == {
        "Ann": [2, 1, 1, 0, 0, 0, 1, None],
        "Bo": [2, 1, 2, 0, 0, 0, 0, None],
        "Cy": [2, 0, 2, 0, 1, 1, 0, None],
    }


def test_after_rummy_the_records_have_its_points_and_the_chips_stay_settled(house: House) -> None:
    ninety_nine(house)
    rummy(house)
    told = page(house)
    assert {player["name"]: (player["chips"], player["points"]) for player in told["players"]} == {
        "Ann": (None, 70),
        "Bo": (None, 105),
        "Cy": (None, 15),
    }
    assert told["settled"]["nets"] == {"Ann": 4, "Bo": -2, "Cy": -2}


def test_file_has_totals_and_chips_only_for_the_game_that_counts_them(house: House) -> None:
    rummy(house)
    ninety_nine(house)
    house.publish()
    rows = list(csv.DictReader(house.get("/evening.csv")[2].decode("utf-8-sig").splitlines()))
    of_rummy, of_chips = ([row for row in rows if row["game"] == game] for game in ("1", "2"))
    assert [(row["hand"], row["total"], row["chips paid"]) for row in of_rummy] == [
        ("1", "", "0"),
        ("1", "", "0"),
        ("2", "", "0"),
        ("2", "", "0"),
    ]
    assert all(row["total"] for row in of_chips if row["cards"])
    assert sum(int(row["chips paid"]) for row in of_chips) == 5
