"""Tests of a floor that follows a real box over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from companion.core.commands import New, Play
from companion.errors import DatabaseError, FloorError
from companion.floor.discovery import Found
from companion.floor.link import TableNow
from companion.floor.server import Collector
from companion.floor.store import DisagreesError, JournalKey, NewLines, Store
from companion.message import render
from companion.table.reader import read_only
from tests.floor.on_disk import journals_of
from tests.phone.house import House
from tests.shared_port import PATIENCE

pytestmark = pytest.mark.own_thread


class Follower:
    """A floor with one table at most, on the loop of the test."""

    def __init__(self, store: Store, session: aiohttp.ClientSession) -> None:
        self._news = asyncio.Event()
        self.collector = Collector(store, session, lambda _: self._news.set())

    @property
    def now(self) -> TableNow:
        (link,) = self.collector.links.values()
        return link.now

    async def hear(self) -> None:
        """Wait for the next change."""
        async with asyncio.timeout(PATIENCE):
            self._news.clear()
            await self._news.wait()

    async def until(self, holds: Callable[[TableNow], bool]) -> TableNow:
        """Return the table once something holds for it."""
        while not (self.collector.links and holds(self.now)):
            await self.hear()
        return self.now


def follow(store: Store, story: Callable[[Follower], Awaitable[None]]) -> None:
    """Run a floor until the end of a story."""

    async def running() -> None:
        async with aiohttp.ClientSession() as session:
            floor = Follower(store, session)
            collecting = asyncio.create_task(floor.collector.run())
            await story(floor)
            collecting.cancel()
            await asyncio.gather(collecting, return_exceptions=True)

    asyncio.run(running())


def address(house: House) -> str:
    return house.address.removeprefix("http://")


def admitting(house: House) -> Callable[[Follower], Coroutine[Any, Any, TableNow]]:
    async def admit(floor: Follower) -> TableNow:
        await floor.collector.admit(address(house), house.access.issue())
        return await floor.until(lambda now: now.status == "live" and now.state is not None)

    return admit


def total_is(total: int) -> Callable[[TableNow], bool]:
    return lambda now: now.status == "live" and now.state is not None and now.state.total == total


def box_of(house: House) -> str:
    return read_only(house.folder / "journal").box.name


def stored_of(store: Store, house: House) -> dict[JournalKey, list[str]]:
    return {journal: store.lines(journal) for journal in store.journals(box_of(house))}


@asynccontextmanager
async def stranger(status: str) -> AsyncIterator[str]:
    """Yield the address of a machine that is no box and answers everything with one page."""

    async def answer(asked: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        await asked.readuntil(b"\r\n\r\n")
        told.write(f"HTTP/1.1 {status}\r\nConnection: close\r\n\r\n<html>Log in".encode())
        await told.drain()
        told.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield "{}:{}".format(*server.sockets[0].getsockname())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'floor.db'}", "Friday")


def play(house: House, *cards: str) -> None:
    for card in cards:
        house.obey(Play(card=card))


def test_floor_stores_what_the_box_has_on_disk(tmp_path: Path, store: Store) -> None:
    async def story(floor: Follower) -> None:
        now = await admitting(house)(floor)
        assert (now.table.number, now.short) == (1, "99")
        await asyncio.to_thread(play, house, "8H", "7S")
        now = await floor.until(total_is(15))
        assert now.state is not None
        names = now.people.names(player.name for player in now.state.players)
        assert list(names.values()) == ["Ann", "Bo", "Cy", "Di"]

    with House(tmp_path / "box") as house:
        follow(store, story)
        assert stored_of(store, house) == journals_of(house.folder)


def test_floor_that_was_away_fetches_what_it_missed(tmp_path: Path, store: Store) -> None:
    async def first(floor: Follower) -> None:
        await admitting(house)(floor)

    async def again(floor: Follower) -> None:
        await floor.until(total_is(21))

    with House(tmp_path / "box") as house:
        follow(store, first)
        play(house, "8H", "7S", "6C")
        follow(store, again)
        assert stored_of(store, house) == journals_of(house.folder)


def test_new_game_and_an_earlier_one_that_was_opened_again_are_shown_at_once(
    tmp_path: Path, store: Store
) -> None:
    async def story(floor: Follower) -> None:
        await admitting(house)(floor)
        new = New(variant="ninety-eight", players=("Ann", "Bo"))
        await asyncio.to_thread(house.obey, new)
        await floor.until(lambda now: now.short == "98")
        await asyncio.to_thread(house.at_the_box, house.table.reopen, house.box.tick)
        await floor.until(lambda now: now.short == "99")

    with House(tmp_path / "box") as house:
        follow(store, story)
        assert stored_of(store, house) == journals_of(house.folder)


def test_silent_table_shows_its_last_cards(tmp_path: Path, store: Store) -> None:
    async def first(floor: Follower) -> None:
        await admitting(house)(floor)
        await asyncio.to_thread(play, house, "8H")
        await floor.until(total_is(8))
        await asyncio.to_thread(house.close_server)
        since = (await floor.until(lambda now: now.status == "silent")).since
        await floor.hear()  # of the next try
        assert floor.now.since == since

    async def again(floor: Follower) -> None:
        now = await floor.until(lambda now: now.status == "silent")
        assert now.state is not None
        assert now.state.total == 8

    with House(tmp_path / "box") as house:
        follow(store, first)
        follow(store, again)


class AwayStore(Store):
    """A store whose database does not answer while `is_away`."""

    is_away = False

    def add(self, batch: Sequence[NewLines]) -> None:
        if self.is_away:
            raise DatabaseError("The database does not answer: gone")
        super().add(batch)


def test_database_that_is_away_is_told_once_and_gets_the_cards_later(tmp_path: Path) -> None:
    store = AwayStore(f"sqlite:///{tmp_path / 'floor.db'}", "Friday")

    async def story(floor: Follower) -> None:
        await admitting(house)(floor)
        store.is_away = True
        await asyncio.to_thread(play, house, "8H")
        now = await floor.until(lambda _: bool(floor.collector.problem))
        assert floor.collector.problem == "The database does not answer: gone"
        assert (now.problem, now.state and now.state.total) == ("", 0)
        store.is_away = False
        await floor.until(total_is(8))
        assert floor.collector.problem == ""

    with House(tmp_path / "box") as house:
        follow(store, story)
        assert stored_of(store, house) == journals_of(house.folder)


def test_other_past_is_shown_and_never_stored(tmp_path: Path, store: Store) -> None:
    async def story(floor: Follower) -> None:
        now = await admitting(house)(floor)
        assert render(now.problem) == "game 1 had another line 1 before: was a backup restored?"

    with House(tmp_path / "box") as house:
        key, (head, entry) = list(journals_of(house.folder).items())[-1]
        other = [f'{entry[:-18]}{"0" * 16}"}}']
        store.add([NewLines(key, 0, [head], [head[-18:-2]]), NewLines(key, 1, other, ["0" * 16])])
        follow(store, story)
        assert store.lines(key) == [head, *other]


def test_forgotten_name_is_forgotten_in_the_store(tmp_path: Path, store: Store) -> None:
    async def first(floor: Follower) -> None:
        await admitting(house)(floor)

    async def again(floor: Follower) -> None:
        await floor.until(lambda now: now.status == "live")

    with House(tmp_path / "box") as house:
        follow(store, first)
        _digest, names = store.names(box_of(house))
        assert b'"Di"' in names
        house.at_the_box(lambda: house.table.rename_person("Di", "Dora"))
        follow(store, again)
        _digest, names = store.names(box_of(house))
        assert b'"Di"' not in names


def test_table_that_unpairs_the_floor_says_what_to_do(tmp_path: Path, store: Store) -> None:
    async def story(floor: Follower) -> None:
        await admitting(house)(floor)
        token = floor.now.table.cookie.partition("=")[2]
        await asyncio.to_thread(house.access.sessions.end, token)
        now = await floor.until(lambda now: bool(now.problem))
        assert render(now.problem) == "This table no longer knows the floor: enter its code again"
        assert now.status == "silent"
        await admitting(house)(floor)
        assert floor.now.table.number == 1

    with House(tmp_path / "box") as house:
        follow(store, story)


def test_table_at_a_new_address_is_followed_once_it_is_found_there(
    tmp_path: Path, store: Store
) -> None:
    async def first(floor: Follower) -> None:
        await admitting(house)(floor)

    async def again(floor: Follower) -> None:
        floor.collector.found((Found(box_of(house), address(house), "box"),))
        now = await floor.until(total_is(0))
        assert (now.table.address, now.problem) == (address(house), "")

    with House(tmp_path / "box") as house, House(tmp_path / "other") as other:
        follow(store, first)
        (table,) = store.tables()
        store.admit(msgspec.structs.replace(table, address=address(other)))
        follow(store, again)


def test_box_with_another_id_is_not_taken_for_the_table(tmp_path: Path, store: Store) -> None:
    async def first(floor: Follower) -> None:
        await admitting(house)(floor)

    async def again(floor: Follower) -> None:
        now = await floor.until(lambda now: bool(now.problem))
        says = "Another box answers: enter the code of this table again"
        assert (now.status, render(now.problem)) == ("silent", says)

    with House(tmp_path / "box") as house:
        follow(store, first)
        (table,) = store.tables()
        store.dismiss(table.box)
        store.admit(msgspec.structs.replace(table, box="00000000"))
        follow(store, again)
        assert store.journals("00000000") == {}


def test_copied_memory_card_does_not_take_the_place_of_its_table(
    tmp_path: Path, store: Store
) -> None:
    async def story(floor: Follower) -> None:
        await admitting(house)(floor)
        copy = address(house).replace("127.0.0.1", "localhost")
        with pytest.raises(FloorError) as refused:
            await floor.collector.admit(copy, house.access.issue())
        says = f"{copy} is table 1, or a copy of its memory card: set up that card anew"
        assert str(refused.value) == says
        (link,) = floor.collector.links.values()
        assert (link.status, link.table.address) == ("live", address(house))

    with House(tmp_path) as house:
        follow(store, story)


def test_tables_keep_their_numbers_and_a_new_one_gets_the_first_free_one(
    tmp_path: Path, store: Store
) -> None:
    async def story(floor: Follower) -> None:
        admit = floor.collector.admit
        assert (await admit(address(first), first.access.issue())).number == 1
        await floor.collector.renumber(box_of(first), 2)
        assert [table.number for table in store.tables()] == [2]
        assert (await admit(address(second), second.access.issue())).number == 1
        assert (await admit(address(first), first.access.issue())).number == 2
        both = [(1, box_of(second)), (2, box_of(first))]
        assert [(table.number, table.box) for table in store.tables()] == both
        await floor.collector.dismiss(box_of(first))
        assert floor.collector.links.keys() == {box_of(second)}
        assert [table.box for table in store.tables()] == [box_of(second)]

    with House(tmp_path / "first") as first, House(tmp_path / "second") as second:
        follow(store, story)


def test_table_with_another_past_does_not_keep_others_from_being_stored(store: Store) -> None:
    liar, honest = JournalKey("0a1b2c3d", 1, "1-00000001"), JournalKey("3fa9c2d1", 1, "1-00000002")
    store.add([NewLines(liar, 0, ["a"], ["before"])])

    async def story(floor: Follower) -> None:
        told = [NewLines(liar, 0, ["b"], ["now"]), NewLines(honest, 0, ["c"], ["chain"])]
        refused, stored = await asyncio.gather(
            *map(floor.collector.keep, told), return_exceptions=True
        )
        assert (type(refused), stored) == (DisagreesError, None)
        assert (store.lines(liar), store.lines(honest)) == (["a"], ["c"])

    follow(store, story)


def test_table_that_cannot_be_added_gets_one_sentence(tmp_path: Path, store: Store) -> None:
    async def refused(floor: Follower, at: str, code: str) -> str:
        with pytest.raises(FloorError) as error:
            await floor.collector.admit(at, code)
        return str(error.value)

    async def story(floor: Follower) -> None:
        assert await refused(floor, address(house), "12") == "The code has six digits."
        wrong = "000000" if house.access.issue() != "000000" else "000001"
        assert await refused(floor, address(house), wrong) == "Wrong code: four tries left."
        assert await refused(floor, "127.0.0.1:1", "") == "No table answers at 127.0.0.1:1"
        async with stranger("404 Not Found") as printer, stranger("200 OK") as portal:
            assert await refused(floor, printer, "") == f"No table answers at {printer}"
            assert await refused(floor, portal, "") == f"The table at {portal}: update it"
        says = "http://box/ is no address: write it as the display shows it"
        assert await refused(floor, "http://box/", "") == says
        code = house.access.issue()
        await floor.collector.admit(address(house), code)
        assert (await refused(floor, address(house), code)).startswith("No code is shown now.")
        assert floor.collector.links.keys() == {floor.now.table.box}

    with House(tmp_path / "box") as house:
        follow(store, story)


def test_call_for_the_director_reaches_the_floor_and_is_ended_from_there(
    tmp_path: Path, store: Store
) -> None:
    async def story(floor: Follower) -> None:
        await admitting(house)(floor)
        phone = house.phone("Bo's phone", rules=True)
        answer = await asyncio.to_thread(phone.post, "/director", {"calls": True})
        assert answer.status_code == 200
        now = await floor.until(lambda now: now.call is not None)
        await floor.collector.end_call(now.table.box)
        await floor.until(lambda now: now.call is None)
        assert not house.table.calls_director

    with House(tmp_path / "box") as house:
        follow(store, story)
