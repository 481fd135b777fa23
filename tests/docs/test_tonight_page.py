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


def test_the_readme_leads_there_before_anything_else() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+\.md)\)", text) if "/de/" not in link]
    assert links[0] == "docs/tutorial/first-game.md"
