"""Tests of the guard: requests that a foreign page can cause succeed without
it, and fail with it.
"""

import json
from collections.abc import Iterator

import pytest

from companion.web.guard import MAX_BODY_LENGTH, for_this_machine
from companion.web.server import WebServer
from tests.simulation.tab import RefusedError, Tab
from tests.web.raw import Answer, ask, request
from tests.web.small_site import SmallSite, headers, served

ORDER = b'{"order": {"cmd": "undo", "count": 1}}'

FOREIGN = [
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://localhost:{port}",
    None,
]
"""Origins that foreign pages send to 127.0.0.1:{port}; None is a missing header."""


@pytest.fixture(scope="module")
def small() -> SmallSite:
    return SmallSite()


@pytest.fixture
def site(small: SmallSite) -> SmallSite:
    """Return the site before its first request."""
    small.ruled.clear()
    small.lines = 0
    return small


@pytest.fixture(scope="module")
def guarded(small: SmallSite) -> Iterator[WebServer]:
    with served(small.guarded()) as server:
        yield server


@pytest.fixture(scope="module")
def unguarded(small: SmallSite) -> Iterator[WebServer]:
    with served(small.application()) as server:
        yield server


@pytest.fixture(scope="module")
def local(small: SmallSite) -> Iterator[WebServer]:
    with served(for_this_machine(small.application())) as server:
        yield server


def look(server: WebServer, **others: str | None) -> Answer:
    return ask(server.port, request("GET", "/", {"host": f"127.0.0.1:{server.port}", **others}))


def rule(
    server: WebServer, body: bytes = ORDER, path: str = "/rule", **others: str | None
) -> Answer:
    return ask(server.port, request("POST", path, headers(server.port, **others), body))


def problem(answer: Answer) -> str:
    said: str = json.loads(answer.body)["problem"]
    return said


@pytest.mark.attack(
    "page",
    "point a foreign name to the box's address (DNS rebinding)",
    "403: `Host` is none of its names",
)
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8098",
        "companion.evil.example",
        "192.168.1.7",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "companion:port",
        "[companion]",
        "",
    ],
)
def test_foreign_host_name_is_refused(unguarded: WebServer, guarded: WebServer, host: str) -> None:
    assert look(unguarded, host=host).status == 200
    answer = look(guarded, host=host)
    assert answer.status == 403


@pytest.mark.attack("page", "send two `Host` headers", "403")
def test_two_host_headers_are_refused(guarded: WebServer) -> None:
    sent = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert ask(guarded.port, sent).status in {400, 403}


def test_missing_host_is_refused(unguarded: WebServer, guarded: WebServer) -> None:
    sent = b"GET / HTTP/1.0\r\n\r\n"
    assert ask(unguarded.port, sent).status == 200
    assert ask(guarded.port, sent).status == 403


@pytest.mark.parametrize(
    "host",
    [
        "companion",
        "companion:8098",
        "Companion.local:80",
        "127.0.0.1",
        "localhost:8098",
    ],
)
def test_own_names_are_accepted_on_any_port(guarded: WebServer, host: str) -> None:
    assert look(guarded, host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8098",
        "192.168.1.7:8098",
        "localhost.evil.example",
        "companion",
    ],
)
def test_site_for_this_machine_refuses_other_host_names(local: WebServer, host: str) -> None:
    answer = look(local, host=host)
    assert (answer.status, problem(answer)) == (403, "The simulated box is for this computer only.")
    with pytest.raises(RefusedError), Tab(local.port, host=host, target="/line"):
        pass


@pytest.mark.parametrize("host", ["localhost:8098", "127.0.0.1:8098"])
def test_site_for_this_machine_accepts_every_loopback_name(local: WebServer, host: str) -> None:
    assert look(local, host=host).status == 200


def test_site_for_this_machine_refuses_foreign_origins(site: SmallSite, local: WebServer) -> None:
    answer = rule(local, origin="http://evil.example")
    assert answer.status == 403
    with pytest.raises(RefusedError), Tab(local.port, origin="http://evil.example", target="/line"):
        pass
    assert (site.ruled, site.lines) == ([], 0)


@pytest.mark.attack(
    "page", "send orders from a foreign page (CSRF)", "403: `Origin` is not the box's"
)
@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_origin_is_refused(
    site: SmallSite, unguarded: WebServer, guarded: WebServer, origin: str | None
) -> None:
    told = origin and origin.format(port=guarded.port)
    assert rule(unguarded, origin=told).status == 200
    assert site.ruled == [ORDER]
    answer = rule(guarded, origin=told)
    assert answer.status == 403
    assert site.ruled == [ORDER]


@pytest.mark.attack("page", "open a line from a foreign page", "403")
@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_origin_may_not_open_a_websocket(
    site: SmallSite, unguarded: WebServer, guarded: WebServer, origin: str | None
) -> None:
    host = "127.0.0.1:{}"
    told = origin and origin.format(port=guarded.port)
    with Tab(
        unguarded.port, host=host.format(unguarded.port), origin=told, target="/line"
    ) as foreign:
        assert foreign.hear() == {}
    with (
        pytest.raises(RefusedError) as refused,
        Tab(guarded.port, host=host.format(guarded.port), origin=told, target="/line"),
    ):
        pass
    assert (refused.value.status, site.lines) == (403, 1)
    with Tab(guarded.port, host=host.format(guarded.port), target="/line") as own:
        assert own.hear() == {}


def test_websocket_with_a_foreign_host_is_refused(unguarded: WebServer, guarded: WebServer) -> None:
    with Tab(unguarded.port, host="evil.example", target="/line"):
        pass
    with pytest.raises(RefusedError), Tab(guarded.port, host="evil.example", target="/line"):
        pass


@pytest.mark.parametrize("site_of_page", ["cross-site", "same-site", "whatever"])
def test_sec_fetch_site_of_a_foreign_page_is_refused(
    unguarded: WebServer, guarded: WebServer, site_of_page: str
) -> None:
    for server, status in ((unguarded, 200), (guarded, 403)):
        assert look(server, sec_fetch_site=site_of_page, sec_fetch_mode="no-cors").status == status
        assert rule(server, sec_fetch_site=site_of_page).status == status


@pytest.mark.parametrize("site_of_page", ["same-origin", "none"])
def test_own_page_is_accepted(guarded: WebServer, site_of_page: str) -> None:
    assert look(guarded, sec_fetch_site=site_of_page).status == 200
    assert rule(guarded, sec_fetch_site=site_of_page).status == 200


@pytest.mark.attack("page", "put the page into a frame and catch clicks", "403; a link is followed")
def test_foreign_link_may_navigate_but_not_frame(guarded: WebServer) -> None:
    link: dict[str, str | None] = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
    assert look(guarded, **link, sec_fetch_dest="document").status == 200
    assert look(guarded, **link, sec_fetch_dest="iframe").status == 403
    assert rule(guarded, ORDER, "/rule", **link, sec_fetch_dest="document").status == 403


@pytest.mark.attack("page", "send a form, which browsers always allow", "415")
@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        None,
    ],
)
def test_form_content_types_are_refused(
    site: SmallSite, unguarded: WebServer, guarded: WebServer, kind: str | None
) -> None:
    assert rule(unguarded, content_type=kind).status == 200
    answer = rule(guarded, content_type=kind)
    assert (answer.status, problem(answer)) == (415, "Send JSON.")
    assert site.ruled == [ORDER]


def test_json_content_type_may_have_a_charset(site: SmallSite, guarded: WebServer) -> None:
    assert rule(guarded, content_type="Application/JSON; charset=utf-8").status == 200
    assert site.ruled == [ORDER]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"7",
        b"null",
        b'{"order": ',
        b"{}{}",
        b"\xff\xfe",
        b'{"\xed\xa0\x80": 1}',
        pytest.param(b'{"a":' * 3000, id="a deep one"),
    ],
)
def test_non_object_json_is_refused(
    site: SmallSite, unguarded: WebServer, guarded: WebServer, body: bytes
) -> None:
    assert rule(unguarded, body).status == 200
    answer = rule(guarded, body)
    assert answer.status == 400
    assert site.ruled == [body]


def padded(length: int) -> bytes:
    return b'{"name": "' + b"x" * (length - 12) + b'"}'


def chunked(body: bytes, size: int = 4000) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def test_longest_allowed_body_is_accepted(site: SmallSite, guarded: WebServer) -> None:
    assert rule(guarded, padded(MAX_BODY_LENGTH)).status == 200
    assert site.ruled == [padded(MAX_BODY_LENGTH)]


@pytest.mark.attack("bytes", "announce a body of gigabytes", "413 before a byte is read")
def test_declared_oversize_is_refused_before_reading(
    unguarded: WebServer, guarded: WebServer, site: SmallSite
) -> None:
    assert rule(unguarded, padded(MAX_BODY_LENGTH + 1)).status == 200
    answer = rule(guarded, content_length=str(MAX_BODY_LENGTH + 1))
    assert answer.status == 413
    assert len(site.ruled) == 1


@pytest.mark.attack("bytes", "send a body without an end", "413 at 16 KiB")
def test_undeclared_oversize_is_refused_while_reading(
    unguarded: WebServer, guarded: WebServer, site: SmallSite
) -> None:
    for server, length, status in (
        (unguarded, MAX_BODY_LENGTH + 1, 200),
        (guarded, MAX_BODY_LENGTH, 200),
        (guarded, MAX_BODY_LENGTH + 1, 413),
        (guarded, 50 * MAX_BODY_LENGTH, 413),
    ):
        told = headers(server.port, transfer_encoding="chunked")
        assert (
            ask(server.port, request("POST", "/rule", told) + chunked(padded(length))).status
            == status
        )
    assert len(site.ruled) == 2


def test_path_may_have_its_own_limit(guarded: WebServer) -> None:
    assert rule(guarded, padded(4 * 1024), "/large").status == 200
    answer = rule(guarded, padded(4 * 1024 + 1), "/large")
    assert answer.status == 413


@pytest.mark.parametrize(
    "path", ["/%00", "/a%0ab", "/..%5c", "/" + "x" * 255, "/" + "%C3%A4" * 130]
)
def test_malformed_paths_are_not_found(guarded: WebServer, path: str) -> None:
    answer = ask(guarded.port, request("GET", path, {"host": "companion"}))
    assert answer.status == 404


PROMISES = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
    "cross-origin-resource-policy": "same-origin",
}


def test_every_response_has_the_security_headers(unguarded: WebServer, guarded: WebServer) -> None:
    assert not PROMISES.keys() & look(unguarded).headers.keys()
    for answer in (
        look(guarded),
        look(guarded, host="evil.example"),
        rule(guarded),
        rule(guarded, b"7"),
        ask(guarded.port, request("GET", "/nowhere", {"host": "companion"})),
        ask(guarded.port, request("PUT", "/rule", headers(guarded.port), b"{}")),
    ):
        assert answer.headers.items() >= PROMISES.items()
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert policy.endswith("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        assert "camera=()" in answer.headers["permissions-policy"]


@pytest.mark.parametrize(
    ("host", "promised"),
    [("localhost:8098", "same-origin"), ("127.0.0.1", "same-origin"), ("companion", None)],
)
def test_opener_policy_is_sent_only_on_this_machine(
    guarded: WebServer, host: str, promised: str | None
) -> None:
    assert look(guarded, host=host).headers.get("cross-origin-opener-policy") == promised


def test_policy_names_the_host_for_websockets(guarded: WebServer) -> None:
    policy = look(guarded, host="companion.local:8098").headers["content-security-policy"]
    assert "connect-src 'self' ws://companion.local:8098; " in policy
    assert "evil" not in look(guarded, host="evil.example").headers["content-security-policy"]
