"""The guides to the kits without soldering: pictures, what one sees, and nothing to type."""

import re
from pathlib import Path

import pytest

from hardware.guide.steps import HERE, pictures
from hardware.kits import ROOT, load_kits

KITS = load_kits()
SEEN = {"en": "**You see this:**", "de": "**Das siehst du:**"}


def page(kit: str, code: str) -> Path:
    folder = ROOT / "docs" / ("" if code == "en" else code)
    return folder / "tutorial" / KITS.kits[kit].guide


def steps(kit: str, code: str) -> list[str]:
    _, *found = re.split(r"^## ", page(kit, code).read_text("utf-8"), flags=re.MULTILINE)
    return found


@pytest.mark.parametrize("code", SEEN)
@pytest.mark.parametrize("kit", ["A", "B"])
def test_nothing_is_typed_in_a_terminal(kit: str, code: str) -> None:
    text = page(kit, code).read_text("utf-8")
    assert not re.search(r"^\s*\$ ", text, re.MULTILINE)
    assert not re.search(r"```|\bssh\b|\bsudo\b|\bnano\b", text)


@pytest.mark.parametrize("code", SEEN)
@pytest.mark.parametrize("kit", ["A", "B"])
def test_every_step_has_a_picture_and_ends_with_what_one_sees(kit: str, code: str) -> None:
    found = steps(kit, code)
    for number, step in enumerate(found, start=1):
        assert step.startswith(f"{number}. ")
        ending = "" if code == "en" else f"-{code}"
        (shown,) = re.findall(r"\]\(([^)]*\.svg)\)", step)
        assert Path(shown).name == f"{kit.lower()}-{number}{ending}.svg"
        assert (page(kit, code).parent / shown).exists()
        assert step.strip().split("\n\n")[-1].startswith(SEEN[code])


@pytest.mark.parametrize("kit", ["A", "B"])
def test_german_guide_has_the_same_steps(kit: str) -> None:
    assert len(steps(kit, "de")) == len(steps(kit, "en"))


@pytest.mark.parametrize("kit", KITS.kits)
def test_every_kit_has_a_guide(kit: str) -> None:
    assert page(kit, "en").exists()


def test_pictures_are_those_of_the_kits_and_the_program() -> None:
    assert pictures() == {file.name: file.read_text("utf-8") for file in HERE.glob("*.svg")}
