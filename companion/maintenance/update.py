"""Updates the box: looks for a newer version, and installs it when no game is in progress."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from companion.errors import UpdateError
from companion.host.update_result import SECURING, UpdateResult
from companion.maintenance.apt import Apt
from companion.maintenance.owner import QUIET, RECENT, is_played, last_ready
from companion.maintenance.system import EVERYTHING, SYSTEM
from companion.table.dates import boot_id

DATA = Path("/var/lib/companion")
"""The folder of the service's journal (StateDirectory= of its unit)."""

RESTART = Path("/run/reboot-required")
"""The file that exists while the machine has to restart; Debian's kernel package writes it, too."""

LATER = "Somebody plays: the next run looks again."


class Updater(NamedTuple):
    """The collaborators of an update.

    Attributes:
        apt: the package manager.
        data: the journal's folder.
        now: returns the time, or None while the clock is not set.
        say: prints a line.
        writable: keeps these mount points writable within a ``with`` block.
        leave: stores the result for the box before the box restarts.
        is_used: returns whether the box was used within a number of seconds, even without a game.
        steady: returns the seconds since the machine's start.
        boot: the id of the machine's start, as in the journal.
        restart: the file that exists while the machine has to restart.
    """

    apt: Apt
    data: Path
    now: Callable[[], float | None]
    say: Callable[[str], None]
    writable: Callable[[Sequence[str]], AbstractContextManager[None]]
    leave: Callable[[UpdateResult], None]
    is_used: Callable[[float], bool] = lambda _within: False
    steady: Callable[[], float] = time.monotonic
    boot: str = boot_id()
    restart: Path = RESTART


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
    """Install the newest version, which restarts the box; if it is installed, Debian's security
    updates. Return a sentence about the result.

    With `spares_players`, do nothing while a game is in progress or the box is in use, and restart
    the machine if it has to.

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

    if is_in_the_way():
        return LATER
    apt = updater.apt
    installed, newest = _versions(apt)
    ready = last_ready(updater.data)
    apt.forget({installed, newest, *((ready,) if ready else ())})
    if newest == installed:
        updater.leave(UpdateResult("newest", installed))
        if not apt.security.exists():
            return _newest(installed)
        sentence = _secure(updater, installed, is_in_the_way)
        if spares_players and updater.restart.exists() and not is_in_the_way():
            apt.run(("systemctl", "reboot"))
        return sentence
    _keep(updater, installed)
    _download(apt, newest)
    if is_in_the_way():  # checked again, because the download may have been slow
        return LATER
    with updater.writable(SYSTEM):
        # Written now, because the new version may be ready before apt ends.
        updater.leave(UpdateResult("updated", newest, installed))
        apt.install(newest)
    return f"{installed} → {newest}, the box is started anew."


def _secure(updater: Updater, installed: str, is_in_the_way: Callable[[], bool]) -> str:
    """Install Debian's security updates; return in a sentence what came of it."""
    packages = updater.apt.security_updates()
    if not packages:
        return _newest(installed)
    if is_in_the_way():
        return LATER
    with updater.writable(EVERYTHING):
        # The display asks to leave the plug in.
        updater.leave(UpdateResult(SECURING, installed))
        updater.apt.secure()
    updater.leave(UpdateResult("secured", installed))
    # What runs keeps what was replaced, and the system stays writable until that ends.
    updater.restart.touch()
    return f"Debian's security updates are installed: {packages}."


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
