"""Requests of a page: decoding of bodies, answers in JSON, and limits on work on threads."""

import asyncio
import html
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from typing import Any, Final, TypeVar, assert_never, cast

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from companion.box.requests import TableResponse
from companion.errors import CompanionError
from companion.foreign.schema_errors import wrong_fields
from companion.message import Words, at_location, language_in_use, phrase, render
from companion.web.guard import RejectedRequest
from companion.words.form import FOR_PAGES
from companion.words.refusals import words_of

Asked = TypeVar("Asked", bound=msgspec.Struct)
Answer = TypeVar("Answer")


_PAGE: Final = """<!doctype html>
<html lang="{language}" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{title}</title>
</head>
<body>
<h1>{problem}</h1>
<p>{where}</p>
</body>
</html>
"""
"""A page for a user whose request was rejected. Under a foreign name it could not load styles."""


ANSWERS_WITHIN: Final = 5.0
"""Seconds that an order waits for the box; the box itself needs some hundredths."""


class RequestError(CompanionError):
    """An error that is answered with a `status` and one sentence."""

    def __init__(self, status: int, sentence: Words) -> None:
        self.status = status
        super().__init__(sentence)


async def asked(request: Request, kind: type[Asked]) -> Asked:
    """Return the body, which the guard has checked to be a JSON object, as a `kind`.

    Raises:
        RequestError: it does not fit `kind`.
    """
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise RequestError(400, _wrong(body, kind)) from None


def json_response(
    content: object, status: int = 200, *, encoder: msgspec.json.Encoder = FOR_PAGES
) -> Response:
    """Return a response with `content` as JSON."""
    return Response(encoder.encode(content), status, media_type="application/json")


def status_of(error: Exception) -> int:
    """Return the status of the response to an error with a sentence."""
    return error.status if isinstance(error, RequestError) else 400


async def problem_response(_request: Request, error: Exception) -> Response:
    """Return the response to a `CompanionError`, for which Starlette calls it."""
    return json_response({"problem": words_of(cast("CompanionError", error))}, status_of(error))


async def on_worker(
    worker: ThreadPoolExecutor, work: Callable[..., Answer], *what: object
) -> Answer:
    """Return the result of `work` on the thread of `worker`, in the language of this request."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(worker, copy_context().run, work, *what)


async def answer_of(
    submit: Callable[[Callable[[TableResponse], None]], None], within: float = ANSWERS_WITHIN
) -> TableResponse:
    """Return the box's answer to a request; `submit` passes the request and a callback to the box.

    Raises:
        RequestError: the box does not answer in time. It may still do what was asked.
    """
    given: Future[TableResponse] = Future()

    def answer(response: TableResponse) -> None:
        with suppress(InvalidStateError):  # The request has timed out.
            given.set_result(response)

    submit(answer)
    try:
        async with asyncio.timeout(within):
            return await asyncio.wrap_future(given)
    except TimeoutError:
        raise RequestError(503, phrase("The box does not answer.")) from None


def rejection(scope: Scope, rejected: RejectedRequest) -> Response:
    """Return the response to a rejected request: JSON, or a page with the box's address for a user.

    That is the address on which the connection came in, so it works for this user. A browser that
    opens a page accepts HTML; a program and the page's own scripts do not ask for it.
    """
    problem = _sentence(rejected)
    if "text/html" not in Headers(scope=scope).get("accept", ""):
        return json_response({"problem": problem}, rejected.status)
    host, port = scope["server"]
    address = f"http://{host}:{port}/"
    page = _PAGE.format(
        language=language_in_use().code,
        title=html.escape(render(phrase("Card table"), "page")),
        problem=html.escape(render(problem, "page")),
        where=html.escape(
            render(phrase("The box is at {address}", address="{address}"), "page")
        ).format(address=f'<a href="{address}">{address}</a>'),
    )
    return HTMLResponse(page, rejected.status)


def _sentence(rejected: RejectedRequest) -> Words:
    """Return the sentence for the user whose request was rejected."""
    match rejected.reason:
        case "foreign-name":
            return phrase("The box does not have this name.")
        case "other-machine":
            return phrase("The simulated box is for this computer only.")
        case "foreign-page":
            return phrase("Only the box's own page may request this.")
        case "path" | "method":
            return phrase("Page not found.")
        case "type":
            return phrase("Send JSON.")
        case "too-long":
            return phrase("That is too long: {n} KiB at most.", n=rejected.limit // 1024)
        case "cut":
            return phrase("The request was cut off.")
        case "syntax":
            return phrase("That is not a JSON object.")
        case never:
            assert_never(never)


def _wrong(body: bytes, kind: type[msgspec.Struct]) -> Words:
    fields: dict[str, Any] = msgspec.json.decode(body)
    for mistake in wrong_fields(fields, kind):
        wrong = phrase("The box does not understand this page ({mistake}): reload it.")
        return wrong.filled(mistake=at_location(*mistake))
    return phrase("The box does not understand this page: reload it.")


OF_AN_ORIGIN: Final = 6
"""Maximum number of requests of onlookers behind one address, which wait for each other."""

REST: Final = 4
"""Seconds until the next request of an onlooker for each second that one took.

The worker takes turns with the box's own threads, so that orders are slower while it works.
"""

PAIRED: Final = ""
"""The value for a paired phone, in place of the origin of an onlooker."""


class _Line:
    """The requests of one origin; the first of them has the `place`."""

    def __init__(self) -> None:
        self.count = 0
        self.place = asyncio.Lock()


class WorkPlaces:
    """Limits how many requests wait for a worker or are answered by it. Not thread-safe.

    A paired phone gets a place unless all are taken. Onlookers have at most half of them, one for
    each origin. The worker handles one onlooker's request at a time, so a paired phone waits for at
    most one. Between onlookers' requests the worker rests longer than it works.

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
        """Hold a place within the block, which begins when the worker may have the request.

        Args:
            onlooker: the origin of the request, or `PAIRED`.

        Raises:
            RequestError: there is no free place.
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
        raise RequestError(503, phrase("Too many requests at once."))
