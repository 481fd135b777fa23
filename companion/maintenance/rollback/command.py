"""The two rollback commands: one for a person, one that runs when the box does not start."""

import argparse
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import ConfigError, NoWayBackError
from companion.host.systemd import said_why
from companion.maintenance.rollback.failure import (
    LOG,
    FailureReport,
    describe_failure,
    misconfigured,
    without_games,
)
from companion.maintenance.rollback.packages import KEPT
from companion.maintenance.rollback.partition import standing
from companion.maintenance.rollback.rollback import Installation, go_back

if TYPE_CHECKING:
    from companion.config import Config

COMMANDS: Final = ("go-back", "no-start")

DATA: Final = Path("/var/lib/companion")
"""The folder of the service's journal (StateDirectory= of its unit)."""

SYSTEM: Final = Path("/usr")
"""The file system on which packages are installed."""

_log = logging.getLogger("companion")


def add_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", translated: Callable[[str], str] = str
) -> None:
    """Add both to those of the program; `translated` words their help."""
    _ = translated  # the name by which `make messages` finds the texts
    data = _("the journal's folder ({folder})").format(folder=DATA)
    kept = _("where the version before is kept ({folder})").format(folder=KEPT)

    def command(name: str, says: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=says)
        made.add_argument("--data", type=Path, default=DATA, metavar="DIR", help=data)
        made.add_argument("--kept", type=Path, default=KEPT, metavar="DIR", help=kept)
        return made

    going = command("go-back", _("when a new version does not start: back to the one before"))
    going.add_argument("--yes", action="store_true", help=_("go back without a question"))
    going.set_defaults(run=_go_back)

    telling = command("no-start", _("say on the display that the box does not start"))
    telling.add_argument("--config", type=Path, metavar="FILE", help=_("the configuration file"))
    telling.set_defaults(run=_not_starting)


def _go_back(given: argparse.Namespace) -> int:
    if (games := standing(given.data)) != "there":
        raise NoWayBackError(without_games(given.data, games).sentence)
    return go_back(
        Installation(version("table-companion"), given.data, given.kept, _is_read_only(SYSTEM)),
        _run,
        lambda line: print(line, flush=True),
        input if sys.stdin is not None and sys.stdin.isatty() else None,
        is_root=os.geteuid() == 0,
        agreed=given.yes,
        undisturbed=_undisturbed,
    )


def _undisturbed() -> None:
    """Ignore Ctrl-C and a lost terminal from now on, in this program and in the commands that it runs."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _is_read_only(place: Path) -> bool:
    return bool(os.statvfs(place).f_flag & os.ST_RDONLY)


def _run(command: Sequence[str]) -> int:
    # The second variable is for our package's prerm script, which apt-get runs.
    environ = {"DEBIAN_FRONTEND": "noninteractive", "COMPANION_GOES_BACK": "yes"}
    try:
        ended = subprocess.run(command, env={**os.environ, **environ}, check=False)  # noqa: S603  # our own
    except FileNotFoundError:
        return 127  # the shell's status for a command not found
    return ended.returncode


def _not_starting(given: argparse.Namespace) -> int:
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    what = _failure(given)
    _log.error("%s", what.sentence)
    from companion.config.board import is_pi
    from companion.maintenance.rollback.failure_screen import (  # said before anything else may break
        picture_of,
        show,
    )

    if is_pi():
        config, mistaken = _configuration(given.config, os.environ)
        # If the report names only the log, the mistake in the configuration is the likely reason.
        show(picture_of(mistaken if mistaken is not None and what.command == LOG else what), config)
    return 0


def _failure(given: argparse.Namespace) -> FailureReport:
    # The folder below the mount point is from before the mount existed, and says nothing.
    if (games := standing(given.data)) != "there":
        return without_games(given.data, games)
    return describe_failure(version("table-companion"), given.data, given.kept, said_why(os.environ))


def _configuration(file: Path | None, environ: Mapping[str, str]) -> tuple["Config", FailureReport | None]:
    """Return the configuration, and the mistake in it if any: that may be why nothing starts."""
    from companion.config import config_file, load_config, load_displays

    place = None
    try:
        place = config_file(file, environ)
        return load_config(place), None
    except ConfigError as error:
        _log.warning("%s", error)
        return load_displays(place), misconfigured(place.name, error) if place is not None else None
