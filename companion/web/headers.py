"""What every answer tells the browser: to load nothing from elsewhere, and to show this nowhere else."""

import re

from starlette.types import Message, Send

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "connect-src {line}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


_OPENER = {b"cross-origin-opener-policy": b"same-origin"}

_THIS_MACHINE = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)


def policy(host: str = "") -> str:
    """The content security policy of a page that came from `host`, as its request named it.

    Safari before 15.4 does not count a websocket to the page's own host as ``'self'``
    (https://bugs.webkit.org/show_bug.cgi?id=201591), so the host is named once more.
    """
    return _POLICY.format(line=f"'self' ws://{host}" if host else "'self'")


def with_headers(send: Send, host: str = "") -> Send:
    """A `send` that adds the headers to every answer, in place of any of the same name."""
    own = {**_HEADERS, b"content-security-policy": policy(host).encode()}
    if _THIS_MACHINE.fullmatch(host):  # elsewhere plain HTTP is not trusted with it, and the console says so
        own |= _OPENER

    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            others = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in own]
            message = {**message, "headers": [*others, *own.items()]}
        await send(message)

    return sending
