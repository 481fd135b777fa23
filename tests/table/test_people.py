"""Names are stored once, in the file of people; all other files hold ids."""

import json
from pathlib import Path

import pytest

from companion.core.commands import Bust, ChangeSeat, Claim, New, Play
from companion.errors import DiskError, Illegal, NameInUseError, NewerJournalError
from companion.languages import load_language
from companion.message import using
from companion.table.lines import JournalNote, sealed
from companion.table.people import PEOPLE, People, Person, read_people, written
from companion.table.recorded import game_with, names_in, note_with
from companion.table.replay import Replayed, counting_entries, replay, replay_entries
from companion.table.table import Table
from tests.table.tables import play, started_again, table_in


@pytest.fixture
def people(tmp_path: Path) -> People:
    return People(tmp_path / PEOPLE)


def read_again(people: People) -> People:
    return People(people.path)


# Ids and names.


def test_name_in_other_case_is_the_same_person(people: People) -> None:
    ann = people.id_of("Ann")
    assert people.id_of("ANN") == people.find("ann") == ann
    assert people.spelling("aNN") == people.name(ann) == "Ann"
    assert people.id_of("Anna") != ann
    assert people.find("Zoe") is None


def test_each_game_uses_the_first_spelling_of_a_name(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.obey(New(variant="ninety-nine", players=("ANN", "bo")))
    assert table.known_names == ("Ann", "Bo")
    table.rename("Ann", "ANN")
    assert started_again(tmp_path, tmp_path / "again").known_names == ("ANN", "Bo")


def test_unnamed_seat_is_a_different_player_in_each_game(people: People) -> None:
    with using(load_language("de")):
        german = people.name("seat3.1")
    assert [people.id_of(name, game) for name in ("Seat 3", german) for game in (1, 2)] == [
        "seat3.1",
        "seat3.2",
    ] * 2
    assert not [*people]
    assert people.name("seat3.12") == "Seat 3"


def test_empty_name_is_refused_repeatedly(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for _ in range(2):  # the note of the first refusal must not create a person
        with pytest.raises(Illegal, match="bad-players"):
            table.obey(New(variant="ninety-nine", players=("Ann", "")))


def test_two_unnamed_seats_can_be_merged_into_one_person(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for _game in range(2):
        table.obey(New(variant="ninety-nine", players=("Seat 1", "Seat 2")))
        play(table, "8H")
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    ann = table.people.id_of("Ann")
    table.merge({"seat1.1": ann, "seat2.2": ann})
    again = started_again(tmp_path, tmp_path / "again").people
    assert [[again.name(f"seat{seat}.{game}") for seat in (1, 2)] for game in (1, 2)] == [
        ["Ann", "Seat 2"],
        ["Seat 1", "Ann"],
    ]


def test_people_of_one_game_have_different_names(people: People) -> None:
    people.complete([Person("00000001", "Ann"), Person("00000002", "Ann")])
    assert people.names(["00000001", "00000002"]) == {"00000001": "Ann", "00000002": "Ann'"}


def test_names_from_another_file_lose_invisible_characters(people: People) -> None:
    hidden = "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}"
    people.complete(
        [
            Person("00000001", f"A{hidden}nn\x1b"),
            Person("00000002", hidden),
            Person("00000003", "x" * 99),
        ]
    )
    assert [person.name for person in people] == ["Ann", "x" * 24]


# The file.


def test_people_are_read_from_the_file(people: People) -> None:
    names = ("Jörg", "李小龍", "half a \ud83d", 'a "quoted" one')
    ids = [people.id_of(name) for name in names]
    people.save()
    again = read_again(people)
    assert [again.name(person) for person in ids] == [*names]
    assert people.path.read_bytes().isascii()


def test_damaged_file_is_replaced_by_its_copy(people: People) -> None:
    ann = people.id_of("Ann")
    bo = people.id_of("Bo")
    people.save()
    content = bytearray(people.path.read_bytes())
    content[-30] ^= 1
    people.path.write_bytes(content)
    assert [read_again(people).name(person) for person in (ann, bo)] == ["Ann", "Bo"]


def test_newer_file_is_refused_and_not_changed(people: People) -> None:
    newer = sealed({"people": 2})[0]
    people.path.write_bytes(newer)
    with pytest.raises(NewerJournalError, match="update this one"):
        read_again(people)
    assert people.path.read_bytes() == newer


def test_ids_serve_as_names_without_a_readable_file(people: People) -> None:
    ann = people.id_of("Ann")
    people.save()
    for file in people.path.parent.glob("people.jsonl*"):
        file.write_bytes(b"nothing")
    assert read_again(people).name(ann) == ann


def test_failed_write_discards_new_people(people: People) -> None:
    people.path.mkdir()
    people.id_of("Ann")
    with pytest.raises(DiskError):
        people.save()
    assert people.find("Ann") is None


# Forgetting.


def test_forgetting_wins_over_any_other_copy(people: People) -> None:
    ann, bo = people.id_of("Ann"), people.id_of("Bo")
    copy = read_people(written(people)).values()
    people.forget(ann)
    people.complete(copy)
    assert (people.name(ann), people.name(bo)) == ("Guest 1", "Bo")
    other = People(people.path.with_name("other"))
    other.complete(copy)
    other.complete(people)
    assert other.name(ann) == "Guest 1"


def test_each_forgotten_person_is_a_distinct_guest_in_any_language(people: People) -> None:
    players = [people.id_of(name) for name in ("Ann", "Bo", "Guest 2")]
    assert people.next_guest() == people.forget(players[0]) == "Guest 1"
    assert people.forget(players[1]) == "Guest 3"
    with using(load_language("de")):
        german = people.name(players[0])
    assert people.find(german) == people.find("guest 1") == players[0]
    assert german != "Guest 1"


def test_forgotten_name_can_be_given_to_another_person(people: People) -> None:
    ann = people.id_of("Ann")
    people.forget(ann)
    assert people.id_of("Ann") != ann
    assert people.name(ann) == "Guest 1"


def test_copy_of_the_file_contains_no_forgotten_name(people: People) -> None:
    people.id_of("Ann")
    people.save()
    people.forget(people.id_of("Ann"))
    people.save()
    files = [*people.path.parent.iterdir()]
    assert len(files) == 2
    assert not [file for file in files if b"Ann" in file.read_bytes()]


def test_forgotten_player_is_a_guest_in_continued_games(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    play(table, "8H")
    table.obey(New(variant="ninety-nine", players=("Bo", "Cy")))
    table.obey(Play(card="8H"), "Ann's phone")
    with pytest.raises(NameInUseError, match="Bo is in the game that is on"):
        table.forget("Bo")
    assert table.forget("Ann") == "Guest 1"
    assert [kept.origin for kept in table.kept] == [None, "Guest 1's phone"]
    table.obey(Play(card="9H"), "Guest 1's phone")
    table.take_back(2)
    table.reopen()
    assert table.known_names == ("Guest 1", "Bo", "Cy")
    play(table, "KD")
    assert started_again(tmp_path, tmp_path / "again").known_names == ("Guest 1", "Bo", "Cy")
    assert len([*table.people]) == 3
    table.close()
    assert replay(tmp_path / "journal") == Replayed(games=2, commands=8)


# Renaming people, and merging two of them.


def test_merge_wins_over_any_other_copy_unless_one_was_forgotten(people: People) -> None:
    ann, anna, bo = (people.id_of(name) for name in ("Ann", "Anna", "Bo"))
    before = read_people(written(people)).values()
    people.merge(ann, anna)
    people.merge(bo, anna)
    people.complete(before)
    assert [people.find(name) for name in ("Ann", "Anna", "Bo")] == [None, anna, None]
    other = People(people.path.with_name("other"))
    other.complete(before)
    other.forget(bo)
    other.complete(people)
    assert [other.name(person) for person in (ann, anna, bo)] == ["Anna", "Anna", "Guest 1"]


def test_files_merged_in_opposite_directions_keep_one_name(people: People) -> None:
    ann, anna = people.id_of("Ann"), people.id_of("Anna")
    other = People(people.path.with_name("other"))
    other.complete(people)
    people.merge(ann, anna)
    other.merge(anna, ann)
    people.complete(other)
    assert people.name(ann) == people.name(anna) == "Anna"


def test_renamed_person_has_the_new_name_in_the_current_game(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Ann"), "Ann's phone")
    play(table, "8H")
    table.judge(Claim(total=9), "Ann's phone")
    table.rename_person("Ann", "Anna")
    table.rename_person("Cy", "Cyd")
    play(table, "9H")
    assert table.known_names == ("Anna", "Bo", "Cyd")
    again = started_again(tmp_path, tmp_path / "again")
    for each in (table, again):
        assert each.known_names[:2] == ("Anna", "Bo")
        assert each.last_new == New(variant="ninety-nine", players=("Anna", "Bo"), dealer="Anna")
        assert each.kept[0].origin == each.game_notes[0].origin == "Anna's phone"
    assert again.moments == table.moments
    table.close()
    again.close()
    assert replay(tmp_path / "journal").commands == 4


@pytest.mark.parametrize("name", ["bo", "Guest 1", "Seat 3", "pot"])
def test_person_cannot_be_renamed_to_a_reserved_name(tmp_path: Path, name: str) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.people.forget(table.people.id_of("Cy"))
    with pytest.raises(NameInUseError, match=f"{name} is taken: choose another name"):
        table.rename_person("Ann", name)
    table.rename_person("Ann", "ANN")
    assert table.known_names == ("ANN", "Bo")


def test_merged_player_continues_as_the_other_person(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for players in (("Ann", "Bo"), ("Anna", "Bo")):
        table.obey(
            New(variant="ninety-nine", players=players, dealer=players[0], house={"chips": 1})
        )
        table.obey(Bust(player="Bo"))
    assert dict(table.tally()) == {"Anna": 1, "Bo": 0, "Ann": 1}
    anna, ann = table.people.id_of("Anna"), table.people.id_of("Ann")
    table.merge({anna: ann})
    assert dict(table.tally()) == {"Ann": 2, "Bo": 0}
    with pytest.raises(Illegal, match="bad-players"):
        table.rename("Bo", "ann")
    table.rename("Ann", "ANN")
    again = started_again(tmp_path, tmp_path / "again")
    assert again.known_names == table.known_names == ("ANN", "Bo")


# Commands and notes with ids.


def test_notes_of_the_current_game_lose_a_forgotten_name_at_once(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    table.obey(New(variant="ninety-nine", players=("Cy", "Bo")))
    with pytest.raises(Illegal):
        table.obey(Play(card="8H", player="Ann"), "Ann's phone")
    table.forget("Ann")
    (note,) = table.game_notes
    assert (note.facts["fields"], note.origin) == ({"player": "Guest 1"}, "Guest 1's phone")


def test_player_cannot_be_renamed_to_another_player_in_other_case(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    with pytest.raises(Illegal, match="bad-players"):
        table.rename("Bo", "ANN")
    assert table.known_names == ("Ann", "Bo")


def test_player_named_like_a_card_is_not_the_card(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("8", "QS", "pot")))
    play(table, "8", "QS")
    with pytest.raises(Illegal):
        table.obey(Play(card="8", player="QS"))
    table.obey(Bust(player="pot"))
    record = table.journal.record(1)
    assert [json.loads(entry.command).get("card") for entry in record.entries] == [
        None,
        "8",
        "QS",
        None,
    ]
    (note,) = record.notes
    assert json.loads(str(note.facts["command"])) == {
        "cmd": "play",
        "card": "8",
        "player": table.people.find("QS"),
    }


def test_game_stored_with_ids_equals_the_game_with_names(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("An", "Bo", "Cy")))
    table.rename("An", "Ann")
    table.rename("Bo", "An")
    play(table, "8H", "9H")
    played = replay_entries(counting_entries(table.journal.record(1).entries))
    assert tuple(game_with(played, names_in(played, table.people)).moments) == table.moments


NOTES: dict[str, dict[str, object]] = {
    "claim": {"player": "Ann", "called": 8},
    "explained": {"why": "slip", "turn": "Ann"},
    "lot": {"player": "Ann", "players": ["Ann", "Bo"]},
    "refused": {
        "command": '{"cmd": "bust", "player": "Ann"}',
        "code": "unknown-player",
        "fields": {"player": "Ann"},
    },
}


@pytest.mark.parametrize("kind", NOTES)
def test_notes_store_ids_in_their_facts(kind: str) -> None:
    with_id = json.loads(json.dumps(NOTES[kind]).replace("Ann", "a1"))
    note = note_with(JournalNote(1, 0.0, kind, NOTES[kind], "Ann's phone"), {"Ann": "a1"})
    assert note == JournalNote(1, 0.0, kind, with_id, "a1's phone")


def test_part_named_like_a_player_is_not_replaced() -> None:
    note = JournalNote(1, 0.0, "part lost", {"part": "Ann"})
    assert note_with(note, {"Ann": "a1"}) == note


def test_refusals_and_calls_have_their_names_after_a_restart(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    play(table, "8H")
    refused = (
        Play(card="8", player="Ann"),
        New(variant="ninety-nine", players=("Cy", "Cy")),
        ChangeSeat(player="Bo", after="Ann"),
    )
    for command in refused:
        with pytest.raises(Illegal):
            table.obey(command, "Bo's phone")
    table.judge(Claim(total=9), "Cy's phone")
    assert started_again(tmp_path, tmp_path / "again").game_notes == table.game_notes
    assert not [word for word in ("Ann", "Bo", "Cy") if word in _lines(table)]


def _lines(table: Table) -> str:
    path = table.journal.path_of(1)
    assert path is not None
    return path.read_text("ascii")
