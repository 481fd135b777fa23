"""The menu's requests to the machine, on trixie with NetworkManager and logind.

The box may make them; other users may not. A container has no radio, so a cable that leads nowhere
takes the place of the network. For Wi-Fi, the tests check only that NetworkManager allows the box
to join and open a network.
"""

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from companion.host import OWN_ADDRESS
from tests.deploy.container import REBOOTED, Container
from tests.deploy.packages import built
from tests.deploy.roots import BOOTS, HOUSE, bring, fresh
from tests.deploy.waiting import until

NETWORK = ("network-manager", "iproute2", "procps")

BOX, OUTSIDE = "/var/lib/companion/menu.json", "/var/tmp/menu.json"  # noqa: S108  # of the container
DROP_IN = "/run/systemd/system/companion.service.d"
"""On a tmpfs, so that an order is lost at a restart and carried out only once."""

IMAGE_FILES = (
    "etc/sysctl.d/companion-image.conf",
    "etc/NetworkManager/dnsmasq-shared.d/companion-image.conf",
)
"""The files of the image by which phones find the internet in the box's own network."""

RULES = (HOUSE / "deploy/polkit/50-companion.rules").read_text("utf-8")
OFFERED = set(re.findall(r'"(org\.freedesktop\.NetworkManager\.[^"]+)"', RULES))

CABLE = """[connection]
id=Cable
type=ethernet
interface-name=cable0
autoconnect=false
[ipv4]
method=shared
address1=10.42.0.1/24
[ipv6]
method=disabled
"""


@pytest.fixture(scope="module")
def system() -> Iterator[Container]:
    root = fresh("trixie", built(), architecture="amd64", including=BOOTS, offering=NETWORK)
    bring(root, "menu.py", "opt")
    system = Container(root)
    try:
        system.start()
        yield system
    finally:
        system.stop()


def order(system: Container, *asked: str) -> None:
    """Make the box's unit repeat the menu's requests before it starts; see menu.py."""
    folder = system.root / "root"
    line = f"ExecStartPre=/usr/bin/python3 /opt/menu.py {BOX} {' '.join(asked)}"
    (folder / "ask.conf").write_text(f"[Service]\n{line}\n", "utf-8")
    system.run("mkdir", "-p", DROP_IN)
    system.run("cp", "/root/ask.conf", DROP_IN)
    system.run("systemctl", "daemon-reload")
    # The tests start it more often than the unit allows in five minutes.
    system.run("systemctl", "reset-failed", "companion.service")


def by_the_box(system: Container, *asked: str) -> Any:
    """Return the machine's answer to the box, asked from inside its unit."""
    order(system, *asked)
    system.run("systemctl", "restart", "companion.service")
    return json.loads((system.root / BOX.lstrip("/")).read_text("ascii"))


def by_nobody(system: Container, *asked: str) -> Any:
    """Return the machine's answer to any other user."""
    system.run("rm", "-f", OUTSIDE)
    system.run("runuser", "-u", "nobody", "--", "python3", "/opt/menu.py", OUTSIDE, *asked)
    return json.loads((system.root / OUTSIDE.lstrip("/")).read_text("ascii"))


def path(system: Container) -> str:
    """Return the path of the cable's profile on NetworkManager's bus."""
    listed = system.run("nmcli", "-t", "-f", "NAME,DBUS-PATH", "connection", "show").splitlines()
    return next(line.partition(":")[2] for line in listed if line.startswith("Cable:"))


def test_box_and_the_services_behind_its_menu_are_installed(system: Container) -> None:
    settings = system.root / "etc/NetworkManager"
    (settings / "conf.d").mkdir(parents=True)
    (settings / "conf.d/tested.conf").write_text("[main]\nno-auto-default=*\n", "utf-8")
    for file in IMAGE_FILES:
        (system.root / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOUSE / "deploy/image/root" / file, system.root / file)
    (settings / "system-connections").mkdir()
    (settings / "system-connections/cable.nmconnection").write_text(CABLE, "utf-8")
    system.run("chmod", "600", "/etc/NetworkManager/system-connections/cable.nmconnection")
    system.run("apt-get", "install", "-qq", "-y", "--no-install-recommends", *NETWORK)
    system.run("sysctl", "--load", f"/{IMAGE_FILES[0]}")
    system.run("ip", "link", "add", "cable0", "type", "veth", "peer", "name", "far0")
    system.run("ip", "link", "set", "far0", "up")
    until("NetworkManager knows the cable", lambda: "cable0" in system.said("nmcli", "device"))
    system.run("apt-get", "install", "-qq", "-y", "/root/companion.deb")
    until("the box is ready", lambda: system.property("ActiveState") == "active")


def test_box_may_do_only_what_its_menu_offers(system: Container) -> None:
    said = by_the_box(system, "look")
    assert {name for name, answer in said["permissions"].items() if answer == "yes"} == OFFERED
    assert (said["restart"], said["power off"], said["update"]) == (True, "yes", True)


def test_box_starts_its_update(system: Container) -> None:
    assert by_the_box(system, "update") == ""
    begun = (
        "systemctl",
        "show",
        "--value",
        "--property",
        "ExecMainStartTimestamp",
        "companion-update.service",
    )
    until("the update is started", lambda: system.run(*begun) != "")


def test_other_users_are_refused_all_menu_requests(system: Container) -> None:
    said = by_nobody(system, "look")
    assert "yes" not in said["permissions"].values()
    assert not said["restart"]
    assert said["power off"] != "yes"
    assert "Not authorized" in by_nobody(system, "join", path(system))
    assert by_nobody(system, "update") != ""
    assert by_nobody(system, "restart") is False
    assert by_nobody(system, "off") is False


def test_box_joins_a_network_and_assigns_addresses(system: Container) -> None:
    assert by_the_box(system, "look")["network"]["name"] == ""
    assert by_the_box(system, "join", path(system)) == ""
    now = by_the_box(system, "look")["network"]
    assert (now["name"], now["joining"], now["address"]) == ("Cable", False, OWN_ADDRESS)
    # As in the box's own network, NetworkManager starts dnsmasq, which the package installed.
    assert OWN_ADDRESS in system.run("pgrep", "--list-full", "dnsmasq")


def test_phone_in_the_own_network_asks_the_box_for_the_internet(system: Container) -> None:
    system.run("sh", "-c", f"echo nameserver {OWN_ADDRESS} >/etc/resolv.conf")
    ask = "import socket; print(socket.gethostbyname('captive.apple.com'))"
    assert system.run("python3", "-c", ask) == OWN_ADDRESS
    # A simulated box has no network of its own, so this only tests that its unit may listen.
    assert by_the_box(system, "listen") is True


def test_networkmanager_takes_the_profile_of_the_own_network(system: Container) -> None:
    assert by_the_box(system, "profile") == {"pmf": 1, "address": OWN_ADDRESS}


def test_box_restarts_its_machine_and_comes_back(system: Container) -> None:
    order(system, "restart")
    system.run("systemctl", "restart", "--no-block", "companion.service")
    assert system.ended() == REBOOTED
    system.start()
    until("the box is ready", lambda: system.property("ActiveState") == "active")


def test_box_switches_its_machine_off(system: Container) -> None:
    order(system, "off")
    system.run("systemctl", "restart", "--no-block", "companion.service")
    assert system.ended() == 0
