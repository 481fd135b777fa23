"""A phone's call for the director of a club night: `POST /director`."""

from pathlib import Path

from tests.phone.house import House


def follow(house: House) -> None:
    """Let a floor ask for the journal."""
    house.at_the_box(house.access.floor_seen)


def test_paired_phone_calls_the_director_and_ends_the_call(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True, name="Cy")
        follow(house)
        assert phone.post("/director", {"calls": True}).json() == {"calls": True}
        note = house.table.journal.record(1).notes[-1]
        assert (note.kind, note.facts, note.origin) == ("director", {"calls": True}, "Cy")
        assert phone.post("/director", {"calls": False}).json() == {"calls": False}


def test_director_who_would_not_hear_the_call_is_not_called(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        answer = house.phone(rules=True).post("/director", {"calls": True})
        away = "The director is not connected: fetch the director yourself."
        assert (answer.status_code, answer.json()) == (409, {"problem": away})


def test_phone_that_only_watches_cannot_call(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        follow(house)
        assert house.phone().post("/director", {"calls": True}).status_code == 401
        assert not house.table.calls_director
