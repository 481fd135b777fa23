"""The messages of the program, found once for all tests in the same way as by `make messages`."""

import re
import subprocess
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface

from tests.docs.pages import ROOT

Update = Callable[[Path], None]


@pytest.fixture(scope="session")
def update(tmp_path_factory: pytest.TempPathFactory) -> Update:
    """A function that updates a catalog with the commands of the Makefile, in this process."""
    messages = tmp_path_factory.mktemp("messages") / "messages.pot"
    words = ["make", "--dry-run", "messages", f"MESSAGES={messages}"]
    printed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    extracting, updating = re.findall(
        r"pybabel (.*?)(?: \|\|.*)?$", printed.replace("\\\n", ""), re.MULTILINE
    )
    run(extracting)

    def update(catalogue: Path) -> None:
        code = catalogue.stem
        command = re.sub(r"--output-file \S+", f"--output-file {catalogue}", updating)
        run(command.replace("$(echo $language | tr - _)", code.replace("-", "_")))

    return update


def run(command: str) -> None:
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]
    with chdir(ROOT):
        CommandLineInterface().run(["pybabel", *words])  # type: ignore[no-untyped-call]
