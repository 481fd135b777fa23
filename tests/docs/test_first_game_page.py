"""docs/tutorial/first-game.md: its commands work as described, and its translations have the
same ones.
"""

import re
import shlex
import tomllib

import pytest

from tests.docs.pages import ROOT, TRANSLATIONS, page


def commands(name: str) -> list[str]:
    """Return every line after a ``$``."""
    return re.findall(r"^ *\$ (.*)$", page(name), re.MULTILINE)


def test_all_languages_have_the_same_commands_starting_with_make_run() -> None:
    # test_readme runs `make run`, and tests/service/test_running the other commands
    for language in TRANSLATIONS:
        assert commands(f"{language}/tutorial/first-game.md") == commands("tutorial/first-game.md")
    assert commands("tutorial/first-game.md")[0] == "make run"


@pytest.mark.parametrize("command", commands("tutorial/first-game.md")[1:])
def test_runner_gets_the_checkout_and_one_of_its_scripts(command: str) -> None:
    spec, program = shlex.split(command)[-2:]
    assert spec == "."
    assert (
        program in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    )


def test_readme_links_to_the_page_before_other_ways_to_start() -> None:
    start = (ROOT / "README.md").read_text("utf-8").partition("## Start\n")[2]
    assert re.findall(r"\]\(([^)]+\.md)\)", start)[0] == "docs/tutorial/first-game.md"
