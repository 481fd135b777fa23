"""Updates the box: looks for a newer version, and installs it when no game is in progress."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import UpdateError
from companion.host.update_result import UpdateResult
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.owner import QUIET, RECENT, is_played, last_ready
from companion.table.dates import boot_id

DATA: Final = Path("/var/lib/companion")
"""The folder of the service's journal (StateDirectory= of its unit)."""


class Updater(NamedTuple):
    """The collaborators of an update.

    Attributes:
        apt: the package manager.
        data: the journal's folder.
        now: returns the time, or None while the clock is not set.
        say: prints a line.
        writable: keeps the system writable within a ``with`` block.
        leave: stores the result for the box before the box restarts.
        is_used: returns whether the box was used within a number of seconds, even without a game.
        steady: returns the seconds since the machine's start.
        boot: the id of the machine's start, as in the journal.
    """

    apt: Apt
    data: Path
    now: Callable[[], float | None]
    say: Callable[[str], None]
    writable: Callable[[], AbstractContextManager[None]]
    leave: Callable[[UpdateResult], None]
    is_used: Callable[[float], bool] = lambda _within: False
    steady: Callable[[], float] = time.monotonic
    boot: str = boot_id()


def look(updater: Updater) -> str:
    """Return a sentence about a newer version, if any; change only apt's lists.

    Raises:
        UpdateError: the newest version cannot be determined.
    """
    installed, newest = _versions(updater.apt)
    return (
        _newest(installed)
        if newest == installed
        else f"{installed} is installed, and {newest} is there."
    )


def update(updater: Updater, *, spares_players: bool) -> str:
    """Install the newest version, which restarts the box; return a sentence about the result.

    With `spares_players`, do nothing while a game is in progress or the box is in use.

    Raises:
        UpdateError: the previous version stays; the message has the reason.
    """
    try:
        return _update(updater, spares_players=spares_players)
    except UpdateError as error:
        updater.leave(UpdateResult(error.why))
        raise


def _update(updater: Updater, *, spares_players: bool) -> str:
    def is_in_the_way() -> bool:
        now = updater.now()
        within = RECENT if now is not None else QUIET
        return spares_players and (
            updater.is_used(within) or is_played(updater.data, now, updater.steady(), updater.boot)
        )

    later = "Somebody plays: the next run looks again."
    if is_in_the_way():
        return later
    apt = updater.apt
    installed, newest = _versions(apt)
    ready = last_ready(updater.data)
    apt.forget({installed, newest, *((ready,) if ready else ())})
    if newest == installed:
        updater.leave(UpdateResult("newest", installed))
        return _newest(installed)
    _keep(updater, installed)
    _download(apt, newest)
    if is_in_the_way():  # checked again, because the download may have been slow
        return later
    with updater.writable():
        # Written now, because the new version may be ready before apt ends.
        updater.leave(UpdateResult("updated", newest, installed))
        apt.install(newest)
    return f"{installed} → {newest}, the box is started anew."


def _versions(apt: Apt) -> tuple[str, str]:
    apt.refresh()
    return apt.installed(), apt.candidate()


def _newest(installed: str) -> str:
    return f"{installed} is the newest."


def _keep(updater: Updater, installed: str) -> None:
    """Ensure that the package of the old version is available for a rollback. A missing package
    does not prevent the update.
    """
    if updater.apt.cached(installed) is None:
        try:
            updater.apt.download(installed, again=True)
        except UpdateError:
            updater.say(
                f"There is no way back to {installed}: its package is not to be had any more."
            )


def _download(apt: Apt, version: str) -> None:
    try:
        apt.download(version)
    except UpdateError as error:
        if error.why != "refused":
            raise
        # It may need a package that is only in the lists of Debian.
        apt.refresh(everything=True)
        apt.download(version)
