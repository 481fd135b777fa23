"""The connection of a floor to one table: asks for the lines that it lacks whenever there is news.

The floor replays the lines and has no other model of a game.
The box's line (docs/reference/phone-protocol.md) only tells that something is new; what it is comes
from the journal. So a lost message, a restart of either side or a second floor change nothing.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Literal, cast

import aiohttp
import msgspec
from msgspec import DecodeError
from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.errors import DatabaseError, FloorError, JournalError
from companion.floor.store import (
    AdmittedTable,
    DisagreesError,
    JournalKey,
    NewLines,
    Store,
    StoredJournal,
)
from companion.games.history import GameHistory
from companion.message import Words, phrase
from companion.phone.floor import CURRENT, JournalList
from companion.table.lines import Entry, HeadLine, JournalNote, check, read_head, read_lines
from companion.table.people import PEOPLE, People, read_people
from companion.table.recorded import DIRECTOR, RESUMES
from companion.table.replay import counting_entries, replay_entries, resume
from companion.web.event_stream import NOTHING_NEW

log = logging.getLogger("companion")

ANSWERS_WITHIN = aiohttp.ClientTimeout(total=10)
"""Until a request counts as failed."""

SILENT = 6.0
"""Seconds without a message until the line counts as lost: the box sends one every two seconds."""

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each try to reach a table again; the last one repeats."""

LOOKS = 30.0
"""Seconds after which the whole list is compared, for what no news tells: names that were
forgotten, an earlier game that was opened again.
"""

Status = Literal["asked", "live", "silent"]
"""Whether a table was not reached yet, is followed, or was lost."""


class TableNow(Frozen):
    """A table at one moment, for the wall.

    Attributes:
        table: its box, number and address.
        status: the state of the connection; `since` is the time of the last message.
        problem: one sentence about lines that are not stored or not understood, or "".
        people: the names of the players of the `state`, which has ids; None before a game.
        short: the short English name of the game.
        at: the time of the last entry; all times are in seconds since 1970 UTC.
        call: the call for the director that nobody has answered, or None.
    """

    table: AdmittedTable
    status: Status
    since: float
    problem: Words
    people: People
    state: State | None
    short: str
    at: float
    call: JournalNote | None


class JournalReading:
    """The game of one journal, read line by line as the box writes it.

    Attributes:
        at: when the last entry was written, in seconds since 1970 UTC; 0.0 before the first.
        problem: why the game cannot be read or replayed, or "".
        notes: the notes so far, for example the calls for the director.
    """

    def __init__(self) -> None:
        self.at = 0.0
        self.problem: Words = ""
        self.notes: list[JournalNote] = []
        self._head: HeadLine | None = None
        self._entries: list[Entry] = []
        self._game: GameHistory | None = None
        self._is_foreign = False  # a line of another program makes all later ones unreadable

    def add(self, lines: Sequence[bytes]) -> None:
        """Read further lines, which are checked; the first of all is the first of the file."""
        if self._is_foreign:
            return
        try:
            if lines and self._head is None:
                self._head = read_head(lines)
                lines = lines[1:]
            if self._head is not None and lines:
                read = read_lines(lines, self._head, is_first=not self._entries)
                self.notes += read.notes
                self._replay(read.entries)
        except JournalError as error:
            self._is_foreign = True
            self.problem = error.args[0]

    @property
    def state(self) -> State | None:
        """The state of the game, whose players are ids; None before the first entry."""
        return None if self._game is None else self._game.state

    @property
    def short(self) -> str:
        """The short English name of the game, or ""."""
        game = self._game
        if game is None or game.rules is None:
            return ""
        return game.variants[game.rules.variant].short

    @property
    def call(self) -> JournalNote | None:
        """The call for the director that nobody has answered, or None."""
        calls = [note for note in self.notes if note.kind == DIRECTOR]
        return calls[-1] if calls and calls[-1].facts["calls"] else None

    def _replay(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        self._entries += entries
        self.at = entries[-1].at
        goes_back = any(entry.command.startswith(RESUMES) for entry in entries)
        try:
            if goes_back or self.problem:
                self._game = replay_entries(counting_entries(self._entries))
            else:
                for entry in entries:
                    self._game = resume(self._game or GameHistory({}, stickers=True), entry)
            self.problem = ""
        except JournalError as error:
            log.warning("game %s: %s", self._head and self._head.game, error)
            self.problem = phrase("This table plays by other rules than the floor: update both")


class TableLink:
    """One admitted table, followed by `run` until it is cancelled.

    Attributes:
        table: its box, number, address and cookie.
        status: the state of the connection.
        found: where else the box may be, for example at its new address in the network, or "".

    Args:
        table: the table.
        store: where its journals are stored.
        keep: stores lines with those of other tables; returns when they are on disk.
        session: the connections of the floor.
        changed: called when anything of the table has changed.
    """

    def __init__(
        self,
        table: AdmittedTable,
        store: Store,
        keep: Callable[[NewLines], Awaitable[None]],
        session: aiohttp.ClientSession,
        changed: Callable[[], None],
    ) -> None:
        self.table = table
        self.status: Status = "asked"
        self.found = ""
        self._since = time.time()
        self._problem: Words = ""
        self._people = _people(b"")
        self._reading = JournalReading()
        self._store, self._keep, self._session = store, keep, session
        self._changed = changed
        self._stored: dict[JournalKey, StoredJournal] = {}
        self._lengths: dict[JournalKey, int] = {}
        self._current: JournalKey | None = None
        self._digest = ""
        self._other_past: dict[JournalKey, Words] = {}

    @property
    def now(self) -> TableNow:
        """The table as it is now."""
        reading = self._reading
        return TableNow(
            self.table,
            self.status,
            self._since,
            self._problem or reading.problem,
            self._people,
            reading.state,
            reading.short,
            reading.at,
            reading.call,
        )

    def recall(self) -> None:
        """Read what is stored of the table, so that the wall shows it before the table answers."""
        self._stored = self._store.journals(self.table.box)
        if self._stored:
            self._take_up(next(reversed(self._stored)))
        self._digest, names = self._store.names(self.table.box)
        self._people = _people(names)

    async def run(self) -> None:
        """Follow the table; a failure becomes a status, and the next try comes by itself."""
        tries = 0
        while True:
            try:
                await self._catch_up()
                tries = 0
                await self._follow()
            except DatabaseError:
                pass  # the collector says so, once for all tables
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                log.debug("table %s: %s", self.table.number, error)
                self._lose()
            except (FloorError, JournalError) as error:
                if self._problem != error.args[0]:
                    self._problem = error.args[0]
                    log.warning("table %s: %s", self.table.number, error)
                self._lose()
            await asyncio.sleep(WAITS[min(tries, len(WAITS) - 1)])
            tries += 1

    async def post(self, path: str, body: object) -> None:
        """Send the table a request as a paired phone does.

        Raises:
            FloorError: the table refuses it or does not answer.
        """
        try:
            await self._answer(path, body)
        except (aiohttp.ClientError, OSError, TimeoutError):
            raise FloorError(phrase("Table {n} does not answer.", n=self.table.number)) from None

    async def _follow(self) -> None:
        now = asyncio.get_running_loop().time
        looked = now()
        address = self.table.address
        headers = headers_for(address, self.table.cookie)
        async with self._session.ws_connect(f"http://{address}/line", headers=headers) as line:
            self.status, self._since = "live", time.time()
            self._changed()
            while True:
                message = await line.receive(SILENT)
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise aiohttp.ClientConnectionError("the line was closed")
                self._since = time.time()
                is_news = message.data != NOTHING_NEW and self._current is not None
                is_same = not is_news or await self._fetch(cast("JournalKey", self._current))
                if not is_same or now() - looked > LOOKS:
                    looked = now()
                    await self._catch_up()
                if is_news:
                    self._changed()

    async def _catch_up(self) -> None:
        """Fetch what is new in any game, and the names if one has changed."""
        listed = await list_games(self._session, self.table.address, self.table.cookie)
        box = self.table.box
        if listed.box != box:
            raise FloorError(phrase("Another box answers: enter the code of this table again"))
        if listed.people != self._digest:
            names, _current = await self._answer("journal/people")
            people = _people(names)
            await asyncio.to_thread(self._store.put_people, box, listed.people, names)
            self._people, self._digest = people, listed.people
        for game in listed.games:
            journal = JournalKey(box, game.number, game.name)
            if self._lengths.get(journal) != game.length:
                await self._fetch(journal)
                self._lengths[journal] = game.length
            if game.number == listed.current and journal != self._current:
                await asyncio.to_thread(self._take_up, journal)
        self._problem = next(iter(self._other_past.values()), "")
        self._changed()

    async def _fetch(self, journal: JournalKey) -> bool:
        """Store the lines of a journal that are missing; return whether it is the current one.

        The last stored line is asked for again, so that another past is noticed; it is shown from
        then on, and that journal is left as it is.
        """
        try:
            return await self._store_missing(journal)
        except DisagreesError as error:
            self._problem = self._other_past[journal] = error.args[0]
            return True

    async def _store_missing(self, journal: JournalKey) -> bool:
        stored = self._stored.get(journal, StoredJournal())
        start = max(stored.lines - 1, 0)
        new, current = await self._answer(f"journal/{journal.name}?from={start}")
        if stored.lines:
            last, _end, new = new.partition(b"\n")
            if not last.endswith(f'"{stored.chain}"}}'.encode("ascii")):
                raise DisagreesError(journal, start)
        found = check(new, stored.chain)
        if found.lines:
            lines = [line.decode("ascii") for line in found.lines]
            chains = [chain.decode("ascii") for chain in found.chains]
            await self._keep(NewLines(journal, stored.lines, lines, chains))
            self._stored[journal] = StoredJournal(stored.lines + len(lines), chains[-1])
            if journal == self._current:
                self._reading.add(found.lines)
        return current == journal.name

    def _take_up(self, journal: JournalKey) -> None:
        """Make a journal the one on the wall, as far as it is stored; blocks."""
        reading = JournalReading()
        reading.add([line.encode("ascii") for line in self._store.lines(journal)])
        self._current, self._reading = journal, reading

    def _lose(self) -> None:
        """Become silent; the next try is at the other address, if two are known."""
        if self.found not in {"", self.table.address}:
            at, self.found = self.found, self.table.address
            self.table = replace(self.table, address=at)
        self.status = "silent"
        self._changed()

    async def _answer(self, path: str, body: object = None) -> tuple[bytes, str]:
        return await answer_of(self._session, self.table.address, self.table.cookie, path, body)


def headers_for(address: str, cookie: str) -> dict[str, str]:
    """Return the headers of a request to the box at an address."""
    return {"Origin": f"http://{address}", "Cookie": cookie}


async def answer_of(
    session: aiohttp.ClientSession, address: str, cookie: str, path: str, body: object = None
) -> tuple[bytes, str]:
    """Return what the box at an address answers, and the name of its journal that grows now.

    A request with a `body` is a POST.

    Raises:
        FloorError: the box does not know this floor any more, or refuses the request.
    """
    at, headers = f"http://{address}/{path}", headers_for(address, cookie)
    method = "GET" if body is None else "POST"
    async with session.request(method, at, json=body, headers=headers) as answer:
        if answer.status == HTTPStatus.UNAUTHORIZED:
            raise FloorError(phrase("This table no longer knows the floor: enter its code again"))
        if not answer.ok:
            raise FloorError(phrase("The table answers {status}: update it", status=answer.status))
        return await answer.read(), answer.headers.get(CURRENT, "")


async def list_games(session: aiohttp.ClientSession, address: str, cookie: str) -> JournalList:
    """Return the games of the box at an address.

    Raises:
        FloorError: as `answer_of`; the answer is none of a box, or of one of another version.
    """
    content, _current = await answer_of(session, address, cookie, "journal")
    try:
        return msgspec.json.decode(content, type=JournalList)
    except (DecodeError, UnicodeDecodeError):
        raise FloorError(phrase("The table at {address}: update it", address=address)) from None


def _people(names: bytes) -> People:
    return People(Path(PEOPLE), read_people(names) if names else {})
