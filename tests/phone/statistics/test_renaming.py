"""Somebody is forgotten, or seats without names turn out to be people, as a phone asks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.phone.statistics import renaming
from companion.rules.commands import New, Play
from companion.table.replay import replay
from companion.table.rewriter import Rewriter
from tests.phone.house import House, Phone
from tests.table.golden import FOLDER
from tests.table.test_golden import made
from tests.table.test_other_names import holding

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
    assert forget(phone, "Ann") == (200, {"players": {"Ann": "Guest 1"}, "kept": []})
    assert phone.get("/people").json()["known"] == ["Bo", "Cy", "Di"]
    assert evening_of(phone) == {("Guest 1" if name == "Ann" else name): n for name, n in before.items()}
    assert phone.get("/me").json()["player"] == "Guest 1"
    assert not holding(house.folder, "Ann")
    assert forget(phone, "Ann") == (400, {"problem": "Nobody of that name has played."})
    assert forget(phone, "Guest 1")[0] == 400
    assert replay(house.folder / "journal.db").commands == 4


def test_each_who_is_forgotten_is_another_guest_and_old_copies_go(house: House) -> None:
    phone = house.phone(rules=True)
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    for kept in ("journal-damaged-1.db", "journal-mine.db"):
        (house.folder / kept).touch()
    made(FOLDER / "journal-4.sql", house.folder / "journal-version-4.db")
    assert forget(phone, "Ann")[1]["players"] == {"Ann": "Guest 1"}
    assert forget(phone, "Di")[1] == {"players": {"Di": "Guest 2"}, "kept": ["journal-damaged-1.db"]}
    assert not (house.folder / "journal-version-4.db").exists()
    assert (house.folder / "journal-mine.db").exists()


@pytest.mark.parametrize("after", [(), (WITHOUT_ANN,)])
def test_whoever_plays_is_not_forgotten(house: House, after: tuple[New, ...]) -> None:
    phone = house.phone(rules=True)
    phone.post("/owner", {"player": "Ann"})
    for game in after:
        house.obey(game)
    status, told = forget(phone, "Ann")
    assert (status, told["problem"]) == (
        400,
        "Ann was in the game before, which taking back opens again."
        if after
        else "Ann is in the game that is on.",
    )
    assert phone.get("/people").json()["known"][:1] == (["Bo"] if after else ["Ann"])
    assert phone.get("/me").json()["player"] == "Ann"


def test_play_goes_on_while_the_journal_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = house.phone(rules=True)
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    honest, cards = Rewriter.read, ["9H", "2C"]

    def read(self: Rewriter, journal: Any) -> Any:
        changes = honest(self, journal)
        if cards:
            house.obey(Play(card=cards.pop()))
        return changes

    monkeypatch.setattr(Rewriter, "read", read)
    assert forget(phone, "Ann")[0] == 200
    assert not cards
    assert not holding(house.folder, "Ann")
    assert replay(house.folder / "journal.db").commands == 5


def test_failing_journal_is_answered_with_503(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Rewriter, _journal: object) -> None:
        raise JournalError("The journal cannot be read")

    monkeypatch.setattr(Rewriter, "read", fail)
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    assert forget(house.phone(rules=True), "Ann") == (503, {"problem": "The journal cannot be read."})


def test_page_hears_how_far_it_is_and_asks_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renaming, "TOLD_AFTER", 0.0)
    phone = house.phone(rules=True)
    house.obey(WITHOUT_ANN)
    house.obey(Play(card="8H"))
    answers: list[dict[str, Any]] = []
    while not answers or "done" in answers[-1]:
        answers.append(forget(phone, "Ann")[1])
    assert set(answers[0]) == {"done", "games"}
    assert answers[-1]["players"] == {"Ann": "Guest 1"}


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
    assert answered(phone, "/people/take-over", seats=taken) == (200, {"players": taken, "kept": []})
    assert evening_of(phone) == {"Ann": 2, "Bo": 2, "Eva": 2}
    assert phone.get("/people").json()["seats"] == []
    house.at_the_box(house.table.reopen)
    assert [player.name for player in house.table.moments[-1].state.players] == ["Ann", "Bo", "Eva"]
    assert replay(house.folder / "journal.db").commands == 5


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
    before = tuple(house.table.journal.forwards())
    status, told = answered(phone, "/people/take-over", seats=seats)
    assert (status, told["problem"][: len(problem)]) == (400, problem)
    assert tuple(house.table.journal.forwards()) == before


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
