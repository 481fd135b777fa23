"""The journal: a text file per game, to which every accepted command is appended
(docs/reference/journal.md).

A command counts once its line is synced. So accepted commands are never lost, and a failed write is
undone before the next one.
"""

import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.core.commands import as_json
from companion.errors import DamagedError, DiskError, JournalError, NotRegularError
from companion.foreign.files import opened
from companion.message import ENGLISH, Message, phrase, using
from companion.table.dates import boot_id
from companion.table.disk_faults import naming_disk_faults
from companion.table.files import (
    ACCEPTED,
    free_name,
    make_folder,
    on_disk,
    readable_content,
    write_at,
    write_whole,
)
from companion.table.game_file import GameFile, discard
from companion.table.lines import (
    FORM,
    Entry,
    GameRecord,
    Head,
    JournalNote,
    Seal,
    entry_line,
    head_line,
    is_torn,
    note_line,
    read_record,
)
from companion.table.reader import AcceptedMark, JournalReader, box_in, game_file, read_accepted
from companion.table.recorded import Reopen
from companion.words.disk import lost_entries

Writing = Callable[[], AbstractContextManager[None]]
"""The context entered while the journal writes, because a slow disk takes seconds."""

_RECEIPTS = 50
"""Number of boots of reader nodes, the most recent ones, whose last receipt a new file stores."""

_log = logging.getLogger(__name__)


class Journal(JournalReader):
    """The journal in the folder `path`, which is created if missing; only one program can write to
    it.

    `games` is the number of the newest game, `game` the number of the current one, 0 before the
    first. `missing` is the number of its entries that the disk has lost, as described by `trouble`.
    `was_cut_off` is true if the box was in use when it stopped.

    Reader nodes number their scans. `pending` has the last number, by boot of a node, that is not
    on disk yet. The journal writes it in the line of the next command or settling note, so that a
    card's effect and its acknowledgement reach the disk together. `taken` has the last number on
    disk of each boot.

    `fault` is the reason why the last write failed, or None.

    Raises:
        JournalError: the folder cannot be read or written, or is of a newer version.
    """

    def __init__(self, path: Path, writing: Writing = nullcontext, boot: str | None = None) -> None:
        self.path, self.boot = path, boot or boot_id()
        self._writing = writing
        self._troubles: list[Message] = []
        self._failed: Path | None = None
        self._file: GameFile
        self._grown: dict[int, Seal]
        self._is_closed = False
        self._at = 0.0, 0.0
        self._held: dict[tuple[str, ...], JournalNote] = {}
        self.missing = 0
        self.was_cut_off = False
        self.pending: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        self.fault: DiskError | None = None
        try:
            with naming_disk_faults(path):
                super().__init__(box_in(path) or _new_box(path), None)
                self._open()
        except DiskError as fault:
            if fault.fault in {"full", "read-only"}:
                raise
            raise JournalError(
                phrase("The journal cannot be opened: {reason}", reason=fault.detail)
            ) from None

    @property
    def trouble(self) -> str | None:
        """The trouble, in sentences for the display in the language in use, or None."""
        return ". ".join(map(str, self._troubles)) or None

    def tell(self, trouble: Message) -> None:
        """Add a sentence to the `trouble` that the display shows."""
        self._troubles.append(trouble)

    # Writing

    def append(self, entry: Entry) -> None:
        """Write an accepted command; on return it is on disk.

        The command gets the next sequence number and this boot, regardless of those in `entry`. An
        entry with a `variant` starts a new file; `Reopen` is the last line of the game that is
        abandoned.

        Raises:
            JournalError: the write failed, and the journal is unchanged.
        """
        entry = replace(entry, sequence=self.sequence + 1, boot=self.boot)
        self._at = entry.at, entry.clock
        with self._to_disk():
            if entry.variant is not None:
                self._begin(entry)
            elif entry.game != self.game:
                self._reopen(entry)
            else:
                self._add_entry(entry)
        self._receipts_written()
        self._held.clear()
        self._accept(entry.sequence)

    def note(self, note: JournalNote, *, settles: bool = False) -> None:
        """Write a note; log a failure, because a note must not stop the game.

        A note that `settles` a scan also writes the pending scan numbers in its line. While the
        disk has a `fault`, notes are not written, because each failing write may take seconds.
        """
        if self.fault is not None:
            return
        try:
            self.keep(note, settles=settles)
        except JournalError as error:
            _log.warning("A note (%s) could not be kept: %s", note.kind, _for_the_log(error))

    def hold(self, note: JournalNote, *about: str) -> None:
        """Keep a note until it is written with the line of the next entry or of a close.

        It replaces an earlier note of the same kind `about` the same, and adds that note's `times`.
        """
        before = self._held.pop((note.kind, *about), None)
        if before is not None:
            times = sum(int(str(each.facts["times"])) for each in (before, note))
            note = replace(note, facts={**note.facts, "times": times})
        self._held[note.kind, *about] = note

    def take(self) -> None:
        """Write the pending scan numbers of a scan that led to neither a command nor a note.

        Raises:
            JournalError: the write failed; the node will send the scan again.
        """
        if self.pending and self.fault is None:
            at, clock = self._at
            self.keep(JournalNote(self.sequence, at, "taken", {}, None, clock), settles=True)

    def keep(self, note: JournalNote, *, settles: bool = False) -> None:
        """Write an important note; on return it is on disk.

        Raises:
            JournalError: the write failed; nothing has changed.
        """
        note = replace(note, boot=self.boot)
        self._at = note.at, note.clock
        with self._to_disk():
            line = note_line(note, self.pending if settles else {}, self._file.seal.last)
            self._add(*line, counts=False)
        if settles:
            self._receipts_written()
        self._accept(self.sequence)

    def try_again(self) -> None:
        """Write to a disk with a `fault`, to find out if it still fails."""
        if self.fault is not None:
            with suppress(JournalError), self._noticing_faults():
                self._file.stay_in_place(always=True)
                self._void(always=True)

    def close(self) -> None:
        """Close the journal; a second call has no effect.

        Raises:
            JournalError: the disk fails, so it may not hold every card; the journal stays open.
        """
        if self._is_closed:
            return
        for note in [*self._held.values()]:
            self.note(note)
        self._held.clear()
        try:
            with self._noticing_faults():
                self._file.stay_in_place()
                self._void()
                self._file.cut()
        except DiskError as error:
            _log.error("The journal could not be closed: %s", _for_the_log(error))
            raise JournalError(phrase("The disk is failing: some cards may be missing")) from error
        self.abandon()

    def abandon(self) -> None:
        """Close the journal in its current state, like a power cut."""
        self._file.close()
        self._is_closed = True

    @contextmanager
    def _to_disk(self) -> Iterator[None]:
        """Let the block write; if anything raises, make sure that the data never counts.

        Only a successful sync makes that certain; until then, nothing else is written.

        Raises:
            DiskError: the disk fails.
        """
        with self._noticing_faults():
            self._file.stay_in_place()
            self._void()
            try:
                yield
            except OSError:
                with suppress(OSError):
                    self._void()
                raise

    @contextmanager
    def _noticing_faults(self) -> Iterator[None]:
        """Store the disk's fault if the block fails, or None if it succeeds."""
        try:
            with self._writing(), naming_disk_faults(self._file.path):
                yield
        except DiskError as fault:
            self.fault = fault
            raise
        self.fault = None

    def _void(self, *, always: bool = False) -> None:
        if self._failed is not None:
            discard(self._failed)
            self._failed = None
        self._file.void(always=always)

    def _add(self, line: bytes, last: str, *, counts: bool) -> None:
        seal = self._file.seal
        after = Seal(seal.game, seal.id, seal.entries + counts, seal.length + len(line), last)
        self._file.add(line, after)
        self._grown[seal.game] = after

    def _add_entry(self, entry: Entry) -> None:
        line = entry_line(entry, self.pending, self._file.seal.last, self._held.values())
        self._add(*line, counts=True)

    def _begin(self, entry: Entry) -> None:
        """Write the first two lines of a new game."""
        head = Head(
            journal=FORM,
            box=self.box.name,
            game=entry.game,
            id=secrets.token_hex(4),
            seats=tuple(msgspec.json.decode(entry.command)["players"]),
            previous=self.game or None,
            before=tuple(self._grown.values()),
            receipts=dict([*(self.taken | self.pending).items()][-_RECEIPTS:]),
        )
        self._go_on(self._make(head, entry))
        self.games, self._grown = entry.game, {entry.game: self._file.seal}

    def _reopen(self, entry: Entry) -> None:
        """Write the last line of the abandoned game, and continue the file of the previous one."""
        record = self.record(entry.game)
        if record.missing:
            raise DamagedError(phrase("Game {n} is damaged", n=entry.game))
        before = self._opened(record)
        try:
            self._add_entry(entry)
        except OSError:
            before.close()
            raise
        self._go_on(before)
        with suppress(OSError):
            before.make_room()

    def _make(self, head: Head, entry: Entry | None = None) -> GameFile:
        lines, last = head_line(head, None if entry is None else entry.variant)
        if entry is not None:
            line, last = entry_line(entry, {}, last, self._held.values())
            lines += line
        path = game_file(self.box, head.game, head.id)
        make_folder(path.parent)
        self._failed = path
        made = GameFile.make(
            path, lines, Seal(head.game, head.id, int(entry is not None), len(lines), last)
        )
        self._failed = None
        self._thousand(head.game // 1000)[head.game] = path
        return made

    def _go_on(self, file: GameFile) -> None:
        """Write to this file from now on, and cut off the room of the old one."""
        with suppress(OSError):
            self._file.cut()
        self._file.close()
        self._file, self.game = file, file.seal.game
        self._grown[self.game] = file.seal

    def _receipts_written(self) -> None:
        self.taken |= self.pending
        self.pending.clear()

    def _accept(self, sequence: int) -> None:
        """Store how much of the file counts; log a failure.

        It is not synced: after a power cut it may be behind the files, but never ahead.
        """
        seal = self._file.seal
        self.accepted = AcceptedMark(self.games, self.game, seal.entries, seal.length, sequence)
        try:
            with opened(self.box / ACCEPTED, os.O_WRONLY | os.O_CREAT) as descriptor:
                write_at(descriptor, self.accepted.line(), 0)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.box / ACCEPTED, error)

    # Opening

    def _open(self) -> None:
        accepted = read_accepted(self.box) or AcceptedMark()
        numbers, visited = self.numbers(), list[GameRecord]()
        number = newest = next(numbers, None)
        while number is not None:
            record = self._taken_up(number, accepted)
            if record is not None:
                visited.append(record)
                is_left = record.entries and record.entries[-1].command == as_json(Reopen())
                number = record.head.previous if is_left else None
            else:
                number = None if visited else next(numbers, None)
        self.games = max(newest or 0, accepted.games)
        self._grown = {record.number: record.seal for record in visited}
        if visited:
            self._file = self._opened(visited[-1])
            self.was_cut_off = self._file.has_room
        else:  # nothing is readable, or this is the first start
            self.games += self.games > 0
            head = Head(journal=FORM, box=self.box.name, game=self.games, id=secrets.token_hex(4))
            self._file = self._make(head)
            self._grown = {self.games: self._file.seal}
        self.game = self._file.seal.game
        for record in visited:
            for boot, receipt in record.receipts.items():
                self.taken[boot] = max(receipt, self.taken.get(boot, 0))
        self._void()
        sequence = max(
            (record.entries[-1].sequence for record in visited if record.entries), default=0
        )
        self.missing = max(self.missing, accepted.sequence - sequence)
        if self.missing:
            self._troubles.insert(0, lost_entries(self.missing))
        self._accept(sequence)
        if self._troubles:  # reported only once, even if the power fails again
            with suppress(OSError):
                on_disk(self.box / ACCEPTED)

    def _opened(self, record: GameRecord) -> GameFile:
        return GameFile(self.file_of(record.number), record.seal, is_torn=record.missing > 0)

    def _taken_up(self, number: int, accepted: AcceptedMark) -> GameRecord | None:
        """Return the part of a game's file that counts, or None.

        A last line after the accepted ones was being written when the power failed. Any other error
        is damage: a copy of the file is kept, and the game continues from the part before the
        damage.

        Raises:
            NewerJournalError: a newer version has written it.
        """
        path = self.path_of(number)
        if path is None:
            return None
        try:
            content, record = readable_content(path), None
        except NotRegularError:
            self._note_damage(number, path, path.rename(free_name(path, "damaged")))
            return None
        with suppress(DamagedError):
            record = read_record(content)
        if record is None or (record.head.seats and not record.entries):
            self._set_aside(number, path, content)
            return None
        counted = accepted if accepted.game == number else AcceptedMark()
        was_left = accepted.games == number != accepted.game
        length = record.seal.length
        is_whole = not record.missing or (not was_left and is_torn(content[length:]))
        if is_whole and length >= counted.length:
            return record
        self.missing = (
            max(counted.entries - len(record.entries), 0) if counted.length else record.missing
        )
        if record.missing or not self.missing:  # otherwise the file is only shorter
            self._set_aside(number, path, content, content[:length])
        return replace(record, missing=0)

    def _set_aside(self, number: int, path: Path, content: bytes, whole: bytes = b"") -> None:
        """Save the damaged `content` of a file next to it, and keep only its `whole` part, if
        any.
        """
        kept = free_name(path, "damaged")
        write_whole(kept, content)
        if whole:
            write_whole(path, whole)
        else:
            discard(path)
        self._note_damage(number, path, kept)

    def _note_damage(self, number: int, path: Path, kept: Path) -> None:
        if not path.exists():
            del self._thousand(number // 1000)[number]
        self._troubles.append(phrase("Game {n} is damaged; its file stays", n=number))
        _log.error("%s is damaged, and is kept as %s", path, kept.name)


def _new_box(journal: Path) -> Path:
    box = journal / secrets.token_hex(4)
    make_folder(box)
    return box


def _for_the_log(error: JournalError) -> str:
    with using(ENGLISH):  # the log is not for players
        return error.detail if isinstance(error, DiskError) else str(error)
