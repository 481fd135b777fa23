"""Tests of the site: the path of each page, and that no path leads out of the served folders."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from companion.phone.language import PhoneLanguages
from companion.phone.site import multilingual
from companion.web.guard import for_this_machine, guarded
from companion.web.server import WebServer
from companion.web.sources import FOLDERS
from tests.web.raw import Answer, ask, request
from tests.web.small_site import served

SHARED = FOLDERS["shared"]


def page(text: str, *paths: str) -> Starlette:
    def told(_request: Request) -> Response:
        return PlainTextResponse(text)

    return Starlette(routes=[Route(path, told) for path in paths])


PANEL = page("the panel", "/panel", "/panel/static/icon.svg")
PHONE = guarded(page("the phone", "/"), lambda: {"companion"})


def look(server: WebServer, path: str, host: str = "localhost") -> Answer:
    return ask(server.port, request("GET", path, {"host": host}))


def test_pages_are_served_at_their_paths() -> None:
    with served(multilingual(PANEL, PHONE, PhoneLanguages())) as server:
        assert look(server, "/").body == b"the phone"
        assert look(server, "/panel").body == b"the panel"
        assert look(server, "/panel/static/icon.svg").body == b"the panel"
        assert look(server, "/shared/js/shapes.js").status == 200
        assert look(server, "/panel/shared/js/shapes.js").status == 200
        assert look(server, "/panels").status == 404


def test_root_is_missing_without_a_phone_page() -> None:
    with served(multilingual(PANEL, None, PhoneLanguages())) as server:
        assert look(server, "/").status == 404
        assert look(server, "/panel").status == 200
        assert look(server, "/", "companion").status == 403


def test_panel_path_is_missing_without_a_panel() -> None:
    with served(multilingual(None, PHONE, PhoneLanguages())) as server:
        assert look(server, "/panel").status == 404
        assert look(server, "/panel/shared/js/shapes.js").status == 404


def test_panel_is_local_and_phone_page_is_public() -> None:
    with served(multilingual(PANEL, PHONE, PhoneLanguages(), lambda: {"companion"})) as server:
        assert look(server, "/", "companion").status == 200
        assert look(server, "/shared/js/shapes.js", "companion").status == 200
        for path in ("/panel", "/panel/shared/js/shapes.js"):
            answer = look(server, path, "companion")
            says = {"problem": "The simulated box is for this computer only."}
            assert (answer.status, json.loads(answer.body)) == (403, says)
        assert look(server, "/shared/js/shapes.js", "evil.example").status == 403


@pytest.mark.attack("code", "open the simulated panel from another machine", "403")
@pytest.mark.parametrize("peer", ["192.168.1.7", "10.0.0.1"])
def test_forged_loopback_host_does_not_reach_the_panel(peer: str) -> None:
    async def from_elsewhere(scope: Scope, receive: Receive, send: Send) -> None:
        await for_this_machine(PANEL)({**scope, "client": (peer, 5000)}, receive, send)

    with served(from_elsewhere) as server:
        assert look(server, "/panel").status == 403
    with served(for_this_machine(PANEL)) as server:
        assert look(server, "/panel").status == 200


async def naive(scope: Scope, receive: Receive, send: Send) -> None:
    """A site that uses paths unchecked."""
    file = Path(f"{SHARED}{scope['path'].removeprefix('/panel').removeprefix('/shared')}")
    await PlainTextResponse(await asyncio.to_thread(file.read_bytes))(scope, receive, send)


@pytest.fixture(scope="module")
def believing() -> Iterator[WebServer]:
    with served(naive) as server:
        yield server


@pytest.fixture(scope="module")
def site() -> Iterator[WebServer]:
    with served(multilingual(PANEL, PHONE, PhoneLanguages())) as server:
        yield server


OUT = "../guard.py"


@pytest.mark.attack("bytes", "ask for a file outside (`..`, encoded, doubled, backslashes)", "404")
@pytest.mark.parametrize(
    "path",
    [
        f"/shared/{OUT}",
        f"/shared/js/../{OUT}",
        "/shared/%2e%2e/guard.py",
        "/shared/..%2fguard.py",
        "/shared/js/%2e%2e/%2E%2E/guard.py",
        "/shared//../guard.py",
        "/panel/shared/%2e%2e/guard.py",
        f"/shared/{SHARED.parent / 'guard.py'}".replace("/shared//", f"/shared{'/..' * 40}/"),
    ],
)
def test_path_traversal_is_refused(believing: WebServer, site: WebServer, path: str) -> None:
    assert b"in front of every page" in look(believing, path).body.lower()
    answer = look(site, path)
    assert (answer.status, b"in front of every page" in answer.body.lower()) == (404, False)


@pytest.mark.parametrize(
    "path",
    [
        "/shared",
        "/shared/",
        "/shared/js",
        "/shared//etc/passwd",
        "//etc/passwd",
        "/shared/..%5cguard.py",
        "/shared/js/shapes.js%00",
        "/shared/%00/../guard.py",
        "/shared/js/shapes.js/..",
        "/shared/%252e%252e/guard.py",
        "/shared/" + "x" * 300,
        "/shared/" + "../" * 150,
    ],
)
def test_unknown_path_is_not_found(site: WebServer, path: str) -> None:
    assert look(site, path).status == 404


def test_unchanged_files_are_answered_with_304(site: WebServer) -> None:
    first = look(site, "/shared/js/shapes.js")
    assert first.headers["cache-control"] == "no-cache"
    again = {"host": "localhost", "if_none_match": first.headers["etag"]}
    assert ask(site.port, request("GET", "/shared/js/shapes.js", again)).status == 304


def test_third_party_files_are_served_with_licences(site: WebServer) -> None:
    assert look(site, "/shared/fonts/OFL.txt").body.startswith(b"Copyright")
    assert look(site, "/shared/lib/lit-html/LICENSE").status == 200
