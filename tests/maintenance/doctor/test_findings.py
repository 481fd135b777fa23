import json

import msgspec

from companion.languages import load_language
from companion.maintenance.doctor.context import (
    MARKS,
    all_well,
    as_json,
    doubtful,
    in_use,
    listed,
    part_name,
    right,
    wrong,
)
from companion.message import render, using

FOUND = [
    right("Clock", "2026-05-28 20:26 UTC"),
    doubtful("Supply", "its voltage was too low", "use another"),
    in_use(),
    wrong("Reader", "no serial port is plugged in", "plug it in"),
]


def test_every_verdict_has_its_own_mark_without_color() -> None:
    text = listed(FOUND)
    assert len(set(MARKS.values())) == len(MARKS) == 4
    assert [line[:4] for line in text.splitlines() if line.startswith("[")] == [
        "[ok]",
        "[??]",
        "[--]",
        "[!!]",
    ]
    assert text.isascii()
    assert "\x1b" not in text


def test_findings_share_one_column_with_advice_below() -> None:
    lines = listed(FOUND).splitlines()
    column = lines[0].index("2026")
    assert lines[2] == " " * column + f"-> {FOUND[1].advice}"
    assert [line[column:] for line in lines[:2]] == [FOUND[0].says, FOUND[1].says]
    assert lines[-1] == " " * column + f"-> {FOUND[3].advice}"


def test_long_lines_wrap_at_words_but_not_inside_a_command() -> None:
    command = "sudo-a-command-with-hyphens-that-is-longer-than-any-line-of-forty-columns"
    text = listed([wrong("Reader", "word " * 30, f"type {command}")], width=60)
    lines = text.splitlines()
    assert max(len(line) for line in lines if command not in line) <= 60
    assert sum(command in line for line in lines) == 1
    column = lines[0].index("word")
    assert all(line.startswith(" " * column) for line in lines[1:])


def test_all_is_well_unless_a_finding_is_wrong() -> None:
    assert all_well(FOUND[:3])
    assert not all_well(FOUND)


def test_json_output_is_a_list_of_objects() -> None:
    assert json.loads(as_json(FOUND)) == [msgspec.structs.asdict(finding) for finding in FOUND]
    assert set(json.loads(as_json(FOUND))[0]) == {"part", "verdict", "says", "advice"}
    assert json.loads(as_json([])) == []


def test_parts_have_names_in_the_language_of_the_terminal() -> None:
    names = [part_name(part) for part in ("Journal", "Speaker", "Own voice")]
    with using(load_language("de")):
        assert [render(name) for name in names] == [
            "Spielprotokoll",
            "Lautsprecher",
            "Eigene Stimme",
        ]
