"""Saves what plays again of a damaged journal, digest by digest, as a new journal.

Nobody knows what a missing entry did. So no entry behind a gap counts for a game that was there before it:
such a game stands as the last entry before the gap left it. Games that begin behind the gap are kept, with
new numbers, because a journal counts its entries and games without gaps.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from pathlib import Path
from secrets import randbelow
from typing import Final

import msgspec

from companion.errors import OlderRulesError, ReplayError
from companion.rules.commands import New
from companion.rules.game import GameHistory
from companion.table.damaged_file import Remains, read_remains
from companion.table.digest import digest
from companion.table.disk_faults import naming_disk_faults
from companion.table.files import free_name, on_disk, read_count, write_count
from companion.table.migrations import MIGRATIONS, Migration, migrate, transaction
from companion.table.progress import Progress, unseen, with_progress
from companion.table.reader import COLUMNS, Entry, JournalNote
from companion.table.recorded import Recorded, Reopen, Resume, as_json
from companion.table.replay import EDITION, agreeing, command_of, go_on, play_again, standing
from companion.text.language import gettext as _
from companion.text.language import ngettext

REPLACED: Final = "replaced"
"""The word in the name of a journal whose place a copy has taken."""

_ENDS: Final = ("-wal", "-shm", "")


class Salvaged(msgspec.Struct, frozen=True):
    """What was saved of a journal: `entries` play again, with new numbers, as do the `notes` about them.

    Of the `accepted` entries the `last_missing` newest ones are missing, and `others_missing` from between.
    Where not `is_counted` nobody knows how many there were: then `accepted` are those that can be read.
    """

    entries: Sequence[Entry]
    notes: Sequence[JournalNote]
    receipts: dict[str, int]
    accepted: int
    is_counted: bool
    last_missing: int
    others_missing: int

    @property
    def missing(self) -> int:
        """The number of entries that are missing."""
        return self.last_missing + self.others_missing

    @property
    def kept(self) -> int:
        """The number of entries that are not, also of those that a mended rule has cancelled."""
        return self.accepted - self.missing


class LeftJournal(msgspec.Struct, frozen=True):
    """What a start has left of a journal: the `file` that holds what can be read, and `accepted` as counted.

    `accepted` is 0 if nobody knows it. Of these entries so many are `missing` from the journal that goes on;
    where it `is_holed`, also some from between, and then it has other numbers.
    """

    file: Path
    accepted: int
    missing: int
    is_holed: bool


def salvage(
    path: Path, migrations: Sequence[Migration] = MIGRATIONS, progress: Progress = unseen
) -> Salvaged:
    """Return what plays again of the damaged journal at `path`, which is only read.

    Raises:
        OSError, sqlite3.Error: it cannot be copied, which is how it is read.
    """
    return salvaged(read_remains(path, migrations, progress), read_count(path), progress)


def salvaged(remains: Remains, counted: int, progress: Progress = unseen) -> Salvaged:
    """Return what plays again of the `remains` of a journal that has `counted` its entries; 0 if unknown.

    The count may lag behind the journal (`write_count`), so entries behind it count as well. One that stands
    alone does not: its number may have rotted.
    """
    chain = _chained(remains, progress)
    kept_up_to = max(chain.numbers, default=0)
    behind = (number for number in remains.entries if number == 1 or number - 1 in remains.entries)
    accepted = max(kept_up_to, counted, *behind)
    return Salvaged(
        chain.entries,
        [
            msgspec.structs.replace(note, after=chain.numbers.get(note.after, 0))
            for _place, note in sorted(remains.notes.items())
            if note.after in chain.numbers or note.after == 0
        ],
        remains.receipts,
        accepted,
        is_counted=counted > 0,
        last_missing=accepted - kept_up_to,
        others_missing=kept_up_to - len(chain.numbers),
    )


def what_plays_again(path: Path) -> tuple[int, int]:
    """Return how many games and commands can be saved of the journal at `path`, which is only read."""
    try:
        entries = salvage(path).entries
    except (OSError, sqlite3.Error):
        return 0, 0
    return max((entry.game for entry in entries), default=0), len(entries)


def saved_sentences(saved: Salvaged) -> str:
    """Return what is missing, in the language in use; "no entry is lost" only where that is known."""
    said = []
    if saved.last_missing:
        words = ngettext(
            "The journal was damaged: enter the last entry again",
            "The journal was damaged: enter the last {n:d} entries again",
            saved.last_missing,
        )
        said.append(words.format(n=saved.last_missing))
    elif not saved.is_counted:
        said.append(_("The journal was damaged, and all is kept that can be read"))
    elif saved.others_missing:
        said.append(_("The journal was damaged, but this game is whole"))
    else:
        said.append(_("The journal was damaged, but no entry is lost"))
    if saved.others_missing:
        words = ngettext(
            "{n:d} entry of earlier games is lost",
            "{n:d} entries of earlier games are lost",
            saved.others_missing,
        )
        said.append(words.format(n=saved.others_missing))
    said.append(_("The damaged file is kept"))
    return ". ".join(said)


def _chained(remains: Remains, progress: Progress) -> "_Chain":
    entries = [remains.entries[number] for number in sorted(remains.entries)]
    of_game: dict[int, list[Entry]] = {}
    for entry in entries:
        of_game.setdefault(entry.game, []).append(entry)
    stand = [_standing(game) for game in of_game.values()]
    counting = {entry.sequence for game in stand for entry in game}
    chain = _Chain(
        dict.fromkeys(entry.variant for entry in entries if entry.variant is not None),
        {game[-1].game for game in stand if game[-1].edition >= EDITION},
    )
    expected = 1
    for entry in with_progress(entries, progress):
        if entry.sequence != expected:
            chain.break_off()
        expected = entry.sequence + 1
        if entry.sequence in counting:
            try:
                chain.add(entry, remains.others.get(entry.sequence, ()))
            except ReplayError:
                chain.break_off()
    chain.end(entries[-1].at if entries else 0.0)
    return chain


def _standing(entries: Sequence[Entry]) -> Sequence[Entry]:
    try:
        return standing(entries)
    except ReplayError:  # an entry that cannot be read says only in its beginning that it resumes a game
        return entries


class _Chain:
    """A journal that grows by each entry that leads to its digest; `numbers` are the new ones by the old.

    Args:
        variants: all that the journal has.
        played_on: the games with which these rules have played on, so that no changed rule affects them.
    """

    def __init__(self, variants: Iterable[str], played_on: AbstractSet[int]) -> None:
        self._variants, self._played_on = tuple(variants), played_on
        self.entries: list[Entry] = []
        self.numbers: dict[int, int] = {}
        self._kept: dict[int, list[Entry]] = {}
        self._games: dict[int, int] = {}
        self._before: dict[int, int | None] = {}
        self._whole: set[int] = set()
        self._on: int | None = None
        self._history = GameHistory({}, stickers=True)
        self._wanted: int | None = None
        self._older: set[int] = set()

    def break_off(self) -> None:
        """Note a gap, in which any game until now may have gone on."""
        self._whole.clear()

    def add(self, entry: Entry, others: Sequence[Entry]) -> None:
        """Add the next entry, or the first of its `others` that plays again.

        Raises:
            ReplayError: none does; the caller breaks off.
        """
        try:
            self._add(entry, is_last=not others)
        except ReplayError:
            if not others:
                raise
            if self._on in self._whole:  # what failed may have changed the game already
                self._history = agreeing(standing(self._kept[self._on]))[1]
            self.add(others[0], others[1:])

    def _add(self, entry: Entry, *, is_last: bool) -> None:
        """Add the entry, unless it goes on with a game that has a gap; it `is_last` of its readings."""
        command = command_of(entry)
        game = self._game_of(entry, command)
        if isinstance(command, New):
            self._begin(entry, game)
        elif game in self._whole:
            self._go_on(entry, command, game, is_last=is_last)
        self._wanted = game

    def _game_of(self, entry: Entry, command: Recorded) -> int:
        """Return the number of the entry's game, which is certain while no entry is missing."""
        if self._on not in self._whole or isinstance(command, Reopen | Resume):
            return entry.game
        return max(self._games) + 1 if isinstance(command, New) else self._on

    def _go_on(self, entry: Entry, command: Recorded, game: int, *, is_last: bool) -> None:
        if game in self._older and entry.edition < EDITION:
            self._take(entry, game)
            return
        try:
            if isinstance(command, Reopen | Resume):
                history = go_on(play_again(standing(self._kept[game])), entry)
            else:
                history = go_on(self._history, entry)
        except OlderRulesError:
            if entry.game in self._played_on or not is_last:
                raise
            # As in a sound journal it stays, for whoever reads it with the rules of then.
            self._older.add(game)
            self._take(entry, game)
            return
        match command:
            case Resume(after):
                if game != self._on:
                    self._resume(game, history, entry.at)
                # Else it stands there already, because what the entry cancels was left out.
                for number in range(after + 1, entry.sequence + 1):
                    self.numbers.setdefault(number, len(self.entries))
            case Reopen() if game != self._before.get(self._on or 0) or len(self._history.moments) != 1:
                raise ReplayError(f"Command {entry.sequence} opens a game that was not the last one")
            case _:
                self._history = history
                self._take(entry, game)

    def end(self, at: float) -> None:
        """Return to the game that the newest entry belongs to, as far as it is kept."""
        self._return_to(self._wanted, at)

    def _begin(self, entry: Entry, game: int) -> None:
        if game in self._games:
            raise ReplayError(f"Command {entry.sequence} begins a game that has begun")
        entry, history = self._dealt(entry)
        self._return_to(self._wanted if self._on in self._whole else entry.previous, entry.at)
        self._games[game] = len(self._games) + 1
        self._before[game] = self._on
        self._whole.add(game)
        self._history = history
        self._take(entry, game)

    def _dealt(self, entry: Entry) -> tuple[Entry, GameHistory]:
        """Deal a game with the variant that leads to its digest: its own, or what another game has of it.

        A variant is by far the longest part of an entry, so damage often hits it.
        """
        for variant in (entry.variant, *self._variants):
            whole = msgspec.structs.replace(entry, variant=variant)
            with suppress(ReplayError):
                return whole, go_on(GameHistory({}, stickers=True), whole)
        return entry, go_on(GameHistory({}, stickers=True), entry)

    def _return_to(self, game: int | None, at: float) -> None:
        """Resume a game at its last entry, because the one that returned to it is missing."""
        if game in self._games and game != self._on:
            self._resume(game, agreeing(standing(self._kept[game]))[1], at)

    def _resume(self, game: int, history: GameHistory, at: float) -> None:
        state = history.moments[-1].state
        command = as_json(Resume(self._kept[game][-1].sequence))
        made = digest(command, None, state)
        self._history = history
        self._write(Entry(game, at, command, made, winners=state.won_by, edition=EDITION), game)

    def _take(self, entry: Entry, game: int) -> None:
        self._write(entry, game)
        self.numbers[entry.sequence] = len(self.entries)

    def _write(self, entry: Entry, game: int) -> None:
        self._on = game
        previous = None if entry.variant is None else self._games.get(self._before[game] or 0)
        written = msgspec.structs.replace(
            entry, game=self._games[game], previous=previous, sequence=len(self.entries) + 1
        )
        self.entries.append(written)
        self._kept.setdefault(game, []).append(written)


def prepare(
    path: Path, saved: Salvaged, migrations: Sequence[Migration] = MIGRATIONS, form: int | None = None
) -> None:
    """Write what was saved of the journal at `path` beside it; on return it is on disk, for `put_in_place`.

    `form` is the `JournalReader.rewritten` of that journal. Without it the new one has a number that no copy
    has: nobody knows from which of them somebody was forgotten since, and a new copy takes their place.

    Raises:
        DiskError: the disk does not take it; nothing is left of it.
        OSError, sqlite3.Error: it could not be written for another reason; nothing is left of it.
    """
    beside = path.with_name(f".{path.name}.new")
    log = beside.with_name(f"{beside.name}-journal")
    try:
        with naming_disk_faults(beside):
            log.unlink(missing_ok=True)  # left by a power cut
            beside.write_bytes(b"")  # a new database; SQLite does not say why it cannot begin one
            _write(beside, saved, migrations, form or randbelow(2**30) + 2**16)
            on_disk(beside)
            beside.replace(_ready(path))
            on_disk(path.parent)
    except Exception:
        for left in (log, beside, _ready(path)):
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise


def _write(path: Path, saved: Salvaged, migrations: Sequence[Migration], form: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        migrate(database, 0, migrations)
        with transaction(database):
            database.executemany(
                f"INSERT INTO commands ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)",  # noqa: S608  # own text
                map(_row, saved.entries),
            )
            database.executemany(
                "INSERT INTO notes (after, at, kind, facts, origin) VALUES (?,?,?,?,?)",
                (
                    (note.after, note.at, note.kind, json.dumps(note.facts), note.origin)
                    for note in saved.notes
                ),
            )
            database.executemany("INSERT INTO receipts (boot, sequence) VALUES (?,?)", saved.receipts.items())
            database.execute(f"PRAGMA schema_version = {form}")


def _row(entry: Entry) -> tuple[object, ...]:
    values = msgspec.structs.asdict(entry)
    return tuple((values | {"winners": json.dumps(entry.winners)}).values())


def put_in_place(path: Path, what: str = "damaged") -> Path | None:
    """Put a journal that `prepare` wrote in the place of the one at `path`; return the latter's new path.

    The word `what` stands in its new name.

    It is None if none was prepared. After a power cut in the middle the next call goes on.

    Raises:
        OSError: a file could not be renamed.
    """
    ready = _ready(path)
    if not ready.exists():
        return None
    kept = free_name(path, what)
    # The database goes last, because the name of its log is found by it.
    for end in _ENDS:
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + end))
    # Before the new one has this name the log must have another, or SQLite would take it for the new one's.
    on_disk(path.parent)
    ready.replace(path)
    on_disk(path.parent)
    return kept


def put_back(journal: Path, saved: Salvaged) -> Path | None:
    """Make what a copy held the journal at `journal`; return where the one before is kept, if there was one.

    The caller has locked the folder. After a power cut the next start goes on with it.

    Raises:
        DiskError, OSError, sqlite3.Error: it could not be written, and the journal is unchanged.
    """
    prepare(journal, saved)
    had_one = journal.exists()
    kept = put_in_place(journal, REPLACED)
    write_count(journal, len(saved.entries), synced=True)
    return kept if had_one else None


def _ready(path: Path) -> Path:
    return path.with_name(f".{path.name}.salvaged")
