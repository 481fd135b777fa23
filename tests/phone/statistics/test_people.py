"""Tests of the list of people who have played at a box, for setting up a game."""

from pathlib import Path

from companion.core.commands import New
from companion.languages import load_language
from companion.message import using
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.people import known_people
from companion.table.evenings import PAUSE
from companion.words.numbers import seat_name
from tests.phone.house import House


def test_latest_player_comes_first_and_seats_are_not_people(tmp_path: Path) -> None:
    with using(load_language("de")):
        seat = seat_name(2, ())
    with House(tmp_path / "box", None) as house:
        history = AllGames(house.folder / HISTORY, house.folder / "journal")
        assert known_people(history, house.clock).known == ()
        assert not known_people(history, house.clock).tonight
        for players in (("Ann", "Bo", "Cy"), ("Bo", "Di"), ("Seat 1", seat, "Eva")):
            house.obey(New(variant="ninety-nine", players=players))
            house.clock.now += 60
        people = known_people(history, house.clock)
        assert people.known == ("Eva", "Bo", "Di", "Ann", "Cy")
        assert {"Seat 1", seat} < {*people.unnamed}
        assert people.tonight
        assert people.places[4] == (7, 1, 3, 5)
        house.at_the_box(lambda: house.table.rename("Seat 1", "Flo"))
        assert known_people(history, house.clock).known[:2] == ("Flo", "Eva")
        house.clock.now += PAUSE + 1
        assert not known_people(history, house.clock).tonight


def test_only_a_paired_phone_receives_the_list_of_people(tmp_path: Path) -> None:
    with House(tmp_path / "box") as house:
        looking, ruling = house.phone(), house.phone(rules=True)
        assert looking.get("/people").status_code == 401
        assert ruling.get("/people").json()["known"] == ["Ann", "Bo", "Cy", "Di"]
