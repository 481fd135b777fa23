"""Requests to the page on the phone: any body at every address, from paired and other phones."""

import asyncio
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from tests.bytes.journals import MEMORY
from tests.bytes.target import Target
from tests.phone.house import House

LINE = "/line"
POSTS = (
    LINE,
    *("/pair", "/part", "/me", "/explain", "/mend"),
    *("/games/preview", "/games/open", "/games/check", "/games/save", "/people/forget"),
    *("/people/rename", "/people/merge"),
)
LOOKS = 200
"""A first byte from here on is a GET of the path in the rest.

Below it, every second request is from a paired phone.
"""

LONGEST_EVENING = 300
"""Commands until the table is cleared for another evening."""

Told = tuple[int, bytes, dict[str, str]]


async def _never() -> MutableMapping[str, Any]:
    return await asyncio.Future()


async def _nowhere(_message: MutableMapping[str, Any]) -> None:
    pass


class Visited:
    """A house without a port; its page is called directly, and a request takes a minute."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(dir=MEMORY))
        self.house = House(self.folder)
        self.house.play(daemon=True)  # libFuzzer ends the process without asking
        self.loop = asyncio.new_event_loop()
        self.cookie = ""

    def ask(self, method: str, path: str, body: bytes = b"", *, paired: bool = False) -> Told:
        self.house.clock.now += 60
        return self.loop.run_until_complete(
            self._ask(method, path, body, self.cookie if paired else "")
        )

    def say(self, message: bytes, *, paired: bool) -> tuple[int, bytes]:
        """Send a message on the line of a page; messages that no page sends get no answer."""
        self.house.clock.now += 60
        headers = [(b"cookie", self.cookie.encode())] if paired else []
        peers = {"client": ("127.0.0.1", 5000), "server": ("127.0.0.1", 80)}
        page = WebSocket(
            {"type": "websocket", "headers": headers, **peers}, receive=_never, send=_nowhere
        )
        said = self.loop.run_until_complete(
            self.house.page._asked_on_line(page, message.decode("utf-8", "replace"))
        )
        return (
            (404, b"{}") if said is None else (msgspec.json.decode(said)["status"], said.encode())
        )

    def pair(self) -> None:
        """Enter the code on the display."""
        if self.ask("GET", "/me", paired=True)[1].startswith(b'{"rules":true'):
            return
        code = msgspec.json.encode({"code": self.house.access.issue(), "name": "Eve"})
        status, said, headers = self.ask("POST", "/pair", code)
        assert status == 200, said
        self.cookie = headers["set-cookie"].partition(";")[0]

    async def _ask(self, method: str, path: str, body: bytes, cookie: str) -> Told:
        path, _, query = path.partition("?")
        headers = {
            "host": "127.0.0.1",
            "origin": "http://127.0.0.1",
            "content-type": "application/json",
        }
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in {**headers, "cookie": cookie}.items()],
            "server": ("127.0.0.1", 80),
            "client": ("127.0.0.1", 1000),
            "scheme": "http",
            "http_version": "1.1",
            "root_path": "",
        }
        answer = bytearray()
        start: MutableMapping[str, Any] = {}

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            start.update(message if message["type"].endswith("start") else {})
            answer.extend(message.get("body", b""))

        await self.house.site(scope, receive, send)
        return (
            start["status"],
            bytes(answer),
            {key.decode(): value.decode() for key, value in start["headers"]},
        )

    def close(self) -> None:
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.house.__exit__()
        rmtree(self.folder)


_open: list[Visited] = []
"""The house in use, if there is one."""


def visited() -> Visited:
    if not _open:
        _open.append(Visited())
    return _open[0]


def leave() -> None:
    """Close the house."""
    while _open:
        _open.pop().close()


def take_request(data: bytes) -> None:
    """Send a request: it gets an answer, never breaks the page, and changes nothing if refused.

    "SEEN" in a body is replaced by the version of the table that a page would show.
    """
    if not data:
        return
    visit = visited()
    if visit.house.table.journal.sequence > LONGEST_EVENING:
        leave()
        visit = visited()
    before = visit.house.table.journal.sequence, games_in(visit.folder)
    if data[0] >= LOOKS:
        visit.pair()
        status, said, _ = visit.ask("GET", "/" + data[1:].decode("utf-8", "replace"), paired=True)
        assert not said.startswith((b"SQLite", b'{"phones"')), "a file of the box leaves it"
    else:
        paired = data[0] % 2 == 1
        if paired:
            visit.pair()
        body = data[1:].replace(b"SEEN", str(before[0]).encode())
        path = POSTS[data[0] // 2 % len(POSTS)]
        status, said = (
            visit.say(body, paired=paired)
            if path == LINE
            else visit.ask("POST", path, body, paired=paired)[:2]
        )
        assert said.startswith(b"{"), said
    assert status < 500 or status == 503, (status, said)
    if status >= 400 or data[0] >= LOOKS:
        assert (visit.house.table.journal.sequence, games_in(visit.folder)) == before


def games_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "games").glob("*")}


def request_seeds() -> Iterator[bytes]:
    orders = [
        '{"cmd": "play", "card": "8H"}',
        '{"cmd": "play", "card": "JK", "value": 5, "target": "Bo"}',
        '{"cmd": "undo", "count": 1}',
        '{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"], "house": {"floor": 0}}',
        '{"cmd": "new", "variant": "arizona-spaghetti", "players": ["Ann", "Bo", "Cy"]}',
        '{"cmd": "claim", "total": 8}',
        '{"cmd": "rename", "player": "Ann", "name": "Eve"}',
        '{"cmd": "join", "player": "Eve", "after": "Ann"}',
        '{"cmd": "bust"}',
        '{"cmd": "deal"}',
        '{"cmd": "score", "points": {"Ann": 10, "Bo": 0}}',
        '{"cmd": "set", "total": 20, "turn": "Ann"}',
    ]
    for order in orders:
        yield post(LINE, f'{{"id": 1, "order": {order}, "seen": SEEN}}')
        yield post(LINE, f'{{"id": 1, "order": {order}}}')
    others = {
        "/pair": '{"code": "123 456", "name": "Eve"}',
        "/part": "{}",
        "/me": '{"player": "Ann", "now": 1764195482.5, "shut": true}',
        "/explain": '{"seen": SEEN, "saw": {"total": 12}}',
        "/mend": '{"seen": SEEN, "back": 1, "steps": [{"cmd": "play", "card": "8H"}]}',
        "/games/preview": '{"variant": "ninety-nine", "players": ["Ann", "Bo"], "house": '
        '{"floor": 0}}',
        "/games/open": '{"variant": "ninety-nine", "house": {"chips": 4}}',
        "/games/check": '{"text": "extends = \\"ninety-nine\\"", "change": {"add_on": "aces"}}',
        "/games/save": '{"file": "ours.toml", "text": "extends = \\"ninety-nine\\"", "replace": '
        "true}",
        "/people/forget": '{"player": "Ann"}',
        "/people/rename": '{"player": "Ann", "name": "Anna"}',
        "/people/merge": '{"people": {"Ann": "Bo"}}',
    }
    for path, body in others.items():
        yield post(path, body)
    for look in (
        "",
        "wall",
        "games/ninety-nine.toml",
        "evening.csv",
        "phone/../phones.json",
        "me?x=%00",
    ):
        yield bytes([LOOKS]) + look.encode()


def post(path: str, body: str) -> bytes:
    """Return the input that makes a POST of a paired phone."""
    return bytes([2 * POSTS.index(path) + 1]) + body.encode()


REQUEST = Target(take_request, request_seeds, 2048, seconds=20)
