"""``history.db``: all games of the journal as tables, for standings, evenings, people and debts.

It is a view, written without a sync: anything missing, damaged or in another format is read from
the journal again. Any program that reads SQLite can read it; docs/reference/statistics-tables.md
describes its tables.
"""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from threading import Lock, RLock
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.seats import counted
from companion.errors import JournalError
from companion.message import phrase
from companion.phone.statistics.headline import net
from companion.phone.statistics.players import Counts
from companion.phone.statistics.replay import PlayedGame, replayed_game
from companion.table.dates import local_time
from companion.table.evenings import Calendar, Instant, PlayedBy, evenings, played_by
from companion.table.lines import GameRecord, JournalNote
from companion.table.people import People
from companion.table.reader import AcceptedMark, JournalReader, read_only

HISTORY = "history.db"
"""The file, in the folder of the box."""

_FORM = 3
"""The version of these tables, SQLite's ``user_version``: a file with another one is rebuilt."""

_SETTINGS = """
PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA secure_delete = ON;
"""

_TABLES = """
CREATE TABLE person (id TEXT PRIMARY KEY, is_now TEXT NOT NULL, name TEXT);
CREATE TABLE evening (number INTEGER PRIMARY KEY, began REAL NOT NULL, ended REAL NOT NULL,
    day TEXT NOT NULL, season TEXT NOT NULL);
CREATE TABLE game (number INTEGER PRIMARY KEY, evening INTEGER, variant TEXT NOT NULL,
  title TEXT NOT NULL,
    stands TEXT NOT NULL, deals INTEGER NOT NULL, counts TEXT NOT NULL, lowest INTEGER NOT NULL,
    missing INTEGER NOT NULL, times TEXT NOT NULL, file TEXT NOT NULL);
CREATE INDEX game_of_evening ON game (evening);
CREATE TABLE seat (game INTEGER NOT NULL, person TEXT NOT NULL, place INTEGER NOT NULL,
  won INTEGER NOT NULL,
    lost INTEGER NOT NULL, has INTEGER, net INTEGER, hands INTEGER NOT NULL, plays INTEGER NOT NULL,
    busts INTEGER NOT NULL, reversals INTEGER NOT NULL, tricks INTEGER NOT NULL,
      revokes INTEGER NOT NULL,
    PRIMARY KEY (game, person)) WITHOUT ROWID;
CREATE INDEX seat_of_person ON seat (person);
CREATE VIEW sat AS SELECT seat.*, COALESCE(person.is_now, seat.person) AS who
    FROM seat LEFT JOIN person ON person.id = seat.person;
CREATE TABLE call (game INTEGER NOT NULL, person TEXT NOT NULL, called INTEGER NOT NULL,
    actual INTEGER NOT NULL, is_right INTEGER NOT NULL);
CREATE INDEX call_of_game ON call (game);
CREATE TABLE correction (game INTEGER NOT NULL, cause TEXT NOT NULL);
CREATE INDEX correction_of_game ON correction (game);
CREATE TABLE payment (game INTEGER NOT NULL, at REAL NOT NULL, payer TEXT NOT NULL,
  payee TEXT NOT NULL,
    amount INTEGER NOT NULL, unit TEXT NOT NULL, PRIMARY KEY (game, at)) WITHOUT ROWID;
CREATE TABLE payment_undone (game INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (game,
  at)) WITHOUT ROWID;
CREATE TABLE price (game INTEGER NOT NULL, at REAL NOT NULL, cents INTEGER NOT NULL,
    PRIMARY KEY (game, at)) WITHOUT ROWID;
"""

_OF_A_GAME = ("seat", "call", "correction", "payment", "payment_undone", "price")
_COUNTS = ("hands", "plays", "busts", "reversals", "tricks", "revokes")

_LATE = "SELECT MIN(number) FROM (SELECT number FROM evening ORDER BY number DESC LIMIT 2)"
"""The first game of the last two evenings."""

_EVENING_BEFORE = """
SELECT COALESCE(MIN(evening), 0) FROM (
    SELECT DISTINCT evening FROM game WHERE number < ? ORDER BY evening DESC LIMIT 2)
"""
"""The first game of the last two evenings before a game, or 0."""

_GAMES_OF = """
SELECT number FROM game WHERE stands <> 'taken back' AND evening =
    COALESCE(?, (SELECT MAX(evening) FROM game WHERE stands <> 'taken back')) AND stands <> ?
ORDER BY number
"""

_LARGEST = 10**15
"""The largest number that a table can hold."""

_AT_ONCE = 50
"""Games between two moments at which other threads may read the tables."""

_log = logging.getLogger(__name__)


class AllGames:
    """The tables in the file at `path`, made from the journal in the folder `journal`. Thread-safe.

    `catch_up` reads the changes. Until all games are read, `behind` is the number read and the
    number of all; the newest come first. `changes` counts the changes of the tables.
    """

    def __init__(self, path: Path, journal: Path) -> None:
        self.path, self.journal = path, journal
        self.behind: tuple[int, int] | None = (0, 0)
        self.changes = 0
        self._catching_up, self._using = Lock(), RLock()
        self._open: sqlite3.Connection | None = None
        self._seen: AcceptedMark | None = None
        self._people: People | None = None
        self._all = True
        self._dated: tuple[JournalNote, ...] = ()

    def close(self) -> None:
        """Close the file; the next one is filled from all games."""
        with self._using:
            if self._open is not None:
                self._open.close()
                self._open = None
            self._all, self.behind = True, (0, 0)

    def look_at_all(self) -> None:
        """Compare every game with its file at the next `catch_up`, as games may be restored."""
        self._all = True

    def catch_up(self) -> None:
        """Read the games that have changed since they were last read.

        Raises:
            JournalError: the journal cannot be read, or the file cannot be written.
        """
        with self._catching_up, self._telling():
            journal = read_only(self.journal)
            self._know(journal.people)
            is_all, self._all = self._all, False
            if not is_all and self._seen == journal.accepted:
                return
            try:
                self._read(journal, self._due(journal, is_all=is_all), is_all=is_all)
            except BaseException:
                self._all, self._dated = True, ()
                raise
            self._seen = journal.accepted
            self.behind = (0, 0) if self._all else None

    def look(self) -> None:
        """Catch up, unless all games are being read just now: then the games read so far are shown.

        Raises:
            JournalError: the journal cannot be read.
        """
        if self.behind is None or not self._catching_up.locked():
            self.catch_up()

    def follow_people(self) -> None:
        """Write the names of all people, and keep no byte of a forgotten name.

        Raises:
            JournalError: the journal cannot be read, or the file cannot be written.
        """
        with self._telling():
            self._know(read_only(self.journal).people)

    def name(self, person: str) -> str:
        """Return the name of a person by id."""
        return person if self._people is None else self._people.name(person)

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds.

        Raises:
            JournalError: the file cannot be read.
        """
        with self._telling(), self._using:
            return self._tables.execute(query, values).fetchall()

    def dates(self) -> tuple[JournalNote, ...]:
        """Return the notes of the journal about its dates.

        Raises:
            JournalError: the file cannot be read.
        """
        dated = self.rows(
            "SELECT times FROM game WHERE times NOT LIKE '%\"notes\":[]%' ORDER BY number"
        )
        return tuple(note for (text,) in dated for note in _played_by(text).notes)

    def games_of(self, evening: int | None = None, *, played: bool = False) -> list[int]:
        """Return the games of an evening, by default the newest, oldest first.

        If `played`, a game that was given up before its first play is left out.
        """
        left_out = "not played" if played else "taken back"
        return [number for (number,) in self.rows(_GAMES_OF, evening, left_out)]

    def is_on(self, now: Instant) -> bool:
        """Return whether the newest evening has not ended `now`."""
        newest = self.rows(
            "SELECT times FROM game WHERE stands <> 'taken back' ORDER BY number DESC LIMIT 1"
        )
        calendar = Calendar()
        calendar.learn(self.dates())
        return any(calendar.same_evening(_played_by(text).last, now) for (text,) in newest)

    # The file

    @property
    def _tables(self) -> sqlite3.Connection:
        """The open file: a new one if it is damaged or has other tables."""
        if self._open is None:
            try:
                self._open = self._checked()
            except sqlite3.Error as error:
                _log.info("%s is made again: %s", self.path, error)
                self.path.unlink(missing_ok=True)
                self._open = self._checked()
        return self._open

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Raise an error with a sentence for a file that cannot be used.

        Another one is opened next time, unless the file is busy.
        """
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            _log.warning("%s cannot be used: %s", self.path, error)
            if not isinstance(error, sqlite3.OperationalError):
                self.close()
            raise JournalError(
                phrase("{file} cannot be used: check if the disk is full", file=HISTORY)
            ) from None

    def _checked(self) -> sqlite3.Connection:
        tables = sqlite3.connect(self.path, check_same_thread=False)
        try:
            tables.executescript(_SETTINGS)
            (form,) = tables.execute("PRAGMA user_version").fetchone()
            if not form:
                tables.executescript(f"{_TABLES} PRAGMA user_version = {_FORM};")
            elif form != _FORM or tables.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("damaged, or of another version")  # noqa: TRY301  # as SQLite itself
        except BaseException:
            tables.close()
            raise
        return tables

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._using, self._tables:  # which commits, or rolls back
            yield
        self.changes += 1

    # People

    def _know(self, people: People) -> None:
        """Write the names of all people; `secure_delete` overwrites those that were forgotten."""
        self._people = people
        who = {(person.id, people.person(person.id), _encodable(person.name)) for person in people}
        if who != set(self.rows("SELECT id, is_now, name FROM person")):
            with self._changing():
                self._tables.execute("DELETE FROM person")
                self._tables.executemany("INSERT INTO person VALUES (?, ?, ?)", who)

    # Games

    def _read(self, journal: JournalReader, due: Sequence[int], *, is_all: bool) -> None:
        for start in range(0, len(due), _AT_ONCE):
            if is_all:
                self.behind = start, len(due)
            games = due[start : start + _AT_ONCE]
            rows_of_games = [(number, tuple(_rows_of(number, journal))) for number in games]
            with self._changing():
                for number, tables in rows_of_games:
                    self._drop(number)
                    for table, rows in tables:
                        self._put(table, rows)
                self._tell_evenings_apart(min(games))

    def _due(self, journal: JournalReader, *, is_all: bool) -> list[int]:
        """Return the games that have changed, newest first, and drop those that are gone.

        Unless all are compared with their files, these are the games of the last two evenings, and
        those that have become current or no longer are: the players may have played in an earlier
        game and left it again.
        """
        on = {number for (number,) in self.rows("SELECT number FROM game WHERE stands = 'on'")}
        changed = on ^ {journal.current}
        ((late,),) = self.rows(_LATE)
        first = 1 if is_all else max(min({late or 1, *changed}), 1)
        known = dict(self.rows("SELECT number, file FROM game WHERE number >= ?", first))
        there = list(takewhile(lambda number: number >= first, journal.numbers()))
        with self._changing():
            for number in known.keys() - set(there):
                self._drop(number)
        return [
            number
            for number in there
            if number in changed or known.get(number) != _version(journal, number)
        ]

    def _drop(self, number: int) -> None:
        self._tables.execute("DELETE FROM game WHERE number = ?", (number,))
        for table in _OF_A_GAME:
            self._tables.execute(f"DELETE FROM {table} WHERE game = ?", (number,))  # noqa: S608  # our own names

    def _put(self, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            places = ", ".join("?" * len(rows[0]))
            fitting = [tuple(map(_fitting, row)) for row in rows]
            self._tables.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", fitting)  # noqa: S608  # our own names

    # Evenings

    def _tell_evenings_apart(self, changed: int) -> None:
        """Assign each game from `changed` on to its evening, numbered after its first game.

        The evening before that one is checked again, because a game in it may end it. All are
        checked if more dates have become known, as after the clock of a long start was set.
        """
        tables, notes = self._tables, self.dates()
        ((start,),) = self.rows(_EVENING_BEFORE, changed)
        if notes != self._dated:
            start, self._dated = 0, notes
        games = self.rows("SELECT times FROM game WHERE number >= ? ORDER BY number DESC", start)
        newest_first = [_played_by(text) for (text,) in games]
        calendar = Calendar()
        calendar.learn(notes)
        tables.execute("DELETE FROM evening WHERE number >= ?", (start,))
        for evening in evenings(newest_first, calendar):
            first, last = evening[-1], evening[0]
            began = calendar.date(first.first)
            day = local_time(began).date().isoformat()
            row = (first.game, began, calendar.date(last.last), day, day[:4])
            tables.execute("INSERT INTO evening VALUES (?, ?, ?, ?, ?)", row)
            tables.executemany(
                "UPDATE game SET evening = ? WHERE number = ?",
                [(first.game, game.game) for game in evening],
            )


def _encodable(name: str | None) -> str | None:
    """Return a name without lone surrogates, which the file of a damaged program may have."""
    return name and name.encode(errors="replace").decode()


def _rows_of(
    number: int, journal: JournalReader
) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """Yield the rows of a game, by table; other threads can read the tables between them."""
    version = _version(journal, number)
    try:
        record = journal.record(number)
    except JournalError as error:
        _log.warning("game %d cannot be read: %s", number, error)
        return
    played = played_by(record)
    # A file under the name of another game does not count.
    if played is None or record.number != number:
        return
    yield from _rows_of_notes(record)
    try:
        game, ids = replayed_game(record, journal.people, Calendar())
    except JournalError as error:
        _log.warning("%s", error)
        return
    game = replace(game, resumed=number == journal.current)
    yield "game", [_row(record, game, played, version)]
    yield "seat", _seats(game, ids)
    called = [
        (number, ids.get(call.player, call.player), call.called, call.actual, call.correct)
        for call in game.called
    ]
    yield "call", called
    yield "correction", [(number, cause) for cause in (*game.repaired, *["slip"] * game.slips)]


def _rows_of_notes(record: GameRecord) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    for note in record.notes:
        match note.kind, note.facts:
            case "payment", {
                "payer": str(payer),
                "payee": str(payee),
                "amount": int(amount),
                "unit": str(unit),
            }:
                yield "payment", [(record.number, note.at, payer, payee, amount, unit)]
            case "payment-undone", {"at": float(at)}:
                yield "payment_undone", [(record.number, at)]
            case "price", {"cents": int(cents)}:
                yield "price", [(record.number, note.at, cents)]


def _version(journal: JournalReader, number: int) -> str:
    """Return the accepted length and the inode of a game's file, one of which changes with it."""
    path = journal.path_of(number)
    try:
        file = path.stat() if path is not None else None
    except OSError:
        file = None
    if file is None:
        return ""
    accepted = journal.accepted
    size = accepted.length if accepted is not None and accepted.game == number else file.st_size
    return f"{size}-{file.st_ino}"


def _played_by(text: str) -> PlayedBy:
    return msgspec.json.decode(text, type=PlayedBy)


def _fitting(value: object) -> object:
    """Return the value, with a number limited to `_LARGEST`.

    The rules accept any points, but SQLite adds 64 bits.
    """
    return max(-_LARGEST, min(value, _LARGEST)) if isinstance(value, int) else value


def _row(
    record: GameRecord, game: PlayedGame, played: PlayedBy, version: str
) -> tuple[object, ...]:
    """Return the row of a game; its evening is not known yet."""
    stands: str = game.stands
    if stands == "given up" and len(game.commands) == 1 and not record.missing:
        stands = "not played"
    return (
        game.number,
        None,
        game.rules.variant,
        game.rules.title,
        "taken back" if played.is_taken_back else stands,
        game.hands,
        "points" if game.for_points else "chips" if game.for_chips else "",
        game.rules.wins == "lowest",
        record.missing,
        msgspec.json.encode(played).decode(),
        version,
    )


def _seats(game: PlayedGame, ids: Any) -> list[tuple[object, ...]]:
    counts, has = Counts([game]), counted(game.state.players)
    nets = net(game) if game.for_chips and game.stands != "given up" else {}
    counts_anything = game.for_points or game.for_chips
    return [
        (
            game.number,
            ids[name],
            place,
            name in game.winners,
            name in game.losers,
            has[name] if counts_anything else None,
            nets.get(name),
            *(counts.of[name][what] for what in _COUNTS),
        )
        for place, name in enumerate(game.players)
    ]
