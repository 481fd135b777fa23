"""Phones without browsers: many sockets at once, on which only the box sends."""

import http.client
import json
import selectors
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from tests.simulation.tab import Tab

PATIENCE = 20.0  # seconds until a test gives up
HOUSES = 10


class Listener(Tab):
    """A line to the box and the data that its page would have: `parts`, and the `plays` of the
    game.
    """

    def __init__(self, port: int, language: str = "en", at: str = "127.0.0.1") -> None:
        super().__init__(port, target="/line", cookie=f"language={language}", at=at)
        self.parts: dict[str, Any] = {}
        self.plays: list[dict[str, Any]] = []

    def take(self) -> None:
        """Receive the next message, and all that arrived with it."""
        while True:
            message = self.hear()
            self.parts |= message.get("parts", {})
            if "plays" in message:
                self.plays[message["plays"]["from"] :] = message["plays"]["rows"]
            if not self._texts:
                return

    @property
    def sequence(self) -> int:
        """Return the journal's number of the latest table received, or -1 without one."""
        now = self.parts.get("now")
        return now["sequence"] if now is not None else -1

    def until(self, sequence: int) -> None:
        """Receive messages until the table has this number."""
        deadline = time.monotonic() + PATIENCE
        while self.sequence < sequence:
            self.take()
            assert time.monotonic() < deadline, (
                f"never heard of {sequence}, only of {self.sequence}"
            )


class Crowd:
    """A context with `count` lines at once, evenly divided among `languages`.

    They use `HOUSES` addresses, because each address has a limited number of places.
    """

    def __init__(self, port: int, count: int, languages: Sequence[str] = ("en",)) -> None:
        self.phones = [
            Listener(port, languages[place % len(languages)], f"127.0.0.{place % HOUSES + 1}")
            for place in range(count)
        ]

    def __enter__(self) -> Self:
        for phone in self.phones:
            phone.__enter__()
            phone.take()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for phone in self.phones:
            phone.__exit__(kind, error, trace)

    def until(self, sequence: int) -> dict[int, int]:
        """Return when each phone received the table with this number, by index, in ns of the
        monotonic clock.
        """
        heard: dict[int, int] = {}
        with selectors.DefaultSelector() as waiting:
            for place, phone in enumerate(self.phones):
                if phone.sequence >= sequence:
                    heard[place] = time.monotonic_ns()
                else:
                    waiting.register(phone, selectors.EVENT_READ, place)
            while len(heard) < len(self.phones):
                ready = waiting.select(PATIENCE)
                assert ready, f"{len(self.phones) - len(heard)} phones never heard of {sequence}"
                for key, _ in ready:
                    phone = self.phones[key.data]
                    phone.take()
                    if phone.sequence >= sequence:
                        heard[key.data] = time.monotonic_ns()
                        waiting.unregister(phone)
        return heard


class Ruler:
    """A phone that plays over the line of its page once it is paired."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self._port, self._patience, self._asked = port, patience, 0
        self._line: Tab | None = None

    def enters(self, code: str) -> None:
        """Enter the six digits."""
        headers = {"Content-Type": "application/json", "Origin": f"http://localhost:{self._port}"}
        with closing(
            http.client.HTTPConnection("localhost", self._port, timeout=PATIENCE)
        ) as connection:
            connection.request("POST", "/pair", json.dumps({"code": code, "name": ""}), headers)
            reply = connection.getresponse()
            assert json.loads(reply.read())["rules"]
            cookie = reply.getheader("set-cookie", "").partition(";")[0]
        self._line = Tab(self._port, target="/line", cookie=cookie, patience=self._patience)
        self._line.__enter__()

    def asks(self, seen: int, order: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to an order for the table with the number `seen`."""
        assert self._line is not None
        self._asked += 1
        self._line.tell(id=self._asked, order=order, seen=seen)
        while (message := self._line.hear()).get("id") != self._asked:
            pass  # the table has changed, or a heartbeat arrived
        answer: dict[str, Any] = message["answer"]
        return answer

    def orders(self, seen: int, cmd: str, **fields: object) -> int:
        """Send an order that must be accepted, and return the journal's number after it."""
        answer = self.asks(seen, {"cmd": cmd, **fields})
        assert set(answer) == {"done"}, answer
        done: int = answer["done"]
        return done

    def close(self) -> None:
        if self._line is not None:
            self._line.__exit__(None, None, None)


def resident(process: int | Literal["self"]) -> float:
    """Return the memory that a process uses, in MB of 1024 kB, as Linux reports it (VmRSS)."""
    lines: Iterable[str] = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    kilobytes = next(line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return int(kilobytes) / 1024
