"""Security headers of every response: the page loads nothing from elsewhere and cannot be framed."""

import re

from starlette.types import Message, Send

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "media-src 'self'; connect-src {line}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    # Browsers revalidate files, so that a page fits the box's version right after an update.
    b"cache-control": b"no-cache",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


_OPENER = {b"cross-origin-opener-policy": b"same-origin"}

_THIS_MACHINE = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)


def policy(host: str = "") -> str:
    """Return the content security policy for a page that the request addressed as `host`.

    Safari before 15.4 does not match a websocket to the page's own host with ``'self'``
    (https://bugs.webkit.org/show_bug.cgi?id=201591), so the policy names the host as well.
    """
    return _POLICY.format(line=f"'self' ws://{host}" if host else "'self'")


def with_headers(send: Send, host: str = "") -> Send:
    """Return a `send` that sets the headers on every response, replacing headers of the same name."""
    own = {**_HEADERS, b"content-security-policy": policy(host).encode()}
    if _THIS_MACHINE.fullmatch(host):  # browsers ignore it on plain HTTP from elsewhere and log a warning
        own |= _OPENER

    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            others = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in own]
            message = {**message, "headers": [*others, *own.items()]}
        await send(message)

    return sending
