"""The places of requests that a worker answers: for paired phones first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from companion.message import phrase
from companion.phone.request import RequestError

OF_AN_ORIGIN: Final = 6
"""Maximum number of requests of onlookers behind one address, which wait for each other."""

REST: Final = 4
"""Seconds until the next request of an onlooker for each second that one took.

The worker takes turns with the box's own threads, so that orders are slower while it works.
"""

PAIRED: Final = ""
"""A paired phone, in place of the origin of an onlooker."""


class _Line:
    """The requests of one origin; the first of them has the `place`."""

    def __init__(self) -> None:
        self.count = 0
        self.place = asyncio.Lock()


class WorkPlaces:
    """Limits how many requests wait for a worker or are answered by it. Not thread-safe.

    A paired phone finds a place unless all are taken. Onlookers have at most half of them, and one
    for each origin. The worker has one request of an onlooker at a time, so a paired phone waits
    for no other, and it rests from onlookers most of the time.

    Args:
        count: the number of places.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken = self._onlookers = 0
        self._lines: dict[str, _Line] = {}
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def place(self, onlooker: str) -> AsyncIterator[None]:
        """Keep a place within the block, which begins when the worker may have the request.

        Args:
            onlooker: the origin of the request, or `PAIRED`.

        Raises:
            RequestError: there is no place.
        """
        if onlooker == PAIRED:
            _check(self._taken, self._count)
            self._taken += 1
            try:
                yield
            finally:
                self._taken -= 1
            return
        line = self._lines.setdefault(onlooker, _Line())
        _check(line.count, OF_AN_ORIGIN)
        line.count += 1
        try:
            async with line.place, self._place_of_onlooker(), self._turn_of_onlooker():
                yield
        finally:
            line.count -= 1
            if not line.count:
                del self._lines[onlooker]

    @asynccontextmanager
    async def _place_of_onlooker(self) -> AsyncIterator[None]:
        _check(self._taken, self._count)
        _check(self._onlookers, self._count // 2)
        self._taken, self._onlookers = self._taken + 1, self._onlookers + 1
        try:
            yield
        finally:
            self._taken, self._onlookers = self._taken - 1, self._onlookers - 1

    @asynccontextmanager
    async def _turn_of_onlooker(self) -> AsyncIterator[None]:
        await self._turn.acquire()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            yield
        finally:
            loop.call_later(REST * (loop.time() - begun), self._turn.release)


def _check(in_use: int, count: int) -> None:
    if in_use >= count:
        raise RequestError(503, phrase("Too many ask at once."))
