"""The commands that work even if the rest of the program is broken: updates and rollback."""

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Final

from companion.errors import CompanionError
from companion.maintenance.rollback import command as rollback
from companion.maintenance.update import command as update

COMMANDS: Final = (*update.COMMANDS, *rollback.COMMANDS)


def main(arguments: Sequence[str]) -> int:
    """Run one of the commands; return 0, or 1 with one sentence on standard error.

    Wrong usage raises SystemExit with status 2, as argparse does.
    """
    parser = argparse.ArgumentParser(prog="companion")
    add_commands(parser.add_subparsers(required=True, metavar="COMMAND"))
    given = parser.parse_args(arguments)
    try:
        status: int = given.run(given)
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"companion: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return status


def add_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    translated: Callable[[str], str] = str,
) -> None:
    """Add the commands to the program's.

    Args:
        commands: the program's commands.
        translated: translates their help; by default it is English, so that no catalog is needed.
    """
    update.add_commands(commands, translated)
    rollback.add_commands(commands, translated)
