"""What is done to the box from outside: keys, orders and codes of phones, its network."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from companion.inputs import Input, KeyName, KnownNetwork, NetworkAnswer, NetworkNews
from tests.soak.lines import Node
from tests.soak.phones import HOST

if TYPE_CHECKING:
    from tests.soak.world import World

OF_THE_TABLE: Final = ("/explain", "/mend")
"""The pages that put right how the table stands."""


class Network:
    """The machine's network and updates (`companion.box.network.NetworkControl`), a second later."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def look(self) -> None:
        home = KnownNetwork("Home", 80, "home")
        self._say(NetworkNews("Home", address=HOST, profile="home", known=(home,)))

    def join(self, network: KnownNetwork) -> None:
        self._say(NetworkAnswer("joined", network.name))

    def open_own(self) -> None:
        self._say(NetworkAnswer("no Wi-Fi"))

    def close_own(self) -> None:
        self._say(NetworkAnswer("own network closed"))

    def update(self) -> None:
        pass

    def is_changing(self) -> bool:
        return False

    def is_installing(self) -> bool:
        return False

    def _say(self, news: Input) -> None:
        self._world.later(1.0, news)


def press(world: "World", key: KeyName, seconds: float) -> None:
    """Press a key of the box, or of its node if it has one."""
    world.acceptance.budget += 1
    if isinstance(world.line.reader, Node) and world.chance.random() < 0.3:
        world.line.key(key, world.clock.now, down=True)
        world.wait(seconds)
        world.line.key(key, world.clock.now, down=False)
        world.wait(0.06)
        return
    pins = world.parts.bench.pins
    pins.press(key)
    world.wait(seconds)
    pins.release(key)
    world.wait(0.04)


def order(world: "World", number: int, fields: dict[str, Any], late: int) -> None:
    """Let a phone order `fields`; its page is so many commands older than what it has heard."""
    phone = world.phones[number]
    if not phone.is_open:
        phone.open()
        world.settle()
    world.acceptance.budget += 1
    world.replies.append(phone.order(fields, max(phone.seen - late, 0)))
    world.hear_phones()


def look(world: "World", number: int, path: str, body: dict[str, Any] | None) -> tuple[int, bytes]:
    """Let a phone ask for a page, of the table as it shows it; what it may order then, it keeps."""
    phone = world.phones[number]
    asked = {"seen": phone.seen, **body} if body is not None and path in OF_THE_TABLE else body
    phone.told_of = phone.seen
    status, _headers, content = phone.ask(path, asked)
    phone.told = json.loads(content) if status == 200 and not path.endswith(".csv") else None
    phone.offered = list(_orders(phone.told)) if path in OF_THE_TABLE else []
    return status, content


def _orders(told: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    match told:
        case {"rows": _, "order": offered, "then": then}:
            if offered is not None:
                yield offered, then
        case {"order": {"cmd": _} as offered}:
            yield offered, told.get("after")
        case dict():
            for each in told.values():
                yield from _orders(each)
        case list():
            for each in told:
                yield from _orders(each)


def pair(world: "World", number: int, *, right: bool) -> None:
    """Let a phone enter the code of the display, or another one."""
    access = world.parts.access
    if access.pairing.active is None:
        access.issue()
    active = access.pairing.active
    assert active is not None
    phone = world.phones[number]
    phone.pair(active.code if right else f"{(int(active.code) + 1) % 10**6:06}")
    world.settle()
    phone.open()
