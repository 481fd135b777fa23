"""mypy accepts every Python example of the documents and of the docstrings of the API."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from companion import game
from tests.docs.pages import ROOT, fenced, page

SESSIONS = ("README.md", "docs/reference/python-api.md")


def example(text: str) -> str:
    """Return the statements of a session, with its expressions kept as statements."""
    return "".join(each.source for each in doctest.DocTestParser().get_examples(text))


def docstrings() -> list[str]:
    """Return the examples of each docstring of the game classes."""
    tree = ast.parse(Path(game.__file__).read_text("utf-8"))
    documented = [
        node for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)
    ]
    found = [example(ast.get_docstring(node) or "") for node in documented]
    names = "from companion import *\nfrom companion.core.commands import *\n"
    return [names + text for text in found if text]


@pytest.mark.slow("runs mypy on the programs of the documents")
def test_every_example_is_typed(tmp_path: Path) -> None:
    examples = [example((ROOT / file).read_text("utf-8")) for file in SESSIONS]
    player, thousand = fenced(page("explanation/write-a-player.md"), "python")
    (tmp_path / "player.py").write_text(player, "utf-8")
    for number, text in enumerate([*examples, thousand, *docstrings()]):
        (tmp_path / f"example_{number}.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
