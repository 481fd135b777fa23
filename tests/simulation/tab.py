"""A tab without a browser: a websocket to the panel's real port."""

import json
import socket
from types import TracebackType
from typing import Any, Self

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Ping,
    RejectConnection,
    Request,
    TextMessage,
)

PATIENCE = 60.0
"""Seconds until a test gives up; only failing tests wait that long."""


class RefusedError(Exception):
    """The panel did not admit this tab; `status` is that of its answer."""

    def __init__(self, status: int) -> None:
        super().__init__(f"refused with {status}")
        self.status = status


class ClosedError(Exception):
    """The panel has closed the line; `code` gives the reason (RFC 6455 section 7.4)."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Tab:
    """A context that is open from the panel's answer until the line ends.

    Raises:
        RefusedError: on entering.
        ClosedError: on reading from a line that has ended.
    """

    def __init__(
        self,
        port: int,
        *,
        host: str = "",
        origin: str | None = "",
        target: str = "/panel/line",
        cookie: str = "",
        at: str = "127.0.0.1",
        patience: float = PATIENCE,
    ) -> None:
        self._target = target
        self._host = host or f"localhost:{port}"
        self._origin = f"http://{self._host}" if origin == "" else origin
        self._cookie = cookie
        self._socket = socket.create_connection(("127.0.0.1", port), patience, (at, 0))
        self._connection = WSConnection(ConnectionType.CLIENT)
        self._text = ""
        self._texts: list[str] = []
        self._closed: ClosedError | None = None

    def __enter__(self) -> Self:
        told = {"origin": self._origin, "cookie": self._cookie or None}
        headers = [
            (name.encode(), value.encode()) for name, value in told.items() if value is not None
        ]
        request = Request(host=self._host, target=self._target, extra_headers=headers)
        self._socket.sendall(self._connection.send(request))
        try:
            while not self._receive():
                pass
        except Exception:
            self._socket.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def fileno(self) -> int:
        """Return the file descriptor, for waiting on several tabs at once."""
        return self._socket.fileno()

    def send(self, text: str) -> None:
        self._socket.sendall(self._connection.send(TextMessage(text)))

    def tell(self, **message: object) -> None:
        self.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """Return the next message: the parts that have changed."""
        while not self._texts:
            if self._closed is not None:
                raise self._closed
            self._receive()
        parts: dict[str, Any] = json.loads(self._texts.pop(0))
        return parts

    def _receive(self) -> bool:
        """Read the incoming bytes; return whether they were the panel's acceptance."""
        data = self._socket.recv(65536)
        self._connection.receive_data(data or None)
        accepted = False
        for event in self._connection.events():
            match event:
                case AcceptConnection():
                    accepted = True
                case RejectConnection(status_code=status):
                    raise RefusedError(status)
                case CloseConnection(code=code):
                    self._closed = ClosedError(code)
                case Ping():
                    self._socket.sendall(self._connection.send(event.response()))
                case TextMessage(data=part, message_finished=finished):
                    self._text += part
                    if finished:
                        self._texts.append(self._text)
                        self._text = ""
        return accepted
