"""A paired floor reads the journal, line by line: `GET /journal`."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.core.commands import New, Play
from companion.phone.floor import CURRENT, JournalList
from companion.table.people import PEOPLE
from tests.phone.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


def listed(house: House) -> JournalList:
    answer = house.phone(rules=True).get("/journal")
    return msgspec.json.decode(answer.content, type=JournalList)


def on_disk(house: House) -> bytes:
    """Return the file of the game that grows, without the room behind its lines."""
    journal = house.table.journal
    return journal.file_of(journal.current).read_bytes().rstrip(b"\n\0") + b"\n"


def test_list_has_each_game_and_its_used_bytes(house: House) -> None:
    found = listed(house)
    assert (found.box, found.current) == (house.table.journal.box.name, 1)
    assert found.games[-1].number == 1
    assert found.games[-1].length == len(on_disk(house))
    house.obey(Play(card="8H"))
    assert listed(house).games[-1].length == len(on_disk(house)) > found.games[-1].length


def test_lines_begin_at_the_number_that_was_asked_for(house: House) -> None:
    house.obey(Play(card="8H"))
    name, lines = listed(house).games[-1].name, on_disk(house).splitlines(keepends=True)
    phone = house.phone(rules=True)
    assert len(lines) == 3
    for start in range(5):
        answer = phone.get(f"/journal/{name}?from={start}")
        assert answer.content == b"".join(lines[start:])
        assert answer.headers[CURRENT] == name


def test_lines_of_an_earlier_game_name_the_one_that_grows(house: House) -> None:
    before = listed(house).games[-1].name
    house.obey(New(variant="ninety-eight", players=("Ann", "Bo")))
    answer = house.phone(rules=True).get(f"/journal/{before}")
    assert answer.headers[CURRENT] == listed(house).games[-1].name != before


def test_names_change_their_digest(house: House) -> None:
    before = listed(house).people
    house.at_the_box(lambda: house.table.rename_person("Di", "Dora"))
    assert listed(house).people != before
    names = house.phone(rules=True).get("/journal/people").content
    assert names == (house.folder / "journal" / PEOPLE).read_bytes()


def test_only_a_paired_floor_reads_them_and_counts_as_here(house: House) -> None:
    name = "1-00000000"
    for path in ("/journal", "/journal/people", f"/journal/{name}"):
        assert house.phone().get(path).status_code == 401
    assert house.access.floor_until() is None
    listed(house)
    assert house.access.floor_until() is not None


@pytest.mark.parametrize("name", ["1-00000000", "9-00000000", "x", "²-00000000", "9999999999-0"])
def test_game_that_is_none_gets_a_sentence(house: House, name: str) -> None:
    answer = house.phone(rules=True).get(f"/journal/{name}")
    assert answer.status_code == 404
    assert name in answer.json()["problem"]


@pytest.mark.parametrize("start", ["-1", "x", "²", "", "9999999999"])
def test_number_that_is_none_gets_a_sentence(house: House, start: str) -> None:
    answer = house.phone(rules=True).get("/journal/1-00000000", params={"from": start})
    assert answer.status_code == 400
    assert answer.json()["problem"].startswith(f"from is {start}:")
