"""The commands that work even if the rest of the program is broken: updates, and the rollback to
the version that was last ready.

The explanation of why the box does not start, for the displays and the log, does not draw, so the
log gets it even if drawing fails.
"""

import argparse
import logging
import os
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import CompanionError, ConfigError, NoWayBackError, UpdateError
from companion.host.clock import clock_is_synchronized
from companion.host.systemd import log_reason
from companion.host.update_result import BACK, NOT_BACK, UpdateResult, load, save
from companion.maintenance import system
from companion.maintenance.apt import ARCHIVES, Apt
from companion.maintenance.owner import is_used, last_ready
from companion.maintenance.system import SYSTEM
from companion.maintenance.update import DATA, Updater, look, update
from companion.message import phrase

if TYPE_CHECKING:
    from companion.config import Config

LOG = "journalctl -u companion"
DOCTOR = "sudo companion doctor"
UNIT = "companion.service"


class RollbackPlan(NamedTuple):
    """A rollback to `version` by its `package`."""

    version: str
    package: Path


def plan_rollback(data: Path, apt: Apt, installed: str) -> RollbackPlan:
    """Return the rollback from version `installed`, which does not start,
    to the last one that was ready.

    The journal is unchanged.

    Raises:
        NoWayBackError: no rollback is possible; the message has the reason.
    """
    ready = last_ready(data)
    if ready is None:
        raise NoWayBackError(f"no version before {installed} is known to have been ready")
    if ready == installed:
        raise NoWayBackError(f"version {installed} itself has been ready before")
    package = apt.cached(ready)
    if package is None:
        raise NoWayBackError(f"the package of version {ready} is not in {apt.archives}")
    return RollbackPlan(ready, package)


def go_back(box: Updater) -> None:
    """Install the version that was last ready and start the box.

    Later updates skip the removed version, so that the two versions do not replace each other in a
    loop.

    Raises:
        NoWayBackError: no rollback is possible, or it failed halfway; the message describes what
            was done.
    """
    installed = box.apt.installed()
    way = plan_rollback(box.data, box.apt, installed)
    box.say(f"version {way.version} takes the place of version {installed}")
    _systemctl(box, "stop", "the box cannot be stopped, and nothing was changed")
    # Written now, because the older version may be ready before apt ends.
    box.leave(UpdateResult(BACK, way.version, installed))
    try:
        with box.writable(SYSTEM):
            box.apt.refuse(installed)
            box.apt.put_back(way.package)
    except (UpdateError, OSError) as error:
        box.leave(UpdateResult(NOT_BACK, installed, way.version))
        message = f"version {way.version} could not be installed, and the box is stopped: {error}"
        raise NoWayBackError(message) from None
    _systemctl(box, "reset-failed", f"{UNIT} is not known to systemd")
    _systemctl(box, "start", f"version {way.version} is installed, but does not start")
    box.say(f"version {way.version} has started")


def _systemctl(box: Updater, verb: str, otherwise: str) -> None:
    if box.apt.run(("systemctl", verb, UNIT)).status:
        raise NoWayBackError(otherwise)


class FailureReport(NamedTuple):
    """The text for displays, from `headline` to the `command` to type (or ""), and the `sentence`
    for the log.
    """

    headline: str
    words: str
    command: str
    sentence: str


def describe_failure(
    installed: str,
    data: Path,
    apt: Apt,
    why: str = "",
    *,
    stuck: bool = False,
    unmounted: bool = False,
) -> FailureReport:
    """Return the report for a version `installed` that failed to start three times.

    The box only rolls back from a version that was never ready; otherwise the version is not the
    cause. `why` is the reason that the program stored when it gave up, if it got that far. `stuck`
    means that a rollback has failed, `unmounted` that `data` is not mounted, so the games cannot be
    read.
    """
    if unmounted:
        words = "The card's partition for them cannot be read. What helps:"
        return FailureReport("Games not found", words, DOCTOR, f"nothing is mounted at {data}")
    headline, says = f"Version {_short(installed)}", f"version {installed} does not start"
    try:
        back = plan_rollback(data, apt, installed).version
        problem = f"version {back} could not be installed" if stuck else ""
    except NoWayBackError as error:
        back, problem = "", str(error)
    if not problem:
        words = f"It does not start. The box goes back to {_short(back)}"
        return FailureReport(headline, words, "", f"{says}; the box goes back to version {back}")
    stays = f"{says}, and the box does not go back: {problem}"
    if why:
        return FailureReport("No game", why, LOG, f"{stays}: {why}")
    words = "It does not start. The log says why:"
    return FailureReport(headline, words, LOG, f"{stays}; {LOG} says why")


def misconfigured(file: str, mistake: ConfigError) -> FailureReport:
    """Return the report for a mistake in the configuration `file`."""
    return FailureReport(file, mistake.brief, LOG, str(mistake))


def _short(version: str) -> str:
    """Return the version for a display, without the commit, which is in the log."""
    return version.partition("+")[0]


COMMANDS = ("update", "writable", "go-back", "no-start")

_log = logging.getLogger("companion")


def main(arguments: Sequence[str]) -> int:
    """Run one of the commands; return 0, or 1 with one sentence on standard error.

    Wrong usage raises SystemExit with status 2, as argparse does.
    """
    parser = argparse.ArgumentParser(prog="companion")
    add_commands(parser.add_subparsers(required=True, metavar="COMMAND"))
    return executed(parser.parse_args(arguments))


def executed(given: Namespace) -> int:
    """Run the parsed command and return its status, or 1 with one sentence on standard error."""
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        status = 0
    except OSError as error:
        name = error.filename or phrase("the output")
        print(f"companion: {name}: {error.strerror}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    else:
        return status
    # What could not be written is discarded, or Python tries again and complains at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def add_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    translated: Callable[[str], str] = str,
) -> None:
    """Add the commands to the program's.

    Only `update` is in `companion --help`: docs/howto/update.md explains when `writable` is needed,
    and systemd runs the others if the box does not start.

    Args:
        commands: the program's commands.
        translated: translates their help; by default it is English, so that no catalog is needed.
    """
    _ = translated  # the name by which `make messages` finds the texts
    updating = commands.add_parser(
        "update", help=_("install the newest version; the game continues afterwards")
    )
    updating.set_defaults(run=_update)
    updating.add_argument("--check", action="store_true", help=_("only check for a new version"))
    updating.add_argument(
        "--unless-playing", action="store_true", help=_("do nothing while a game is running")
    )

    writing = commands.add_parser(
        "writable", description=_("run one command with the system writable")
    )
    writing.set_defaults(run=_writable)
    writing.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="COMMAND", help=_("the command")
    )

    going = commands.add_parser(
        "go-back", description=_("if a new version does not start, go back to the previous one")
    )
    going.set_defaults(run=_go_back)
    telling = commands.add_parser(
        "no-start", description=_("show on the display that the box does not start")
    )
    telling.set_defaults(run=_not_starting)

    data = _("the journal's folder ({folder})").format(folder=DATA)
    archives = _("where apt keeps the previous version ({folder})").format(folder=ARCHIVES)
    for command in (updating, going, telling):
        command.add_argument("--data", type=Path, default=DATA, metavar="DIR", help=data)
    for command in (going, telling):
        command.add_argument(
            "--archives", type=Path, default=ARCHIVES, metavar="DIR", help=archives
        )
    telling.add_argument("--config", type=Path, metavar="FILE", help=_("the configuration file"))


def _update(given: Namespace) -> int:
    _as_root("update")
    updater = _updater(given.data, ARCHIVES)
    system.print_line(
        look(updater) if given.check else update(updater, spares_players=given.unless_playing)
    )
    return 0


def _writable(given: Namespace) -> int:
    _as_root("writable")
    if not given.command:
        raise UpdateError("which command? For example: sudo companion writable apt full-upgrade")
    with system.writable(system.EVERYTHING):
        try:
            done = subprocess.run(  # noqa: S603
                given.command, env={**os.environ, system.WITHIN: "yes"}, check=False
            )
        except OSError as error:
            raise UpdateError(f"{given.command[0]}: {error.strerror}") from None
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def _go_back(given: Namespace) -> int:
    _as_root("go-back")
    go_back(_updater(given.data, given.archives))
    return 0


def _updater(data: Path, archives: Path) -> Updater:
    return Updater(
        Apt(system.run, system.ask, archives=archives),
        data,
        lambda: time.time() if clock_is_synchronized() else None,
        system.print_line,
        system.writable,
        save,
        lambda within: is_used(time.monotonic(), within),
    )


def _as_root(command: str) -> None:
    if os.geteuid() != 0:
        raise UpdateError(f"only root may do that: sudo companion {command}")


def _not_starting(given: Namespace) -> int:
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    result = load()
    what = describe_failure(
        version("table-companion"),
        given.data,
        Apt(system.run, system.ask, archives=given.archives),
        log_reason(os.environ),
        stuck=result is not None and result.outcome == NOT_BACK,
        unmounted=system.is_unmounted(given.data),
    )
    _log.error("%s", what.sentence)
    # logged first, because anything else may fail
    from companion.config.board import is_pi
    from companion.maintenance.failure_screen import picture_of, show

    if is_pi():
        config, mistaken = _configuration(given.config)
        # If the report only refers to the log, the mistake in the configuration is the likely
        # reason.
        show(picture_of(mistaken if mistaken is not None and what.command == LOG else what), config)
    return 0


def _configuration(given: Path | None) -> tuple["Config", FailureReport | None]:
    """Return the configuration and any mistake in it, which may be why the box does not start."""
    from companion.config import config_file, load_config, load_displays

    file = None
    try:
        file = config_file(given, os.environ)
        return load_config(file), None
    except ConfigError as error:
        _log.warning("%s", error)
        return load_displays(file), misconfigured(file.name, error) if file is not None else None
