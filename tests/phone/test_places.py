"""Tests of the places at a worker: paired phones come first."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from companion.phone.request import OF_AN_ORIGIN, PAIRED, RequestError, WorkPlaces

pytestmark = pytest.mark.own_thread


class Queue:
    """Requests that keep their place until the end; `begun` lists those at the worker, in order."""

    def __init__(self, count: int) -> None:
        self._places = WorkPlaces(count)
        self.begun: list[str] = []
        self.refused: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, *askers: str) -> None:
        """Submit the requests one after the other, and let each get as far as it can."""
        for asker in askers:
            self._tasks.append(asyncio.create_task(self._ask(asker)))
        await self.settle()

    async def settle(self) -> None:
        for _ in range(10):  # A request needs fewer rounds of the loop to take its place.
            await asyncio.sleep(0)

    async def leave(self, at: int) -> None:
        self._tasks[at].cancel()
        await self.settle()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _ask(self, asker: str) -> None:
        try:
            async with self._places.place(asker):
                self.begun.append(asker)
                await asyncio.Event().wait()
        except RequestError:
            self.refused.append(asker)


def queued(count: int, story: Callable[[Queue], Awaitable[None]]) -> None:
    async def telling() -> None:
        async with AsyncExitStack() as closing:
            queue = Queue(count)
            closing.push_async_callback(queue.close)
            await story(queue)

    asyncio.run(telling())


@pytest.mark.attack(
    "crowd",
    "fill the places for checks of games on 26 connections",
    "a paired phone's check is answered",
)
def test_paired_phone_finds_a_place_among_the_requests_of_one_onlooker() -> None:
    async def story(queue: Queue) -> None:
        await queue.come(*["10.0.0.1"] * 26, *[PAIRED] * 23)
        assert queue.begun == ["10.0.0.1", *[PAIRED] * 23]

    queued(24, story)


def test_onlookers_have_half_of_the_places_and_one_for_each_origin() -> None:
    async def story(queue: Queue) -> None:
        origins = [f"10.0.0.{number}" for number in range(13)]
        await queue.come(*origins, *[PAIRED] * 12)
        assert queue.begun == [origins[0], *[PAIRED] * 12]
        assert queue.refused == [origins[12]]

    queued(24, story)


def test_requests_of_one_origin_wait_for_each_other() -> None:
    async def story(queue: Queue) -> None:
        await queue.come(*["10.0.0.1"] * (OF_AN_ORIGIN + 1))
        assert (len(queue.begun), len(queue.refused)) == (1, 1)
        await queue.leave(0)
        await queue.come("10.0.0.1")
        assert len(queue.refused) == 1

    queued(24, story)


def test_paired_phones_may_take_all_places() -> None:
    async def story(queue: Queue) -> None:
        await queue.come(*[PAIRED] * 5, "10.0.0.1")
        assert (queue.begun, queue.refused) == ([PAIRED] * 4, [PAIRED, "10.0.0.1"])
        await queue.leave(0)
        await queue.come(PAIRED)
        assert queue.begun == [PAIRED] * 5

    queued(4, story)
