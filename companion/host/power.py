"""Switching the machine off and starting it anew: systemd-logind, over D-Bus (org.freedesktop.login1)."""

from typing import Final

from companion.host.network.dbus import SystemBus
from companion.inputs import PowerNews

_NAME: Final = "org.freedesktop.login1"
_PATH: Final = "/org/freedesktop/login1"
_MANAGER: Final = "org.freedesktop.login1.Manager"

NOBODY_TO_ASK: Final = False
"""Whether logind may ask somebody for a password first."""


def look(bus: SystemBus) -> PowerNews:
    """What this user may do without being asked for a password.

    Raises:
        BusError: there is no logind.
    """
    return PowerNews(can_restart=bus.call(_NAME, _PATH, _MANAGER, "CanReboot") == ("yes",))


def switch_off(bus: SystemBus) -> None:
    """Switches the machine off.

    Raises:
        BusError: it is not allowed, or something keeps it on.
    """
    bus.call(_NAME, _PATH, _MANAGER, "PowerOff", "b", NOBODY_TO_ASK)


def restart(bus: SystemBus) -> None:
    """Starts the machine anew.

    Raises:
        BusError: it is not allowed, or something keeps it on.
    """
    bus.call(_NAME, _PATH, _MANAGER, "Reboot", "b", NOBODY_TO_ASK)
