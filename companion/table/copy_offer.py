"""Finds the copies to offer where a journal cannot be saved whole."""

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from companion.errors import JournalError
from companion.table.copies import CopyFiles, newest_copies
from companion.table.copy_contents import Holding, of_salvaged, remains_of
from companion.table.damaged_file import Remains, read_remains
from companion.table.journal import Journal
from companion.table.progress import Progress, unseen
from companion.table.reader import Entry
from companion.table.recorded import RESUMES, Resume
from companion.table.replay import command_of
from companion.table.salvage import Losses, Salvaged, replaced_by, salvaged

_log = logging.getLogger(__name__)


class LeftJournal(msgspec.Struct, frozen=True):
    """A `journal` that has `losses`, and the `file` that holds whatever can be read of it."""

    journal: Path
    file: Path
    losses: Losses

    @property
    def is_holed(self) -> bool:
        """Whether the journal lacks more than its end, so that a copy with fewer entries may complete it."""
        return self.losses.others_missing > 0 or self.losses.unproven > 0


class CopyOffer(msgspec.Struct, frozen=True):
    """Copies that have more entries than the `kept` ones of the journal, or more that play again.

    `holding` is what plays again of them together with what is `left` of the journal, which is None if that
    is new. So many entries are `missing` without them.
    """

    copies: Sequence[CopyFiles]
    left: LeftJournal | None
    holding: Holding
    kept: int
    missing: int


def offer_for(journal: Journal, folders: Iterable[Path], progress: Progress = unseen) -> CopyOffer | None:
    """Return what holds more than a journal which is new, or of which something was wrong, if anything does.

    The box asks at each start until somebody answers or plays on. A start waits for this, which the
    `progress` is told.
    """
    left, standing = _left_of(journal), journal.standing
    if standing.is_answered or (left is None and journal.sequence):
        return None
    found = _found(standing.sequence, folders, left, progress)
    if found is None:
        return None
    copies, saved = found
    holding = of_salvaged(saved)
    lost = left.losses if left is not None else Losses(0)
    more = saved.losses.kept - lost.kept  # not the entries: a salvage leaves out what a mended rule cancels
    gained = max(more, lost.unproven - saved.losses.unproven)
    if holding is None or gained <= 0 or not _has_all_of(journal, saved):
        return None
    return CopyOffer(copies, left, holding, standing.sequence, lost.missing or max(more, 0))


def taken(offer: CopyOffer, progress: Progress = unseen) -> Salvaged:
    """Play again what the copies of an offer hold together with what is left of the journal.

    Raises:
        NewerJournalError: a copy is of a newer version.
        OSError, sqlite3.Error: one cannot be read, or what is left of the journal.
    """
    remains = _remains_of(offer.left, progress)
    is_own = bool(remains.entries)
    for copy in offer.copies:
        remains.add_all(_played(remains_of(copy, progress)))
    return _saved(remains, offer.left, progress, is_own=is_own)


def _left_of(journal: Journal) -> LeftJournal | None:
    """Return what is left of a journal of which something was wrong when it was opened; else None."""
    path, losses, replacement = journal.path, journal.standing.losses, journal.standing.replacement
    if replacement is None:
        return LeftJournal(path, path, losses) if losses.missing else None
    file = path.with_name(replacement.earlier or replacement.file or path.name)
    return LeftJournal(path, file if file.is_file() else path, losses)


def _found(
    commands: int, folders: Iterable[Path], left: LeftJournal | None, progress: Progress
) -> tuple[list[CopyFiles], Salvaged] | None:
    """Return the copies that have more than so many commands of a journal, and what plays again with them.

    The newest copy counts, and what other copies and what is `left` of the box's journal have besides. Copies
    of another journal are left out, and one after which the journal has gone on in another way. One that has
    nothing in common with what is left counts only if nothing plays again of that. The search ends as soon as
    nothing is missing.
    """
    remains, used, saved, is_own = None, list[CopyFiles](), None, False
    for copy, last in newest_copies(folders):
        if last is not None and last <= commands and not (left and left.is_holed):
            continue  # it goes no further than the journal, which has all until there
        try:
            if remains is None:
                remains = _remains_of(left, progress)
                is_own = bool(remains.entries)
            others = _played(remains_of(copy, progress))
        except (JournalError, OSError, sqlite3.Error) as error:
            _log.warning("%s is not offered: %s", copy.whole, error)
            continue
        if remains.entries and _is_rest(others):
            continue
        is_known = not remains.entries or remains.shares_any(others) or not (commands or used)
        if not is_known or remains.contradicts(others) or not remains.add_all(others):
            continue
        used.append(copy)
        saved = _saved(remains, left, progress, is_own=is_own)
        if not saved.entries:  # as if it were not there, or it would hide those of another journal
            remains, saved = None, None
            used.clear()
        elif not saved.losses.missing and not saved.losses.unproven:
            break
    return None if saved is None else (used, saved)


def _is_rest(copy: Remains) -> bool:
    """Return whether a copy is of what was saved of the journal, which the journal itself has whole.

    Behind a hole its entries have other numbers, and would fill the hole.
    """
    replacement = replaced_by(copy)
    return replacement is not None and replacement.losses.is_any and not replacement.is_copy


def _remains_of(left: LeftJournal | None, progress: Progress) -> Remains:
    if left is None:
        return Remains({}, {}, {})
    remains = read_remains(left.file, progress=progress)
    if not remains.entries:  # it may have rotted once more, since it was set aside
        remains = read_remains(left.journal, progress=progress)
    return _played(remains)


def _played(remains: Remains) -> Remains:
    """Leave out what the box has resumed at a start since the last play: elsewhere play may have gone on."""
    for number in sorted(remains.entries, reverse=True):
        if not remains.entries[number].command.startswith(RESUMES):
            break
        del remains.entries[number]
    return remains


def _saved(remains: Remains, left: LeftJournal | None, progress: Progress, *, is_own: bool) -> Salvaged:
    """Play the remains of a journal again, of which something `is_own` or only copies are left.

    Where these have more entries than the box has counted, they may be those of another box.
    """
    counted = left.losses.accepted if left is not None and left.losses.is_counted else 0
    saved = salvaged(remains, counted, progress)
    if is_own or saved.losses.accepted == counted:
        return saved
    losses = msgspec.structs.replace(saved.losses, is_counted=False)
    return msgspec.structs.replace(saved, losses=losses)


def _has_all_of(journal: Journal, saved: Salvaged) -> bool:
    """Return whether all that counts in the journal was saved: what it was read from may have rotted."""
    times, lacking = {entry.at for entry in saved.entries}, list[Entry]()
    try:
        for entry in journal.forwards():
            if entry.command.startswith(RESUMES) and isinstance(command := command_of(entry), Resume):
                after = command.after  # what came behind it in this game does not count any more
                lacking = [each for each in lacking if each.game != entry.game or each.sequence <= after]
            elif entry.at not in times:
                lacking.append(entry)
    except JournalError:  # an entry of an earlier game has rotted, which is why a copy helps
        return True
    return not lacking
