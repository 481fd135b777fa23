"""Announces the pages of a box in the local network, so that other machines find it (DNS-SD,
RFC 6763).

Where Avahi runs, it does this over D-Bus, because a machine needs only one that answers for its
name; elsewhere the library zeroconf does, if it is installed.
"""

import logging
import socket
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.errors import BusError

if TYPE_CHECKING:
    from companion.host.dbus import Signals, SystemBus

log = logging.getLogger(__name__)

SERVICE = "_companion._tcp"

_AVAHI = "org.freedesktop.Avahi"
_SERVER = f"{_AVAHI}.Server"
_GROUP = f"{_AVAHI}.EntryGroup"
_RUNNING = 2  # AvahiServerState
_ANY = -1  # every network interface; every protocol

_CALL_TIMEOUT = 30.0
"""Maximum seconds of a call, because the first one may start Avahi on a busy Pi Zero."""

_A_DAY = 86400.0


class Announcement:
    """The entry of a box in the directory of its local network, from `start` until `close`.

    A thread of its own makes it, so that the box never waits for it.

    Args:
        port: the port of the pages.
        box: the id of the box.
        address: the IPv4 address at which the box is announced without Avahi, which knows it.
        bus: the message bus that Avahi uses.
    """

    def __init__(self, port: int, box: str, address: str, bus: str = "SYSTEM") -> None:
        self._port, self._box, self._address = port, box, address
        self._bus_address = bus
        self._bus: SystemBus | None = None
        self._group = ""
        self._is_closing = Event()
        # A daemon, because a call that hangs must not keep the program from ending.
        self._thread = Thread(target=self._serve, name="announcement", daemon=True)

    def start(self) -> None:
        """Start the thread; return at once."""
        self._thread.start()

    def close(self) -> None:
        """Remove the entry."""
        self._is_closing.set()
        if self._bus is not None:
            self._bus.hang_up()
        self._thread.join(1.0)

    def _serve(self) -> None:
        if not (self._serve_with_avahi() or self._serve_with_zeroconf()):
            log.info("other machines do not find the box: neither Avahi nor zeroconf is there")

    def _serve_with_avahi(self) -> bool:
        """Register with Avahi, and again whenever it starts, until `close`; return False without
        Avahi.
        """
        try:
            from companion.host.dbus import SystemBus  # noqa: PLC0415  # an extra
        except ImportError:
            return False
        try:
            with (
                SystemBus(self._bus_address, _CALL_TIMEOUT) as bus,
                bus.listening(_SERVER, "StateChanged") as signals,
            ):
                self._bus = bus
                self._register(bus)
                log.info("other machines find the box through Avahi")
                while not self._is_closing.is_set():
                    _wait_until_running(signals)
                    with suppress(BusError):  # it has ended again
                        self._register(bus)
        except BusError as error:
            log.debug("Avahi: %s", error)
        return bool(self._group) or self._is_closing.is_set()

    def _register(self, bus: "SystemBus") -> None:
        """Register the entry in place of an earlier one."""
        if self._group:
            with suppress(BusError):  # Avahi has restarted since
                bus.call(_AVAHI, self._group, _GROUP, "Free")
        (group,) = bus.call(_AVAHI, "/", _SERVER, "EntryGroupNew")
        (name,) = bus.call(_AVAHI, "/", _SERVER, "GetHostName")
        text = [f"box={self._box}".encode()]
        entry = (_ANY, _ANY, 0, self._name(name), SERVICE, "", "", self._port, text)
        bus.call(_AVAHI, group, _GROUP, "AddService", "iiussssqaay", *entry)
        bus.call(_AVAHI, group, _GROUP, "Commit")
        self._group = group

    def _name(self, machine: str) -> str:
        """Return the name of the entry: machines made from one image all have the same name."""
        return f"{machine[:54]}-{self._box}"  # at most 63 bytes (RFC 6763, 4.1.1)

    def _serve_with_zeroconf(self) -> bool:
        """Register with zeroconf until `close`; return False if it is not installed."""
        try:
            import zeroconf  # noqa: PLC0415  # an extra
        except ImportError:
            return False
        kind, name = f"{SERVICE}.local.", self._name(socket.gethostname().partition(".")[0])
        entry = zeroconf.ServiceInfo(
            kind,
            f"{name}.{kind}",
            port=self._port,
            properties={"box": self._box},
            # Not the machine's own name, for which its system may answer.
            server=f"companion-{self._box}.local.",
            parsed_addresses=[self._address],
        )
        try:
            with zeroconf.Zeroconf([self._address], ip_version=zeroconf.IPVersion.V4Only) as line:
                line.register_service(entry, allow_name_change=True)
                log.info("other machines find the box through zeroconf")
                self._is_closing.wait()
        except (OSError, zeroconf.Error) as error:
            log.warning("other machines do not find the box: %s", error)
        return True


def _wait_until_running(signals: "Signals") -> None:
    """Wait until Avahi has started, or has chosen another name for the machine.

    Raises:
        BusError: the connection to the bus is lost.
    """
    while (change := signals.next(_A_DAY)) is None or change[1][0] != _RUNNING:
        pass
