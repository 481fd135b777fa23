"""``companion restore``: lists the backups of journals and restores one of them."""

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import data_folder
from companion.errors import JournalError, NewerJournalError
from companion.foreign.files import is_folder
from companion.maintenance.doctor.storage import games_counted, nearest
from companion.maintenance.owner import as_owner
from companion.maintenance.update import DATA
from companion.message import Words, phrase, plural
from companion.table.backup import backup_folders
from companion.table.dates import local_time
from companion.table.files import BOX, JOURNAL, held
from companion.table.reader import box_in
from companion.table.restore import Completed, backups_in, holding, take, use
from companion.words.numbers import either


def restore(given: Namespace, configured: str) -> Iterator[Words]:
    """Yield the lines that list the backups, also those in the folder `configured`, or restore one.

    Raises:
        JournalError: as with `bring_back`.
    """
    data = given.data or (DATA if DATA.is_dir() else data_folder(None, os.environ))
    if given.folder is None:
        return _listed(backup_folders(configured, data))
    return bring_back(given.folder.absolute(), data / JOURNAL)


def _listed(folders: list[Path]) -> Iterator[Words]:
    backups = []
    for folder in folders:
        with _with_advice():
            found = backups_in(folder)
        for backup in found:
            try:
                yield f"{backup}: {_said(backup)}"
            except NewerJournalError as error:
                yield f"{backup}: {error}"
        backups += found
    if backups:
        yield phrase("To bring one back: {command}", command="companion restore FOLDER")
    else:
        yield phrase("No backup in {folders}", folders=either([str(folder) for folder in folders]))


def bring_back(backup: Path, journal: Path) -> Iterator[Words]:
    """Restore a `backup` and yield the lines to print.

    The box's own backup completes its journal. Any other becomes a new folder in `journal`, which
    is in use from then on. Nothing is replaced or removed.

    Raises:
        JournalError: the backup does not exist, this user may not read it, or the journal is in
            use, of a newer version or cannot be written.
    """
    with as_owner(nearest(journal.parent)), _with_advice():
        if not (BOX.fullmatch(backup.name) and is_folder(backup)):
            raise JournalError(
                phrase(
                    "{folder}: there is no such backup, companion restore lists them", folder=backup
                )
            )
        lock = held(journal.parent)
        try:
            own = box_in(journal)
            if backup.parent == journal.absolute():
                use(journal, backup.name)
                yield phrase("The journal in use is that in {folder}", folder=backup)
                return
            yield f"{backup}: {_said(backup)}"
            done = take(journal, backup)
            if own is not None and own.name == backup.name:
                yield _back(done)
                return
            yield phrase("The journal in use is now {folder}", folder=journal / backup.name)
            if own is not None:
                command = f"companion restore {own}"
                yield phrase("The one until now is kept. To go back: {command}", command=command)
        finally:
            os.close(lock)


def _back(done: Completed) -> Words:
    sentence = (
        plural("{n} entry came back", "{n} entries came back", done.entries)
        if done.entries
        else phrase("The journal lacks none of it")
    )
    if not done.others:
        return sentence
    return plural(
        "{text}; {n} game has another history, which is stored beside it",
        "{text}; {n} games have another history, which is stored beside it",
        done.others,
        text=sentence,
    )


def _said(backup: Path) -> Words:
    """Return the summary of a backup: ``12 games, 340 entries, the last of 2026-11-27 21:40, all
    verified``.
    """
    with _with_advice():
        held_there = holding(backup)
    if not held_there.entries:
        return phrase("no game can be read")
    return phrase(
        "{games}, {entries}, the last of {date}, {state}",
        games=games_counted(held_there.games),
        entries=plural("{n} entry", "{n} entries", held_there.entries),
        date=f"{local_time(held_there.at):%Y-%m-%d %H:%M}",
        state=plural("{n} game damaged", "{n} games damaged", held_there.damaged)
        if held_there.damaged
        else phrase("all verified"),
    )


@contextmanager
def _with_advice() -> Iterator[None]:
    """Add what to do to the error of a file that this user may not read."""
    try:
        yield
    except PermissionError as error:
        says = phrase("{name} may not be read by this user: use sudo", name=error.filename)
        raise JournalError(says) from None
