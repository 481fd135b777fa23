"""Finds what plays again of a damaged journal, digest by digest.

Nobody knows what a missing entry did. So no entry behind a gap counts for a game that was there before it:
such a game stands as the last entry before the gap left it. Games that begin behind the gap are kept, with
new numbers, because a journal counts its entries and games without gaps.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import OlderRulesError, ReplayError
from companion.rules.commands import New
from companion.rules.game import GameHistory
from companion.table.damaged_file import Remains, read_remains
from companion.table.digest import digest
from companion.table.files import read_count
from companion.table.migrations import MIGRATIONS, Migration
from companion.table.progress import Progress, unseen, with_progress
from companion.table.reader import Entry, JournalNote
from companion.table.recorded import REPLACES, RESUMES, Recorded, Reopen, Resume, as_json
from companion.table.replay import EDITION, agreeing, command_of, go_on, play_again, standing
from companion.text.lost_entries import copy_taken, journal_saved, journal_set_aside


class Losses(msgspec.Struct, frozen=True):
    """Counts what a journal lacks: of its `accepted` entries the `last_missing` newest and `others_missing`.

    Where not `is_counted` nobody knows how many there were: then `accepted` are those that can be read. Of
    the entries that are there, so many are `unproven`: older rules accepted them, these do not play them
    again, and nothing tells whether that is because of the rules or of the disk.
    """

    accepted: int
    is_counted: bool = True
    last_missing: int = 0
    others_missing: int = 0
    unproven: int = 0

    @property
    def missing(self) -> int:
        """The number of entries that are missing."""
        return self.last_missing + self.others_missing

    @property
    def is_proven(self) -> bool:
        """Whether the journal lacks nothing beyond what these numbers say."""
        return self.is_counted and not self.unproven

    @property
    def is_any(self) -> bool:
        """Whether the journal lacks entries, or may lack some that nobody counted."""
        return self.missing > 0 or not self.is_proven

    @property
    def kept(self) -> int:
        """The number of entries that are not, also of those that a mended rule has cancelled."""
        return self.accepted - self.missing


class Replacement(msgspec.Struct, frozen=True):
    """The facts of the note of a journal that has taken the place of another, which has `losses`.

    The other one is kept in the `file` of that name, which is None if there was none. A copy has taken its
    place (`is_copy`), or what was saved of it, because it was damaged or, where not `is_damaged`, did not
    play again. If it had itself taken the place of an `earlier` file, and nobody had played since, the losses
    are those of that.
    """

    file: str | None
    losses: Losses
    is_copy: bool = False
    is_damaged: bool = True
    earlier: str | None = None

    @property
    def must_be_said_again(self) -> bool:
        """Whether the box says at each start what the journal lacks, until somebody plays on.

        Who takes a copy hears once which earlier games have holes, because nobody fills these.
        """
        return self.losses.last_missing > 0 or (self.losses.others_missing > 0 and not self.is_copy)

    def sentences(self, saved: int) -> str:
        """Return what was wrong with a journal of which so many entries were `saved`."""
        losses = self.losses
        last, others = losses.last_missing, losses.others_missing
        if self.is_copy:
            return copy_taken(last, others, is_all=losses.is_proven, has_file=self.file is not None)
        if not saved:
            return journal_set_aside(self.file or "", last, is_damaged=self.is_damaged)
        return journal_saved(last, others, is_all=losses.is_proven)


class Salvaged(msgspec.Struct, frozen=True):
    """Holds what the salvage saved of a journal: `entries` that play again, renumbered, and their `notes`.

    `earlier` is that of its `Replacement`.
    """

    entries: Sequence[Entry]
    notes: Sequence[JournalNote]
    receipts: dict[str, int]
    losses: Losses
    earlier: str | None = None


def salvage(
    path: Path, migrations: Sequence[Migration] = MIGRATIONS, progress: Progress = unseen
) -> Salvaged:
    """Return what plays again of the damaged journal at `path`, which is only read.

    Raises:
        OSError, sqlite3.Error: it cannot be copied, which is how it is read.
    """
    remains = read_remains(path, migrations, progress)
    saved = salvaged(remains, read_count(path), progress)
    before = replaced_by(remains, saved.losses.accepted)
    if before is None:
        return saved
    losses = Losses(
        before.losses.accepted,
        saved.losses.is_counted and before.losses.is_counted,
        saved.losses.last_missing + before.losses.last_missing,
        saved.losses.others_missing + before.losses.others_missing,
        saved.losses.unproven,
    )
    earlier = None if before.is_copy else before.earlier or before.file
    return msgspec.structs.replace(saved, losses=losses, earlier=earlier)


def replaced_by(remains: Remains, accepted: int = 0) -> Replacement | None:
    """Return what a journal of so many entries has replaced, if nobody has played since."""
    last = max(remains.entries, default=0)
    played = (number for number, entry in remains.entries.items() if not entry.command.startswith(RESUMES))
    last_played = max(played, default=0)
    for _number, note in sorted(remains.notes.items(), reverse=True):
        if note.kind == REPLACES and note.after >= last_played and accepted <= max(last, note.after):
            with suppress(msgspec.ValidationError):
                return msgspec.convert(note.facts, Replacement)
    return None


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
        Losses(
            accepted,
            is_counted=counted > 0,
            last_missing=accepted - kept_up_to,
            others_missing=kept_up_to - len(chain.numbers),
            unproven=chain.unproven,
        ),
    )


def what_plays_again(path: Path) -> tuple[int, int]:
    """Return how many games and commands can be saved of the journal at `path`, which is only read."""
    try:
        entries = salvage(path).entries
    except (OSError, sqlite3.Error):
        return 0, 0
    return max((entry.game for entry in entries), default=0), len(entries)


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

    Of the entries so many are `unproven` (`Losses`).

    Args:
        variants: all that the journal has.
        played_on: the games with which these rules have played on, so that no changed rule affects them.
    """

    def __init__(self, variants: Iterable[str], played_on: AbstractSet[int]) -> None:
        self._variants, self._played_on = tuple(variants), played_on
        self.entries: list[Entry] = []
        self.numbers: dict[int, int] = {}
        self.unproven = 0
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
        """Return the number of the entry's game, which is certain while no entry is missing or left out."""
        is_left = self._on != self._wanted
        if self._on not in self._whole or is_left or isinstance(command, Reopen | Resume):
            return entry.game
        return max(self._games) + 1 if isinstance(command, New) else self._on

    def _go_on(self, entry: Entry, command: Recorded, game: int, *, is_last: bool) -> None:
        if game in self._older and entry.edition < EDITION:
            self._take_unproven(entry, game)
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
            self._take_unproven(entry, game)
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

    def _take_unproven(self, entry: Entry, game: int) -> None:
        self.unproven += 1
        self._take(entry, game)

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
