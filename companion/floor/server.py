"""The pages of the floor, and its run: the collector has one loop, the pages have another."""

import asyncio
import logging
import re
import signal
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import aiohttp
from msgspec import Meta
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from companion.errors import CompanionError
from companion.floor.collector import Collector
from companion.floor.discovery import Discovery
from companion.floor.link import ANSWERS_WITHIN
from companion.floor.store import Store
from companion.floor.wall import FloorNow, WallParts
from companion.message import Language, language_in_use, phrase
from companion.phone.language import PhoneLanguages, page_route
from companion.phone.pairing.address import given_domains, names_of_the_box, own_address
from companion.phone.publisher import StatePublisher
from companion.phone.request import Asked, Body, posted, problem_response
from companion.phone.site import multilingual
from companion.web.guard import UNROUTED, guarded
from companion.web.server import ALL_NETWORKS, WebServer

log = logging.getLogger("companion")

STATIC: Final = Path(__file__).with_name("static")

PORT: Final = 8099
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
