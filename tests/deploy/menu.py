"""What the menu of a box asks of its machine, asked with the box's own code;
run inside the box's own unit.

menu.py FILE look              how it is, and what is allowed, into FILE as JSON menu.py FILE join
PROFILE      joins a network that NetworkManager knows; into FILE goes "" or why not menu.py FILE
update            starts the update; into FILE goes "" or why not menu.py FILE restart
starts the machine anew; into FILE goes whether it will menu.py FILE off               switches the
machine off; as `restart`
"""

import json
import queue
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import BusError
from companion.host import update
from companion.host.network.dbus import SystemBus
from companion.host.network.manager import NAME, PATH, NetworkManager
from companion.host.worker import JOINING, SystemWorker, read_power_permissions
from companion.inputs import KnownNetwork, OwnNetwork

LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


def looked() -> dict[str, Any]:
    """What the box would know of its machine."""
    with SystemBus() as bus:
        (permissions,) = bus.call(NAME, PATH, NAME, "GetPermissions")
        (power_off,) = bus.call(*LOGIND, "CanPowerOff")
        network = NetworkManager(bus).look(OwnNetwork("box", "password"))
        can_restart = read_power_permissions(bus).can_restart
        can_update = update.can_update(bus)
    return {
        "permissions": permissions,
        "power off": power_off,
        "restart": can_restart,
        "update": can_update,
        "network": msgspec.to_builtins(network),
    }


def joined(profile: str) -> str:
    """As the worker joins: "" or why not."""
    try:
        with SystemBus() as bus:
            failure = NetworkManager(bus).join(
                KnownNetwork("Cable", 0, profile), JOINING, lambda: False
            )
            return "" if failure is None else failure.outcome
    except BusError as error:
        return str(error)


def updated() -> str:
    """As the worker starts the update: "" or why not."""
    try:
        with SystemBus() as bus:
            update.start(bus)
    except BusError as error:
        return str(error)
    return ""


def main(file: Path, what: str, *given: str) -> None:
    """Does it."""
    if what == "look":
        file.write_text(json.dumps(looked()), "ascii")
    elif what == "update":
        file.write_text(json.dumps(updated()), "ascii")
    elif what == "join":
        file.write_text(json.dumps(joined(*given)), "ascii")
    else:
        worker = SystemWorker(file.parent, queue.SimpleQueue[Any]().put, time)
        file.write_text(json.dumps(worker.power_off(restart=what == "restart")), "ascii")


main(Path(sys.argv[1]), *sys.argv[2:])
