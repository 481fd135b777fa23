"""Plays at many real boxes while they, the floor and its database are killed at random.

    python -m tests.floor.kill [--tables 20] [--seconds 120] [--seed 1] [--skip]

At the end the store must equal the journals of all boxes, line for line. With `--skip` one stored
line is deleted before the comparison, which must then fail.
"""

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import sqlalchemy as sa

from companion.floor.store import JournalKey, Store
from tests.floor.on_disk import journals_of
from tests.floor.postgres import Postgres, running

CONFIG = """
[display]
controller = "none"
[buttons]
enabled = false
[lights]
enabled = false
[sounder]
enabled = false
"""

VARIANTS = ("ninety-nine", "ninety-eight", "hundred")
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Eva")
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]

SETTLES = 60.0
"""Seconds that the floor has to catch up after the last kill."""


class Process:
    """A companion process that can be killed and started again."""

    def __init__(self, *arguments: str) -> None:
        self._command = [sys.executable, "-m", "companion", *arguments]
        self._process = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self._command, stderr=subprocess.DEVNULL)

    def kill_and_start(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process = self._started()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class Player:
    """The phone that plays at one box, through the box's restarts; `accepted` counts its orders."""

    def __init__(self, session: aiohttp.ClientSession, port: int, floor: int, seed: int) -> None:
        self._session, self._floor = session, f"http://127.0.0.1:{floor}"
        self._at = f"http://127.0.0.1:{port}"
        self._headers = {"Origin": self._at}
        self._rng = random.Random(seed)  # noqa: S311  # so that a run can be repeated
        self._parts: dict[str, Any] = {}
        self.accepted = 0

    async def sit_down(self) -> None:
        """Pair with the box, which has no display and so needs no code, and add it to the floor."""
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                if "Cookie" not in self._headers:
                    form = {"code": "", "name": "Player"}
                    async with self._post("/pair", form) as answer:
                        pairs = answer.cookies.items()
                        self._headers["Cookie"] = "; ".join(f"{k}={v.value}" for k, v in pairs)
                async with self._post("/invite", {}) as answer:
                    code = (await answer.json())["code"]
                form = {"address": self._at.removeprefix("http://"), "code": code}
                origin = {"Origin": self._floor}
                add = f"{self._floor}/add"
                async with self._session.post(add, json=form, headers=origin) as answer:
                    if answer.ok:
                        return
            await asyncio.sleep(0.5)

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            with suppress(aiohttp.ClientError, TimeoutError, TypeError):
                async with self._session.ws_connect(
                    f"{self._at}/line", headers=self._headers
                ) as line:
                    self._parts = {}
                    while "now" not in self._parts:
                        await self._hear(line)
                    while True:
                        await self._order(line, self._next())
                        await asyncio.sleep(self._rng.uniform(0.1, 0.8))
            await asyncio.sleep(0.3)

    def _post(self, path: str, body: object) -> Any:
        return self._session.post(f"{self._at}{path}", json=body, headers=self._headers)

    def _next(self) -> dict[str, Any]:
        match (self._parts.get("state") or {}).get("phase", "game-over"):
            case "game-over":
                count = self._rng.randint(2, len(PLAYERS))
                players = self._rng.sample(PLAYERS, count)
                return {"cmd": "new", "variant": self._rng.choice(VARIANTS), "players": players}
            case "hand-over" | "round-over":
                return {"cmd": "deal"}
            case "shield":
                return {"cmd": "accept"}
        if self._rng.random() < 0.1:
            return {"cmd": self._rng.choice(["bust", "undo"])}
        return {"cmd": "play", "card": self._rng.choice(CARDS)}

    async def _order(self, line: aiohttp.ClientWebSocketResponse, order: dict[str, Any]) -> None:
        seen = self._parts["now"]["sequence"]
        await line.send_json({"id": 1, "order": order, "seen": seen})
        while "id" not in (message := await self._hear(line)):
            pass
        self.accepted += "done" in message["answer"]

    async def _hear(self, line: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
        message: dict[str, Any] = json.loads((await line.receive(10)).data)
        self._parts |= message.get("parts", {})
        return message


def stored(store: Store, boxes: list[str]) -> dict[JournalKey, list[str]]:
    """Return the lines in the store."""
    return {key: store.lines(key) for box in boxes for key in store.journals(box)}


def tell(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


async def play_and_kill(given: argparse.Namespace, folder: Path, database: Postgres) -> int:
    """Play, kill, and compare; return the exit status."""
    rng = random.Random(given.seed)  # noqa: S311  # so that a run can be repeated
    config = folder / "boxes.toml"
    config.write_text(CONFIG, "utf-8")
    ports = [8900 + number for number in range(given.tables)]
    tables = [
        Process(
            "run", "--config", str(config), "--data", str(folder / f"{port}"), "--port", f"{port}"
        )
        for port in ports
    ]
    at = ("--database", database.url, "--port", "8899", "--room", "Friday")
    floor = Process("floor", *at)
    killed = {"tables": 0, "floor": 0, "database": 0}
    async with aiohttp.ClientSession() as session:
        players = [Player(session, port, 8899, given.seed + port) for port in ports]
        await asyncio.gather(*(player.sit_down() for player in players))
        tell(f"{given.tables} tables are on the floor")
        playing = [asyncio.create_task(player.play()) for player in players]
        end = asyncio.get_running_loop().time() + given.seconds
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(rng.uniform(1, 4))
            match rng.choice(["tables", "tables", "floor", "database"]):
                case "tables":
                    await asyncio.to_thread(rng.choice(tables).kill_and_start)
                    killed["tables"] += 1
                case "floor":
                    await asyncio.to_thread(floor.kill_and_start)
                    killed["floor"] += 1
                case "database":
                    await asyncio.to_thread(database.stop, "immediate")
                    await asyncio.sleep(rng.uniform(0.5, 2))
                    await asyncio.to_thread(database.start)
                    killed["database"] += 1
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    accepted = sum(player.accepted for player in players)
    tell(f"{accepted} orders were accepted; killed: {killed}")
    store = Store(database.url, "Friday")
    if given.skip:
        floor.stop()
        _delete_one(database, rng)
    journals: dict[JournalKey, list[str]] = {}
    equal = False
    for _try in range(int(SETTLES)):
        journals = {
            key: lines for port in ports for key, lines in journals_of(folder / f"{port}").items()
        }
        equal = stored(store, sorted({key.box for key in journals})) == journals
        if equal or given.skip:
            break
        await asyncio.sleep(1)
    for each in (floor, *tables):
        each.stop()
    store.close()
    count = sum(map(len, journals.values()))
    tell(f"{len(journals)} journals with {count} lines: {'equal' if equal else 'NOT equal'}")
    return int(equal is given.skip)


def _delete_one(database: Postgres, rng: random.Random) -> None:
    """Delete a line inside a journal, as a floor would leave it that skips an entry."""
    engine = sa.create_engine(database.url.replace("postgresql", "postgresql+psycopg", 1))
    with engine.begin() as connection:
        found = connection.execute(sa.text("SELECT journal, number FROM lines")).all()
        journal, number = rng.choice(found)
        connection.execute(
            sa.text("DELETE FROM lines WHERE journal = :journal AND number = :number"),
            {"journal": journal, "number": number},
        )
    engine.dispose()
    tell(f"line {number} of journal {journal} is deleted from the store")


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", action="store_true")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="club") as folder,
        tempfile.TemporaryDirectory(prefix="pg") as data,
        running(Path(data)) as database,
    ):
        return asyncio.run(play_and_kill(given, Path(folder), database))


if __name__ == "__main__":
    sys.exit(main())
