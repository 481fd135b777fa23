"""Composition of everything that the box serves into one site."""

import mimetypes
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.web.built_files import built_pages, built_route
from companion.web.guard import Answer, for_this_machine, guarded, identified, unrouted

mimetypes.add_type(
    "text/javascript", ".js"
)  # Windows may have another type in its registry, which no browser would run.

SHARED = Path(__file__).with_name("static")
"""Static files that all pages share, served at ``/shared``: fonts, colors, shapes, libraries."""


def is_of_panel(path: str) -> bool:
    """Return whether the simulated panel serves this path.

    >>> is_of_panel("/panel"), is_of_panel("/panel/shared/js/words.js"), is_of_panel("/panels")
    (True, True, False)
    """
    return path == "/panel" or path.startswith("/panel/")


def no_names() -> Collection[str]:
    """Return no names: such a box is reached by its address only."""
    return ()


def composed(
    panel: ASGIApp | None,
    phone: ASGIApp | None,
    hosts: Callable[[], Collection[str]] = no_names,
    more: Sequence[BaseRoute] = (),
    answer: Answer = identified,
) -> ASGIApp:
    """Return one site composed of the given pages.

    Args:
        panel: the simulated panel, served at ``/panel`` on this machine only. It also has the
            shared files at ``/panel/shared``: those made for a request are in the language of
            its path.
        phone: the page on the phone, with a guard of its own; without it ``/`` and ``/wall``
            redirect to the panel.
        hosts: the box's names, for the shared files (see `companion.web.guard.guarded`).
        more: routes below ``/shared`` of files that are made for each request.
        answer: makes the response to a request that the guards of these pages reject, or to a wrong
            path.
    """
    handlers = unrouted(answer)
    static = Mount("/", StaticFiles(directory=SHARED))
    files = Starlette(
        routes=[built_route(built_pages()), *more, static], exception_handlers=handlers
    )
    shared = guarded(Starlette(routes=[Mount("/shared", files)]), hosts, answer=answer)
    panel_site = None
    if panel is not None:
        with_files = Starlette(routes=[Mount("/panel/shared", files), Mount("/", panel)])
        panel_site = for_this_machine(with_files, answer)
    redirects = [Route("/", _to_panel), Route("/wall", _to_panel)]
    to_panel = for_this_machine(Starlette(routes=redirects, exception_handlers=handlers), answer)
    first = to_panel if phone is None else phone

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if panel_site is not None and is_of_panel(path):
            await panel_site(scope, receive, send)
        elif path.startswith("/shared/"):
            await shared(scope, receive, send)
        else:
            await first(scope, receive, send)

    return site


async def _to_panel(_request: Request) -> Response:
    return RedirectResponse("/panel")
