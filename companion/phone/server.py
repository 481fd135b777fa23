"""The server of the page on the phone: all phones may watch, paired phones may play.

docs/reference/phone-protocol.md documents requests and responses. Anything that may take a moment
runs in a worker thread, so that the event loop keeps serving the other pages.
"""

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, MsgspecError, UnsetType
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request, cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import companion.games
from companion.box.requests import Accepted, TableRequest
from companion.box.state import Snapshot
from companion.config.sections import Audience
from companion.devices.ports import MakeWorker, Worker
from companion.errors import CompanionError
from companion.message import in_context, language_in_use, phrase
from companion.phone import orders
from companion.phone.language import PhoneLanguages, page_route
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.address import modules_of
from companion.phone.pairing.code import DIGITS, GOOD_FOR
from companion.phone.pairing.sessions import AN_EVENING
from companion.phone.publisher import StatePublisher
from companion.phone.request import (
    ANSWERS_WITHIN,
    PAIRED,
    Body,
    RequestError,
    WorkPlaces,
    answer_of,
    asked,
    json_response,
    problem_of,
    problem_response,
)
from companion.phone.view import History, box_part, parts, what_happened_meanwhile
from companion.table.recorded import Rename
from companion.web.built_files import MadeFile
from companion.web.guard import UNROUTED, guarded
from companion.web.limits import Rate, RateLimiter
from companion.words.form import FOR_PAGES
from companion.words.parts import phone_word

log = logging.getLogger(__name__)

STATIC = Path(__file__).with_name("static")

GAMES = Path(companion.games.__file__).parent
"""The folder in which each family of games has its part of the page."""

MANIFEST = "manifest.webmanifest"

COOKIE = "companion-{port}"
"""The name of a phone's cookie.

It includes the port because cookies ignore ports (RFC 6265, 8.5), so that two boxes on one host
would otherwise share a cookie.
"""

ORDERS = Rate(each_second=10, at_once=40)
"""The rate of one phone's orders, which no player exceeds; each order may cost a disk write.

The burst is a trick entered at once.
"""

WEIGHED_AT_ONCE = 4
"""Maximum number of simultaneous previews, because a box has one small processor."""


BROKEN: orders.Reply = {"problem": phrase("The box could not do that. See its log.")}
"""The answer to a request that causes an internal error, which is logged."""


class PairingForm(Body):
    """The request of a phone to be paired."""

    code: str
    name: str = ""


class OrderForm(Body):
    """A message of a page on its line: an order for the table that the page has `seen`.

    Without `seen` it is only a preview. The answer has the same `id`.
    """

    id: int
    order: dict[str, Any]
    seen: int | UnsetType = UNSET


class MeForm(Body):
    """Information from a paired phone: its owner `player` ("" for none), and its time.

    `now` is in seconds since 1970 UTC. `shut` is the verdict on the address that guesses codes:
    blocked or allowed.
    """

    player: str | UnsetType = UNSET
    now: float | UnsetType = UNSET
    shut: bool | UnsetType = UNSET


class _Scripts(StaticFiles):
    """The scripts of a folder that has other files too."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        return super().lookup_path(path) if path.endswith(".js") else ("", None)


class PhonePage:
    """The server of the page.

    Attributes:
        publisher: sends the newest snapshot of the box to every page.

    Args:
        access: the access control.
        snapshot: the first snapshot of the box.
        rule: puts an order on the box's queue.
        languages: the languages of the phones; `multilingual` chooses among them for each request.
        answers_within: seconds that an order waits for the box.
        evening: the audience of sums, times and miscounts.
        worker: makes the thread that runs the publisher.
    """

    def __init__(
        self,
        access: AccessControl,
        snapshot: Snapshot,
        rule: Callable[[TableRequest], None],
        languages: PhoneLanguages,
        answers_within: float = ANSWERS_WITHIN,
        evening: Audience = "paired",
        worker: MakeWorker = Worker,
    ) -> None:
        self.access = access
        self._evening: Audience = evening
        self._rule, self._answers_within = rule, answers_within
        self._previews = WorkPlaces(WEIGHED_AT_ONCE)
        self._rate_limiter = RateLimiter(access.clock.monotonic, ORDERS)
        # By language: the last parts without their clock, and the time of their last change.
        self._published: dict[str, tuple[Mapping[str, object], float]] = {}
        self._connected: list[str] = []
        self.publisher = StatePublisher(
            snapshot, languages.language, self._parts, History().rows, self._fallback, worker
        )
        access.on_change = self.publisher.publish

    def application(
        self,
        hosts: Callable[[], Collection[str]],
        more: Sequence[BaseRoute] = (),
        longest: Mapping[str, int] | None = None,
    ) -> ASGIApp:
        """Return the page behind its guard, as ASGI.

        Args:
            hosts: the names of the box.
            more: further routes of the page.
            longest: maximum bytes of a body by path, for routes that need more than the default.
        """
        routes = [
            page_route("/", "phone"),
            Route("/wall", _wall),
            WebSocketRoute("/line", self._line),
            Route("/me", self._me),
            Route("/me", self._said, methods=["POST"]),
            Route("/pairing", self._pairing),
            Route("/pair", self._pair, methods=["POST"]),
            Route("/invite", self._invite, methods=["POST"]),
            Route("/part", self._part, methods=["POST"]),
            *more,
            Route(f"/phone/{MANIFEST}", _manifest),
            Mount("/phone/games", _Scripts(directory=GAMES)),
            Mount("/phone", StaticFiles(directory=STATIC)),
        ]
        in_words = {
            CompanionError: problem_response,
            **UNROUTED,
            Exception: _failed,
        }
        return guarded(Starlette(routes=routes, exception_handlers=in_words), hosts, longest)

    def phone_of(self, cookies: str, port: int) -> str:
        """Return the paired phone for `cookies`, the value of a ``Cookie`` header; "" for none.

        `port` is that of the box.
        """
        return self.access.sessions.known(cookie_parser(cookies).get(COOKIE.format(port=port), ""))

    async def paired_name(self, request: HTTPConnection) -> str:
        """Return the name of the paired phone that sends the request.

        Raises:
            RequestError: the phone is not paired.
        """
        name = await asyncio.to_thread(self.access.sessions.use, _token(request))
        if name is None:
            raise RequestError(phrase("First enter the code shown on the display."), 401)
        return name

    async def onlooker(self, request: HTTPConnection) -> str:
        """Return the address of a phone that is not paired, `PAIRED` for one that is."""
        return PAIRED if self.access.sessions.known(_token(request)) else _address(request)

    async def admit_to_evening(self, request: Request) -> None:
        """Check that the phone may see the evening.

        Raises:
            RequestError: the evening is for paired phones, and this one is not paired.
        """
        if self._evening == "paired":
            await self.paired_name(request)

    async def _line(self, page: WebSocket) -> None:
        """Send a page the feed for its phone until its rights change.

        The page then opens a new line.
        """
        token, known = _token(page), self.access.sessions.known
        phone = known(token)
        audience: Audience = "paired" if phone or self._evening == "everybody" else "everybody"
        # The line of an onlooker belongs to no player, so nothing is published when it opens.
        counted = self._connection(token) if phone else contextlib.nullcontext()
        with counted, self.publisher.stream(language_in_use().code, audience) as stream:
            answering = partial(self._asked_on_line, page)
            await stream.serve(page, answering, lambda: not phone or bool(known(token)))

    @contextlib.contextmanager
    def _connection(self, token: str) -> Iterator[None]:
        """Count the phone with this token as connected within the block."""
        self._connected.append(token)
        self.publisher.publish()
        try:
            yield
        finally:
            self._connected.remove(token)
            self.publisher.publish()

    async def _asked_on_line(self, page: WebSocket, message: str) -> str | None:
        """Return the answer to a page's message on its line; None for a foreign message.

        The line has the cookie with which it was opened. Whether that phone is still paired is
        checked for each order.
        """
        try:
            form = msgspec.json.decode(message, type=OrderForm)
        except (MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        status = 200
        try:
            if isinstance(form.seen, int):
                answer = await self._order(page, form.order, form.seen)
            else:
                answer = await self._preview(page, form.order)
        except CompanionError as error:
            status, answer = problem_of(error)
        except Exception:  # The page gets the error, and the line stays open.
            log.exception("an order on the line")
            status, answer = 500, BROKEN
        return FOR_PAGES.encode({"id": form.id, "status": status, "answer": answer}).decode()

    async def _me(self, request: Request) -> Response:
        token = _token(request)
        name = await asyncio.to_thread(self.access.sessions.use, token)
        if name is None:
            return json_response({"rules": False, "name": "", "player": ""})
        content = self._identity(name, token)
        if (guesser := self.access.pairing.guesser) is not None:
            content["guesser"] = guesser
        if not self.access.clock.is_set:
            content["lacks_time"] = True
        return _with_cookie(content, request, token)

    def _identity(self, name: str, token: str) -> dict[str, object]:
        """Return the description of a paired phone."""
        owner = self.access.sessions.owner(token)
        return {"rules": True, "name": phone_word(name), "player": owner}

    async def _pairing(self, request: Request) -> Response:
        chances = msgspec.to_builtins(self.access.pairing.chances(_address(request)))
        box = {"open": self.access.is_open, "display": self.access.shows_codes}
        return json_response(chances | box)

    async def _pair(self, request: Request) -> Response:
        entry = await asked(request, PairingForm)
        code = re.sub(r"[\s-]", "", entry.code)
        is_code = len(code) == DIGITS and code.isascii() and code.isdigit()
        if not is_code and (code or not self.access.is_open):
            raise RequestError(phrase("The code has six digits."))
        token, name = await asyncio.to_thread(
            self.access.redeem, code, _address(request), entry.name, _token(request)
        )
        return _with_cookie(self._identity(name, token), request, token)

    async def _invite(self, request: Request) -> Response:
        """Issue a code for another phone, and draw it with the box's address like the display."""
        await self.paired_name(request)
        address = await asyncio.to_thread(self.access.look_up)
        code = await asyncio.to_thread(self.access.issue)
        modules = modules_of(address, code) if address else ()
        content = {"code": code, "address": address, "modules": modules, "seconds": int(GOOD_FOR)}
        return json_response(content)

    async def _part(self, request: Request) -> Response:
        await self.paired_name(request)
        await asyncio.to_thread(self.access.sessions.end, _token(request))
        answer = json_response({"rules": False})
        answer.delete_cookie(_cookie(request), path="/", httponly=True, samesite="strict")
        return answer

    async def _said(self, request: Request) -> Response:
        """Store the phone's owner, the verdict on a guesser, or the time if the clock is unset."""
        await self.paired_name(request)
        form = await asked(request, MeForm)
        if isinstance(form.player, str):
            state = self.publisher.snapshot.scene.state
            if form.player and (state is None or state.seat_of(form.player) is None):
                raise RequestError(phrase("No player at the table has that name."))
            await asyncio.to_thread(self.access.sessions.own, _token(request), form.player)
        if isinstance(form.now, float):
            await asyncio.to_thread(self.access.hear_time, form.now)
        if isinstance(form.shut, bool):
            self.access.judge(shut=form.shut)
        return await self._me(request)

    async def _order(self, page: WebSocket, given: Mapping[str, Any], seen: int) -> orders.Reply:
        phone = await self.paired_name(page)
        if not self._rate_limiter.allows(_token(page)):
            too_fast = phrase("Too fast: the box accepts ten commands per second from a phone.")
            raise RequestError(too_fast, 429)
        snapshot = self.publisher.snapshot
        order = orders.read(given, snapshot.scene)
        if seen != snapshot.sequence:
            return {"meanwhile": what_happened_meanwhile(snapshot)}
        lacking = await asyncio.to_thread(orders.missing_input, snapshot, order)
        if lacking is not None:
            return lacking
        answer = await answer_of(
            self._rule, TableRequest, order, phone, seen, within=self._answers_within
        )
        if isinstance(order, Rename) and isinstance(answer, Accepted):
            await asyncio.to_thread(self.access.sessions.rename, order.player, order.name)
        return await asyncio.to_thread(
            orders.reply, answer, order, self.publisher.snapshot, what_happened_meanwhile
        )

    async def _preview(self, page: WebSocket, given: Mapping[str, Any]) -> orders.Reply:
        order = orders.read(given, self.publisher.snapshot.scene)
        async with self._previews.place(await self.onlooker(page)):
            return await asyncio.to_thread(orders.preview, self.publisher.snapshot, order)

    def _parts(self, snapshot: Snapshot) -> Mapping[str, object]:
        """Return all parts. Their clock only advances with other changes.

        Time alone is not news.
        """
        ruling = {
            "phones": self.access.sessions.count,
            "version": self.access.version,
            "owners": sorted(set(map(self.access.sessions.owner, self._connected)) - {""}),
        }
        published = {**parts(snapshot), "ruling": ruling}
        code = language_in_use().code
        before, at = self._published.get(code, ({}, 0.0))
        if before != published:
            at = self.access.clock.time()
            self._published[code] = published, at
        return {**published, "box": {**published["box"], "clock": at}}

    def _fallback(self, snapshot: Snapshot) -> Mapping[str, object]:
        """Return parts with an explanation in place of the table; paired phones stay paired."""
        box = {**box_part(snapshot), "clock": self.access.clock.time()}
        return {"box": box, **dict.fromkeys(("game", "state", "question", "rounds"))}


def _token(request: HTTPConnection) -> str:
    return request.cookies.get(_cookie(request), "")


def _cookie(request: HTTPConnection) -> str:
    return COOKIE.format(port=request.scope["server"][1])


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else ""


def _with_cookie(content: object, request: Request, token: str) -> Response:
    """Return a response with the cookie, so that its lifetime restarts with each visit.

    It is not `Secure`: no authority certifies a name in a home network, so the page uses plain
    HTTP, on which a browser would not send such a cookie.
    """
    answer, name, lifetime = json_response(content), _cookie(request), int(AN_EVENING)
    answer.set_cookie(name, token, max_age=lifetime, path="/", httponly=True, samesite="strict")
    return answer


async def _failed(_request: Request, _error: Exception) -> Response:
    return json_response(BROKEN, 500)


async def _wall(_request: Request) -> Response:
    """Redirect to the page's wall, for a television with a remote control and no keyboard."""
    return RedirectResponse("/#wall")


def _manifest(request: Request) -> Response:
    """Return the manifest for installing the page like an app (https://www.w3.org/TR/appmanifest/)."""
    manifest = msgspec.json.decode((STATIC / MANIFEST).read_bytes(), type=dict[str, Any])
    manifest["lang"] = language_in_use().code
    manifest["name"], manifest["short_name"] = (
        phrase("The card table"),
        in_context("name of the page", "Table"),
    )
    manifest["description"] = phrase("Total, turn and chips at the box's table")
    made = MadeFile.of(FOR_PAGES.encode(manifest))
    return made.response(request.headers, "application/manifest+json")
