"""Starts an update through systemd over D-Bus (org.freedesktop.systemd1), and reads its result.

polkit lets the box's user start only this unit (deploy/polkit/50-companion.rules).
"""

from importlib.metadata import version
from pathlib import Path
from typing import Final, get_args

from companion.errors import BusError
from companion.host.dbus import SystemBus
from companion.host.update_result import LOCK, RESULT, SECURING, is_changing, load
from companion.inputs import UpdateAnswer, UpdateOutcome

UNIT: Final = "companion-update.service"

_NAME: Final = "org.freedesktop.systemd1"
_SYSTEMD: Final = (_NAME, "/org/freedesktop/systemd1", f"{_NAME}.Manager")
_UNIT: Final = "org.freedesktop.systemd1.Unit"

_RECENT: Final = 10 * 60.0
"""Seconds after an update in which a starting box still reports it."""


def can_update(bus: SystemBus) -> bool:
    """Return whether this machine has the unit that updates the box."""
    try:
        bus.call(*_SYSTEMD, "GetUnitFileState", "s", UNIT)
    except BusError:
        return False
    return True


def start(bus: SystemBus) -> None:
    """Start the update, which runs independently.

    Raises:
        BusError: systemd or polkit does not allow it.
    """
    bus.call(*_SYSTEMD, "StartUnit", "ss", UNIT, "replace")


def is_running(bus: SystemBus) -> bool:
    """Return whether the update is still running.

    Raises:
        BusError: systemd does not answer.
    """
    (path,) = bus.call(*_SYSTEMD, "LoadUnit", "s", UNIT)
    return bool(bus.properties(_NAME, path, _UNIT)["ActiveState"] == "activating")


def result_of_update(file: Path = RESULT) -> UpdateAnswer:
    """Return the result of the update that has just ended."""
    result = load(file)
    if result is None or result.outcome not in get_args(UpdateOutcome):
        return UpdateAnswer("refused")
    return UpdateAnswer(result.outcome, result.version, result.before)  # type: ignore[arg-type]  # it is one


def is_installing(running: str, file: Path = RESULT, lock: Path = LOCK) -> bool:
    """Return whether apt is installing a version other than the `running` one, or security updates,
    according to `file`.
    """
    result = load(file)
    if result is None:
        return False
    is_new = result.outcome == "updated" and result.version != running
    return (is_new or result.outcome == SECURING) and is_changing(lock)


def news(now: float, file: Path = RESULT) -> UpdateAnswer | None:
    """Return the recent update or rollback to this version, for a box that has just started, or
    None.
    """
    answer = result_of_update(file)
    if answer.outcome not in {"updated", "went back"} or answer.version != version(
        "table-companion"
    ):
        return None
    return answer if 0 <= now - file.stat().st_mtime < _RECENT else None
