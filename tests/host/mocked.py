"""A private message bus with python-dbusmock's NetworkManager and logind: real D-Bus messages.

dbusmock runs in the system's own Python, where Debian puts it; the tests talk to it only over the
bus.
"""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.host.dbus import SystemBus
from companion.host.network import NAME, PATH

MOCK = "org.freedesktop.DBus.Mock"
ACTIVE = f"{NAME}.Connection.Active"
DEVICES = f"{PATH}/Devices"
PYTHON = "/usr/bin/python3"
SYSTEMD = "org.freedesktop.systemd1"
SYSTEMD_PATH = "/org/freedesktop/systemd1"

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <keep_umask/>
  <listen>unix:dir={folder}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""

OPENS = """
path = dbus.ObjectPath('/org/freedesktop/NetworkManager/ActiveConnection/own')
profile = dbus.ObjectPath('/org/freedesktop/NetworkManager/Settings/own')
self.AddObject(path, 'org.freedesktop.NetworkManager.Connection.Active', {
    'Devices': dbus.Array([args[1]], signature='o'), 'Type': args[0]['connection']['type'],
    'Connection': profile, 'State': dbus.UInt32(2), 'Id': args[0]['connection']['id'],
    'Ip4Config': dbus.ObjectPath('/')}, [])
now = self.Get('org.freedesktop.NetworkManager', 'ActiveConnections')
self.UpdateProperties('org.freedesktop.NetworkManager',
    {'ActiveConnections': dbus.Array([*now, path], signature='o')})
ret = (profile, path, dbus.Dictionary({}, signature='sv'))
"""
"""AddAndActivateConnection2, which dbusmock's template lacks: the profile is up at once."""

CLOSES = """
now = self.Get('org.freedesktop.NetworkManager', 'ActiveConnections')
left = dbus.Array(sorted(set(now) - {args[0]}), signature='o')
self.UpdateProperties('org.freedesktop.NetworkManager', {'ActiveConnections': left})
self.RemoveObject(args[0])
"""
"""DeactivateConnection of a connection that no device of the template holds."""


class Mocked:
    """Both services on one bus at `address`, and the events that a test can cause."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.bus = SystemBus(address)

    def mock(
        self, member: str, signature: str, *given: Any, name: str = NAME, path: str = PATH
    ) -> Any:
        """Call a method that dbusmock adds to an object."""
        return self.bus.call(name, path, MOCK, member, signature, *given)

    def wifi_device(self, state: int = 100, *, can_open: bool = True) -> str:
        (path,) = self.mock("AddWiFiDevice", "ssi", "wlan0", "wlan0", state)
        if not can_open:
            self.set(path, f"{NAME}.Device.Wireless", "WirelessCapabilities", ("u", 0x01))
        return str(path)

    def access_point(
        self, name: str, signal: int, spot: str = "", device: str = f"{DEVICES}/wlan0"
    ) -> str:
        """Add a network in range; `spot` distinguishes several access points of one network."""
        object_name = re.sub(r"\W", "_", name, flags=re.ASCII) + spot
        given = (device, object_name, name, "00:11:22:33:44:55", 2, 2412, 54, signal, 0x100)
        (path,) = self.mock("AddAccessPoint", "ssssuuuyu", *given)
        return str(path)

    def saved(self, name: str, profile: str, device: str = f"{DEVICES}/wlan0") -> str:
        """Add a network whose password the machine knows; it must already be in range."""
        (path,) = self.mock("AddWiFiConnection", "ssss", device, profile, name, "wpa-psk")
        return str(path)

    def connected(self, profile: str, state: int = 2, address: str = "", name: str = "0") -> str:
        """Add a connection that is up, or in another state."""
        given = ([f"{DEVICES}/wlan0"], profile, "/", name, state)
        (path,) = self.mock("AddActiveConnection", "assssu", *given)
        if address:
            self.addressed(path, address)
        return str(path)

    def addressed(self, path: str, address: str) -> None:
        """Give the connection at `path` an address."""
        where = f"{PATH}/IP4Config/1"
        data = ("aa{sv}", [{"address": ("s", address), "prefix": ("u", 24)}])
        self.mock(
            "AddObject", "ssa{sv}a(ssss)", where, f"{NAME}.IP4Config", {"AddressData": data}, []
        )
        self.mock("AddProperty", "ssv", ACTIVE, "Ip4Config", ("o", where), path=path)

    def set(self, path: str, interface: str, key: str, value: tuple[str, Any]) -> None:
        self.mock("UpdateProperties", "sa{sv}", interface, {key: value}, path=path)

    def answers(self, member: str, takes: str, gives: str, code: str) -> None:
        """Make NetworkManager's `member` run `code` from now on."""
        self.mock("AddMethod", "sssss", NAME, member, takes, gives, code)

    def logind_refuses(self, member: str) -> None:
        """Make logind refuse this call to all callers from now on."""
        refusing = "raise dbus.exceptions.DBusException('Interactive authentication required')"
        given = ("org.freedesktop.login1.Manager", member, "b", "", refusing)
        self.mock(
            "AddMethod",
            "sssss",
            *given,
            name="org.freedesktop.login1",
            path="/org/freedesktop/login1",
        )

    def plays_systemd(self, unit: str) -> None:
        """Give systemd this unit; once started, it runs until `ends`."""
        self.mock("AddMockUnit", "s", unit, name=SYSTEMD, path=SYSTEMD_PATH)
        manager, path = f"{SYSTEMD}.Manager", self._unit(unit)
        running = (
            f"objects['{path}'].UpdateProperties('{SYSTEMD}.Unit', {{'ActiveState': 'activating'}})"
        )
        for member, takes, gives, code in (
            ("GetUnitFileState", "s", "s", "ret = 'static'"),
            ("LoadUnit", "s", "o", f"ret = dbus.ObjectPath('{path}')"),
            ("StartUnit", "ss", "o", f"{running}; ret = dbus.ObjectPath('/job')"),
        ):
            given = (manager, member, takes, gives, code)
            self.mock("AddMethod", "sssss", *given, name=SYSTEMD, path=SYSTEMD_PATH)

    @contextmanager
    def started(self, unit: str) -> Iterator[None]:
        """Wait at the end of the block until the unit has been started within it."""
        with self.bus.listening(MOCK, "MethodCalled") as signals:
            yield
            while (told := signals.next(30.0)) is not None and told[1][0] != "StartUnit":
                pass
        assert self.calls("StartUnit", SYSTEMD, SYSTEMD_PATH) == [[unit, "replace"]]

    def ends(self, unit: str) -> None:
        """End the unit."""
        state = {"ActiveState": ("s", "inactive")}
        self.mock(
            "UpdateProperties",
            "sa{sv}",
            f"{SYSTEMD}.Unit",
            state,
            name=SYSTEMD,
            path=self._unit(unit),
        )

    @staticmethod
    def _unit(unit: str) -> str:
        """Return the unit's name on the bus of dbusmock."""
        return f"{SYSTEMD_PATH}/unit/{re.sub('[.-]', '_', unit)}"

    def opens_networks(self) -> None:
        """Let NetworkManager open and close networks from now on."""
        self.answers("AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", "ooa{sv}", OPENS)
        self.answers("DeactivateConnection", "o", "", CLOSES)

    def calls(self, member: str, name: str = NAME, path: str = PATH) -> list[list[Any]]:
        """Return the arguments of each call of `member` so far, without D-Bus types."""
        (found,) = self.mock("GetMethodCalls", "s", member, name=name, path=path)
        return [[_plain(value) for value in given] for _, given in found]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        return _plain(value[1])
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value


@contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """Yield the address of a separate message bus, which runs until the block ends."""
    configuration = folder / "bus.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder), "utf-8")
    started = ["dbus-daemon", f"--config-file={configuration}", "--print-address=1", "--nofork"]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        try:
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()


@contextmanager
def service(address: str, template: str, name: str) -> Iterator[None]:
    """Run dbusmock as one service on the bus at `address`; it is up when the block begins."""
    started = [PYTHON, "-m", "dbusmock", "--system", "--template", template]
    environ = {"DBUS_SYSTEM_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"}
    with (
        SystemBus(address) as bus,
        subprocess.Popen(started, env=environ, stdout=subprocess.DEVNULL) as mock,
    ):
        try:
            wait_for_name(bus, name)
            yield
        finally:
            mock.terminate()


def wait_for_name(bus: SystemBus, name: str) -> None:
    """Wait until a service has the `name` on the bus."""
    daemon = "org.freedesktop.DBus"
    with bus.listening(daemon, "NameOwnerChanged") as signals:
        owned = bus.call(daemon, "/org/freedesktop/DBus", daemon, "NameHasOwner", "s", name)[0]
        while not owned:
            told = signals.next(30.0)
            assert told is not None, f"{name} has not started"
            owned = told[1][0] == name and told[1][2] != ""
