"""The floor: it follows all tables of a room, lets new ones in by their code, and serves the wall.

The collector has one loop, the pages have another.
"""

import asyncio
import logging
import re
import signal
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import aiohttp
import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from companion.errors import CompanionError, DatabaseError, FloorError
from companion.floor.discovery import Discovery, Found
from companion.floor.link import ANSWERS_WITHIN, TableLink, headers_for, list_games
from companion.floor.store import AdmittedTable, DisagreesError, NewLines, Store
from companion.floor.wall import FloorNow, WallParts
from companion.message import Language, Words, language_in_use, phrase
from companion.phone.language import PhoneLanguages, page_route
from companion.phone.pairing.address import given_domains, names_of_the_box, own_address
from companion.phone.publisher import StatePublisher
from companion.phone.request import Asked, Body, posted, problem_response
from companion.phone.site import multilingual
from companion.web.guard import UNROUTED, guarded
from companion.web.server import ALL_NETWORKS, WebServer
from companion.web.server import PORT as PORT_OF_A_BOX

_ADDRESS = re.compile(r"[A-Za-z0-9._-]{1,255}(:\d{1,5})?")


class Collector:
    """The tables of a room while `run` runs; all methods belong to its event loop.

    Attributes:
        links: the tables by box.
        problem: one sentence while the database does not answer, or "".

    Args:
        store: the database.
        session: the connections to all tables.
        show: gets the floor soon after anything of it has changed.
    """

    def __init__(
        self,
        store: Store,
        session: aiohttp.ClientSession,
        show: Callable[[FloorNow], None],
    ) -> None:
        self.links: dict[str, TableLink] = {}
        self.problem: Words = ""
        self._store, self._session = store, session
        self._show, self._is_due = show, False
        self._waiting: list[tuple[NewLines, asyncio.Future[None]]] = []
        self._is_waiting = asyncio.Event()
        self._admitting = asyncio.Lock()
        self._following: dict[str, asyncio.Task[None]] = {}
        self._found: tuple[Found, ...] = ()

    async def run(self) -> None:
        """Follow all tables until cancelled."""
        tables = await asyncio.to_thread(self._store.tables)
        await asyncio.gather(*map(self._follow, tables))
        try:
            while True:
                await self._is_waiting.wait()
                self._is_waiting.clear()
                waiting, self._waiting = self._waiting, []
                await self._write(waiting)
        finally:
            for task in self._following.values():
                task.cancel()
            await asyncio.gather(*self._following.values(), return_exceptions=True)

    async def admit(self, address: str, code: str) -> AdmittedTable:
        """Pair with the box at an address by the code on its display; return its table.

        It keeps its number, or gets the next free one.

        Args:
            address: a name or an address, with a port unless it is the usual one.
            code: six digits, good for one phone or floor; "" for a box without a display.

        Raises:
            FloorError: the address is none, nobody answers there, the code is wrong, or the box has
                the id of a table that answers at another address, as a copied memory card has.
        """
        if not _ADDRESS.fullmatch(address):
            raise FloorError(
                phrase("{address} is no address: write it as the display shows it", address=address)
            )
        at = address if re.search(r":\d+$", address) else f"{address}:{PORT_OF_A_BOX}"
        try:
            box, cookie = await self._paired(at, code)
        except (aiohttp.ClientError, OSError, TimeoutError):
            raise FloorError(phrase("No table answers at {address}", address=at)) from None
        async with self._admitting:  # so that two tables do not get one number
            known = self.links.get(box)
            if known is not None and known.status == "live" and known.table.address != at:
                copied = phrase(
                    "{address} is table {number}, or a copy of its memory card: set up that card "
                    "anew",
                    address=at,
                    number=known.table.number,
                )
                raise FloorError(copied)
            number = self._free_number() if known is None else known.table.number
            table = AdmittedTable(box, number, at, cookie)
            await asyncio.to_thread(self._store.admit, table)
            await self._follow(table)
        return table

    async def renumber(self, box: str, number: int) -> None:
        """Give a table another number."""
        link = self._link(box)
        link.table = msgspec.structs.replace(link.table, number=number)
        await asyncio.to_thread(self._store.admit, link.table)
        self._changed()

    async def dismiss(self, box: str) -> None:
        """Take a table off the wall; what it has told stays stored."""
        self._link(box)
        await asyncio.to_thread(self._store.dismiss, box)
        await self._stop(box)
        del self.links[box]
        self._changed()

    async def end_call(self, box: str) -> None:
        """Tell a table that the director has come.

        Raises:
            FloorError: it does not answer.
        """
        await self._link(box).post("director", {"calls": False})

    def found(self, boxes: tuple[Found, ...]) -> None:
        """Take the boxes of the network: tables that fall silent are looked for there too."""
        self._found = boxes
        for box in boxes:
            if box.box in self.links:
                self.links[box.box].found = box.address
        self._changed()

    def _changed(self) -> None:
        """Show the floor soon: many changes at once are shown together."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._show_now)

    def _show_now(self) -> None:
        self._is_due = False
        links = sorted(self.links.values(), key=lambda link: link.table.number)
        tables = tuple(link.now for link in links)
        self._show(FloorNow(self._store.room, tables, self._found, self.problem))

    def _link(self, box: str) -> TableLink:
        if box not in self.links:
            raise FloorError(phrase("No table of this floor is {box}", box=box))
        return self.links[box]

    def _free_number(self) -> int:
        used = {link.table.number for link in self.links.values()}
        return next(number for number in range(1, len(used) + 2) if number not in used)

    async def _paired(self, address: str, code: str) -> tuple[str, str]:
        """Return the id and the cookie of the box at an address, after pairing with it."""
        form = {"code": code, "name": self._store.room or "Floor"}
        headers = headers_for(address, "")
        async with self._session.post(
            f"http://{address}/pair", json=form, headers=headers
        ) as answer:
            if not answer.ok:
                raise FloorError(_refusal(await answer.read(), address))
            cookie = "; ".join(f"{name}={each.value}" for name, each in answer.cookies.items())
        return (await list_games(self._session, address, cookie)).box, cookie

    async def _follow(self, table: AdmittedTable) -> None:
        await self._stop(table.box)
        link = TableLink(table, self._store, self.keep, self._session, self._changed)
        link.found = next((box.address for box in self._found if box.box == table.box), "")
        await asyncio.to_thread(link.recall)
        self.links[table.box] = link
        self._following[table.box] = asyncio.create_task(link.run())
        self._changed()

    async def _stop(self, box: str) -> None:
        if (task := self._following.pop(box, None)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def keep(self, new: NewLines) -> None:
        """Store lines together with what other tables tell meanwhile.

        Raises:
            DisagreesError: one is stored with another chain; those of other tables are stored.
            DatabaseError: the database does not answer.
        """
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((new, stored))
        self._is_waiting.set()
        await stored

    async def _write(self, waiting: Sequence[tuple[NewLines, "asyncio.Future[None]"]]) -> None:
        """Store what all tables have told meanwhile in one transaction."""
        failure: DisagreesError | DatabaseError | None = None
        try:
            await asyncio.to_thread(self._store.add, [new for new, _stored in waiting])
            self.problem = ""
        except DisagreesError as error:
            if len(waiting) > 1:
                for each in waiting:
                    await self._write([each])
                return
            failure = error
        except DatabaseError as error:
            failure, self.problem = error, error.args[0]
            self._changed()
        for _new, stored in waiting:
            if not stored.done():
                if failure is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(failure)


def _refusal(content: bytes, address: str) -> Words:
    """Return what a box says against a request; what anything else says helps nobody."""
    try:
        return str(msgspec.json.decode(content, type=dict[str, str])["problem"])
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError):
        return phrase("No table answers at {address}", address=address)


log = logging.getLogger("companion")

STATIC = Path(__file__).with_name("static")

PORT = 8099
"""The default port of the floor, next to that of a box on the same machine."""

Number = Annotated[int, Meta(ge=1, le=999)]


class AddForm(Body):
    """A request to let a table in by the code on its display."""

    address: str
    code: str


class NumberForm(Body):
    """A request to give the table of a `box` another number."""

    box: str
    number: Number


class BoxForm(Body):
    """A request about the table of a `box`."""

    box: str


Working = Coroutine[Any, Any, Any]
Work = Callable[[Collector], Working]


class FloorSite:
    """The pages of a room, on the port `port` from `start` until `close`.

    Attributes:
        site: the pages, as ASGI.
        publisher: shows the floor on every open page.

    Args:
        room: the name of the room.
        do: does some work on the collector's loop and returns its result.
        language: the language of a page whose browser asks for none of ours.
        port: TCP port; 0 takes any free one.
    """

    def __init__(
        self, room: str, do: Callable[[Work], Awaitable[Any]], language: Language, port: int = PORT
    ) -> None:
        self._do = do
        languages = PhoneLanguages(lambda: language)
        self.publisher = StatePublisher(
            FloorNow(room), languages.language, WallParts(), lambda *_: (), _nothing
        )
        routes = [
            page_route("/", "floor"),
            WebSocketRoute("/line", self._line),
            self._posted("/add", AddForm, _admitted),
            self._posted(
                "/number", NumberForm, lambda form, floor: floor.renumber(form.box, form.number)
            ),
            self._posted("/remove", BoxForm, lambda form, floor: floor.dismiss(form.box)),
            self._posted("/come", BoxForm, lambda form, floor: floor.end_call(form.box)),
            Mount("/floor", StaticFiles(directory=STATIC)),
        ]
        in_words = {CompanionError: problem_response, **UNROUTED}
        pages = Starlette(routes=routes, exception_handlers=in_words)
        names = names_of_the_box((), given_domains())
        self.site = multilingual(None, guarded(pages, lambda: names), languages, lambda: names)
        self._server = WebServer(self.site, ALL_NETWORKS, port)

    @property
    def port(self) -> int:
        """The port of the pages."""
        return self._server.port

    def start(self) -> None:
        """Open the port.

        Raises:
            DeviceError: it is taken.
        """
        self.publisher.start()
        self._server.start()

    def close(self) -> None:
        """Show what is pending, and close every page's connection and the port."""
        self.publisher.close()
        self._server.close()

    async def _line(self, page: WebSocket) -> None:
        with self.publisher.stream(language_in_use().code) as stream:
            await stream.serve(page)

    def _posted(
        self, path: str, kind: type[Asked], work: Callable[[Asked, Collector], Working]
    ) -> Route:
        """Return the route of a form from any browser, which does some `work` of the collector."""

        async def done(form: Asked, _sender: str) -> object:
            await self._do(partial(work, form))
            return {}

        return posted(path, _anyone, kind, done)


async def follow_room(store: Store, language: Language, port: int = PORT) -> None:
    """Follow the tables of a room and serve its pages until cancelled.

    Args:
        store: the room's database.
        language: the language of a page whose browser asks for none of ours.
        port: TCP port of the pages; 0 takes any free one.

    Raises:
        FloorError: the database does not answer.
        DeviceError: the port is taken.
    """
    loop = asyncio.get_running_loop()

    async def do(work: Work) -> Any:
        # The pages have a loop of their own, and the collector this one.
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(collector), loop))

    site = FloorSite(store.room, do, language, port)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=ANSWERS_WITHIN) as session:
        collector = Collector(store, session, site.publisher.publish)
        async with AsyncExitStack() as looking:
            try:
                await looking.enter_async_context(Discovery(collector.found))
            except OSError as error:  # for example without any network
                log.warning("the floor does not look for boxes: %s", error)
            site.start()
            try:
                log.info("the wall is at http://%s:%s/", own_address() or "localhost", site.port)
                await collector.run()
            finally:
                await asyncio.to_thread(site.close)


async def _anyone(_request: Request) -> str:
    return ""


def _admitted(form: AddForm, floor: Collector) -> Working:
    return floor.admit(form.address.strip(), re.sub(r"[\s-]", "", form.code))


def _nothing(floor: FloorNow) -> dict[str, object]:
    """Return the parts if those of the tables cannot be made, which is an error of the program."""
    problem = phrase("The floor could not do that. See its log.")
    return {
        "floor": {"room": floor.room, "boxes": (), "twice": (), "found": (), "problem": problem}
    }


def run_floor(database: str, room: str, port: int) -> None:
    """Run a floor in the language in use until SIGINT or SIGTERM.

    Args:
        database: the address of the database, as `Store` takes it.
        room: the name of the room.
        port: TCP port of the pages.

    Raises:
        FloorError: the database does not answer.
        DeviceError: the port is taken.
    """

    async def running() -> None:
        floor = asyncio.ensure_future(follow_room(store, language_in_use(), port))
        with suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, floor.cancel)
        with suppress(asyncio.CancelledError):
            await floor

    with closing(Store(database, room)) as store:
        asyncio.run(running())
