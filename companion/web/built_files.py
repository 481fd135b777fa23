"""The built files of the pages, which `deploy/pages/build.py` makes from their sources.

The sources themselves are served if nothing was built, if they have changed since, or with
``COMPANION_PAGES=sources`` in the environment. They are many small files that browsers revalidate
each time.
"""

import gzip
import os
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import MsgspecError, Struct
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from companion.web.sources import BUILT, INDEX, PAGES, fingerprint

SWITCH = "COMPANION_PAGES"

IMMUTABLE = "public, max-age=31536000, immutable"
"""The Cache-Control of a file whose path identifies its content: a browser requests it once."""

BY_LANGUAGE = "Cookie, Accept-Language"
"""The headers that determine the language of a response (its ``Vary``)."""

_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class Built(Struct, frozen=True):
    """The built pages: a hash of their `sources`, and the `files`.

    `styles` and `scripts` are hashes of the inline styles and scripts of the HTML, for a content
    security policy.
    """

    sources: str = ""
    files: frozenset[str] = frozenset()
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()

    def page(self, name: str) -> Path:
        """Return the HTML of a page, "phone", "panel" or "floor"."""
        built = f"{name}.html"
        return BUILT / built if built in self.files else PAGES[name]


def read_built(folder: Path, environ: Mapping[str, str]) -> Built:
    """Return the build in `folder`; an empty one if it is not to be served."""
    if environ.get(SWITCH) == "sources":
        return Built()
    try:
        built = msgspec.json.decode((folder / INDEX).read_bytes(), type=Built)
    except (OSError, MsgspecError):
        return Built()
    return built if built.sources == fingerprint() else Built()


@cache
def built_pages() -> Built:
    """Return the build that this program serves."""
    return read_built(BUILT, os.environ)


class MadeFile(Struct, frozen=True):
    """A file made at run time in a language, and its `tag`: a hash of the `content`."""

    content: bytes
    tag: str
    packed: bytes

    @classmethod
    def of(cls, content: bytes) -> "MadeFile":
        """Return a file with that content."""
        return cls(content, sha256(content).hexdigest()[:32], gzip.compress(content, 9, mtime=0))

    def response(self, headers: Headers, media_type: str, *, is_named: bool = False) -> Response:
        """Return the response to a request with these `headers`.

        Args:
            headers: of the request.
            media_type: of the content.
            is_named: whether the request's path has the tag, so that its content never changes.
        """
        tag = f'"{self.tag}"'
        reply_headers = {"ETag": tag, "Vary": "Accept-Encoding"}
        if is_named:
            reply_headers["Cache-Control"] = IMMUTABLE
        else:
            reply_headers["Vary"] += f", {BY_LANGUAGE}"
        if tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=reply_headers)
        if not takes_gzip(headers):
            return Response(self.content, media_type=media_type, headers=reply_headers)
        return Response(
            self.packed,
            media_type=media_type,
            headers={**reply_headers, "Content-Encoding": "gzip"},
        )


def takes_gzip(headers: Headers) -> bool:
    """Return whether the sender of these headers accepts gzip; no browser names it to refuse it."""
    return "gzip" in headers.get("accept-encoding", "")


def built_route(built: Built, folder: Path = BUILT) -> Route:
    """Return the route of the built files, below that of the shared ones."""

    def file(request: Request) -> Response:
        name = request.path_params["name"]
        media_type = _TYPES.get(Path(name).suffix)
        if name not in built.files or media_type is None:
            raise HTTPException(404)
        headers = {"Cache-Control": IMMUTABLE, "Vary": "Accept-Encoding"}
        packed = f"{name}.gz"
        if packed in built.files and takes_gzip(request.headers):
            name, headers["Content-Encoding"] = packed, "gzip"
        return FileResponse(folder / name, media_type=media_type, headers=headers)

    return Route("/built/{name}", file)
