"""The commands `companion update` and `companion writable`."""

import argparse
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.errors import UpdateError
from companion.host.clock import clock_is_synchronized
from companion.host.update_result import save
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.owner import is_used
from companion.maintenance.update.system import EVERYTHING, WITHIN, ask, is_read_only, run, writable
from companion.maintenance.update.update import DATA, Updater, look, update

COMMANDS: Final = ("update", "writable")


def add_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    translated: Callable[[str], str] = str,
) -> None:
    """Add both commands to the program's; `translated` translates their help."""
    _ = translated  # the name by which `make messages` finds the texts
    updating = commands.add_parser(
        "update", help=_("install the newest version; the game continues afterwards")
    )
    updating.add_argument("--check", action="store_true", help=_("only check for a new version"))
    updating.add_argument(
        "--unless-playing", action="store_true", help=_("do nothing while a game is running")
    )
    data = _("the journal's folder ({folder})").format(folder=DATA)
    updating.add_argument("--data", type=Path, default=DATA, metavar="DIR", help=data)
    updating.set_defaults(run=_update)

    # Hidden from `companion --help`; docs/howto/update.md explains when it is needed.
    writing = commands.add_parser(
        "writable", description=_("run one command with the system writable")
    )
    writing.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="COMMAND", help=_("the command")
    )
    writing.set_defaults(run=_writable)


def _update(given: argparse.Namespace) -> int:
    _as_root("update")
    updater = Updater(
        Apt(run, ask),
        given.data,
        lambda: time.time() if clock_is_synchronized() else None,
        _say,
        lambda places: writable(run, _say, os.environ, places),
        save,
        lambda within: is_used(time.monotonic(), within),
    )
    _say(look(updater) if given.check else update(updater, spares_players=given.unless_playing))
    return 0


def _writable(given: argparse.Namespace) -> int:
    _as_root("writable")
    if not given.command:
        raise UpdateError("which command? For example: sudo companion writable apt full-upgrade")
    if not is_read_only(EVERYTHING):
        _say("The system is writable as it is.")
    with writable(run, _say, os.environ, EVERYTHING):
        try:
            done = subprocess.run(given.command, env={**os.environ, WITHIN: "yes"}, check=False)  # noqa: S603
        except OSError as error:
            raise UpdateError(f"{given.command[0]}: {error.strerror}") from None
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def _as_root(command: str) -> None:
    if os.geteuid() != 0:
        raise UpdateError(f"only root may do that: sudo companion {command}")


def _say(line: str) -> None:
    print(line, flush=True)
