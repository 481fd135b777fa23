"""What a floor must have stored: the journals of boxes."""

from pathlib import Path

from companion.floor.store import JournalKey
from companion.table.backup import lines_of
from companion.table.reader import read_only


def journals_of(data: Path) -> dict[JournalKey, list[str]]:
    """Return the lines of all journals of the box with this data folder."""
    reader = read_only(data / "journal")
    return {
        JournalKey(reader.box.name, number, reader.file_of(number).stem): lines_of(reader, number)
        .decode("ascii")
        .splitlines()
        for number in sorted(reader.numbers())
    }
