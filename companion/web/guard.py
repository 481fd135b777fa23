"""The guard in front of every page of the box: rejects requests that no page of the box would send.

A foreign page can make a browser send requests into the local network (CSRF). The Origin header
reveals it; with DNS rebinding, where a foreign name resolves to the box's address, the Host header
does. The guard also limits bodies to JSON objects of bounded length.
"""

import html
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import MsgspecError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.message import Message as Sentence
from companion.message import language_in_use, phrase, render
from companion.web.built_files import IMMUTABLE, Built, built_pages
from companion.web.limits import is_loopback

_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; font-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self'; connect-src {line}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Browsers revalidate all other files, so that a page fits the box's version right after an
    # update.
    "Cache-Control": "no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_THIS_MACHINE = re.compile(r"(localhost|127\.0\.0\.1)(:\d+)?", re.IGNORECASE)


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

    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(raw=list(message.get("headers", ())))
            kind, kept = headers.get("Content-Type", ""), headers.get("Cache-Control")
            # A 304 response keeps the cached content but replaces its headers.
            is_page = message["status"] == 304 or kind.startswith("text/html")
            headers.update(_HEADERS)
            if _THIS_MACHINE.fullmatch(host):  # Elsewhere browsers ignore it and log a warning.
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers["Content-Security-Policy"] = policy(host, built_pages() if is_page else None)
            if kept == IMMUTABLE:
                headers["Cache-Control"] = kept
            message = {**message, "headers": headers.raw}
        await send(message)

    return sending


log = logging.getLogger(__name__)

MAX_BODY_LENGTH = 16 * 1024
"""Maximum bytes of a body: a command needs some hundreds, a variant file some thousands."""

_MAX_PATH_LENGTH = (
    255  # In bytes, the longest file name; our longest path is a variant's name of 64 letters.
)

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1"})

_HOST = re.compile(r"([a-z0-9._-]+)(?::\d{1,5})?", re.IGNORECASE)


_PAGE = """<!doctype html>
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


class RejectedRequest(Exception):  # noqa: N818  # named as a verdict on a request, not as an error
    """A request that the guard rejects, with the HTTP status and a sentence for the user."""

    def __init__(self, status: int, sentence: Sentence) -> None:
        self.status, self.sentence = status, sentence
        super().__init__(sentence)

    def response(self, scope: Scope) -> Response:
        """Return the response: JSON, or a page with the box's address for a user.

        That is the address on which the connection came in, so it works for this user. A browser
        that opens a page accepts HTML; a program and the page's own scripts do not ask for it.
        """
        problem = render(self.sentence, "page")
        if "text/html" not in Headers(scope=scope).get("accept", ""):
            return JSONResponse({"problem": problem}, self.status)
        host, port = scope["server"]
        address = f"http://{host}:{port}/"
        where = phrase("The box is at {address}", address="{address}")
        page = _PAGE.format(
            language=language_in_use().code,
            title=html.escape(render(phrase("Card table"), "page")),
            problem=html.escape(problem),
            where=html.escape(render(where, "page")).format(
                address=f'<a href="{address}">{address}</a>'
            ),
        )
        return HTMLResponse(page, self.status)


async def _nowhere(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return RejectedRequest(status, phrase("Page not found.")).response(request.scope)


UNROUTED: Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    404: _nowhere,
    405: _nowhere,
}
"""Starlette's exception handlers that answer wrong paths and methods like the guard."""


def guarded(
    app: ASGIApp,
    hosts: Callable[[], Collection[str]],
    longest: Mapping[str, int] | None = None,
) -> ASGIApp:
    """Return `app` wrapped in its guard.

    Args:
        app: receives only requests that a page of the box may send, with bodies that are JSON
            objects.
        hosts: returns the box's current names without ports, in lower case. The address on which a
            connection came in is always allowed, and so is ``localhost`` on the machine itself.
        longest: maximum bytes of a body by path, where that is not `MAX_BODY_LENGTH`.
    """

    def names(scope: Scope) -> Collection[str]:
        address = scope["server"][0]
        return {address, *hosts(), *(_LOOPBACK_NAMES if is_loopback(address) else ())}

    return _behind(names, phrase("The box does not have this name."), app, longest or {})


def for_this_machine(app: ASGIApp) -> ASGIApp:
    """Return `app` for browsers on this machine only: peer and host must be loopback addresses."""

    def names(scope: Scope) -> Collection[str]:
        peer = scope.get("client")
        return _LOOPBACK_NAMES if peer is not None and is_loopback(peer[0]) else ()

    return _behind(names, phrase("The simulated box is for this computer only."), app, {})


def _behind(
    names: Callable[[Scope], Collection[str]],
    problem: Sentence,
    app: ASGIApp,
    longest: Mapping[str, int],
) -> ASGIApp:
    """Return `app` for requests to one of the `names`; the `problem` answers others."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            _check_path(scope)
            _check_host(scope, names(scope), problem)
            _check_page(scope)
            if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD"}:
                receive = await _read(scope, receive, longest.get(scope["path"], MAX_BODY_LENGTH))
        except RejectedRequest as rejected:
            log.info("%s %r: %s", scope["type"], scope["path"][:80], rejected.sentence.text)
            await rejected.response(scope)(scope, receive, with_headers(send))
            return
        await app(scope, receive, with_headers(send, Headers(scope=scope)["host"]))

    return guard


def _check_path(scope: Scope) -> None:
    path = scope["path"]
    if not path.isprintable() or "\\" in path or len(path.encode()) > _MAX_PATH_LENGTH:
        raise RejectedRequest(404, phrase("Page not found."))


def _check_host(scope: Scope, names: Collection[str], problem: Sentence) -> None:
    """Raise RejectedRequest if the Host header is missing or not one of `names`."""
    hosts = Headers(scope=scope).getlist("host")
    match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if match is None or match[1].lower() not in names:
        raise RejectedRequest(403, problem)


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
        raise RejectedRequest(403, phrase("Only the box's own page may request this."))


async def _read(scope: Scope, receive: Receive, longest: int) -> Receive:
    """Return a `receive` with the body.

    Raise RejectedRequest if it is too long or not a JSON object.
    """
    headers = Headers(scope=scope)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RejectedRequest(415, phrase("Send JSON."))
    too_long = RejectedRequest(413, phrase("That is too long: {n} KiB at most.", n=longest // 1024))
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:20]) > longest:
        raise too_long
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RejectedRequest(400, phrase("The request was cut off."))
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > longest:
            raise too_long
    try:
        msgspec.json.decode(bytes(body), type=dict[str, object])
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        raise RejectedRequest(400, phrase("That is not a JSON object.")) from None
    return _again(bytes(body), receive)


def _again(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    """Return a `receive` that yields `body` first and then the messages of the client."""
    first = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return first.pop() if first else await receive()

    return receiving
