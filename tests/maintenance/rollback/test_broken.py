"""Rollback works in a program in which every other module is broken."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.maintenance.rollback.boxes import upgraded

NEEDED = {
    "companion",
    "companion.cli",
    "companion.errors",
    "companion.message",
    "companion.host",
    "companion.host.clock",
    "companion.host.update_result",
    "companion.maintenance",
    "companion.maintenance.apt",
    "companion.maintenance.commands",
    "companion.maintenance.failure_screen",
    "companion.maintenance.owner",
    "companion.maintenance.system",
    "companion.maintenance.update",
    "companion.foreign",
    "companion.foreign.files",
    "companion.table",
    "companion.table.files",
    "companion.table.dates",
    "companion.host.systemd",
}

BROKEN = """
import sys
from importlib.abc import MetaPathFinder

class Broken(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in {needed}:
            return
        if name.startswith("companion") or name == "msgspec":
            raise SyntaxError(f"{{name}} is broken")

sys.meta_path.insert(0, Broken())
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def said(*arguments: str) -> tuple[int, str]:
    program = BROKEN.format(needed=NEEDED)
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_rollback_imports_nothing_of_the_game(tmp_path: Path) -> None:
    status, error = said("go-back", "--data", str(tmp_path), "--archives", str(tmp_path))
    assert (status, error.count("\n")) == (1, 1)
    assert error.startswith("companion: ")


def test_possible_rollback_is_logged_without_drawing(tmp_path: Path) -> None:
    home = upgraded(tmp_path)
    home.keep("0.0.1")
    _, error = said("no-start", "--data", str(home.data), "--archives", str(home.apt.archives))
    logged = error.splitlines()[0]
    assert "0.0.1" in logged


@pytest.mark.parametrize("command", ["run", "config"])
def test_other_commands_fail_in_the_broken_program(command: str) -> None:
    status, error = said(command)
    assert (status, "SyntaxError" in error) == (1, True)
