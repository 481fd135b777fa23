"""Tests of a connection's gate: what it passes on at once, and what waits for the budget."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from companion.web.limits import OF_AN_ORIGIN, Budget, ConnectionLimiter, Limits
from companion.web.protocols import Gate
from tests.drivers.box import HandClock

REQUEST = b"GET / HTTP/1.1\r\nHost: box\r\n\r\n"


class Line(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 4711)})
        self._closed = False

    def is_closing(self) -> bool:
        return self._closed

    def abort(self) -> None:
        self._closed = True

    def pause_reading(self) -> None:
        """Do nothing, because the test sends no data that is not to be read."""

    def resume_reading(self) -> None:
        """Do nothing, because the test decides when data arrives."""


class Inside(asyncio.Protocol):
    def __init__(self) -> None:
        self.got: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        self.got.append(data)


class HandTimer:
    def cancel(self) -> None:
        """Do nothing, because a budget never cancels its timer."""


class Door:
    """Gates of one address, with a manual clock; a phone that can play sends the cookie "phone"."""

    def __init__(self) -> None:
        self._clock = HandClock()
        self._due: list[Callable[[], None]] = []
        self._budget = Budget(self._clock.monotonic, self._later)
        self._limiter = ConnectionLimiter[asyncio.Transport](Limits(), lambda guest: guest.abort())

    def _later(self, _seconds: float, action: Callable[[], None]) -> HandTimer:
        self._due.append(action)
        return HandTimer()

    def open(self) -> tuple[Gate, Inside]:
        inside = Inside()
        gate = Gate(
            inside,
            self._limiter,
            self._budget,
            lambda cookies: cookies if cookies == "phone" else "",
        )
        gate.connection_made(Line())
        return gate, inside

    def next_share(self) -> None:
        self._clock.now += 1 / OF_AN_ORIGIN.each_second + 1e-6
        self._due.pop()()


async def settle() -> None:
    for _ in range(2 * OF_AN_ORIGIN.at_once):  # rounds of the loop, one for each piece
        await asyncio.sleep(0)


def told(story: Callable[[Door], Awaitable[Any]]) -> None:
    async def telling() -> None:
        await story(Door())

    asyncio.run(telling())


async def spend(door: Door) -> Inside:
    gate, inside = door.open()
    gate.data_received(2 * OF_AN_ORIGIN.at_once * REQUEST)
    await settle()
    gate.connection_lost(None)
    return inside


@pytest.mark.own_thread
def test_each_of_the_requests_that_come_at_once_costs_a_share() -> None:
    async def story(door: Door) -> None:
        assert (await spend(door)).got == OF_AN_ORIGIN.at_once * [REQUEST]

    told(story)


@pytest.mark.own_thread
def test_lost_connection_leaves_its_share_to_the_next() -> None:
    async def story(door: Door) -> None:
        await spend(door)
        (lost, _), (stays, inside) = door.open(), door.open()
        for gate in (lost, stays):
            gate.data_received(REQUEST)
        lost.connection_lost(None)
        door.next_share()
        assert inside.got == [REQUEST]

    told(story)


@pytest.mark.own_thread
def test_paired_phone_is_recognized_by_a_late_cookie() -> None:
    async def story(door: Door) -> None:
        await spend(door)
        gate, inside = door.open()
        gate.data_received(b"GET / HTTP/1.1\r\n")
        assert inside.got == []
        gate.data_received(b"Cookie: phone\r\n\r\n")
        assert inside.got == [b"GET / HTTP/1.1\r\nCookie: phone\r\n\r\n"]

    told(story)
