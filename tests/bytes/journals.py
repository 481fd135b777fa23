"""A journal on disk that another program, or a failing disk, has altered."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from json import JSONDecoder
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.commands import Play
from companion.errors import CompanionError, JournalError
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.routes import Evenings
from companion.protocol.exported import export, to_read
from companion.table.reader import read_only
from companion.table.replay import replay
from companion.table.table import Table
from tests import journals
from tests.bytes.target import Target
from tests.table.forge import forge_lines
from tests.table.golden import FOLDER
from tests.table.tables import table_in

# A disk without delay.
MEMORY = "/dev/shm" if sys.platform == "linux" else None  # noqa: S108
JOURNALS = tuple(
    FOLDER / f"form-1{name}" for name in ("", "-tricks", "-points", "-names", "-comings", "-lot")
)
FIELDS = (
    *(
        "n",
        "at",
        "boot",
        "clock",
        "by",
        "command",
        "winners",
        "result",
        "receipts",
        "edition",
        "digest",
    ),
    *("note", "after", "facts"),
    *("journal", "box", "game", "id", "seats", "previous", "before", "variant"),
)
"""The fields of entries, notes and first lines."""
SEEDS = (
    (2, "command", b'{"cmd": "play", "card": "8H"}'),
    (3, "command", b'{"cmd": "rename", "player": "a1000001", "name": "a1000002"}'),
    (4, "command", b'{"cmd": "undo", "count": 2}'),
    (3, "command", b'{"cmd": "reopen"}'),
    (5, "command", b'{"cmd": "resume", "after": 3}'),
    (0, "variant", b'{"family": "adding", "name": "x"}'),
    (0, "previous", b"7"),
    (2, "winners", b'["Ann"]'),
    (2, "at", b"1e300"),
    (2, "result", b'{"deal": 1, "counts": {}, "changes": {}}'),
    (3, "facts", b'{"called": 3}'),
)
"""The line, the field and its new value."""
EDIT = 4
"""Bytes that locate an edit, and one more for its length."""


def take_journal(data: bytes) -> None:
    """Change one of the journals with the bytes, open it and use it.

    The first byte selects the journal, the second whether its checksums detect the change. The
    journal must open, or be refused and stay unchanged. An open journal can be replayed, exported
    and continued.
    """
    if len(data) < 5:
        return
    with TemporaryDirectory(dir=MEMORY) as made:
        folder = Path(made)
        path = folder / "journal"
        shutil.copytree(JOURNALS[data[0] % len(JOURNALS)], path)
        if data[1] % 2 == 0:
            files = sorted(file for file in path.rglob("*") if file.is_file())
            overwrite(files[data[2] % len(files)], data[3:])
        else:
            change_value(path, data[2:])
        try:
            open_and_play(folder)
        finally:
            journals.close_journals()


def open_and_play(folder: Path) -> None:
    """Start with the journal in `folder`, and run all its readers before and after."""
    path = folder / "journal"
    before = files_in(path)
    read_all(path)
    table = None
    with suppress(JournalError):
        table = table_in(folder)
    if table is None:
        assert files_in(path) == before
    else:
        go_on(table)
        read_all(path)


def files_in(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def go_on(table: Table) -> None:
    """Read the messages of the start, play a card, count all games and close the journal."""
    str(table.journal.trouble)
    with suppress(CompanionError):
        table.obey(Play(card="8H"))
    table.tally()
    table.close()


def read_all(path: Path) -> None:
    """Read an untrusted journal with the command line and with the page on the phone."""
    for reading in (
        replay,
        export,
        to_read,
        lambda path: Evenings(AllGames(path.with_name(HISTORY), path)).read(),
    ):
        with suppress(JournalError):
            reading(path)


def overwrite(file: Path, edits: bytes) -> None:
    """Overwrite parts of a file: each edit gives a position, a length, and the bytes."""
    content = bytearray(file.read_bytes())
    while len(edits) > EDIT + 1:
        at = int.from_bytes(edits[:EDIT], "big") % len(content)
        length = edits[EDIT] + 1
        new = edits[EDIT + 1 : EDIT + 1 + length]
        content[at : at + len(new)] = new
        edits = edits[EDIT + 1 + length :]
    file.write_bytes(content)


def change_value(path: Path, said: bytes) -> None:
    """Replace the value of a field of a line by a text, and seal the line again."""
    (game, line, field), value = said[:3], said[3:]
    games = sorted(read_only(path).numbers())
    text = value.decode("ascii", "replace").replace("\N{REPLACEMENT CHARACTER}", "?")

    def change(lines: list[str]) -> None:
        place = line % len(lines)
        before, name, after = lines[place].partition(f'"{FIELDS[field % len(FIELDS)]}":')
        if name:
            after = after.lstrip()
            _, end = JSONDecoder().raw_decode(after)
            lines[place] = before + name + text + after[end:]

    with suppress(JournalError):
        forge_lines(path, games[game % len(games)], change)


def journal_seeds() -> Iterator[bytes]:
    for number in range(len(JOURNALS)):
        for file in range(4):
            yield bytes([number, 0, file, 0, 0, 0, 18, 1, 0xFF, 0xFF])
        for line, field, value in SEEDS:
            yield bytes([number, 1, 1, line, FIELDS.index(field)]) + value


JOURNAL = Target(take_journal, journal_seeds, 2048, seconds=20)
