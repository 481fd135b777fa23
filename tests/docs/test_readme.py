"""Every command of the README that needs no Pi is run, its session played, its table compared."""

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.config.board import load_board
from hardware.wiring.table import wiring_table
from tests.docs.regenerate import README, ROOT, WIRING, marked

COMPANION = str(Path(sys.executable).parent / "companion")
OF_A_JOURNAL = {
    f"companion {name} ~/.local/state/companion/journal" for name in ("replay", "export")
}
ELSEWHERE = {"make run", "make test"} | OF_A_JOURNAL
"""`make run`, `replay` and `export` are run with a folder of their own; `make test` is running."""


def commands() -> list[str]:
    """Every line after a ``$`` in the README's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    return [
        line.removeprefix("$ ")
        for block in blocks
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def test_the_readme_begins_with_a_picture_and_has_its_two_commands() -> None:
    text = README.read_text("utf-8")
    picture = re.search(r"!\[[^\]]+\]\(([^)]+)\)", text.split("\n## ")[0])
    assert picture is not None
    assert (ROOT / picture.group(1)).stat().st_size > 0
    assert {"make run", "make test"} <= set(commands())


def test_the_session_of_the_readme_goes_as_printed() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("command", [command for command in commands() if command not in ELSEWHERE])
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
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


@pytest.mark.slow("starts the program with make, and again to replay its journal")
def test_make_run_serves_the_panel_and_its_journal_replays(tmp_path: Path) -> None:
    words = ["make", "--no-print-directory", "run", f"ARGS=--simulate --port 0 --data {tmp_path}"]
    with subprocess.Popen(
        words,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
        env=os.environ | {"DISPLAY": ":0"},  # or it would not send anybody to this machine
    ) as running:
        try:
            assert running.stderr is not None
            assert any("http://localhost:" in line for line in running.stderr)
        finally:
            os.killpg(running.pid, signal.SIGINT)
            running.communicate()
    replayed = subprocess.run(
        [COMPANION, "replay", str(tmp_path / "journal")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (replayed.returncode, replayed.stderr) == (0, "")


def test_the_wiring_table_is_the_one_of_the_board() -> None:
    assert marked(README.read_text("utf-8"), WIRING) == wiring_table(load_board().pins()).strip()


def test_the_pages_that_the_readme_links_are_there() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", README.read_text("utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
