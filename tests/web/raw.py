"""Bytes to and from a server's real port, for requests that no client library would send."""

import contextlib
import re
import socket
from collections.abc import Mapping

import msgspec

PATIENCE = 10.0  # seconds until a test gives up


class Answer(msgspec.Struct, frozen=True):
    """A server's answer; `status` is 0 if the server closed the connection without one."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def connect(port: int, host: str = "127.0.0.1", at: str = "127.0.0.1") -> socket.socket:
    """Return a new connection from the address `at`."""
    return socket.create_connection((host, port), timeout=PATIENCE, source_address=(at, 0))


def request(method: str, path: str, headers: Mapping[str, str | None], body: bytes = b"") -> bytes:
    """Return the bytes of a request. Header names use underscores; None omits a header."""
    told: dict[str, str | None] = {"host": None, "connection": "close"}
    if body:
        told["content_length"] = str(len(body))
    told |= headers
    lines = [
        f"{name.replace('_', '-')}: {value}" for name, value in told.items() if value is not None
    ]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1") + body


def upgraded(port: int, path: str) -> socket.socket:
    """Return a new websocket, for frames that no client library would send."""
    line = connect(port)
    asked = {"connection": "Upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
    key = {"host": f"127.0.0.1:{port}", "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ=="}
    line.sendall(request("GET", path, asked | key))
    answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 101 "), answer
    return line


def heard(connection: socket.socket) -> Answer:
    """Return everything that arrives until the server closes the connection."""
    data = bytearray()
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            data += part
    head, _, body = bytes(data).partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1.1 (\d+)", head)
    lines = head.decode("latin-1").split("\r\n")[1:]
    fields = dict(line.split(": ", 1) for line in lines)
    return Answer(
        int(found[1]) if found else 0, {name.lower(): value for name, value in fields.items()}, body
    )


def ask(port: int, sent: bytes) -> Answer:
    """Send `sent` and return the answer."""
    with connect(port) as connection:
        with contextlib.suppress(ConnectionError):  # the server may have closed it early
            connection.sendall(sent)
        return heard(connection)
