"""The guard in front of every page of the box: rejects requests that no page of the box would send.

A foreign page can make a browser send requests into the local network (CSRF). The Origin header
reveals it; with DNS rebinding, where a foreign name resolves to the box's address, the Host header
does. The guard also limits bodies to JSON objects of bounded length.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final, Literal

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.built_files import IMMUTABLE, Built, built_pages
from companion.web.limits import is_loopback

_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; font-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self'; connect-src {line}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    # Browsers revalidate all other files, so that a page fits the box's version right after an
    # update.
    b"cache-control": b"no-cache",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_CACHED = (b"cache-control", IMMUTABLE.encode())

_OPENER = {b"cross-origin-opener-policy": b"same-origin"}

_THIS_MACHINE = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)


def policy(host: str = "", built: Built | None = None) -> str:
    """Return the content security policy for a page that the request addressed as `host`.

    Safari before 15.4 does not match a websocket to the page's own host with ``'self'``
    (https://bugs.webkit.org/show_bug.cgi?id=201591), so the policy names the host as well. Inline
    scripts and styles are allowed only if they were `built`, by their hash.
    """
    built = built or Built()
    return _POLICY.format(
        line=f"'self' ws://{host}" if host else "'self'",
        scripts="".join(f" '{each}'" for each in built.scripts),
        styles="".join(f" '{each}'" for each in built.styles),
    )


def with_headers(send: Send, host: str = "") -> Send:
    """Return a `send` that sets the headers on every response, replacing those of the same name.

    Only `IMMUTABLE` is left as the response has it.
    """
    own = {**_HEADERS, b"content-security-policy": policy(host).encode()}
    of_html = {**own, b"content-security-policy": policy(host, built_pages()).encode()}
    if _THIS_MACHINE.fullmatch(
        host
    ):  # Browsers ignore it on plain HTTP from elsewhere and log a warning.
        own, of_html = own | _OPENER, of_html | _OPENER

    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            response_headers = [(name.lower(), value) for name, value in message.get("headers", ())]
            # A 304 response keeps the cached content but replaces its headers.
            headers = of_html if message["status"] == 304 or _is_html(response_headers) else own
            kept = {_CACHED[0]} if _CACHED in response_headers else set[bytes]()
            others = [
                (name, value)
                for name, value in response_headers
                if name not in headers or name in kept
            ]
            ours = [(name, value) for name, value in headers.items() if name not in kept]
            message = {**message, "headers": [*others, *ours]}
        await send(message)

    return sending


def _is_html(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(
        name == b"content-type" and value.startswith(b"text/html") for name, value in headers
    )


log = logging.getLogger(__name__)

MAX_BODY_LENGTH = 16 * 1024
"""Maximum bytes of a body: a command needs some hundreds, a variant file some thousands."""

_MAX_PATH_LENGTH = (
    255  # In bytes, the longest file name; our longest path is a variant's name of 64 letters.
)

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?", re.IGNORECASE)


Reason = Literal[
    "foreign-name",
    "other-machine",
    "foreign-page",
    "path",
    "method",
    "type",
    "too-long",
    "cut",
    "syntax",
]
"""The reason why the guard rejects a request."""

_STATUS: Final[Mapping[Reason, int]] = {
    "foreign-name": 403,
    "other-machine": 403,
    "foreign-page": 403,
    "path": 404,
    "method": 405,
    "type": 415,
    "too-long": 413,
    "cut": 400,
    "syntax": 400,
}


class RejectedRequest(Exception):  # noqa: N818  # named as a verdict on a request, not as an error
    """A request that the guard rejects; `limit` is the maximum length in bytes it exceeded."""

    def __init__(self, reason: Reason, limit: int = 0) -> None:
        self.reason, self.limit = reason, limit
        super().__init__(reason)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return _STATUS[self.reason]


Answer = Callable[[Scope, RejectedRequest], Response]
"""Makes the response to a rejected request."""


def unrouted(answer: Answer) -> Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """Return Starlette's exception handlers that answer wrong paths like the guard."""

    async def nowhere(request: Request, error: Exception) -> Response:
        is_method = isinstance(error, HTTPException) and error.status_code == 405
        return answer(request.scope, RejectedRequest("method" if is_method else "path"))

    return {404: nowhere, 405: nowhere}


def guarded(
    app: ASGIApp,
    hosts: Callable[[], Collection[str]],
    answer: Answer,
    longest: Mapping[str, int] | None = None,
) -> ASGIApp:
    """Return `app` wrapped in its guard.

    Args:
        app: receives only requests that a page of the box may send, with bodies that are JSON
            objects.
        hosts: returns the box's current names without ports, in lower case. The address on which a
            connection came in is always allowed, and so is ``localhost`` on the machine itself.
        answer: makes the response to a rejected request.
        longest: maximum bytes of a body by path, where that is not `MAX_BODY_LENGTH`.
    """

    def check(scope: Scope) -> None:
        address = scope["server"][0].partition("%")[0]
        names = {address, *hosts(), *(_LOOPBACK_NAMES if is_loopback(address) else ())}
        _check_host(scope, names, "foreign-name")
        _check_page(scope)

    return _behind(check, app, longest or {}, answer)


def for_this_machine(app: ASGIApp, answer: Answer) -> ASGIApp:
    """Return `app` for browsers on this machine only: peer and host must be loopback addresses."""

    def check(scope: Scope) -> None:
        peer = scope.get("client")
        if peer is None or not is_loopback(peer[0]):
            raise RejectedRequest("other-machine")
        _check_host(scope, _LOOPBACK_NAMES, "other-machine")
        _check_page(scope)

    return _behind(check, app, {}, answer)


def _behind(
    check: Callable[[Scope], None], app: ASGIApp, longest: Mapping[str, int], answer: Answer
) -> ASGIApp:
    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            _check_path(scope)
            check(scope)
            if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD"}:
                receive = await _read(scope, receive, longest.get(scope["path"], MAX_BODY_LENGTH))
        except RejectedRequest as rejected:
            log.info("%s %r: %s", scope["type"], scope["path"][:80], rejected.reason)
            await answer(scope, rejected)(scope, receive, with_headers(send))
            return
        await app(scope, receive, with_headers(send, Headers(scope=scope)["host"]))

    return guard


def _check_path(scope: Scope) -> None:
    path = scope["path"]
    if not path.isprintable() or "\\" in path or len(path.encode()) > _MAX_PATH_LENGTH:
        raise RejectedRequest("path")


def _check_host(scope: Scope, names: Collection[str], reason: Reason) -> None:
    """Raise RejectedRequest if the Host header is missing or not one of `names`."""
    hosts = Headers(scope=scope).getlist("host")
    match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if match is None or (match[1] or match[2]).lower() not in names:
        raise RejectedRequest(reason)


def _check_page(scope: Scope) -> None:
    """Raise RejectedRequest unless the box's own page sent the request, if the browser tells."""
    headers = Headers(scope=scope)
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    looks = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
    # A link to the box opens a window of its own, which the foreign page cannot read.
    kind = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    follows_a_link = looks and kind == ("navigate", "document")
    # Browsers without Sec-Fetch-Site (Safari before 16.4) are judged by Origin alone.
    is_ours = site in {None, "same-origin", "none"} or follows_a_link
    is_named = looks if origin is None else origin == f"http://{headers['host']}"
    if not (is_ours and is_named):
        raise RejectedRequest("foreign-page")


async def _read(scope: Scope, receive: Receive, longest: int) -> Receive:
    """Return a `receive` with the body.

    Raise RejectedRequest if it is too long or not a JSON object.
    """
    headers = Headers(scope=scope)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RejectedRequest("type")
    too_long = RejectedRequest("too-long", longest)
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:20]) > longest:
        raise too_long
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RejectedRequest("cut")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > longest:
            raise too_long
    try:
        msgspec.json.decode(bytes(body), type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise RejectedRequest("syntax") from None
    return _again(bytes(body), receive)


def _again(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    """Return a `receive` that yields `body` first and then the messages of the client."""
    is_given = False

    async def receiving() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
