"""Tests of a phone that renames and forgets people, and merges seats or people."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import New, Play
from companion.errors import JournalError
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


def test_forgotten_person_is_unknown_and_the_sums_stay(house: House) -> None:
    phone = house.phone(rules=True)
    phone.post("/me", {"player": "Ann"})
    house.obey(Play(card="8H"), "Ann's phone")
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    before = evening_of(phone)
    assert phone.get("/people").json()["games"]["Ann"] == 1
    assert forget(phone, "Ann") == (200, {"players": {"Ann": "Guest 1"}})
    assert phone.get("/people").json()["known"] == ["Bo", "Cy", "Di"]
    assert evening_of(phone) == {
        ("Guest 1" if name == "Ann" else name): n for name, n in before.items()
    }
    assert phone.get("/me").json()["player"] == "Guest 1"
    assert forget(phone, "Ann")[0] == 400
    assert forget(phone, "Guest 1")[0] == 400
    assert forget(phone, "Di") == (200, {"players": {"Di": "Guest 2"}})


def test_player_of_the_previous_game_can_be_forgotten(house: House) -> None:
    house.obey(WITHOUT_ANN)
    assert forget(house.phone(rules=True), "Ann")[0] == 200
    house.at_the_box(house.table.reopen)
    assert [player.name for player in house.table.moments[-1].state.players] == [
        "Guest 1",
        "Bo",
        "Cy",
        "Di",
    ]


def test_current_player_cannot_be_forgotten(house: House) -> None:
    phone = house.phone(rules=True)
    phone.post("/me", {"player": "Ann"})
    assert forget(phone, "Ann")[0] == 400
    assert phone.get("/people").json()["known"][:1] == ["Ann"]
    assert phone.get("/me").json()["player"] == "Ann"


def test_failing_journal_is_answered_with_503(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_people: People) -> None:
        raise JournalError("The disk is failing")

    house.obey(WITHOUT_ANN)
    phone = house.phone(rules=True)
    monkeypatch.setattr(People, "save", fail)
    assert forget(phone, "Ann")[0] == 503


def test_seats_of_the_evening_can_be_assigned_to_people(house: House) -> None:
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
    assert answered(phone, "/people/merge", people=taken) == (200, {"players": taken})
    assert evening_of(phone) == {"Ann": 2, "Bo": 2, "Eva": 2}
    assert phone.get("/people").json()["seats"] == []
    house.at_the_box(house.table.reopen)
    assert [player.name for player in house.table.moments[-1].state.players] == ["Ann", "Bo", "Eva"]


def test_two_people_and_their_phones_can_be_merged(house: House) -> None:
    hers, other = house.phone(rules=True), house.phone(rules=True)
    hers.post("/me", {"player": "Ann"})
    other.post("/me", {"player": "Bo"})
    house.obey(Play(card="8H"))
    house.obey(New(variant="ninety-nine", players=("Anna", "Bo")))
    house.obey(New(variant="ninety-nine", players=("Ann", "Anna")))
    house.at_the_box(house.table.reopen)  # The set-up with two Anns was therefore a mistake.
    assert evening_of(hers) == {"Anna": 1, "Bo": 2, "Ann": 1, "Cy": 1, "Di": 1}
    same = {"Ann": "Anna"}
    assert answered(other, "/people/merge", people=same) == (200, {"players": same})
    assert evening_of(hers) == {"Anna": 2, "Bo": 2, "Cy": 1, "Di": 1}
    people = hers.get("/people").json()
    assert (people["known"], people["games"]["Anna"]) == (["Anna", "Bo", "Cy", "Di"], 3)
    assert [phone.get("/me").json()["player"] for phone in (hers, other)] == ["Anna", "Bo"]
    assert answered(other, "/people/merge", people=same)[0] == 400


def test_rename_changes_the_name_in_all_games(house: House) -> None:
    phone = house.phone(rules=True)
    phone.post("/me", {"player": "Ann"})
    house.obey(Play(card="8H"))
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    for old, new in (("Ann", "Anna"), ("Bo", "Bob")):
        assert answered(phone, "/people/rename", player=old, name=new) == (
            200,
            {"players": {old: new}},
        )
    assert evening_of(phone) == {"Bob": 2, "Cy": 2, "Anna": 1, "Di": 1}
    assert phone.get("/me").json()["player"] == "Anna"
    assert phone.rule(cmd="claim", total=8)["checked"]["player"] == "Bob"


def test_refused_name_keeps_the_owners_of_phones(house: House) -> None:
    phones = [house.phone(rules=True) for _ in range(2)]
    for phone, player in zip(phones, ("Ann", "Bo"), strict=True):
        phone.post("/me", {"player": player})
    for name in ("Bo", "B\N{CYRILLIC SMALL LETTER O}"):
        assert answered(phones[0], "/people/rename", player="Ann", name=name)[0] == 400
    assert [phone.get("/me").json()["player"] for phone in phones] == ["Ann", "Bo"]
    assert answered(phones[0], "/people/rename", player="Zoe", name="Eve")[0] == 400


@pytest.mark.parametrize(
    ("people", "problem"),
    [
        ({"Seat 1": "Eva"}, "Seat 1 and Eva sat in the same game, so they are two people."),
        ({"Ann": "Eva"}, "Ann and Eva sat in the same game, so they are two people."),
        ({"Seat 1": "Ann", "Seat 2": "Ann"}, "Seat 1 and Seat 2 sat in the same game, so they"),
        ({"Seat 3": "Ann"}, "No player has that name."),
        ({}, "No player has that name."),
        ({"Seat 1": "Zoe"}, "No player has that name."),
        ({"Ann": "Seat 1"}, "No player has that name."),
        ({"Cy": "Ann", "Ann": "Cy"}, "No player has that name."),
        ({"Seat 1": 5}, "The box does not understand this page"),
    ],
)
def test_impossible_names_change_nothing(
    house: House, people: dict[str, object], problem: str
) -> None:
    phone = house.phone(rules=True)
    house.obey(SEATS)
    house.obey(NAMED)
    before = (house.folder / "journal" / PEOPLE).read_bytes()
    status, told = answered(phone, "/people/merge", people=people)
    assert (status, told["problem"][: len(problem)]) == (400, problem)
    assert (house.folder / "journal" / PEOPLE).read_bytes() == before


def test_seats_of_the_current_game_cannot_be_assigned(house: House) -> None:
    phone = house.phone(rules=True)
    house.obey(New(variant="ninety-nine", players=("Ann", "Seat 2"), dealer="Ann"))
    assert answered(phone, "/people/merge", people={"Seat 2": "Ann"})[0] == 400


def test_refusal_is_not_logged_as_an_error(house: House, caplog: pytest.LogCaptureFixture) -> None:
    assert forget(house.phone(rules=True), "Ann")[0] == 400
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


@pytest.mark.attack("code", "delete, rename or merge a player without the code", "401")
def test_only_a_paired_phone_can_rename(house: House) -> None:
    looking = house.phone()
    assert forget(looking, "Ann")[0] == 401
    assert answered(looking, "/people/rename", player="Ann", name="Eve")[0] == 401
    assert answered(looking, "/people/merge", people={"Ann": "Bo"})[0] == 401
