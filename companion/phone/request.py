"""Requests of a page: decoding of bodies, answers in JSON, and limits on work on threads."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import copy_context
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import PhoneRequest, Rejected, TableResponse
from companion.core.frozen import Frozen
from companion.errors import CompanionError, FloorError, JournalError
from companion.foreign.schema_errors import wrong_fields
from companion.message import Message, Words, at_location, phrase
from companion.words.form import FOR_PAGES
from companion.words.numbers import sentences
from companion.words.refusals import words_of


class Body(Frozen, forbid_unknown_fields=True):
    """The body of a request, which has no other fields."""


Asked = TypeVar("Asked", bound=Body)
Answer = TypeVar("Answer")
Submitted = TypeVar("Submitted", bound=PhoneRequest)

Sender = Callable[[Request], Awaitable[str]]
"""Returns who sends a request, or raises the response to a phone that may not send it."""


ANSWERS_WITHIN = 5.0
"""Seconds that an order waits for the box; the box itself needs some hundredths."""


class RequestError(CompanionError):
    """An error that is answered with a `status`, one sentence, and perhaps `facts`."""

    def __init__(
        self, sentence: Words, status: int = 400, facts: Mapping[str, object] | None = None
    ) -> None:
        self.status, self.facts = status, facts or {}
        super().__init__(sentence)


async def asked(request: Request, kind: type[Asked]) -> Asked:
    """Return the body, which the guard has checked to be a JSON object, as a `kind`.

    Raises:
        RequestError: it does not fit `kind`.
    """
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=kind)
    except ValidationError:
        raise RequestError(_wrong(body, kind)) from None


def posted(
    path: str, sender: Sender, kind: type[Asked], act: Callable[[Asked, str], Awaitable[object]]
) -> Route:
    """Return the route of a form: `act` gets it and its sender, and returns what to answer."""

    async def answered(request: Request) -> Response:
        who = await sender(request)
        return json_response(await act(await asked(request, kind), who))

    return Route(path, answered, methods=["POST"])


def number_in(request: Request, name: str, problem: Callable[[str], Message]) -> int | None:
    """Return a number of the query; None without one.

    Raises:
        RequestError: the value is not a number, which is the `problem`.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise RequestError(problem(text))
    return int(text)


def json_response(content: object, status: int = 200) -> Response:
    """Return a response with `content` as JSON."""
    return Response(FOR_PAGES.encode(content), status, media_type="application/json")


def problem_of(error: CompanionError) -> tuple[int, dict[str, object]]:
    """Return the status and the content of the response to an error."""
    words = words_of(error)
    match error:
        case RequestError(status=status, facts=facts):
            return status, {"problem": words, **facts}
        case FloorError():
            return 400, {"problem": words}
        case _:
            status = 503 if isinstance(error, JournalError) else 400
            return status, {"problem": sentences([words])}


async def problem_response(_request: Request, error: Exception) -> Response:
    """Return the response to a `CompanionError`, for which Starlette calls it."""
    status, content = problem_of(cast("CompanionError", error))
    return json_response(content, status)


@contextmanager
def explaining(problem: Message) -> Iterator[None]:
    """Answer with this `problem` and its `reason` if the journal cannot be read in the block."""
    try:
        yield
    except JournalError as reason:
        raise RequestError(problem.filled(reason=reason), 503) from None


async def on_worker(
    worker: ThreadPoolExecutor, work: Callable[..., Answer], *what: object
) -> Answer:
    """Return the result of `work` on the thread of `worker`, in the language of this request."""
    return await asyncio.get_running_loop().run_in_executor(worker, copy_context().run, work, *what)


async def answer_of(
    submit: Callable[[Submitted], None],
    kind: Callable[..., Submitted],
    *what: object,
    within: float = ANSWERS_WITHIN,
) -> TableResponse:
    """Return the box's answer to a request of a `kind` about `what`.

    Raises:
        RequestError: the box does not answer in time. It may still do what was asked.
    """
    given: Future[TableResponse] = Future()

    def answer(response: TableResponse) -> None:
        with suppress(InvalidStateError):  # The request has timed out.
            given.set_result(response)

    submit(kind(*what, answer))
    try:
        async with asyncio.timeout(within):
            return await asyncio.wrap_future(given)
    except TimeoutError:
        raise RequestError(phrase("The box does not answer."), 503) from None


async def carried_out(
    submit: Callable[[Submitted], None], kind: Callable[..., Submitted], *what: object
) -> None:
    """Wait until the box has done what is asked.

    Raises:
        CompanionError: the box refuses it, or does not answer in time.
    """
    answer = await answer_of(submit, kind, *what)
    if isinstance(answer, Rejected):
        raise answer.error


def _wrong(body: bytes, kind: type[Struct]) -> Words:
    fields: dict[str, Any] = msgspec.json.decode(body)
    for mistake in wrong_fields(fields, kind):
        wrong = phrase("The box does not understand this page ({mistake}): reload it.")
        return wrong.filled(mistake=at_location(*mistake))
    return phrase("The box does not understand this page: reload it.")


OF_AN_ORIGIN = 6
"""Maximum number of requests of onlookers behind one address, which wait for each other."""

REST = 4
"""Seconds until the next request of an onlooker for each second that one took.

The worker takes turns with the box's own threads, so that orders are slower while it works.
"""

PAIRED = ""
"""The value for a paired phone, in place of the origin of an onlooker."""


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
        self._taken: Counter[str] = Counter()
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
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
            with self._taking("all", self._count):
                yield
            return
        line = self._lines.setdefault(onlooker, asyncio.Lock())
        with self._taking(onlooker, OF_AN_ORIGIN):
            async with line:
                with self._taking("all", self._count), self._taking("onlookers", self._count // 2):
                    async with self._turn_of_onlooker():
                        yield

    @contextmanager
    def _taking(self, kind: str, most: int) -> Iterator[None]:
        """Count one more of a kind within the block, of at `most` so many."""
        if self._taken[kind] >= most:
            raise RequestError(phrase("Too many requests at once."), 503)
        self._taken[kind] += 1
        try:
            yield
        finally:
            self._taken -= Counter((kind,))  # which forgets an origin without requests

    @asynccontextmanager
    async def _turn_of_onlooker(self) -> AsyncIterator[None]:
        await self._turn.acquire()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            yield
        finally:
            loop.call_later(REST * (loop.time() - begun), self._turn.release)
