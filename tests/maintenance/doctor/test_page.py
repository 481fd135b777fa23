"""docs/reference/doctor.md matches the doctor."""

import re

from companion.cli.commands import _parser
from companion.maintenance.doctor.context import MARKS
from companion.maintenance.doctor.probe import SET_UP
from companion.maintenance.doctor.readers import SPEEDS
from tests.docs.pages import page, section, tables
from tests.maintenance.doctor.far_end import ModuleEnd
from tests.maintenance.doctor.page import AS_JSON, COMMAND, example, shown
from tests.maintenance.doctor.test_examination import PARTS


def test_examples_on_the_page_match_the_doctor_output() -> None:
    """After an intended change, run: python -m tests.maintenance.doctor.page"""
    text = page("reference/doctor.md")
    assert (shown(text, COMMAND), shown(text, AS_JSON)) == example()


def test_every_mark_is_explained() -> None:
    (rows,) = tables(section("reference/doctor.md", "The doctor"))
    assert {row[1]: row[0] for row in rows} == {
        verdict: f"`[{mark}]`" for verdict, mark in MARKS.items()
    }


def test_every_option_is_documented() -> None:
    parsed = _parser().parse_args(["doctor"])
    options = {f"--{name.replace('_', '-')}" for name in vars(parsed) if name != "run"}
    assert options == {
        word for word in re.findall(r"--[a-z-]+", page("reference/doctor.md")) if word in options
    }
    assert len(options) == 4


def test_every_part_is_in_the_table() -> None:
    (rows,) = tables(section("reference/doctor.md", "What it looks at"))
    told = {part for row in rows for part in row[0].split(", ")}
    assert told >= {
        *PARTS,
        "Second display",
        "Second reader",
        "Supply",
        "Clock",
        "Data",
        "Disk",
        "Journal",
    }


def test_documented_speeds_are_those_tried() -> None:
    told = section("reference/doctor.md", "What it looks at")
    assert all(f" {speed}" in told for speed in SPEEDS)


def test_documented_save_command_is_accepted_by_a_module() -> None:
    (packet,) = re.findall(r"printf '([^']+)'", page("reference/doctor.md"))
    module = ModuleEnd(dict.fromkeys(SET_UP, 0)).module
    assert module.command(bytes.fromhex(packet.replace("\\x", ""))) == bytes.fromhex(
        "02 00 00 01 00 33 31"
    )
