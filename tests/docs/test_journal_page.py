"""docs/reference/journal.md: its file is valid, its program checks it, and its tables name all
fields.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table import lines
from companion.table.lines import Head, Seal, check, read_record

PAGE = (Path(__file__).parents[2] / "docs" / "reference/journal.md").read_text("utf-8")
FILE = next(re.finditer(r"```\n(\{.*?)```", PAGE, re.DOTALL))[1]
PROGRAM = next(re.finditer(r"```python\n(.*?)```", PAGE, re.DOTALL))[1]


def fields_of(heading: str) -> set[str]:
    """Return the fields in the first column of the table below the line that starts so."""
    table = PAGE[PAGE.index(heading) :].split("\n\n")[1]
    return {
        field
        for row in table.splitlines()[2:]
        for field in re.findall(r"`(\w+)`", row.split("|")[1])
    }


def test_file_on_the_page_can_be_read() -> None:
    record = read_record(FILE.encode())
    assert ([entry.sequence for entry in record.entries], len(record.notes)) == ([1, 2], 1)
    assert not record.missing


@pytest.mark.slow("a program of its own is started")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FILE, "all lines are whole"),
        (FILE + "\n\n", "all lines are whole"),
        (FILE.replace('"a1000002":25}}', '"a1000002":35}}'), "line 4 is damaged"),
        (FILE.replace('"after":1,', '"after":2,'), "line 3 is damaged"),
    ],
)
def test_program_on_the_page_checks_a_file(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "1-6c7de5ee.jsonl"
    file.write_text(text, "ascii")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, file], capture_output=True, text=True, check=False
    )
    assert says in ran.stdout + ran.stderr
    assert (ran.returncode == 0) == (check(text.encode()).length == len(text.rstrip()) + 1)


def test_tables_name_every_field() -> None:
    assert fields_of("The first line describes") == {*Head.__struct_encode_fields__, "variant"}
    assert fields_of("A line with `n`") == set(lines.EntryLine.__struct_encode_fields__)
    assert {"entries", "length", "last"} < set(Seal.__struct_fields__)
