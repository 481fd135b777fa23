"""Security headers of every response: the page loads nothing from elsewhere
and cannot be framed.
"""

import re

from starlette.types import Message, Send

from companion.web.built_files import IMMUTABLE, Built, built_pages

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
    (https://bugs.webkit.org/show_bug.cgi?id=201591), so the policy names the host as well. Of what
    stands in the HTML itself a page runs and obeys only what was `built`, by its hash.
    """
    built = built or Built()
    return _POLICY.format(
        line=f"'self' ws://{host}" if host else "'self'",
        scripts="".join(f" '{each}'" for each in built.scripts),
        styles="".join(f" '{each}'" for each in built.styles),
    )


def with_headers(send: Send, host: str = "") -> Send:
    """Return a `send` that sets the headers on every response, in place of those of the same name.

    Only `IMMUTABLE` stays as the response has it.
    """
    own = {**_HEADERS, b"content-security-policy": policy(host).encode()}
    of_html = {**own, b"content-security-policy": policy(host, built_pages()).encode()}
    if _THIS_MACHINE.fullmatch(
        host
    ):  # browsers ignore it on plain HTTP from elsewhere and log a warning
        own, of_html = own | _OPENER, of_html | _OPENER

    async def sending(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            response_headers = [(name.lower(), value) for name, value in message.get("headers", ())]
            # What is not modified keeps its content, and takes these headers.
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
