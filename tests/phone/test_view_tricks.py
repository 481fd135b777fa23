"""Tests of a trick game as the page receives it: the costs, the trick so far, the rounds and their
points.
"""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.box.state import Snapshot
from companion.core.commands import Deal, Play, Score
from companion.core.family import HistoryEntry
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.games.tricks.words import what_costs
from companion.phone.view import parts
from tests.phone.drawn_text import as_drawn
from tests.phone.told_table import ToldTable, as_sent
from tests.table.tables import VARIANTS
from tests.worded import worded


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def test_view_has_the_rules_of_a_round_of_arizona_spaghetti(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=4)
    table.obey(
        *[step for points in (130, 130, 100) for step in (Score(points={"Ann": points}), Deal())]
    )
    game = table.parts()["game"]
    keys = game.pop("keys")
    assert all("100" in as_drawn(game.pop(words)) for words in ("said", "costs", "costs_said"))
    assert game.pop("card_costs")["card"] == "KS"
    assert game.pop("aim")
    assert [key["rank"] for key in keys] == [
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "J",
        "Q",
        "K",
        "A",
    ]
    assert game == {
        "number": 1,
        "variant": "arizona-spaghetti",
        "title": VARIANTS["arizona-spaghetti"].title,
        "short": "Sp",
        "family": "tricks",
        "places": [7, 1, 3, 5],
        "rounds": 6,
        "restricted": "S",
        "step": 100,
        "times": 1,
        "sums": [100],
        "sum_words": "100",
        "below_zero": False,
    }


def test_round_with_a_sweep_may_have_two_sums(table: ToldTable) -> None:
    table.new("slobberhannes")
    game = table.parts()["game"]
    assert (game["rounds"], game["sums"], game["sum_words"], game["step"]) == (
        None,
        [3, 4],
        "3 or 4",
        1,
    )


def test_view_has_the_trick_so_far_and_its_winning_player(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    trick = table.now()["trick"]
    assert "Ann" in trick.pop("title")
    empty = {"bound": "", "lead": "", "says": ""}
    assert trick == {"number": 1, "cards": [], "wins": None, "taken": False, **empty}
    table.play("9H", "JH")
    trick = table.now()["trick"]
    assert [(laid["player"], laid["card"]) for laid in trick["cards"]] == [
        ("Ann", "9H"),
        ("Bo", "JH"),
    ]
    assert (trick["number"], trick["wins"], trick["taken"]) == (1, "Bo", False)
    assert "Bo" in trick["says"]
    table.play("2S")
    trick = table.now()["trick"]
    assert (trick["number"], trick["wins"], trick["taken"]) == (1, "Bo", True)
    assert "10" in trick["says"]
    assert len(trick["cards"]) == 3
    assert table.now()["plays"] == 3


def sums(adds: str) -> list[str]:
    """Return the sums next to the numbers of the rounds."""
    return adds.partition(": ")[2].removesuffix(".").split(", ")


def test_finished_rounds_have_points_and_add_up(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    assert (table.now()["adds"], table.now()["leads"]) == (None, {})
    table.obey(Score(points={"Ann": 50, "Cy": 120}))
    assert (sums(table.now()["adds"]), list(table.now()["leads"])) == (["170"], ["Bo"])
    table.obey(Deal(), Score(points={"Bo": 130}), Deal())
    told = table.parts()
    assert sums(told["now"]["adds"]) == ["170", "130"]
    assert [(each["round"], each["points"], each["sum"]) for each in told["rounds"]] == [
        (1, {"Ann": 50, "Bo": 0, "Cy": 120}, 170),
        (2, {"Ann": 0, "Bo": 130, "Cy": 0}, 130),
        (3, {"Ann": 0, "Bo": 0, "Cy": 0}, 0),
    ]
    rules = table.table.rules
    assert isinstance(rules, TrickRules)
    assert worded([as_drawn(each["costs"]) for each in told["rounds"]]) == worded(
        [what_costs(entry) for entry in rules.costs[:3]]
    )


def test_accepted_revoke_is_outside_the_expected_sum(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3, revoke_penalty=5)
    table.obey(
        *[step for points in (170, 130, 100) for step in (Score(points={"Ann": points}), Deal())]
    )
    table.play("9C", "9H", "3C", "10C")
    table.obey(Play(card="JC", accept_revoke=True))
    table.play("KS")
    told = table.parts()
    assert told["rounds"][3]["sum"] == 105
    assert sums(told["now"]["adds"]) == ["170", "130", "100", "105"]


def test_sweep_is_in_the_expected_sum(table: ToldTable) -> None:
    table.new("slobberhannes", players=3)
    table.obey(Score(points={"Ann": 4}))
    assert sums(table.now()["adds"]) == ["4"]


def test_wrong_points_are_not_shown_as_adding_up(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    table.obey(Score(points={"Ann": 170}), Deal())
    scene = table.snapshot().scene
    first, scored, dealt = scene.moments
    assert isinstance(scored.state, TrickState)
    ann = replace(scored.state.players[0], round_points=160)
    wrong = HistoryEntry(scored.state.seated(0, ann), scored.events)
    now = parts(Snapshot(replace(scene, moments=(first, wrong, dealt))))["now"]
    assert json.loads(as_sent(now))["adds"] is None


def test_allowed_actions_in_a_trick_game(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    now = table.now()
    assert set(now["refused"]) == {"bust", "deal", "claim"}
    assert [what for what, possible in now["can"].items() if possible] == ["seat"]
    table.play("9H")
    assert not table.now()["can"]["seat"]
    assert "score" in table.now()["refused"]
    table.table.take_back()
    table.obey(Score(points={"Ann": 170}))
    now = table.now()
    assert (now["can"]["points"], now["deals"]) == (["Ann", "Bo", "Cy"], "Ann")
    assert not {"deal", "claim"} & set(now["refused"])
