"""docs/tutorial/first-game.md: its commands start what they say, and the German page has the same
ones.
"""

import re
import shlex
import tomllib

import pytest

from tests.docs.pages import ROOT, page


def commands(name: str) -> list[str]:
    """Every line after a ``$``."""
    return re.findall(r"^ *\$ (.*)$", page(name), re.MULTILINE)


def test_both_languages_have_the_same_commands_and_make_run_is_the_first() -> None:
    # test_readme starts `make run`, tests/service/test_running what the other ones start
    assert commands("tutorial/first-game.md") == commands("de/tutorial/first-game.md")
    assert commands("tutorial/first-game.md")[0] == "make run"


@pytest.mark.parametrize("command", commands("tutorial/first-game.md")[1:])
def test_a_runner_is_given_the_checkout_and_a_script_of_it(command: str) -> None:
    spec, program = shlex.split(command)[-2:]
    assert spec == "."
    assert (
        program in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    )


def test_the_readme_leads_there_first_of_all_ways_to_start() -> None:
    start = (ROOT / "README.md").read_text("utf-8").partition("## Start\n")[2]
    assert re.findall(r"\]\(([^)]+\.md)\)", start)[0] == "docs/tutorial/first-game.md"
