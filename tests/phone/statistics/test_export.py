"""Tests of the evening as files: one row for each play, and cells that no spreadsheet runs as a
formula.
"""

import csv
import io
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.commands import Deal, Leave, Play
from companion.languages import load_language
from companion.message import using
from companion.phone.statistics.export import as_csv, as_json, local, safe
from companion.phone.statistics.replay import PlayedGame
from tests.phone.statistics.evening_table import EveningTable


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


@pytest.fixture
def far_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the box's clock to a time zone nine hours east of Greenwich, without daylight saving
    time.
    """
    monkeypatch.setenv("TZ", "JST-9")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def table(evening: tuple[PlayedGame, ...]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(evening).removeprefix("\ufeff"), newline="")))


def told(evening: tuple[PlayedGame, ...]) -> list[tuple[str, str, str, str]]:
    return [
        (row["player"], row["cards"], row["total"], row["chips paid"]) for row in table(evening)
    ]


def test_every_valid_command_has_a_row(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.play("8H", "4", "KD", "9C")
    at.table.take_back()
    at.busts("Cy", "Bo")
    assert told(at.read()) == [
        ("Cy", "", "0", "0"),
        ("Ann", "8H", "8", "0"),
        ("Bo", "4", "8", "0"),
        ("Ann", "KD", "99", "0"),
        ("Cy", "", "99", "1"),
        ("Ann", "", "0", "0"),
        ("Bo", "", "0", "1"),
    ]


def test_rows_have_sets_and_the_chips_of_players_who_left(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="arizona-ninety-eight")
    at.obey(Play(cards=("8H", "8C")))
    at.play("JK")
    assert told(at.read())[1:] == [("Ann", "8H 8C", "16", "0"), ("Bo", "JK", "98", "0")]
    at.begin("Ann", "Bo", "Cy")
    at.busts("Cy")
    at.obey(Deal())
    at.table.obey(Leave(player="Cy"))
    assert told(at.read())[-1] == ("Cy", "", "0", "4")


def test_rows_of_a_trick_game_have_no_total(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    at.play("5C", "6C", "6D", "7C")
    at.begin(variant="arizona-spaghetti")
    at.score({"Ann": 130})
    assert told(at.read()) == [
        ("Di", "", "", "0"),
        ("Ann", "5C", "", "0"),
        ("Bo", "6C", "", "0"),
        ("Cy", "6D", "", "0"),
        ("Di", "7C", "", "0"),
        ("Di", "", "", "0"),
        ("", "", "", "0"),
    ]


@pytest.mark.usefixtures("far_east")
def test_times_are_local_with_utc_offset(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    (row,) = table(at.read())
    assert row["time"] == "2023-11-15T07:13:20+09:00"
    assert local(0) == "1970-01-01T09:00:00+09:00"
    assert (row["game"], row["title"], row["hand"]) == ("1", "Ninety-nine", "1")


def test_file_has_byte_order_mark_and_crlf(at: EveningTable) -> None:
    at.begin("Zoë", "Bo")
    text = as_csv(at.read())
    assert text.encode().startswith(b"\xef\xbb\xbftime,game,title")
    assert text.count("\r\n") == text.count("\n") == 2
    assert table(at.read())[0]["player"] == "Bo"


def test_cells_are_separated_as_spreadsheets_of_the_language_expect(at: EveningTable) -> None:
    at.begin("Ann; Bo", "Cy", chips=1)
    at.busts("Ann; Bo")
    with using(load_language("de")):
        text = as_csv(at.read())
    heading, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=";")
    assert heading[:3] == ["Zeit", "Partie", "Spiel"]
    assert [row[4] for row in rows] == ["Cy", "Ann; Bo"]


@pytest.mark.attack(
    "page",
    "write a formula into a name, for the table of the evening",
    "it is a text in the spreadsheet",
)
@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+49",
        "-Ann",
        "@sum",
        "\tAnn",
        "\rAnn",
        "＝1",
        '=HYPERLINK("http://x","y")',
        "a,b",
        'q"q',
    ],
)
def test_names_are_escaped_against_formulas(at: EveningTable, name: str) -> None:
    at.begin(name, "Bo", chips=1)
    at.busts(name)
    row = table(at.read())[1]
    assert not row["player"].startswith(("=", "+", "-", "@", "\t", "\r", "＝"))
    assert row["player"].removeprefix("'") == name


def test_numbers_stay_numbers(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.table.obey(Play(card="10H", value=-10))
    assert told(at.read())[-1] == ("Ann", "10H", "-10", "0")
    assert (safe(-10), safe("-10"), safe("Ann")) == (-10, "'-10", "Ann")


def test_empty_evening_is_a_table_with_headings_only() -> None:
    assert table(()) == []
    assert as_csv(()).count(",") == 9
    assert json.loads(as_json(())) == {
        "games": [],
        "players": [],
        "settled": None,
        "tally": [],
        "repaired": [],
    }


@pytest.mark.usefixtures("far_east")
def test_json_has_all_events_in_protocol_form(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.obey(Play(card="8H"), origin="Cy's phone")
    at.call(9)
    at.busts("Bo")
    read = json.loads(as_json(at.read()))
    (game,) = read["games"]
    assert (game["title"], game["stands"], game["winners"], game["players"]) == (
        "Ninety-nine",
        "over",
        ["Ann"],
        ["Ann", "Bo"],
    )
    assert game["plays"][1] == {
        "at": "2023-11-15T07:14:20+09:00",
        "sequence": 2,
        "hand": 1,
        "by": "Cy's phone",
        "events": [
            {"event": "played", "player": "Ann", "cards": ["8H"], "total": 8, "call": ""},
            {"event": "drew", "player": "Ann", "cards": 1, "due": 1},
        ],
    }
    assert game["called"] == [{"player": "Ann", "called": 9, "actual": 8, "correct": False}]
    assert read["settled"]["payments"] == [{"payer": "Bo", "payee": "Ann", "chips": 1}]
    assert [player["name"] for player in read["players"]] == ["Ann", "Bo"]
