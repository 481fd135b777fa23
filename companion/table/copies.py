"""Second copies of a journal: one of each evening, as its whole and as what was accepted since.

A copy is two files. ``evening-7.db`` is SQLite's backup of the whole journal, made when the evening began and
again when the box was switched off. ``evening-7.jsonl`` has a line of JSON for each command accepted since,
in the form of `Entry`. Each line ends with its newline, so a line that a power cut has cut short is left out,
and the next one is written in its place.
"""

import errno
import logging
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from companion.errors import JournalError
from companion.table.files import (
    AS_WRITTEN,
    on_disk,
    opened_read_only,
    read_count,
    readable_content,
    write_backup,
)
from companion.table.reader import Entry, JournalReader
from companion.table.replacement import JournalStanding, standing_of
from companion.table.sessions import PAUSE

FOLDER: Final = "companion-copies"
"""The folder of the copies, beside the journal or on a USB stick."""

EVENINGS: Final = 2
"""Copies of one journal that are kept in a folder; older ones hold nothing that these do not."""

SPARE: Final = 64 * 2**20
"""Bytes that a copy leaves free: the journal may lie on the same disk, and must go on."""

_END: Final = 2**16
"""Bytes at the end of a copy's text that are read at first; twice as many if they do not suffice."""

_NAME: Final = re.compile(r"evening-(\d+)\.(?:db|jsonl)")

_log = logging.getLogger(__name__)


class CopyFiles(NamedTuple):
    """The two files of the copy of one evening in `folder`; either may be missing."""

    folder: Path
    number: int

    @property
    def whole(self) -> Path:
        """The path of the whole journal."""
        return self.folder / f"evening-{self.number}.db"

    @property
    def since(self) -> Path:
        """The path of what was accepted since."""
        return self.folder / f"evening-{self.number}.jsonl"


class _Last(NamedTuple):
    """The last command of a copy; `form` is `JournalReader.rewritten` of its whole, None without one."""

    sequence: int
    at: float
    digest: bytes
    form: int | None


def copies_in(folder: Path) -> list[CopyFiles]:
    """Return the copies in `folder`, oldest first; none if it cannot be read."""
    try:
        found = {int(name[1]) for file in folder.iterdir() if (name := _NAME.fullmatch(file.name))}
    except OSError:
        return []
    return [CopyFiles(folder, number) for number in sorted(found)]


def copy_of_file(file: Path) -> CopyFiles | None:
    """Return the copy that `file` belongs to, None if its name is not that of a copy."""
    name = _NAME.fullmatch(file.name)
    return CopyFiles(file.parent, int(name[1])) if name else None


def accepted_since(copy: CopyFiles) -> list[Entry]:
    """Return the commands in the text of a copy, without lines that are damaged, cut short or unreadable."""
    entries = []
    try:
        lines = readable_content(copy.since).split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        _log.warning("%s cannot be read: %s", copy.since, error)
        return []
    for line in lines:
        with suppress(msgspec.MsgspecError, ValueError):
            entries.append(msgspec.json.decode(line, type=Entry))
    return entries


def newest_copies(folders: Iterable[Path]) -> list[tuple[CopyFiles, int | None]]:
    """Return all copies in the folders, each with the number of its last command.

    The one with the newest command comes first; last come those of which none can be read, with None.
    """
    copies = [copy for folder in folders for copy in reversed(copies_in(folder))]
    found = sorted(
        ((copy, _last_of(copy)) for copy in copies), key=lambda each: -each[1].at if each[1] else 0
    )
    return [(copy, last.sequence if last else None) for copy, last in found]


def keep_up(journal: Path, folder: Path, *, whole: bool = False) -> None:
    """Bring the newest copy in `folder` up to the journal at `journal`, which the box may be writing.

    A copy of another evening, of another journal, from before a name in earlier games changed or the journal
    lost something, or whose text cannot be read is not continued: a new one begins. With `whole` the whole
    journal is copied as well if the copy's whole is older. No copy is removed that may still complete the
    journal.

    Raises:
        OSError, sqlite3.Error, CompanionError: it could not be written, and what was there is unchanged.
    """
    counted = read_count(journal)  # first, so that what the box writes meanwhile does not count as missing
    with closing(opened_read_only(journal)) as database:
        entries = JournalReader(database)
        if not entries.sequence:
            return
        standing = standing_of(entries, counted)
        if not folder.is_dir():
            folder.mkdir()
            on_disk(folder.parent)
        copies = copies_in(folder)
        last = _last_of(copies[-1]) if copies else None
        if last is None or not _goes_on(last, entries) or _is_from_before(copies[-1].whole, standing):
            copies.append(CopyFiles(folder, copies[-1].number + 1 if copies else 1))
            _back_up(database, journal, copies[-1])
        else:
            _append(copies[-1].since, entries.forwards(last.sequence))
            if not whole:
                return
            if _is_older(copies[-1].whole, entries):
                _back_up(database, journal, copies[-1])
        if standing.is_answered or not standing.losses.is_any:
            _prune(copies[:-1], entries)


def _goes_on(last: _Last, entries: JournalReader) -> bool:
    """Return whether the copy that ends with `last` is one of this journal, and its evening goes on."""
    if last.form != entries.rewritten:
        return False
    of_journal = entries.forwards(last.sequence - 1)
    with closing(of_journal):
        same, following = next(of_journal, None), next(of_journal, None)
    if same is None or (same.sequence, same.at, same.digest) != last[:3]:
        return False
    return following is None or following.at - last.at <= PAUSE


def _is_from_before(whole: Path, standing: JournalStanding) -> bool:
    """Return whether the copy is from before the journal lost something; nobody has played since."""
    if standing.replacement is None or not standing.losses.is_any:
        return False
    with closing(opened_read_only(whole)) as database:
        return standing_of(JournalReader(database), 0).replacement != standing.replacement


def _is_older(whole: Path, entries: JournalReader) -> bool:
    with closing(opened_read_only(whole)) as database:
        copied = JournalReader(database)
        return (copied.sequence, copied.last_note()) != (entries.sequence, entries.last_note())


def _back_up(database: sqlite3.Connection, journal: Path, copy: CopyFiles) -> None:
    size = sum(file.stat().st_size for file in journal.parent.glob(f"{journal.name}*") if file.is_file())
    if shutil.disk_usage(copy.folder).free < size + SPARE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(copy.folder))
    write_backup(database, copy.whole)


def _last_of(copy: CopyFiles) -> _Last | None:
    """Return the last command of a copy; None if it has none, or one that cannot be read may be its last."""
    last, form = None, None
    with suppress(JournalError, sqlite3.Error), closing(opened_read_only(copy.whole)) as database:
        reader = JournalReader(database)
        form, last = reader.rewritten, reader.last()
    try:
        entry = _last_accepted(copy)
    except OSError as error:
        _log.warning("%s cannot be read: %s", copy.since, error)
        return None
    if entry is not None and (last is None or entry.sequence > last.sequence):
        last = entry
    return None if last is None else _Last(last.sequence, last.at, last.digest, form)


def _last_accepted(copy: CopyFiles) -> Entry | None:
    """Return the last command that can be read in the text of a copy, of which only the end is read.

    Raises:
        OSError: the text cannot be read.
    """
    with suppress(FileNotFoundError), copy.since.open("rb") as file:
        for begin, end in _ends(file):
            lines = end.split(b"\n")[:-1]
            for line in reversed(lines[1:] if begin else lines):
                with suppress(msgspec.MsgspecError, ValueError):
                    return msgspec.json.decode(line, type=Entry)
    return None


def _append(path: Path, entries: Iterable[Entry]) -> None:
    """Add a line for each entry behind the last whole line; on return they are on disk."""
    added = msgspec.json.Encoder().encode_lines(list(entries))
    if not added:
        return
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | AS_WRITTEN, 0o644)
    with os.fdopen(descriptor, "r+b") as file:
        whole_lines = next((begin + end.rfind(b"\n") + 1 for begin, end in _ends(file) if b"\n" in end), 0)
        file.truncate(whole_lines)
        file.seek(whole_lines)
        file.write(added)
        file.flush()
        os.fsync(descriptor)
    if is_new:
        on_disk(path.parent)


def _ends(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield where the end of a file begins, and its bytes: each time more of it, at last the whole."""
    size, length = file.seek(0, os.SEEK_END), _END
    while True:
        begin = max(size - length, 0)
        file.seek(begin)
        yield begin, file.read(size - begin)
        if not begin:
            return
        length *= 2


def _prune(older: list[CopyFiles], entries: JournalReader) -> None:
    """Remove those of the `older` copies whose every command stands in the journal, but for the newest ones.

    Of those from before a name in earlier games changed none is kept, because the old name stands in them.
    What is not of this journal stays, because it stands nowhere else.
    """
    kept = EVENINGS - 1  # beside the one that has just begun
    for copy in reversed(older):
        last = _last_of(copy)
        if last is None or not _stands_in(last, entries):
            continue
        if last.form == entries.rewritten and kept:
            kept -= 1
            continue
        for file in (copy.since, copy.whole):
            file.unlink(missing_ok=True)


def _stands_in(last: _Last, entries: JournalReader) -> bool:
    with closing(entries.forwards(last.sequence - 1)) as of_journal:
        entry = next(of_journal, None)
    return entry is not None and (entry.sequence, entry.at) == last[:2]
