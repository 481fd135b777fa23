"""The examples of commands in docs/reference run, and the generated parts are up to date."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, fenced, page
from tests.docs.regenerate import MADE, marked

COMPANION = str(Path(sys.executable).parent / "companion")
OF_A_JOURNAL = {
    f"companion {name} ~/.local/state/companion/journal" for name in ("replay", "export")
}
"""These need the journal of a game: test_readme replays one."""


def commands() -> list[str]:
    """Return every line after a ``$`` in the console blocks of the page."""
    blocks = fenced(page("reference/commands.md"), "console")
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize(
    "command", [command for command in commands() if command not in OF_A_JOURNAL]
)
def test_every_example_runs(command: str, tmp_path: Path) -> None:
    words, _, given = command.partition(" < ")
    name, *arguments = shlex.split(words)
    assert name == "companion"
    environment = os.environ | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with (ROOT / given).open("rb") if given else Path(os.devnull).open("rb") as text:
        done = subprocess.run(
            [COMPANION, *arguments],
            stdin=text,
            capture_output=True,
            cwd=ROOT,
            env=environment,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.strip()


@pytest.mark.parametrize(("file", "mark", "make"), MADE, ids=[file.stem for file, *_ in MADE])
def test_every_generated_part_is_up_to_date(file: Path, mark: str, make: Callable[[], str]) -> None:
    assert marked(file.read_text("utf-8"), mark) == make().strip()
