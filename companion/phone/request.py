"""Decodes bodies, answers in JSON or on another thread, and words why the guard rejects a request."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar, assert_never

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from companion.config.schema_errors import wrong_fields
from companion.errors import CompanionError, placed
from companion.text.language import gettext as _
from companion.text.reasons import worded
from companion.web.guard import RejectedRequest

Asked = TypeVar("Asked", bound=msgspec.Struct)
Answer = TypeVar("Answer")


class BadRequestError(CompanionError):
    """A request that no page of this box sends; the message is one sentence."""


async def asked(request: Request, kind: type[Asked]) -> Asked:
    """Return the body, which the guard has checked to be a JSON object, as a `kind`.

    Raises:
        BadRequestError: it does not fit `kind`.
    """
    return decoded(await request.body(), kind)


def decoded(body: bytes, kind: type[Asked]) -> Asked:
    """Return `body`, a JSON object, as a `kind`.

    Raises:
        BadRequestError: it does not fit `kind`.
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise BadRequestError(_wrong(body, kind)) from None


def json_response(told: object, status: int = 200) -> Response:
    """Return a response with `told` as JSON."""
    return Response(msgspec.json.encode(told), status, media_type="application/json")


async def on_worker(worker: ThreadPoolExecutor, work: Callable[..., Answer], *what: object) -> Answer:
    """Return what `work` returns on the thread of `worker`, in the language of this request."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(worker, copy_context().run, work, *what)


def why_rejected(rejected: RejectedRequest) -> str:
    """Return the sentence for the person whose request was rejected."""
    match rejected.reason:
        case "foreign-name":
            return _("This is not a name of the box.")
        case "other-machine":
            return _("The panel is for this machine only.")
        case "foreign-page":
            return _("Only the box's own page may ask this.")
        case "path":
            return _("There is no such page.")
        case "type":
            return _("What is sent here is JSON.")
        case "too-long":
            return _("That is too long: {n} KiB at most.").format(n=rejected.limit // 1024)
        case "cut":
            return _("That ended half-way.")
        case "syntax":
            return _("That is no JSON object.")
        case never:
            assert_never(never)


def _wrong(body: bytes, kind: type[msgspec.Struct]) -> str:
    said: dict[str, Any] = msgspec.json.decode(body)
    for mistake in wrong_fields(said, kind):
        wrong = _("The box does not know what this page sent ({mistake}): load it again.")
        return wrong.format(mistake=worded(placed(*mistake)))
    return _("The box does not know what this page sent: load it again.")
