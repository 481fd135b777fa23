"""Somebody is forgotten, or seats without names turn out to be people, as a phone asks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.rules.commands import New, Play
from companion.table.people import PEOPLE, People
from tests.phone.house import House, Phone

WITHOUT_ANN = New(variant="ninety-nine", players=("Bo", "Cy"))
SEATS = New(variant="ninety-nine", players=("Seat 1", "Seat 2", "Eva"))
NAMED = New(variant="ninety-nine", players=("Ann", "Bo", "Eva"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "box") as house:
        yield house


def evening_of(phone: Phone) -> dict[str, int]:
    return {player["name"]: player["games"] for player in phone.get("/evening").json()["players"]}


def answered(phone: Phone, path: str, **body: object) -> tuple[int, dict[str, Any]]:
    answer = phone.post(path, body)
    return answer.status_code, answer.json()


def forget(phone: Phone, player: str) -> tuple[int, dict[str, Any]]:
    return answered(phone, "/people/forget", player=player)


def test_forgotten_person_is_known_no_more_and_the_sums_stay(house: House) -> None:
    phone = house.phone(rules=True)
    phone.post("/owner", {"player": "Ann"})
    house.obey(Play(card="8H"), "Ann's phone")
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    before = evening_of(phone)
    assert phone.get("/people").json()["games"]["Ann"] == 1
    assert forget(phone, "Ann") == (200, {"players": {"Ann": "Guest 1"}})
    assert phone.get("/people").json()["known"] == ["Bo", "Cy", "Di"]
    assert evening_of(phone) == {("Guest 1" if name == "Ann" else name): n for name, n in before.items()}
    assert phone.get("/me").json()["player"] == "Guest 1"
    assert forget(phone, "Ann") == (400, {"problem": "Nobody of that name has played."})
    assert forget(phone, "Guest 1")[0] == 400
    assert forget(phone, "Di") == (200, {"players": {"Di": "Guest 2"}})


def test_player_of_the_game_before_can_be_forgotten(house: House) -> None:
    house.obey(WITHOUT_ANN)
    assert forget(house.phone(rules=True), "Ann")[0] == 200
    house.at_the_box(house.table.reopen)
    assert [player.name for player in house.table.moments[-1].state.players] == ["Guest 1", "Bo", "Cy", "Di"]


def test_whoever_plays_is_not_forgotten(house: House) -> None:
    phone = house.phone(rules=True)
    phone.post("/owner", {"player": "Ann"})
    assert forget(phone, "Ann") == (400, {"problem": "Ann is in the game that is on."})
    assert phone.get("/people").json()["known"][:1] == ["Ann"]
    assert phone.get("/me").json()["player"] == "Ann"


def test_failing_journal_is_answered_with_503(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_people: People) -> None:
        raise JournalError("The disk fails")

    house.obey(WITHOUT_ANN)
    phone = house.phone(rules=True)
    monkeypatch.setattr(People, "save", fail)
    assert forget(phone, "Ann") == (503, {"problem": "The disk fails."})


def test_seats_of_the_evening_are_taken_over(house: House) -> None:
    phone = house.phone(rules=True)
    house.obey(SEATS)
    house.obey(Play(card="8H"))
    house.obey(NAMED)
    seats = phone.get("/people").json()["seats"]
    assert seats == [
        {"name": "Seat 1", "number": 1, "games": [2], "beside": ["Eva", "Seat 2"]},
        {"name": "Seat 2", "number": 2, "games": [2], "beside": ["Eva", "Seat 1"]},
    ]
    taken = {"Seat 1": "Ann", "Seat 2": "Bo"}
    assert answered(phone, "/people/take-over", seats=taken) == (200, {"players": taken})
    assert evening_of(phone) == {"Ann": 2, "Bo": 2, "Eva": 2}
    assert phone.get("/people").json()["seats"] == []
    house.at_the_box(house.table.reopen)
    assert [player.name for player in house.table.moments[-1].state.players] == ["Ann", "Bo", "Eva"]


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        (
            {"Seat 1": "Eva"},
            "Nothing was taken over: one of these names was another player's in the same game.",
        ),
        ({"Seat 1": "Ann", "Seat 2": "Ann"}, "Nothing was taken over: one of these names"),
        ({"Seat 3": "Ann"}, "No such seat has played tonight without a name."),
        ({}, "No such seat has played tonight without a name."),
        ({"Seat 1": "Zoe"}, "Nobody of that name sits at the table."),
        ({"Seat 1": 5}, "The box does not know what this page sent"),
    ],
)
def test_impossible_names_change_nothing(house: House, seats: dict[str, object], problem: str) -> None:
    phone = house.phone(rules=True)
    house.obey(SEATS)
    house.obey(NAMED)
    before = (house.folder / "journal" / PEOPLE).read_bytes()
    status, told = answered(phone, "/people/take-over", seats=seats)
    assert (status, told["problem"][: len(problem)]) == (400, problem)
    assert (house.folder / "journal" / PEOPLE).read_bytes() == before


def test_seats_of_the_game_under_way_are_not_taken_over(house: House) -> None:
    phone = house.phone(rules=True)
    house.obey(New(variant="ninety-nine", players=("Ann", "Seat 2"), dealer="Ann"))
    status, told = answered(phone, "/people/take-over", seats={"Seat 2": "Ann"})
    assert (status, told["problem"]) == (400, "No such seat has played tonight without a name.")


def test_a_refusal_is_no_error_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    assert forget(house.phone(rules=True), "Ann")[0] == 400
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


@pytest.mark.attack("code", "have a player forgotten without the code", "401")
def test_only_a_phone_that_rules_renames(house: House) -> None:
    looking = house.phone()
    assert forget(looking, "Ann")[0] == 401
    assert answered(looking, "/people/take-over", seats={"Seat 1": "Ann"})[0] == 401
