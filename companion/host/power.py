"""Switches the machine off and restarts it through systemd-logind, over D-Bus (org.freedesktop.login1)."""

from typing import Final

from companion.host.network.dbus import SystemBus
from companion.inputs import PowerNews

_NAME: Final = "org.freedesktop.login1"
_PATH: Final = "/org/freedesktop/login1"
_MANAGER: Final = "org.freedesktop.login1.Manager"

NOBODY_TO_ASK: Final = False
"""Whether logind may ask the user for a password first."""


def read_permissions(bus: SystemBus) -> PowerNews:
    """Return what logind lets this user do without a password.

    Raises:
        BusError: there is no logind.
    """
    return PowerNews(can_restart=bus.call(_NAME, _PATH, _MANAGER, "CanReboot") == ("yes",))


def power_off(bus: SystemBus, *, restart: bool) -> None:
    """Restart the machine, or switch it off.

    Raises:
        BusError: logind does not allow it, or an inhibitor blocks it.
    """
    bus.call(_NAME, _PATH, _MANAGER, "Reboot" if restart else "PowerOff", "b", NOBODY_TO_ASK)
