"""The README: its session is played, `make run` works, and its links have targets."""

import doctest
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.regenerate import README, ROOT

COMPANION = str(Path(sys.executable).parent / "companion")


def commands() -> list[str]:
    """Return every line after a ``$`` in the README's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    return [
        line.removeprefix("$ ")
        for block in blocks
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


@pytest.mark.parametrize(("file", "most"), [("CHANGELOG.md", 400), ("docs/architecture.md", 1200)])
def test_page_that_everybody_reads_stays_short(file: str, most: int) -> None:
    assert len((ROOT / file).read_text("utf-8").split()) <= most


def test_readme_begins_with_a_picture_and_has_its_two_commands() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) <= 70
    picture = re.search(r"!\[[^\]]+\]\(([^)]+)\)", text.split("\n## ")[0])
    assert picture is not None
    assert (ROOT / picture.group(1)).stat().st_size > 0
    assert commands() == ["make run", "make test"]


def test_session_in_the_readme_runs_as_printed() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


@pytest.mark.slow("starts the program with make, and again to replay its journal")
def test_make_run_serves_the_panel_and_its_journal_replays(tmp_path: Path) -> None:
    words = ["make", "--no-print-directory", "run", f"ARGS=--simulate --port 0 --data {tmp_path}"]
    with subprocess.Popen(
        words,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
        env=os.environ | {"DISPLAY": ":0"},  # so that it prints localhost
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


def test_pages_linked_in_the_readme_exist() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", README.read_text("utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
