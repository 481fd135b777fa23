"""On the pages for builders, links lead to headings and commands exist."""

import re
from pathlib import Path

import pytest

from companion.config import Config, pins_of
from companion.maintenance.doctor import examine
from companion.maintenance.doctor.context import MARKS, ExaminationContext, Machine
from companion.simulation.box import SimulatedBox
from tests.devices.parts import SetClock

ROOT = Path(__file__).parents[2]
PAGES = ("docs/tutorial/build-the-box.md", "docs/reference/wiring.md")


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings in web form: "3.3 V and 5 V" is #33-v-and-5-v."""
    lines = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_an_existing_file_and_heading(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8"))
    assert links
    for link in links:
        file, _, heading = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not heading or heading in headings(target), link


def test_setup_commands_are_makefile_targets() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = "".join((ROOT / name).read_text("utf-8") for name in PAGES)
    assert set(re.findall(r"(?:`|\$ )make ([a-z]+)", text)) <= targets


def part(heading: str) -> str:
    """Return the text below a heading of docs/tutorial/build-the-box.md."""
    return (
        (ROOT / "docs/tutorial/build-the-box.md")
        .read_text("utf-8")
        .split(f"\n## {heading}\n")[1]
        .split("\n## ")[0]
    )


def test_display_to_buy_is_the_one_of_the_case() -> None:
    drawn = (ROOT / "hardware/case/parameters.scad").read_text("utf-8")
    size = [
        re.search(rf"^{name} = ([\d.]+);", drawn, re.MULTILINE)
        for name in ("display_width", "display_depth")
    ]
    width, depth = (found[1] for found in size if found)
    display = part("1. Get the parts").split("**The display.**")[1]
    assert f"{width} x {depth} mm" in display.split("\n* ")[0].split(". ")[0]


def test_guide_ends_with_a_box_that_starts_by_itself() -> None:
    play = part("8. Play")
    assert "$" not in play
    assert "It starts by itself" in play
    assert "](../howto/install.md#" in play


def test_doctor_output_in_the_guide_matches_the_program(tmp_path: Path) -> None:
    config, clock = Config(), SetClock()
    bench = SimulatedBox(config, clock, "")
    machine = Machine(clock=clock)
    context = ExaminationContext(config, pins_of(config), tmp_path, machine, bench=bench)
    said = {
        f"[{MARKS[finding.verdict]}] {finding.part} {finding.says}" for finding in examine(context)
    }
    wiring = " ".join(part("4. Wire").split())
    told = re.findall(r"`(\[ok\] [^`]+)`", wiring)
    assert len(told) == 2
    assert [text for text in told if not any(one.startswith(text) for one in said)] == []
