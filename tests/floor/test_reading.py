"""A floor reads a journal as the box that wrote it: tests with the journals of earlier versions."""

import shutil
from pathlib import Path

import pytest

from companion.floor.link import JournalReading
from companion.message import render
from companion.table.backup import lines_of
from companion.table.reader import read_only
from companion.table.replay import counting_entries, replay_entries
from tests.journals import records_of
from tests.table.forge import forge_edition
from tests.table.golden import FOLDER

JOURNALS = sorted(FOLDER.iterdir())


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda journal: journal.name)
def test_game_read_line_by_line_is_the_game_of_the_box(journal: Path) -> None:
    reader = read_only(journal)
    for record in records_of(reader):
        reading = JournalReading()
        for line in lines_of(reader, record.number).splitlines():
            reading.add([line])
        if record.entries:
            assert reading.state == replay_entries(counting_entries(record.entries)).state
            assert (reading.at, reading.problem) == (record.entries[-1].at, "")


def test_game_of_other_rules_says_so_and_shows_what_it_could_play(tmp_path: Path) -> None:
    journal = shutil.copytree(JOURNALS[0], tmp_path / "journal")
    forge_edition(journal, 1, 1, 3)
    reading = JournalReading()
    reading.add(lines_of(read_only(journal), 1).splitlines())
    assert render(reading.problem) == "This table plays by other rules than the floor: update both"
    assert reading.state is not None


def test_game_of_a_newer_form_says_so_and_the_floor_goes_on() -> None:
    reading = JournalReading()
    reading.add([b'{"journal":2}'])
    reading.add([b'{"n":1}'])
    says = "The journal was written by a newer companion: update this one"
    assert (render(reading.problem), reading.state) == (says, None)
