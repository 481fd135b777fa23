"""A test that a forgotten, changed or merged name is in no file of the box."""

import json
from pathlib import Path

from companion.core.commands import New, Play
from tests.phone.house import House

NAME, TYPED, OTHER = "Jörgine", "Jörgyne", "Jörgunde"
"""The name of a player, the name as first typed, and the later name."""


def holding(folder: Path, name: str) -> list[str]:
    """Return the files that contain a name in any case, as text or in JSON escapes."""
    cases = (name.lower(), name.upper())
    sought = [form.encode().lower() for case in cases for form in (case, json.dumps(case)[1:-1])]
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [
        file.name for file in files if any(form in file.read_bytes().lower() for form in sought)
    ]


def test_removed_name_is_in_no_byte_of_any_file(tmp_path: Path) -> None:
    folder = tmp_path / "box"
    with House(folder, New(variant="ninety-nine", players=(TYPED, "Bo", "Seat 3"))) as house:
        phone, other = house.phone(f"{NAME}'s phone", rules=True), house.phone(rules=True)
        assert other.rule(cmd="rename", player=TYPED, name=NAME)["done"]
        assert phone.post("/me", {"player": NAME}).status_code == 200
        assert phone.rule(cmd="play", card="8H")["done"]
        assert other.rule(cmd="play", card="9H", player=NAME)["refused"]
        assert other.rule(cmd="rename", player="Bo", name=NAME)["refused"]
        assert phone.rule(cmd="claim", total=9)["checked"]
        players = ["Bo", NAME.upper(), "Cy"]
        assert other.rule(cmd="lot", players=players)["drawn"]
        assert other.rule(cmd="new", variant="ninety-nine", players=players)["done"]
        assert phone.rule(cmd="undo")["refused"]
        assert other.rule(cmd="new", variant="ninety-nine", players=["Bo", "Cy"])["done"]
        assert phone.rule(cmd="play", card="8H")["done"]
        assert other.rule(cmd="join", player=NAME, after=NAME)["refused"]
        assert {*holding(folder, NAME)} == {"people.jsonl", "people.jsonl.copy", "phones.json"}
        for way, body, gone in (
            ("rename", {"player": NAME, "name": OTHER}, NAME),
            ("merge", {"people": {OTHER: TYPED}}, OTHER),
            ("forget", {"player": TYPED}, TYPED),
        ):
            assert other.post(f"/people/{way}", body).status_code == 200
            assert holding(folder, gone) == []
        house.obey(Play(card="9H"), "Guest 1's phone")
    assert [name for name in (NAME, OTHER, TYPED) if holding(folder, name)] == []
