"""One connection to the system's message bus (D-Bus): calls with a time limit, and signals.

jeepney implements the protocol: pure Python, without an event loop, and packaged by Debian.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call
from jeepney.bus import get_bus
from jeepney.io.blocking import DBusConnection, prep_socket

from companion.errors import BusError

SYSTEM = "SYSTEM"
CALL_TIMEOUT = 5.0
"""Maximum seconds of a call; NetworkManager answers within milliseconds, on a busy Pi Zero within a
second.
"""

_PROPERTIES = "org.freedesktop.DBus.Properties"


class _Line(DBusConnection):  # type: ignore[misc]  # jeepney carries no types
    """A connection that never waits longer than `patience` seconds, even for authentication."""

    def __init__(self, line: Any, patience: float) -> None:
        self.patience = patience
        try:
            super().__init__(line)
        except BaseException:
            self.close()
            raise

    def receive(self, *, timeout: float | None = None) -> Any:
        return super().receive(timeout=self.patience if timeout is None else timeout)


class SystemBus:
    """A connection to the bus, open within a ``with`` block; only one thread may use it.

    `SYSTEM` is the bus that all programs of a machine share. A call fails after `patience` seconds.

    Raises:
        BusError: the bus does not exist or does not answer in time.
    """

    def __init__(self, address: str = SYSTEM, patience: float = CALL_TIMEOUT) -> None:
        self._patience = patience
        try:
            self._line = _Line(prep_socket(get_bus(address), timeout=patience), patience)
        except (OSError, KeyError, ValueError, RuntimeError) as error:
            raise BusError(f"there is no message bus: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def hang_up(self) -> None:
        """End the connection, so that the call or the wait of its thread fails; any thread may call
        it.
        """
        with suppress(OSError):  # the bus was faster
            self._line.sock.shutdown(socket.SHUT_RDWR)

    def call(
        self, name: str, path: str, interface: str, member: str, signature: str = "", *given: Any
    ) -> tuple[Any, ...]:
        """Call `member` of an object and return its answer;
        `signature` is the D-Bus type of `given`.

        Raises:
            BusError: the object refuses, does not exist, or does not answer in time.
        """
        place = DBusAddress(path, bus_name=name, interface=interface)
        message = new_method_call(place, member, signature or None, given)
        try:
            reply = self._line.send_and_get_reply(message, timeout=self._patience)
        except TimeoutError:
            raise BusError(f"{member} took longer than {self._patience:g} seconds") from None
        except OSError as error:
            raise BusError(f"the message bus is gone: {error}") from None
        if reply.header.message_type is MessageType.error:
            raise _refusal(member, reply)
        answer: tuple[Any, ...] = reply.body
        return answer

    def properties(self, name: str, path: str, interface: str) -> dict[str, Any]:
        """Return all properties of an object, without their D-Bus types.

        Raises:
            BusError: as for `call`.
        """
        (found,) = self.call(name, path, _PROPERTIES, "GetAll", "s", interface)
        return {key: value for key, (_, value) in found.items()}

    @contextmanager
    def listening(self, interface: str, member: str) -> Iterator["Signals"]:
        """Subscribe to the signals `member` of any object, until the end of the ``with`` block.

        Raises:
            BusError: as for `call`.
        """
        rule = MatchRule(type="signal", interface=interface, member=member)
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
          "AddMatch", "s",
                  rule.serialise())  # fmt: skip
        with self._line.filter(rule, bufsize=64) as queue:
            yield Signals(self._line, queue)


class Signals:
    """Received signals in order."""

    def __init__(self, line: Any, queue: Any) -> None:
        self._line, self._queue = line, queue

    def next(self, seconds: float) -> tuple[str, tuple[Any, ...]] | None:
        """Return the object path and arguments of the next signal, or None if none arrives within
        `seconds`.

        Raises:
            BusError: the connection to the bus is lost.
        """
        try:
            message = self._line.recv_until_filtered(self._queue, timeout=seconds)
        except TimeoutError:
            return None
        except OSError as error:
            raise BusError(f"the message bus is gone: {error}") from None
        return message.header.fields[HeaderFields.path], message.body


def _refusal(member: str, reply: Any) -> BusError:
    name = reply.header.fields.get(HeaderFields.error_name, "")
    reason = reply.body[0] if reply.body and isinstance(reply.body[0], str) else name
    return BusError(f"{member}: {reason}", name)
