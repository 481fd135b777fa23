"""The requests that a box's menu makes of its machine, made with the box's own code.

It runs inside the box's own unit.

    menu.py FILE look              writes the state and what is allowed to FILE as JSON
    menu.py FILE join PROFILE      joins a network that NetworkManager knows; writes "" or the error
    menu.py FILE profile           adds the own network's profile; writes its stored settings
    menu.py FILE listen            listens for the probes of phones; writes whether it may
    menu.py FILE update            starts the update; writes "" or the error
    menu.py FILE restart           restarts the machine; writes whether it will
    menu.py FILE off               switches the machine off; writes as `restart` does
"""

import json
import queue
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import BusError
from companion.host import OWN_ADDRESS
from companion.host.dbus import SystemBus
from companion.host.network import NAME, PATH, NetworkManager, _own_profile
from companion.host.worker import JOINING, SYSTEMD, UNIT, SystemWorker, has_update_unit
from companion.inputs import KnownNetwork, OwnNetwork
from companion.web.server import listen_for_probes

LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


def looked() -> dict[str, Any]:
    """Return everything that the box reads about its machine."""
    with SystemBus() as bus:
        (permissions,) = bus.call(NAME, PATH, NAME, "GetPermissions")
        (power_off,) = bus.call(*LOGIND, "CanPowerOff")
        network = NetworkManager(bus).look(OwnNetwork("box", "password"))
        can_restart = bus.call(*LOGIND, "CanReboot") == ("yes",)
        can_update = has_update_unit(bus)
    return {
        "permissions": permissions,
        "power off": power_off,
        "restart": can_restart,
        "update": can_update,
        "network": msgspec.to_builtins(network),
    }


def joined(profile: str) -> str:
    """Join a network as the worker does; return "" or the error."""
    try:
        with SystemBus() as bus:
            failure = NetworkManager(bus).join(
                KnownNetwork("Cable", 0, profile), JOINING, lambda: False
            )
            return "" if failure is None else failure.outcome
    except BusError as error:
        return str(error)


def profile() -> dict[str, Any]:
    """What NetworkManager has kept of the own network's profile, in memory."""
    settings = f"{NAME}.Settings"
    given: tuple[Any, ...] = (_own_profile(OwnNetwork("box", "password")), 2, {})
    with SystemBus() as bus:
        path, _ = bus.call(
            NAME, f"{PATH}/Settings", settings, "AddConnection2", "a{sa{sv}}ua{sv}", *given
        )
        (kept,) = bus.call(NAME, path, f"{settings}.Connection", "GetSettings")
        bus.call(NAME, path, f"{settings}.Connection", "Delete")
    return {
        "pmf": kept["802-11-wireless-security"]["pmf"][1],
        "address": kept["ipv4"]["address-data"][1][0]["address"][1],
    }


def updated() -> str:
    """Start the update as the worker does; return "" or the error."""
    try:
        with SystemBus() as bus:
            bus.call(*SYSTEMD, "StartUnit", "ss", UNIT, "replace")
    except BusError as error:
        return str(error)
    return ""


def main(file: Path, what: str, *given: str) -> None:
    """Make the request `what` and write its result to `file`."""
    if what == "look":
        file.write_text(json.dumps(looked()), "ascii")
    elif what == "update":
        file.write_text(json.dumps(updated()), "ascii")
    elif what == "listen":
        file.write_text(json.dumps(listen_for_probes(OWN_ADDRESS) is not None), "ascii")
    elif what == "profile":
        file.write_text(json.dumps(profile()), "ascii")
    elif what == "join":
        file.write_text(json.dumps(joined(*given)), "ascii")
    else:
        worker = SystemWorker(file.parent, queue.SimpleQueue[Any]().put, time)
        file.write_text(json.dumps(worker.power_off(restart=what == "restart")), "ascii")


main(Path(sys.argv[1]), *sys.argv[2:])
