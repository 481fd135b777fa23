"""Finds the copies to offer where a journal cannot be saved whole, and remembers that the box asks."""

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import JournalError
from companion.table.copies import CopyFiles, newest_copies
from companion.table.copy_contents import Holding, of_salvaged, remains_of
from companion.table.damaged_file import Remains, read_remains
from companion.table.files import write_whole
from companion.table.journal import Journal
from companion.table.progress import Progress, unseen
from companion.table.salvage import LeftJournal, Salvaged, salvaged

_UNANSWERED: Final = ".unanswered"

_log = logging.getLogger(__name__)


class CopyOffer(msgspec.Struct, frozen=True):
    """Copies of which more commands play again than the `kept` ones of the journal.

    `holding` is what they hold together with what is `left` of the journal, which is None if that is new.
    """

    copies: Sequence[CopyFiles]
    left: LeftJournal | None
    holding: Holding
    kept: int


class _Question(msgspec.Struct, frozen=True):
    """What is left of the journal, whose file has this name, while the new one holds `sequence` entries."""

    sequence: int
    name: str
    accepted: int
    missing: int


def offer_for(journal: Journal, folders: Iterable[Path], progress: Progress = unseen) -> CopyOffer | None:
    """Return what holds more than a journal which is new, or of which something was wrong, if anything does.

    What an earlier start has asked is asked again, until `answered`: nothing is accepted before that. A start
    waits for this, which the `progress` is told.
    """
    left = journal.left if journal.aside is not None else _unanswered(journal)
    if left is None and journal.lacks_entries:
        left = journal.left
    if left is None and journal.sequence:
        return None
    if left is not None:
        _remember(journal, left)  # first, because the search takes a while, in which the plug may be pulled
    offer = _better_than(journal.sequence, folders, left, progress)
    if offer is None and journal.aside is not None:
        answered(journal.path)
    return offer


def answered(journal: Path) -> None:
    """Note that somebody has said which journal goes on."""
    with suppress(OSError):
        journal.with_suffix(_UNANSWERED).unlink(missing_ok=True)


def taken(offer: CopyOffer, progress: Progress = unseen) -> Salvaged:
    """Play again what the copies of an offer hold together with what is left of the journal.

    Raises:
        NewerJournalError: a copy is of a newer version.
        OSError, sqlite3.Error: one cannot be read.
    """
    remains = _left_of(offer.left, progress)
    for copy in offer.copies:
        remains.add_all(remains_of(copy, progress))
    return salvaged(remains, _counted(offer.left), progress)


def _better_than(
    commands: int, folders: Iterable[Path], left: LeftJournal | None, progress: Progress
) -> CopyOffer | None:
    """Return the copies in the folders if more than so many commands play again of them; else None.

    The newest copy counts, and what other copies and what is `left` of the box's journal have besides. As
    long as anything can be read of that, copies of another journal are left out, and one after which the
    journal has gone on in another way. The search ends as soon as nothing is missing.
    """
    remains, used, saved = None, list[CopyFiles](), None
    for copy, last in newest_copies(folders):
        if last is not None and last <= commands and not (left and left.is_holed):
            continue  # it goes no further than the journal, which has all until there
        if remains is None:
            remains = _left_of(left, progress)
        try:
            others = remains_of(copy, progress)
        except (JournalError, OSError, sqlite3.Error) as error:
            _log.warning("%s is not offered: %s", copy.whole, error)
            continue
        if (remains.entries and not remains.is_of_same_journal(others)) or not remains.add_all(others):
            continue
        used.append(copy)
        saved = salvaged(remains, _counted(left), progress)
        if not saved.entries:  # as if it were not there, or it would hide those of another journal
            remains, saved = None, None
            used.clear()
        elif not saved.missing:
            break
    holding = None if saved is None else of_salvaged(saved)
    if holding is None or holding.commands <= commands:
        return None
    return CopyOffer(used, left, holding, commands)


def _left_of(left: LeftJournal | None, progress: Progress) -> Remains:
    if left is not None:
        with suppress(OSError, sqlite3.Error):
            return read_remains(left.file, progress=progress)
    return Remains({}, {}, {})


def _counted(left: LeftJournal | None) -> int:
    return 0 if left is None else left.accepted


def _unanswered(journal: Journal) -> LeftJournal | None:
    """Return what an earlier start had left of the journal, if nobody has answered or played on since."""
    with suppress(OSError, ValueError, msgspec.MsgspecError):
        kept = journal.path.with_suffix(_UNANSWERED).read_bytes()
        question = msgspec.json.decode(kept, type=_Question)
        file = journal.path.with_name(Path(question.name).name)
        if question.sequence == journal.sequence and file.is_file():
            return LeftJournal(file, question.accepted, question.missing, is_holed=True)
    answered(journal.path)
    return None


def _remember(journal: Journal, left: LeftJournal) -> None:
    question = _Question(journal.sequence, left.file.name, left.accepted, left.missing)
    try:
        write_whole(journal.path.with_suffix(_UNANSWERED), msgspec.json.encode(question))
    except OSError as error:
        _log.warning("The next start may not ask again: %s", error)
