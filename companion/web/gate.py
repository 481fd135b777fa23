"""The gate of a connection, which reads no more from an onlooker than the budget allows.

uvicorn parses and answers everything the kernel delivers at once, up to 256 KiB, before any other
connection has its turn. A `Gate` is the protocol that asyncio calls. It passes data from a paired
phone to uvicorn's protocol immediately. It cuts data from an onlooker into pieces, each of which
costs a share of the `Budget`. While there is no share, nothing is read, so TCP slows the sender.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any, Final, cast

from companion.web.limits import Budget, ConnectionLimiter

_END: Final = b"\r\n\r\n"
"""The end of the head of a request."""

_COOKIES: Final = re.compile(rb"\r\ncookie:[ \t]*([^\r\n]*)", re.IGNORECASE)

_MAX_HEAD_LENGTH: Final = 8 * 1024
"""Maximum bytes searched for a paired phone's cookie: a browser sends less than 1 KiB."""

_PIECE: Final = 1024
"""Maximum bytes of a request for one share."""

_PIECE_OF_A_LINE: Final = 128
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
