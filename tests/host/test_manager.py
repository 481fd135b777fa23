"""The box's requests to NetworkManager, as real messages over a real bus."""

import pytest

from companion.errors import BusError
from companion.host.dbus import SystemBus
from companion.host.network import NAME, OWN_ID, PATH, NetworkManager
from companion.inputs import KnownNetwork, NetworkAnswer, NetworkNews, NetworkOutcome, OwnNetwork
from tests.host.mocked import DEVICES, Mocked

OWN = OwnNetwork("companion", "ky74fehp38")
SETTINGS = f"{PATH}/Settings"
OPEN = OwnNetwork("companion", "ky74fehp38", is_open=True)


@pytest.fixture
def manager(mocked: Mocked) -> NetworkManager:
    return NetworkManager(mocked.bus)


@pytest.fixture
def home(mocked: Mocked) -> KnownNetwork:
    """A known network in range, to which the box is not connected."""
    mocked.wifi_device()
    mocked.access_point("Home", 71)
    return KnownNetwork("Home", 71, mocked.saved("Home", "home"))


def never() -> bool:
    return False


def test_machine_without_wifi_has_no_networks(manager: NetworkManager) -> None:
    assert manager.look(OWN) == NetworkNews()


def test_current_network_is_reported_with_its_address(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.connected(home.profile, address="192.168.178.23")
    assert manager.look(OWN) == NetworkNews(
        name="Home", address="192.168.178.23", profile=home.profile, known=(home,), own=OWN
    )


def test_known_networks_are_sorted_by_name_with_best_signal(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.access_point("Home", 88, spot="2")
    mocked.access_point("Neighbour", 99)
    mocked.access_point("café", 30)
    cafe = mocked.saved("café", "cafe")
    known = manager.look(OWN).known
    assert known == (KnownNetwork("café", 30, cafe), KnownNetwork("Home", 88, home.profile))


def test_known_network_out_of_range_is_not_offered(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.mock("RemoveAccessPoint", "ss", f"{DEVICES}/wlan0", f"{PATH}/AccessPoint/Home")
    assert mocked.bus.call(NAME, SETTINGS, f"{NAME}.Settings", "ListConnections") == (
        [home.profile],
    )
    assert manager.look(OWN).known == ()


def test_joining_network_is_reported(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.connected(home.profile, state=1)
    news = manager.look(OWN)
    assert (news.name, news.joining, news.address) == ("Home", True, "")


def test_deactivating_connection_is_ignored(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.connected(home.profile, state=3)
    assert manager.look(OWN).name == ""


def test_switched_off_wifi_is_reported(mocked: Mocked, manager: NetworkManager) -> None:
    mocked.wifi_device(state=20)
    mocked.set(PATH, NAME, "WirelessEnabled", ("b", False))
    news = manager.look(OWN)
    assert (news.radio, news.own) == (False, None)


def test_wifi_without_access_point_mode_offers_no_own_network(
    mocked: Mocked, manager: NetworkManager
) -> None:
    mocked.wifi_device(can_open=False)
    assert manager.look(OWN).own is None


def test_network_is_joined(mocked: Mocked, manager: NetworkManager, home: KnownNetwork) -> None:
    assert manager.join(home, 5.0, never) is None
    assert mocked.calls("ActivateConnection") == [[home.profile, "/", "/"]]
    assert manager.look(OWN).name == "Home"


CONNECTING = """
path = dbus.ObjectPath('/org/freedesktop/NetworkManager/ActiveConnection/7')
self.AddObject(path, 'org.freedesktop.NetworkManager.Connection.Active',
  {'State': dbus.UInt32(%d)}, [])
import dbusmock
%s
ret = path
"""

TELLS = (
    "dbusmock.get_object(path).EmitSignal('org.freedesktop.NetworkManager.Connection.Active', "
    "'StateChanged', 'uu', [dbus.UInt32(4), dbus.UInt32({reason})])"
)


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [(9, "wrong password"), (10, "wrong password"), (6, "not let in")],
)
def test_failed_join_returns_the_reason(
    mocked: Mocked,
    manager: NetworkManager,
    home: KnownNetwork,
    reason: int,
    outcome: NetworkOutcome,
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (4, TELLS.format(reason=reason)))
    assert manager.join(home, 5.0, never) == NetworkAnswer(outcome, "Home")


def test_disappeared_connection_counts_as_failed(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.answers(
        "ActivateConnection", "ooo", "o", f"ret = dbus.ObjectPath('{PATH}/ActiveConnection/9')"
    )
    assert manager.join(home, 5.0, never) == NetworkAnswer("not let in", "Home")


def test_join_times_out(mocked: Mocked, manager: NetworkManager, home: KnownNetwork) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (1, ""))
    assert manager.join(home, 1.0, never) == NetworkAnswer("no answer", "Home")


def test_another_request_cancels_the_wait(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (1, ""))
    assert manager.join(home, 3600.0, lambda: True) is None


def test_refusal_by_networkmanager_raises(mocked: Mocked, manager: NetworkManager) -> None:
    refusing = (
        "raise dbus.exceptions.DBusException('Not authorized', name='org.example.PermissionDenied')"
    )
    mocked.answers("ActivateConnection", "ooo", "o", refusing)
    with pytest.raises(BusError, match="ActivateConnection: Not authorized") as refused:
        manager.join(KnownNetwork("Home", 1, "/"), 5.0, never)
    assert refused.value.name == "org.example.PermissionDenied"


def test_own_network_is_opened_with_wpa2_and_stored_only_in_memory(
    mocked: Mocked, manager: NetworkManager
) -> None:
    device = mocked.wifi_device()
    mocked.opens_networks()
    assert manager.open_own(OWN, 5.0, never) is None
    ((profile, where, at, options),) = mocked.calls("AddAndActivateConnection2")
    assert (where, at, options) == (device, "/", {"persist": "volatile"})
    assert profile == {
        "connection": {"id": OWN_ID, "type": "802-11-wireless", "autoconnect": False},
        "802-11-wireless": {"ssid": b"companion", "mode": "ap", "band": "bg"},
        "802-11-wireless-security": {
            "key-mgmt": "wpa-psk",
            "psk": "ky74fehp38",
            "proto": ["rsn"],
            "pairwise": ["ccmp"],
            "group": ["ccmp"],
            "pmf": 1,
        },
        "ipv4": {
            "method": "shared",
            "address-data": [{"address": "10.42.0.1", "prefix": 24}],
        },
        "ipv6": {"method": "ignore"},
    }


def test_open_own_network_is_reported_by_name(mocked: Mocked, manager: NetworkManager) -> None:
    mocked.wifi_device()
    mocked.opens_networks()
    manager.open_own(OWN, 5.0, never)
    news = manager.look(OWN)
    assert (news.name, news.own) == ("companion", OPEN)


def test_only_the_own_network_is_closed(
    mocked: Mocked, manager: NetworkManager, home: KnownNetwork
) -> None:
    mocked.connected(home.profile)
    mocked.opens_networks()
    manager.open_own(OWN, 5.0, never)
    manager.close_own()
    assert mocked.calls("DeactivateConnection") == [[f"{PATH}/ActiveConnection/own"]]
    news = manager.look(OWN)
    assert (news.name, news.own) == ("Home", OWN)


def test_own_network_is_not_opened_without_wifi(mocked: Mocked, manager: NetworkManager) -> None:
    mocked.opens_networks()
    assert manager.open_own(OWN, 5.0, never) == NetworkAnswer("own network failed")
    assert mocked.calls("AddAndActivateConnection2") == []


def test_failure_of_the_own_network_is_told_apart_from_one_of_a_known_network(
    mocked: Mocked, manager: NetworkManager
) -> None:
    mocked.wifi_device()
    connecting = CONNECTING % (4, TELLS.format(reason=9))
    profile = "ret = (dbus.ObjectPath('/'), path, dbus.Dictionary({}, signature='sv'))"
    mocked.answers("AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", "ooa{sv}", connecting + profile)
    assert manager.open_own(OWN, 5.0, never) == NetworkAnswer("own network failed")


def test_refused_scan_is_ignored(mocked: Mocked, manager: NetworkManager) -> None:
    device = mocked.wifi_device()
    manager.scan()
    assert mocked.calls("RequestScan", path=device) == [[{}]]
    refusing = (
        "raise dbus.exceptions.DBusException('Scanning not allowed', name='org.example.NotAllowed')"
    )
    given = (f"{NAME}.Device.Wireless", "RequestScan", "a{sv}", "", refusing)
    mocked.mock("AddMethod", "sssss", *given, path=device)
    manager.scan()


def test_hanging_service_times_out(bus_address: str) -> None:
    with SystemBus(bus_address) as owner, SystemBus(bus_address, patience=0.2) as asking:
        daemon = "org.freedesktop.DBus"
        owner.call(daemon, "/org/freedesktop/DBus", daemon, "RequestName", "su", NAME, 0)
        with pytest.raises(BusError, match=r"GetAll took longer than 0\.2 seconds"):
            NetworkManager(asking).look(OWN)


def test_missing_networkmanager_raises(bus_address: str) -> None:
    with SystemBus(bus_address) as bus, pytest.raises(BusError) as missing:
        NetworkManager(bus).look(OWN)
    assert missing.value.name == "org.freedesktop.DBus.Error.ServiceUnknown"


def test_missing_bus_raises() -> None:
    with pytest.raises(BusError, match="there is no message bus"):
        SystemBus("unix:path=/nowhere/bus")
