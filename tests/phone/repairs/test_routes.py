"""Tests of a phone's requests when players and box disagree, and of how all phones receive the
correction.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import POT, Accept, Bust, Deal, New, Play
from tests.phone.house import House
from tests.phone.repairs.missed import explain


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, explain=explain) as house:
        house.obey(Play(card="8S"))
        yield house


def state(house: House) -> Any:
    return house.table.state


@pytest.mark.parametrize(("lie", "agrees"), [(1, True), (2, False)])
def test_box_agrees_only_on_the_same_number_of_cards_in_the_trick(
    tmp_path: Path, lie: int, agrees: bool
) -> None:
    with House(tmp_path, New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy"))) as house:
        house.obey(Play(card="8S"))
        said = {"turn": "Bo", "trick": lie, "seen": 2}
        assert house.phone(rules=True).post("/explain", said).json()["agrees"] is agrees


def test_missed_card_is_explained_and_corrected(house: House) -> None:
    phone = house.phone("Ann's phone", rules=True)
    told = phone.post("/explain", {"total": 15, "turn": "Cy", "seen": 2}).json()
    assert (told["before"]["total"], told["before"]["turn"]) == (8, "Bo")
    (one,) = told["explanations"]
    assert (one["after"]["total"], one["after"]["turn"]) == (15, "Cy")
    assert [(tile["card"], tile["mark"]) for tile in one["cards"]] == [("8S", ""), ("7", "in")]
    assert one["which"] == []
    assert phone.rule(**one["order"]) == {"done": 3}
    assert (state(house).total, state(house).turn) == (15, 2)
    assert house.table.kept[-1].origin == "Ann's phone"
    assert phone.rule(cmd="undo") == {"done": 4}
    assert (state(house).total, state(house).turn) == (8, 1)


def test_cards_of_several_ranks_are_offered_one_by_one(house: House) -> None:
    phone = house.phone(rules=True)
    told = phone.post("/explain", {"total": 18, "turn": "Cy", "seen": 2}).json()
    which = {answer["card"]: answer["order"] for answer in told["explanations"][0]["which"]}
    assert list(which) == ["J", "Q"]
    assert phone.rule(**which["Q"]) == {"done": 3}
    assert str(state(house).pile[-1]) == "Q"


def test_counted_pot_is_traced_to_an_unpaid_bust(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        for command in (Play(card="KS"), Bust(), Deal()):
            house.obey(command)
        held, pot = state(house).players[1].chips, state(house).pot
        asked = {"chips": {POT: pot - 1}, "seen": house.table.journal.sequence}
        first, *_ = house.phone(rules=True).post("/explain", asked).json()["explanations"]
        assert first["chips"] == {"Bo": held + 1, POT: pot - 1}


def test_unreachable_total_has_no_explanations(house: House) -> None:
    told = house.phone(rules=True).post("/explain", {"total": 15, "turn": "Bo", "seen": 2}).json()
    assert told["explanations"] == []


def test_explanation_of_another_table_is_a_conflict(house: House) -> None:
    phone = house.phone(rules=True)
    for path in ("/explain", "/mend"):
        assert set(phone.post(path, {"seen": 1}).json()) == {"meanwhile"}


def test_unpaired_phone_may_not_ask_for_explanations(house: House) -> None:
    for path in ("/explain", "/mend"):
        assert house.phone().post(path, {"seen": 2}).status_code == 401


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/explain", {"total": "15", "seen": 2}),
        ("/explain", {"total": 15}),
        ("/explain", {"turn": "Eva", "seen": 2}),
        ("/explain", {"chips": {"Eva": 3}, "seen": 2}),
        ("/mend", {"back": 1, "steps": [{"cmd": "undo"}], "seen": 2}),
        ("/mend", {"steps": 7, "seen": 2}),
    ],
)
def test_malformed_question_is_answered_with_one_sentence(
    house: House, path: str, body: object
) -> None:
    answer = house.phone(rules=True).post(path, body)
    assert (answer.status_code, set(answer.json())) == (400, {"problem"})


def test_last_plays_are_listed_with_alternative_cards(house: House) -> None:
    house.obey(Play(card="10H", value=10))
    told = house.phone(rules=True).post("/mend", {"seen": 3}).json()
    assert [(row["number"], row["player"], row["total"]) for row in told["rows"]] == [
        (1, "Ann", 8),
        (2, "Bo", 18),
    ]
    (other,) = told["rows"][1]["other"]
    assert other["order"] == {"cmd": "play", "card": "10H", "value": -10}
    assert (told["order"], told["refused"]) == (None, None)
    assert told["now"] == told["then"]


def test_last_plays_are_listed_with_alternative_named_players(tmp_path: Path) -> None:
    with House(tmp_path, New(variant="ninety-eight-umass", players=("Ann", "Bo", "Cy"))) as house:
        house.obey(Play(card="AS", target="Cy"))
        house.obey(Accept())
        rows = house.phone(rules=True).post("/mend", {"seen": 3}).json()["rows"]
        assert [[option["order"]["target"] for option in row["other"]] for row in rows] == [
            ["Bo"],
            [],
        ]


def test_plays_are_listed_during_a_shield_question(tmp_path: Path) -> None:
    with House(tmp_path, New(variant="ninety-eight-umass", players=("Ann", "Bo", "Cy"))) as house:
        house.obey(Play(card="AS", target="Cy"))
        told = house.phone(rules=True).post("/mend", {"seen": 2}).json()
        assert "Cy" in told["now"]["says"]


def test_change_by_hand_is_judged_before_it_is_made(house: House) -> None:
    phone = house.phone(rules=True)
    steps = [{"cmd": "play", "card": "8S"}, {"cmd": "play", "card": "7"}]
    told = phone.post("/mend", {"back": 1, "steps": steps, "seen": 2}).json()
    assert [row["number"] for row in told["rows"]] == [1, None]
    assert (told["now"]["total"], told["then"]["total"]) == (8, 15)
    assert phone.rule(**told["order"]) == {"done": 3}
    assert state(house).total == 15


def test_play_that_becomes_illegal_is_shown_and_not_dropped(house: House) -> None:
    house.obey(Play(card="KH"))
    house.obey(Play(card="9C"))
    steps = [
        {"cmd": "play", "card": "8S"},
        {"cmd": "play", "card": "KH"},
        {"cmd": "play", "card": "2C"},
        {"cmd": "play", "card": "9C"},
    ]
    told = house.phone(rules=True).post("/mend", {"back": 3, "steps": steps, "seen": 4}).json()
    assert (told["order"], told["then"], told["refused"]["row"]) == (None, None, 2)
    assert [row["cards"] for row in told["rows"]] == [["8S"], ["KH"], ["2C"], ["9C"]]
    assert [row["player"] for row in told["rows"]] == ["Ann", "Bo", None, None]


def test_play_without_a_value_asks_for_it(house: House) -> None:
    steps = [{"cmd": "play", "card": "10S"}]
    told = house.phone(rules=True).post("/mend", {"back": 1, "steps": steps, "seen": 2}).json()
    question = told["refused"]["question"]
    assert [option["order"]["value"] for option in question["options"]] == [-10, 10]


def test_missed_card_of_a_trick_is_chosen_by_suit_and_rank(tmp_path: Path) -> None:
    spaghetti = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy", "Di"))
    with House(tmp_path, spaghetti) as house:
        house.obey(Play(card="2D"))
        phone = house.phone(rules=True)
        told = phone.post("/explain", {"turn": "Cy", "seen": 2}).json()
        one = next(one for one in told["explanations"] if one["cards"][-1]["mark"] == "in")
        which = {answer["card"]: answer["order"] for answer in one["which"]}
        assert phone.rule(**which["9D"]) == {"done": 3}
        assert [str(laid.card) for laid in state(house).trick] == ["2D", "9D"]
