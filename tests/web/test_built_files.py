"""Tests of the built pages: when they are served, with which headers, and which are compressed."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers

from companion.web.built_files import (
    IMMUTABLE,
    Built,
    MadeFile,
    built_route,
    read_built,
    takes_gzip,
)
from companion.web.guard import guarded
from companion.web.server import WebServer
from companion.web.sources import INDEX, PAGES, fingerprint
from tests.web.raw import Answer, ask, request
from tests.web.small_site import served

STYLE = b".card { color: red }\n" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return files built from the current sources."""
    (tmp_path / "page-1A2B.css").write_bytes(STYLE)
    (tmp_path / "page-1A2B.css.gz").write_bytes(gzip.compress(STYLE))
    (tmp_path / "secret.txt").write_bytes(b"not listed")
    files = frozenset({"page-1A2B.css", "page-1A2B.css.gz", "phone.html"})
    built = Built(fingerprint(), files)
    (tmp_path / INDEX).write_bytes(msgspec.json.encode(built))
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[WebServer]:
    site = Starlette(routes=[built_route(read_built(folder, {}), folder)])
    with served(guarded(site, tuple)) as server:
        yield server


def get(server: WebServer, name: str, **headers: str) -> Answer:
    return ask(server.port, request("GET", f"/built/{name}", {"host": "localhost", **headers}))


def test_build_of_the_current_sources_is_served(folder: Path) -> None:
    built = read_built(folder, {})
    assert built.page("phone").name == "phone.html"


def test_sources_are_served_without_a_build_of_them(folder: Path, tmp_path: Path) -> None:
    assert read_built(tmp_path / "nowhere", {}).page("phone") == PAGES["phone"]
    assert read_built(folder, {"COMPANION_PAGES": "sources"}) == Built()
    index = folder / INDEX
    index.write_bytes(index.read_bytes().replace(fingerprint().encode(), b"of-others"))
    assert read_built(folder, {}) == Built()
    index.write_bytes(b"{")
    assert read_built(folder, {}) == Built()


def test_built_file_is_compressed_and_cached_forever(server: WebServer) -> None:
    packed = get(server, "page-1A2B.css", accept_encoding="gzip, deflate")
    assert gzip.decompress(packed.body) == STYLE
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-type"].startswith("text/css")
    whole = get(server, "page-1A2B.css")
    assert whole.body == STYLE
    for answer in packed, whole:
        assert answer.headers["cache-control"] == IMMUTABLE
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name", ["secret.txt", INDEX, "page-1A2B.css.gz", "phone.html", "nowhere.css", "..%2Fguard.py"]
)
def test_other_files_of_the_folder_are_not_served(server: WebServer, name: str) -> None:
    assert get(server, name).status == 404


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("br", False), ("", False)],
)
def test_gzip_is_sent_to_clients_that_accept_it(accepted: str, takes: bool) -> None:
    assert takes_gzip(Headers({"accept-encoding": accepted})) is takes


def test_only_a_path_with_the_tag_is_cached_forever() -> None:
    made = MadeFile.of(b"words")
    assert (
        made.response(Headers({}), "text/javascript", is_named=True).headers["cache-control"]
        == IMMUTABLE
    )
    asked = made.response(Headers({}), "text/javascript")
    assert "cache-control" not in asked.headers  # the guard adds the header for revalidation
    assert {"Cookie", "Accept-Language"} <= set(asked.headers["vary"].split(", "))
    again = Headers({"if-none-match": asked.headers["etag"]})
    assert made.response(again, "text/javascript").status_code == 304
