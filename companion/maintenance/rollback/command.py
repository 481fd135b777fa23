"""The two rollback commands, which systemd runs if the box does not start."""

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import ConfigError, NoWayBackError
from companion.host.systemd import log_reason
from companion.host.update_result import NOT_BACK, load, save
from companion.maintenance.rollback.failure import (
    LOG,
    FailureReport,
    describe_failure,
    misconfigured,
)
from companion.maintenance.rollback.rollback import go_back
from companion.maintenance.update.apt import ARCHIVES, Apt
from companion.maintenance.update.system import ask, is_unmounted, run, writable
from companion.maintenance.update.update import DATA, Updater

if TYPE_CHECKING:
    from companion.config import Config

COMMANDS: Final = ("go-back", "no-start")

_log = logging.getLogger("companion")


def add_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    translated: Callable[[str], str] = str,
) -> None:
    """Add both commands to the program's; `translated` translates their help."""
    _ = translated  # the name by which `make messages` finds the texts
    data = _("the journal's folder ({folder})").format(folder=DATA)
    archives = _("where apt keeps the previous version ({folder})").format(folder=ARCHIVES)

    def command(name: str, says: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, description=says)  # for systemd, so hidden from --help
        made.add_argument("--data", type=Path, default=DATA, metavar="DIR", help=data)
        made.add_argument("--archives", type=Path, default=ARCHIVES, metavar="DIR", help=archives)
        return made

    command(
        "go-back", _("if a new version does not start, go back to the previous one")
    ).set_defaults(run=_go_back)
    telling = command("no-start", _("show on the display that the box does not start"))
    telling.add_argument("--config", type=Path, metavar="FILE", help=_("the configuration file"))
    telling.set_defaults(run=_not_starting)


def _go_back(given: argparse.Namespace) -> int:
    if os.geteuid() != 0:
        raise NoWayBackError("only root can install packages: sudo companion go-back")

    def say(line: str) -> None:
        print(line, flush=True)

    apt = Apt(run, ask, archives=given.archives)
    go_back(
        Updater(
            *(apt, given.data, time.time, say),
            lambda places: writable(run, say, os.environ, places),
            save,
        )
    )
    return 0


def _not_starting(given: argparse.Namespace) -> int:
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    what = _failure(given)
    _log.error("%s", what.sentence)
    from companion.config.board import is_pi

    # logged first, because anything else may fail
    from companion.maintenance.rollback.failure_screen import (
        picture_of,
        show,
    )

    if is_pi():
        config, mistaken = _configuration(given.config, os.environ)
        # If the report only refers to the log, the mistake in the configuration is the likely
        # reason.
        show(picture_of(mistaken if mistaken is not None and what.command == LOG else what), config)
    return 0


def _failure(given: argparse.Namespace) -> FailureReport:
    result = load()
    stuck = result is not None and result.outcome == NOT_BACK
    return describe_failure(
        version("table-companion"),
        given.data,
        Apt(run, ask, archives=given.archives),
        log_reason(os.environ),
        stuck=stuck,
        unmounted=is_unmounted(given.data),
    )


def _configuration(
    file: Path | None, environ: Mapping[str, str]
) -> tuple["Config", FailureReport | None]:
    """Return the configuration and any mistake in it, which may be why the box does not start."""
    from companion.config import config_file, load_config, load_displays

    place = None
    try:
        place = config_file(file, environ)
        return load_config(place), None
    except ConfigError as error:
        _log.warning("%s", error)
        return load_displays(place), misconfigured(place.name, error) if place is not None else None
