"""Tests of a crowd that takes all places, on real sockets: paired phones get in and stay, and
others can still connect.
"""

import contextlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import pytest

from companion.web import limits
from companion.web.limits import Limits
from tests.phone.house import House, Phone
from tests.simulation.tab import ClosedError, Tab
from tests.web.raw import connect, request

ROOM = Limits(in_all=10, of_a_phone=4)
HERE, ELSEWHERE, FURTHER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
WEBSOCKET = {
    "connection": "upgrade",
    "upgrade": "websocket",
    "sec_websocket_version": "13",
    "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, room=ROOM) as house:
        yield house


class Mob:
    """Connections that stay open as long as the house allows; leaving the ``with``
    block ends them.
    """

    def __init__(self, house: House, does: str) -> None:
        self._port, self._opened = house.port, ExitStack()
        host = f"{HERE}:{self._port}"
        line = request("GET", "/line", {"host": host, "origin": f"http://{host}", **WEBSOCKET})
        self._sends = {"say nothing": b"", "begin a request": b"GET / HT", "listen": line}[does]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def come(self, at: str, times: int) -> None:
        for _ in range(times):
            one = self._opened.enter_context(connect(self._port, at=at))
            with contextlib.suppress(ConnectionError):  # it has lost its place already
                one.sendall(self._sends)


DOES = pytest.mark.parametrize("does", ["say nothing", "begin a request", "listen"])


def again(house: House, phone: Phone) -> Phone:
    """Return the same phone on another connection."""
    another = house.phone()
    another.client.cookies.update(phone.client.cookies)
    return another


def listen_on(line: Tab) -> None:
    while True:
        line.hear()


@pytest.mark.attack("crowd", "take all connections from phones that can play", "they still connect")
@DOES
@pytest.mark.parametrize("at", [HERE, ELSEWHERE])
def test_paired_phone_connects_when_all_places_are_taken(house: House, does: str, at: str) -> None:
    phone = house.phone(rules=True)
    cookie = phone.cookie
    with Mob(house, does) as mob:
        mob.come(at, 2 * ROOM.in_all)
        with Tab(house.port, target="/line", cookie=cookie) as line:
            mob.come(at, 2 * ROOM.in_all)
            assert again(house, phone).rule(cmd="play", card="8H") == {"done": 2}
            mob.come(at, 2 * ROOM.in_all)
            assert again(house, phone).rule(cmd="play", card="7H") == {"done": 3}
            heard = line.hear()["parts"]
            while heard.get("state", {}).get("total") != 15:
                heard = line.hear().get("parts", {})


@DOES
def test_another_address_connects_when_all_places_are_taken(house: House, does: str) -> None:
    code = house.access.issue()
    with Mob(house, does) as mob:
        mob.come(ELSEWHERE, ROOM.in_all)
        mob.come(FURTHER, ROOM.in_all)
        phone = house.phone()
        assert phone.get("/me").json() == {"rules": False, "name": "", "player": ""}
        assert phone.post("/pair", {"code": code}).status_code == 200


FLOOD = 4 * limits.OF_AN_ORIGIN.at_once


@pytest.mark.attack(
    "crowd",
    "send 10,000 messages a second on a line, from one address or from sixty",
    "the box does not read them, and answers orders of paired phones",
)
@pytest.mark.parametrize("at", [HERE, ELSEWHERE])
def test_onlooker_over_budget_is_not_read_while_a_paired_phone_orders(
    tmp_path: Path, at: str
) -> None:
    # The budget's clock does not advance, so that no share is refilled.
    with House(tmp_path, monotonic=lambda: 0.0) as house:
        phone = house.phone(rules=True)
        cookie = phone.cookie
        with (
            Tab(house.port, target="/line", at=at) as onlooker,
            Tab(house.port, target="/line", cookie=cookie) as line,
        ):
            for number in range(FLOOD):
                onlooker.tell(id=number, order={"cmd": "x" * 100})
            for place, card in enumerate(("8H", "7H", "6H")):
                line.tell(id=place, order={"cmd": "play", "card": card}, seen=place + 1)
                while (message := line.hear()).get("id") != place:
                    pass
                assert message["answer"] == {"done": place + 2}
            # The cookie identifies a new connection of the phone before anything is parsed.
            assert again(house, phone).rule(cmd="play", card="5H") == {"done": 5}
            answered, heard = 0, 0
            while heard < 5:
                message = onlooker.hear()
                answered += "id" in message
                heard = message.get("parts", {}).get("now", {}).get("sequence", heard)
            assert 0 < answered < limits.OF_AN_ORIGIN.at_once


def test_unpaired_phone_loses_its_protected_place(house: House) -> None:
    phone = house.phone(rules=True)
    cookie = phone.cookie
    house.access.dismiss()
    with Mob(house, "say nothing") as mob, Tab(house.port, target="/line", cookie=cookie) as line:
        mob.come(HERE, 2 * ROOM.in_all)
        with pytest.raises((ClosedError, ConnectionError)):
            listen_on(line)
