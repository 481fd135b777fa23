"""The `companion` command, which can start a rollback even if the rest of the program is broken."""

import sys
from collections.abc import Sequence

from companion.maintenance.commands import COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status of `companion.cli.commands.main`."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in COMMANDS:
        from companion.maintenance.commands import main as go
    else:
        from companion.cli.commands import main as go
    return go(given)
