"""Composition of everything that the box serves into one site, in the language of each page."""

import mimetypes
from collections.abc import Callable, Collection

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.message import using
from companion.phone.language import EXPORTS, MESSAGES, NAMED_MESSAGES, WORDS, PhoneLanguages
from companion.web.built_files import MadeFile, built_pages, built_route
from companion.web.guard import UNROUTED, for_this_machine, guarded
from companion.web.sources import FOLDERS

mimetypes.add_type(
    "text/javascript", ".js"
)  # Windows may have another type in its registry, which no browser would run.


def multilingual(
    panel: ASGIApp | None,
    phone: ASGIApp | None,
    languages: PhoneLanguages,
    hosts: Callable[[], Collection[str]] = tuple,
) -> ASGIApp:
    """Return one site composed of the given pages, each in its language.

    The files that all pages share are at ``/shared``: fonts, colors, shapes, libraries, and the
    page's words (`MESSAGES`).

    Args:
        panel: the simulated panel, served at ``/panel`` on this machine only. It also has the
            shared files at ``/panel/shared``: those made for a request are in the box's language.
        phone: the page on the phone, with a guard of its own.
        languages: the languages of the pages.
        hosts: the box's names, for the shared files (see `companion.web.guard.guarded`).
    """

    def messages(request: Request) -> Response:
        module = MadeFile.of(languages.words().content + EXPORTS)
        return module.response(request.headers, "text/javascript")

    def words(request: Request) -> Response:
        made = languages.words()
        is_named = request.path_params["tag"] == made.tag
        return made.response(request.headers, "text/javascript", is_named=is_named)

    def routed(*routes: Route | Mount) -> Starlette:
        return Starlette(routes=routes, exception_handlers=UNROUTED)

    files = routed(
        built_route(built_pages()),
        Route(MESSAGES, messages),
        Route(NAMED_MESSAGES, words),
        Mount("/", StaticFiles(directory=FOLDERS["shared"])),
    )
    shared = guarded(routed(Mount("/shared", files)), hosts)
    first = phone or shared
    panel_site = None
    if panel is not None:
        panel_site = for_this_machine(routed(Mount("/panel/shared", files), Mount("/", panel)))

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        scope[WORDS] = languages.words
        if panel_site is not None and f"{scope['path']}/".startswith("/panel/"):
            page, language = panel_site, languages.box_language()
        else:
            page = shared if scope["path"].startswith("/shared/") else first
            language = await languages.of(Headers(scope=scope))
        with using(language):
            await page(scope, receive, send)

    return site
