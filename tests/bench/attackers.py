"""The attackers of `tests.bench.attack`: `python -m tests.bench.attackers PORT KIND CONNECTIONS
ADDRESS...`.

They attack from all addresses in turn until standard input ends, and read every answer.
"""

import contextlib
import selectors
import socket
import sys
import time
from collections.abc import Callable, Sequence

from tests.web.raw import request

RATE = 10_000
"""Messages a second on all lines together, 3 Mbit/s."""
TICK = 0.01  # seconds
PATIENCE = 20.0  # seconds
MOST_LEFT = 1 << 18  # bytes buffered until the box accepts them
MESSAGE = b'{"id":1,"order":{"cmd":"dance"}}'
FRAME = bytes((0x81, 0x80 | len(MESSAGE))) + bytes(4) + MESSAGE  # masked with zeros
PREVIEW = b'{"variant":"ninety-nine"}'


class Attacker:
    """One connection, which is reopened whenever the box closes it."""

    def __init__(self, port: int, address: str, waiting: selectors.BaseSelector) -> None:
        self._port, self._address, self._waiting = port, address, waiting
        self._left = b""
        self.host = f"127.0.0.1:{port}"
        self.open()

    def open(self) -> None:
        """Open the connection."""
        to, source = ("127.0.0.1", self._port), (self._address, 0)
        self._socket = socket.create_connection(to, PATIENCE, source)
        self._socket.setblocking(False)
        self._left = b""
        self._waiting.register(self._socket, selectors.EVENT_READ, self)
        self.begin()

    def begin(self) -> None:
        """Send the first data of a new connection."""

    def hear(self) -> None:
        """Read the data that has arrived."""
        try:
            data = self._socket.recv(1 << 18)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if data:
            self.answered(data)
            return
        self._waiting.unregister(self._socket)
        self._socket.close()
        with contextlib.suppress(OSError):
            self.open()

    def answered(self, data: bytes) -> None:
        """Handle an answer of the box."""

    def send(self, data: bytes) -> None:
        """Send after all earlier data, buffering up to a limit what is not accepted yet."""
        if len(self._left) < MOST_LEFT:
            self._left += data
        with contextlib.suppress(BlockingIOError, ConnectionError):
            self._left = self._left[self._socket.send(self._left) :]

    def tick(self, messages: int) -> None:
        """Send `messages` messages."""


class Shouter(Attacker):
    """An onlooker's line that sends messages as fast as they are accepted, up to the rate."""

    is_open = False

    def begin(self) -> None:
        self.is_open = False
        upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
        told = {"host": self.host, "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==", **upgrade}
        self.send(request("GET", "/line", told))

    def answered(self, data: bytes) -> None:
        self.is_open = self.is_open or data.startswith(b"HTTP/1.1 101")

    def tick(self, messages: int) -> None:
        if self.is_open and messages:
            self.send(FRAME * messages)


class Previewer(Attacker):
    """Requests one preview of a game after the other."""

    def begin(self) -> None:
        told = {"origin": f"http://{self.host}", "content_type": "application/json"}
        self.send(
            request(
                "POST", "/games/preview", {"host": self.host, "connection": None, **told}, PREVIEW
            )
        )

    def answered(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 "):
            self.begin()


class Visitor(Attacker):
    """Requests the page, each time on a new connection."""

    def begin(self) -> None:
        self.send(request("GET", "/", {"host": self.host}))


KINDS: dict[str, Callable[[int, str, selectors.BaseSelector], Attacker]] = {
    "line": Shouter,
    "preview": Previewer,
    "visit": Visitor,
}


def attack(port: int, kind: str, connections: int, addresses: Sequence[str]) -> None:
    """Attack until standard input ends."""
    with selectors.DefaultSelector() as waiting:
        waiting.register(sys.stdin, selectors.EVENT_READ)
        attackers = [
            KINDS[kind](port, addresses[place % len(addresses)], waiting)
            for place in range(connections)
        ]
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        due, owed = time.monotonic(), 0.0
        while True:
            for key, _ in waiting.select(max(0.0, due - time.monotonic())):
                if key.data is None:
                    return
                key.data.hear()
            if (now := time.monotonic()) >= due:
                # Messages that are late are dropped, because the rate is a maximum.
                owed += min(now - due + TICK, 10 * TICK) * RATE
                due = now + TICK
                each, owed = divmod(owed, len(attackers))
                for attacker in attackers:
                    attacker.tick(int(each))


if __name__ == "__main__":
    attack(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])
