"""Updates the box: looks for a newer version, and installs it while nobody plays."""

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
        now: returns the time, None while nothing has set the clock.
        say: prints a line.
        writable: keeps the system writable for a ``with`` block.
        leave: leaves the result for the box, before the box is started anew.
        is_used: returns whether somebody has used the box within so many seconds, although it may
            be no game yet.
        steady: returns the time of the clock that counts from the machine's start.
        boot: the start of the machine, as the journal has it.
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
    """Return in a sentence whether there is a newer version, and change nothing but apt's lists.

    Raises:
        UpdateError: it cannot be known.
    """
    installed, newest = _versions(updater.apt)
    return (
        _newest(installed)
        if newest == installed
        else f"{installed} is installed, and {newest} is there."
    )


def update(updater: Updater, *, spares_players: bool) -> str:
    """Install the newest version, which starts the box anew; return in a sentence what came of it.

    With `spares_players` nothing is done while somebody plays or uses the box.

    Raises:
        UpdateError: the version before stays; the message says why.
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
    if is_in_the_way():  # the network was slow
        return later
    with updater.writable():
        # Now, because the new version may be ready before apt is.
        updater.leave(UpdateResult("updated", newest, installed))
        apt.install(newest)
    return f"{installed} → {newest}, the box is started anew."


def _versions(apt: Apt) -> tuple[str, str]:
    apt.refresh()
    return apt.installed(), apt.candidate()


def _newest(installed: str) -> str:
    return f"{installed} is the newest."


def _keep(updater: Updater, installed: str) -> None:
    """Have the package of the version that goes, to go back to.
    Without it the update is as good.
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
        # It may need a package that only the lists of Debian know.
        apt.refresh(everything=True)
        apt.download(version)
