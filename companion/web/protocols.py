"""uvicorn's two protocols with limits on the number and the duration of connections, and the gate
in front of them.

uvicorn waits without limit for a request that does not end and for a client that does not read.
These subclasses do not: `HttpConnection` for a new connection, `WebSocketConnection` for one
upgraded to a websocket. Each is behind the `Gate` of its connection.

uvicorn parses and answers everything the kernel delivers at once, up to 256 KiB, before any other
connection has its turn. A `Gate` is the protocol that asyncio calls. It passes data from a paired
phone to uvicorn's protocol immediately. It cuts data from an onlooker into pieces, each of which
costs a share of the `Budget`. While there is no share, nothing is read, so TCP slows the sender.
"""

import asyncio
import re
import socket
import sys
from collections.abc import Callable
from typing import Any, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from companion.web.limits import Budget, ConnectionLimiter, Later, Limits, Timer

_END = b"\r\n\r\n"
"""The end of the head of a request."""

_COOKIES = re.compile(rb"\r\ncookie:[ \t]*([^\r\n]*)", re.IGNORECASE)

_MAX_HEAD_LENGTH = 8 * 1024
"""Maximum bytes searched for a paired phone's cookie: a browser sends less than 1 KiB."""

_PIECE = 1024
"""Maximum bytes of a request for one share."""

_PIECE_OF_A_LINE = 128
"""Maximum bytes of a websocket for one share: an order to preview has about 100."""


class GatedTransport:
    """The transport as uvicorn's protocols see it: the gate decides when to read."""

    def __init__(self, gate: "Gate", transport: asyncio.Transport) -> None:
        self._gate, self._transport = gate, transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self._gate.inside = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._gate.inside

    def pause_reading(self) -> None:
        self._gate.read(more=False)

    def resume_reading(self) -> None:
        self._gate.read(more=True)


class Gate(asyncio.Protocol):
    """The protocol of a new connection, until it ends.

    Attributes:
        inside: uvicorn's protocol: for requests at first, for a websocket once upgraded.

    Args:
        requests: uvicorn's protocol for requests.
        limiter: the open connections.
        budget: the limit on data from onlookers.
        phone_of: returns the paired phone that sends these cookies, or "".
    """

    def __init__(
        self,
        requests: asyncio.Protocol,
        limiter: ConnectionLimiter[asyncio.Transport],
        budget: Budget,
        phone_of: Callable[[str], str],
    ) -> None:
        self.inside = self._requests = requests
        self._limiter, self._budget, self._phone_of = limiter, budget, phone_of
        self._held = bytearray()
        self._is_wanted = True  # whether uvicorn's protocol wants to read
        self._is_in = self._is_waiting = self._is_due = False
        self._origin = self._cookies = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        # It has all methods of a transport, but not the type.
        self._gated = cast("asyncio.Transport", GatedTransport(self, transport))
        self._origin = transport.get_extra_info("peername")[0]
        self._is_in = self._limiter.enter(self._gated, self._origin)
        if self._is_in:
            self.inside.connection_made(self._gated)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.clear()
        self._budget.leave(self._origin, self)
        self._limiter.leave(self._gated)
        if self._is_in:
            self.inside.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._held += data
        if self._is_waiting and self._is_paired():
            self._budget.leave(self._origin, self)
            self._is_waiting = False
        self._hand_on()

    def eof_received(self) -> bool | None:
        return self.inside.eof_received()

    def pause_writing(self) -> None:
        self.inside.pause_writing()

    def resume_writing(self) -> None:
        self.inside.resume_writing()

    def read(self, *, more: bool) -> None:
        """Pass on `more` incoming data, or pause until uvicorn's protocol wants to read again."""
        self._is_wanted = more
        self._look()
        if more and self._held:
            self._hand_on_soon()

    def go_on(self) -> None:
        """Use the share, which has been counted."""
        self._is_waiting = False
        if self._is_wanted and not self._transport.is_closing():
            self._hand_on_piece()

    def _hand_on_soon(self) -> None:
        """Pass data on after other connections had their turn."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._hand_on)

    def _hand_on(self) -> None:
        self._is_due = False
        if (
            not self._held
            or not self._is_wanted
            or self._is_waiting
            or self._transport.is_closing()
        ):
            pass
        elif self._is_paired():
            data = bytes(self._held)
            self._held.clear()
            self.inside.data_received(data)
        elif self._budget.allows(self._origin):
            self._hand_on_piece()
        else:
            self._is_waiting = True
            self._budget.wait(self._origin, self)
        self._look()

    def _hand_on_piece(self) -> None:
        size = _PIECE_OF_A_LINE
        if self.inside is self._requests:
            end = self._held.find(_END, 0, _PIECE)
            size = _PIECE if end < 0 else end + len(_END)
        piece = bytes(self._held[:size])
        del self._held[:size]
        self.inside.data_received(piece)
        if self._held:
            self._hand_on_soon()
        self._look()

    def _is_paired(self) -> bool:
        """Return whether the connection belongs to a phone that is still paired, by the cookies of
        its last head; protect it from eviction as long as it does.
        """
        if self.inside is self._requests:
            cookies = _COOKIES.search(self._held, 0, _MAX_HEAD_LENGTH)
            if cookies is not None:
                self._cookies = cookies[1].decode("latin-1")
        self._limiter.know(self._gated, self._phone_of(self._cookies))
        return self._limiter.is_known(self._gated)

    def _look(self) -> None:
        """Read from the transport, unless there is enough.

        Enough is a complete head, which may identify a paired phone.
        """
        lacks_head = self.inside is self._requests and _END not in self._held
        is_enough = bool(self._held) and not (lacks_head and len(self._held) < _MAX_HEAD_LENGTH)
        if self._is_wanted and not is_enough:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()


MAX_MESSAGE_LENGTH = 16 * 1024
"""Maximum bytes of a message from a page, as for a body (`companion.web.guard.MAX_BODY_LENGTH`)."""

AT_ONCE = 32
"""Connections accepted in one batch. By default asyncio accepts as many as the queue holds (2048 in
uvicorn) before it hands over or closes the first: more than the default limit of 1024 open
files."""

GRACE = 1
"""Seconds that requests have to finish when the server closes."""


REQUEST_TIMEOUT = 10.0
"""Seconds in which a client has to send a request.

uvicorn itself closes a connection on which no further request begins (`timeout_keep_alive`).
"""

READING_TIMEOUT = 15.0
"""Seconds in which a client has to read what the server sends."""

SILENCE_TIMEOUT = 30.0
"""Seconds without an acknowledgement by TCP after which a connection is dropped."""


def later(seconds: float, action: Callable[[], None]) -> Timer:
    """Call `action` after `seconds` of real time."""
    return asyncio.get_running_loop().call_later(seconds, action)


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration, with the limits and the connections of the site.

    Attributes:
        limiter: the open connections.
        later: starts the timers of the time limits.
        budget: the limit on work that onlookers may cause.
    """

    def __init__(
        self,
        site: ASGIApp,
        room: Limits,
        phone_of: Callable[[str], str],
        later: Later,
        monotonic: Callable[[], float],
    ) -> None:
        super().__init__(
            site,
            loop="asyncio",
            http=self._gate,  # type: ignore[arg-type]  # uvicorn calls it, and asks for no more
            ws=WebSocketConnection,
            ws_max_size=MAX_MESSAGE_LENGTH,
            ws_per_message_deflate=False,  # Compression would use some 300 kB per connection.
            lifespan="off",
            log_level="error",  # Lower levels would log every malformed request.
            access_log=False,
            # A header must not replace the peer's address, by which the limiter counts.
            proxy_headers=False,
            server_header=False,
            backlog=AT_ONCE,
            timeout_graceful_shutdown=GRACE,
        )
        self.limiter: ConnectionLimiter[asyncio.Transport] = ConnectionLimiter(
            room, lambda guest: guest.abort()
        )
        self._phone_of = phone_of
        self.later = later
        self.budget = Budget(monotonic, later)

    def _gate(self, **given: Any) -> Gate:
        return Gate(HttpConnection(**given), self.limiter, self.budget, self._phone_of)


class _Connection(asyncio.Protocol):
    """Base of both protocols: aborts a connection whose client does not read its data."""

    transport: asyncio.Transport
    config: uvicorn.Config
    _taking: Timer | None = None

    @property
    def server_config(self) -> ServerConfig:
        return cast("ServerConfig", self.config)

    def pause_writing(self) -> None:
        super().pause_writing()
        # A client that keeps sending without reading must not fill our memory with answers.
        self.transport.pause_reading()
        if self._taking is None:
            self._taking = self._abort_after(READING_TIMEOUT)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._has_taken()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_taken()
        super().connection_lost(exc)

    def _abort_after(self, seconds: float) -> Timer:
        return self.server_config.later(seconds, self.transport.abort)

    def _has_taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


class HttpConnection(_Connection, H11Protocol):
    """A new connection: one HTTP request after another, or the request for a websocket."""

    _timer: Timer | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        # With a buffer of zero, uvicorn counts every byte that the kernel has not taken as unread
        # by the client.
        transport.set_write_buffer_limits(high=0)
        if sys.platform == "linux":
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SILENCE_TIMEOUT * 1000)
            )
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.flow.read_paused:
            self.transport.resume_reading()

    def send_400_response(self, msg: str) -> None:
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # A response is already under way.
            self.transport.abort()

    def _watch(self) -> None:
        """Set the time limit while the client is sending a request."""
        is_ours = self.transport.get_protocol() is self and not self.transport.is_closing()
        if not (is_ours and self.conn.their_state in {h11.IDLE, h11.SEND_BODY}):
            self._stop()
        elif self._timer is None:
            self._timer = self._abort_after(REQUEST_TIMEOUT)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketConnection(_Connection, WSProtocol):
    """A connection upgraded to a websocket."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.writable.set()  # Debian 13's uvicorn (0.32) would leave `send` waiting for it.

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Debian 13's uvicorn has these buffers without a limit; newer ones obey `ws_max_size`.
        text, binary = getattr(self, "text", ""), getattr(self, "bytes", b"")
        if max(len(text), len(binary)) > MAX_MESSAGE_LENGTH:
            self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
