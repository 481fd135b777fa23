"""Serves simulated tables for the bench of the floor: journals of real games, card by card.

    python -m tests.bench.simulated_tables PORT TABLES SECONDS

Each table is below ``/t/<number>``. It begins with a game of two lines, and writes one more line in
`EVERY` seconds on the average, for SECONDS after it gets a line on standard input. Standard output
has the box, the time of the entry in ms, and the moment in ns of the monotonic clock.
"""

import asyncio
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import msgspec
from aiohttp import WSMsgType, web

from companion.core.commands import New
from companion.core.legal import due
from companion.games import family_of
from companion.phone.floor import CURRENT, JournalGame, JournalList
from companion.table.backup import lines_of
from companion.table.journal import Journal
from companion.table.reader import read_only
from companion.table.table import Table
from companion.variants import load_variants

EVERY = 4.0
"""Seconds between two cards of a table: faster than people play."""

GAMES = 12
PLAYERS = ("Ann", "Bo", "Cy", "Di")


class Seconds:
    """A clock on which each look takes a second, so that the time of an entry identifies it."""

    def __init__(self) -> None:
        self._now = 1_795_800_000.0

    def time(self) -> float:
        self._now += 1.0
        return self._now

    def monotonic(self) -> float:
        return self._now


def played_games(seed: int) -> list[list[bytes]]:
    """Return the lines of some games that bots have played, each file from its first line."""
    rng = random.Random(seed)  # noqa: S311  # games, not secrets
    with tempfile.TemporaryDirectory() as folder:
        table = Table(load_variants().variants, Journal(Path(folder, "journal")), Seconds())
        for game in range(GAMES):
            table.obey(New(variant=("ninety-nine", "ninety-eight")[game % 2], players=PLAYERS))
            while (
                (rules := table.rules) is not None
                and (state := table.state) is not None
                and state.phase != "game-over"
            ):
                table.obey(rng.choice(list(due(family_of(rules), rules, state))))
        table.close()
        reader = read_only(Path(folder, "journal"))
        files = [lines_of(reader, number) for number in sorted(reader.numbers())]
    return [content.splitlines(keepends=True) for content in files[1:]]


def box_of(count: int, number: int) -> str:
    """Return the id of a table's box, another one for each number of tables."""
    return f"{count:04x}{number:04x}"


class SimulatedTable:
    """A table of a `box` that repeats played games from the one with a `number` on."""

    def __init__(self, box: str, number: int, games: list[list[bytes]]) -> None:
        self.box = box
        self._games, self._at = games, number % len(games)
        self._number = 1
        self._count = 2
        self._pages: set[web.WebSocketResponse] = set()

    @property
    def _lines(self) -> list[bytes]:
        return self._games[self._at]

    @property
    def _name(self) -> str:
        return f"{self._number}-{self._at:08x}"

    async def play_one(self) -> None:
        """Write one more line, in the next game after the last one, and tell every page."""
        if self._count == len(self._lines):
            self._number, self._count = self._number + 1, 2
            self._at = (self._at + 1) % len(self._games)
        else:
            self._count += 1
        at = msgspec.json.decode(self._lines[self._count - 1])["at"]
        sys.stdout.write(f"{self.box} {round(at * 1000)} {time.monotonic_ns()}\n")
        await self._tell('{"version":2}')

    async def listed(self, _request: web.Request) -> web.Response:
        length = sum(map(len, self._lines[: self._count]))
        game = JournalGame(self._number, self._name, length)
        told = JournalList(self.box, self._number, (game,), "")
        return web.Response(body=msgspec.json.encode(told))

    async def lines(self, request: web.Request) -> web.Response:
        start = int(request.query["from"])
        body = b"".join(self._lines[start : self._count])
        if request.match_info["name"] != self._name:
            body = self._games[self._at - 1][-1]
        return web.Response(body=body, headers={CURRENT: self._name})

    async def line(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse()
        await page.prepare(request)
        self._pages.add(page)
        async for message in page:
            if message.type is not WSMsgType.TEXT:
                break
        self._pages.discard(page)
        return page

    async def beat(self) -> None:
        """Tell every page that the table is there, as a box does."""
        await self._tell("{}")

    async def _tell(self, message: str) -> None:
        for page in tuple(self._pages):
            with suppress(ConnectionError):  # the floor has just opened another line
                await page.send_str(message)


async def serve(port: int, count: int, seconds: float) -> None:
    """Serve the tables, and play for some seconds once a line comes on standard input."""
    games = played_games(1)
    tables = [SimulatedTable(box_of(count, number), number, games) for number in range(count)]
    site = web.Application()
    for number, table in enumerate(tables):
        site.router.add_get(f"/t/{number}/journal", table.listed)
        site.router.add_get(f"/t/{number}/journal/{{name}}", table.lines)
        site.router.add_get(f"/t/{number}/line", table.line)
    runner = web.AppRunner(site)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=4096).start()
    loop = asyncio.get_running_loop()
    beating = asyncio.create_task(_beat(tables))
    await loop.run_in_executor(None, sys.stdin.readline)
    rng = random.Random(2)  # noqa: S311  # games, not secrets
    due, end = loop.time(), loop.time() + seconds
    while due < end:
        await asyncio.sleep(max(0.0, due - loop.time()))
        await rng.choice(tables).play_one()
        due += rng.expovariate(count / EVERY)
    sys.stdout.flush()
    await asyncio.sleep(5)  # so that the last ones reach the wall
    beating.cancel()
    await runner.cleanup()


async def _beat(tables: list[SimulatedTable]) -> None:
    while True:
        for table in tables:
            await table.beat()
        await asyncio.sleep(2)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
