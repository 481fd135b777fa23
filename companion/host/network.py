"""NetworkManager over D-Bus: known networks, and the box's own Wi-Fi."""

import logging
import re
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.errors import BusError
from companion.host import OWN_ADDRESS
from companion.host.dbus import SystemBus
from companion.inputs import KnownNetwork, NetworkAnswer, NetworkNews, OwnNetwork
from companion.table.files import write_whole

log = logging.getLogger(__name__)

FILE = "own-network-password"

LETTERS = "abcdefhjknprstuvxyz23456789"
"""The characters of a password, without wide ones and without those that look alike on a small
display.
"""

LENGTH = 10
"""Ten of 27 characters give 2e14 passwords; WPA2 allows 8 to 63 characters (IEEE 802.11i)."""

MAX_NAME_LENGTH = 32
"""Maximum bytes of a Wi-Fi network's name (IEEE 802.11, SSID)."""


def own_network(folder: Path) -> OwnNetwork:
    """Return the box's own Wi-Fi network, not opened, named after the machine, with the password in
    `folder`.

    A password that cannot be read is replaced; one that cannot be stored is valid until the box is
    switched off.
    """
    name = socket.gethostname().partition(".")[0][:MAX_NAME_LENGTH] or "companion"
    file = folder / FILE
    try:
        password = file.read_text("ascii").strip()
    except (OSError, ValueError):
        password = ""
    if not re.fullmatch(f"[{LETTERS}]{{{LENGTH}}}", password):
        password = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        try:
            write_whole(file, f"{password}\n".encode(), 0o600)
        except OSError as error:
            log.warning("the password of the box's own network cannot be kept: %s", error)
    return OwnNetwork(name, password, modules_of(name, password))


def modules_of(name: str, password: str) -> tuple[str, ...]:
    """Return the QR code for joining the network, without quiet zone; "1" is a dark module.

    The text has the format that Android and iOS read (``WIFI:T:WPA;S:name;P:password;;``). The
    result is empty if the name is too long for the display (29 modules a side, ISO/IEC 18004
    version 3).
    """
    import segno  # noqa: PLC0415  # few boxes open their own Wi-Fi, and imports slow down the start

    text = f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"
    try:
        code = segno.make(text, error="l", micro=False, boost_error=True, version=3)
    except segno.DataOverflowError:
        return ()
    return tuple("".join("1" if module else "0" for module in row) for row in code.matrix)


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


NAME = "org.freedesktop.NetworkManager"
PATH = "/org/freedesktop/NetworkManager"
NOTHING = "/"

OWN_ID = "The box's own network"
"""The name of the profile of the box's own network, which is never written to disk."""

_ACTIVE = f"{NAME}.Connection.Active"
_DEVICE = f"{NAME}.Device"
_WIRELESS = f"{NAME}.Device.Wireless"
_SETTINGS = f"{NAME}.Settings"

_GONE = "org.freedesktop.DBus.Error.Unknown"  # ...Object, ...Method or ...Interface

_WIFI, _WIRED = "802-11-wireless", "802-3-ethernet"
_WIFI_DEVICE = 2  # NMDeviceType
_UNAVAILABLE = (
    20  # NMDeviceState: up to this value the device is unmanaged, switched off or unavailable
)
_CAN_OPEN = 0x40  # NMDeviceWifiCapabilities: can be an access point
_ACTIVATING, _ACTIVATED, _DEACTIVATED = 1, 2, 4  # NMActiveConnectionState
_PMF_DISABLED = 1  # NMSettingWirelessSecurityPmf
_NO_SECRETS, _LOGIN_FAILED = 9, 10  # NMActiveConnectionStateReason

A_MOMENT = 1.0
"""Seconds after which a connection's state is read again, in case its signal was missed."""


class _Connection(Frozen):
    """An active or activating connection; `path` is its D-Bus object."""

    path: str
    name: str
    profile: str
    kind: str
    state: int
    address: str

    @property
    def is_own(self) -> bool:
        return self.kind == _WIFI and self.name == OWN_ID


class NetworkManager:
    """The NetworkManager service on a `bus`; calls raise `BusError` if it refuses or does not
    answer.
    """

    def __init__(self, bus: SystemBus) -> None:
        self._bus = bus

    def look(self, own: OwnNetwork) -> NetworkNews:
        """Return the state of the network; `own` is the network that the box would open."""
        manager = self._bus.properties(NAME, PATH, NAME)
        devices = list(self._wifi_devices(manager["Devices"]))
        current = self._current(manager["ActiveConnections"])
        can_open = any(can_open for _, _, can_open in devices)
        news = NetworkNews(
            known=self._known(devices),
            own=own if can_open else None,
            radio=bool(manager["WirelessEnabled"] and manager["WirelessHardwareEnabled"]),
        )
        if current is None:
            return news
        is_active = current.state == _ACTIVATED
        news = replace(
            news, joining=not is_active, address=current.address, profile=current.profile
        )
        if current.is_own:
            opened = replace(own, is_open=is_active)
            return replace(news, name=own.name, own=opened)
        return replace(news, name=self._name_of(current))

    def scan(self) -> None:
        """Request a scan for networks; results arrive after a few seconds."""
        for path, *_ in self._wifi_devices(self._bus.properties(NAME, PATH, NAME)["Devices"]):
            with suppress(
                BusError
            ):  # it refuses shortly after another scan and in access-point mode
                self._bus.call(NAME, path, _WIRELESS, "RequestScan", "a{sv}", {})

    def join(
        self, network: KnownNetwork, patience: float, is_over: Callable[[], bool]
    ) -> NetworkAnswer | None:
        """Join a known network; return None on success, else the failure.

        Wait up to `patience` seconds, or until `is_over` returns true.
        """
        with self._bus.listening(_ACTIVE, "StateChanged") as signals:
            asked = (network.profile, NOTHING, NOTHING)
            (path,) = self._bus.call(NAME, PATH, NAME, "ActivateConnection", "ooo", *asked)
            return self._came_up(path, signals, network.name, patience, is_over)

    def open_own(
        self, own: OwnNetwork, patience: float, is_over: Callable[[], bool]
    ) -> NetworkAnswer | None:
        """Open the box's own network; return None once phones can join it, else the failure.

        NetworkManager keeps the profile only in memory and drops it when the network closes
        (persist "volatile").
        """
        devices = self._wifi_devices(self._bus.properties(NAME, PATH, NAME)["Devices"])
        device = next((path for path, _, can_open in devices if can_open), None)
        if device is None:
            return NetworkAnswer("own network failed")
        with self._bus.listening(_ACTIVE, "StateChanged") as signals:
            given = (_own_profile(own), device, NOTHING, {"persist": ("s", "volatile")})
            types = "a{sa{sv}}ooa{sv}"
            _, path, _ = self._bus.call(
                NAME, PATH, NAME, "AddAndActivateConnection2", types, *given
            )
            failure = self._came_up(path, signals, own.name, patience, is_over)
            return None if failure is None else NetworkAnswer("own network failed")

    def close_own(self) -> None:
        """Close the box's own network if it is open; NetworkManager then joins a known one
        itself.
        """
        for connection in self._connections(
            self._bus.properties(NAME, PATH, NAME)["ActiveConnections"]
        ):
            if connection.is_own:
                self._bus.call(NAME, PATH, NAME, "DeactivateConnection", "o", connection.path)

    def _came_up(
        self, path: str, signals: Any, name: str, patience: float, is_over: Callable[[], bool]
    ) -> NetworkAnswer | None:
        reason = 0
        for _ in range(max(1, int(patience / A_MOMENT))):
            state = self._state(path)
            if state == _ACTIVATED:
                return None
            if state == _DEACTIVATED:
                break
            if is_over():
                return None
            change = signals.next(A_MOMENT)
            if change is not None and change[0] == path:
                reason = change[1][1]
        else:
            return NetworkAnswer("no answer", name)
        if reason == 0 and (change := signals.next(0.0)) is not None and change[0] == path:
            reason = change[1][1]
        if reason in {_NO_SECRETS, _LOGIN_FAILED}:
            return NetworkAnswer("wrong password", name)
        return NetworkAnswer("not let in", name)

    def _state(self, path: str) -> int:
        """Return the state of a connection; "deactivated" for a failed one,
        whose object soon disappears.
        """
        found = self._there(path, _ACTIVE)
        return _DEACTIVATED if found is None else int(found["State"])

    def _current(self, paths: list[str]) -> _Connection | None:
        """Return the connection on which phones reach the box: its own network, else Wi-Fi, else a
        cable.
        """
        usable = (
            connection
            for connection in self._connections(paths)
            if connection.kind in {_WIFI, _WIRED} and connection.state in {_ACTIVATING, _ACTIVATED}
        )
        return max(
            usable,
            key=lambda connection: (
                connection.is_own,
                connection.state == _ACTIVATED,
                connection.kind == _WIFI,
            ),
            default=None,
        )

    def _connections(self, paths: list[str]) -> Iterator[_Connection]:
        for path in paths:
            found = self._there(path, _ACTIVE)
            if found is not None:
                address = self._address(found.get("Ip4Config", NOTHING))
                kind, state = found["Type"], found["State"]
                yield _Connection(path, found["Id"], found["Connection"], kind, state, address)

    def _address(self, path: str) -> str:
        found = None if path == NOTHING else self._there(path, f"{NAME}.IP4Config")
        addresses = [] if found is None else found.get("AddressData", [])
        return str(addresses[0]["address"][1]) if addresses else ""

    def _wifi_devices(self, paths: list[str]) -> Iterator[tuple[str, list[str], bool]]:
        """Yield each usable Wi-Fi device: its path, its access points, and if it can be an access
        point.
        """
        for path in paths:
            device = self._there(path, _DEVICE)
            if (
                device is None
                or device["DeviceType"] != _WIFI_DEVICE
                or device["State"] <= _UNAVAILABLE
            ):
                continue
            wireless = self._there(path, _WIRELESS)
            if wireless is not None:
                can_open = bool(wireless["WirelessCapabilities"] & _CAN_OPEN)
                yield path, wireless["AccessPoints"], can_open

    def _known(self, devices: list[tuple[str, list[str], bool]]) -> tuple[KnownNetwork, ...]:
        """Return the saved networks in range by name; of two profiles for a network, the one used
        last.
        """
        heard: dict[bytes, int] = {}
        for _, access_points, _ in devices:
            for path in access_points:
                found = self._there(path, f"{NAME}.AccessPoint")
                if found is not None:
                    ssid = bytes(found["Ssid"])
                    heard[ssid] = max(heard.get(ssid, 0), int(found["Strength"]))
        if not heard:
            return ()
        saved = sorted(self._saved(), key=lambda profile: profile[2])
        newest = {ssid: path for path, ssid, _ in saved if ssid in heard}
        known = [KnownNetwork(_read(ssid), heard[ssid], path) for ssid, path in newest.items()]
        return tuple(sorted(known, key=lambda network: (network.name.casefold(), network.profile)))

    def _saved(self) -> Iterator[tuple[str, bytes, int]]:
        """Yield each saved Wi-Fi that is not an access point: path, SSID, time of last use (Unix
        time).
        """
        (paths,) = self._bus.call(NAME, f"{PATH}/Settings", _SETTINGS, "ListConnections")
        for path in paths:
            wifi, used = self._wifi_settings(path)
            if wifi.get("mode", "infrastructure") == "infrastructure" and wifi.get("ssid"):
                yield path, bytes(wifi["ssid"]), used

    def _wifi_settings(self, path: str) -> tuple[dict[str, Any], int]:
        """Return the Wi-Fi section of a profile, or an empty one, and the time of its last use."""
        try:
            (found,) = self._bus.call(NAME, path, f"{_SETTINGS}.Connection", "GetSettings")
        except BusError as error:
            if error.name.startswith("org.freedesktop."):
                return {}, 0  # it has been deleted, or this user may not read it
            raise
        wifi = {key: value for key, (_, value) in found.get(_WIFI, {}).items()}
        return wifi, int(found.get("connection", {}).get("timestamp", ("t", 0))[1])

    def _name_of(self, connection: _Connection) -> str:
        if connection.kind != _WIFI:
            return "Cable"
        return (
            _read(bytes(self._wifi_settings(connection.profile)[0].get("ssid", b"")))
            or connection.name
        )

    def _there(self, path: str, interface: str) -> dict[str, Any] | None:
        try:
            return self._bus.properties(NAME, path, interface)
        except BusError as error:
            if error.name.startswith(_GONE):
                return None
            raise


def _own_profile(own: OwnNetwork) -> dict[str, dict[str, tuple[str, Any]]]:
    """Return a WPA2-only profile on 2.4 GHz, which every phone supports, with the box as DHCP
    server.

    It has no protected management frames (PMF): with them the Wi-Fi of older Pis refuses the group
    key, so the network does not open (https://github.com/raspberrypi/linux/issues/7247).
    """
    return {
        "connection": {"id": ("s", OWN_ID), "type": ("s", _WIFI), "autoconnect": ("b", False)},
        _WIFI: {"ssid": ("ay", own.name.encode()), "mode": ("s", "ap"), "band": ("s", "bg")},
        f"{_WIFI}-security": {
            "key-mgmt": ("s", "wpa-psk"),
            "psk": ("s", own.password),
            "proto": ("as", ["rsn"]),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
            "pmf": ("i", _PMF_DISABLED),
        },
        "ipv4": {
            "method": ("s", "shared"),
            "address-data": ("aa{sv}", [{"address": ("s", OWN_ADDRESS), "prefix": ("u", 24)}]),
        },
        "ipv6": {"method": ("s", "ignore")},
    }


def _read(ssid: bytes) -> str:
    """Return an SSID, which is bytes and mostly UTF-8, as text."""
    return ssid.decode("utf-8", "replace")
