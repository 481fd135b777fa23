"""The parts in kits.toml are those of the drawings, in the drawn quantity."""

import re
from collections import Counter

import pytest

from hardware.kits import FILE, load_kits
from hardware.wiring.box import box_drawings
from hardware.wiring.harness import Drawing
from hardware.wiring.make_wiring import HERE
from hardware.wiring.node import node_drawings

PARAMETERS = HERE.parent / "case" / "parameters.scad"

PARTS = load_kits().parts
REFERENCE = ("display", "lights", "buttons-and-sounder", "reader")
NODE = ("node", "node-beeper")

DRAWN = {drawing.name: drawing for drawing in [*box_drawings(), *node_drawings()]}


def billed(build: str) -> dict[str, int]:
    """Return the quantity of each part in one build."""
    return {key: part.quantity[build] for key, part in load_kits().parts_of(build).items()}


def places_used(drawings: list[Drawing], boards: set[str]) -> int:
    """Return how many places of a board have a wire."""
    return len(
        {
            pin
            for one in drawings
            for name, box in one.boxes.items()
            if name in boards
            for pin in box["pins"]
        }
    )


def test_every_part_is_for_a_build_and_has_requirements() -> None:
    for key, part in PARTS.items():
        assert part.part, key
        assert part.must, key
        assert part.quantity, key
        assert min(part.quantity.values()) > 0, key


def test_box_bill_matches_the_parts_drawn() -> None:
    drawn = sum((DRAWN[name].parts for name in REFERENCE), Counter[str]())
    bill = billed("C")
    assert {key: bill.get(key) for key in drawn} == dict(drawn)


def test_node_bill_matches_the_parts_drawn_except_the_scanner() -> None:
    drawn = sum((DRAWN[name].parts for name in NODE), Counter[str]())
    assert drawn.pop("reader") == DRAWN["reader"].parts["reader"]
    bill = billed("node")
    assert {key: bill.get(key) for key in drawn} == dict(drawn)


def test_parts_of_other_builds_are_in_the_bill() -> None:
    for one in DRAWN.values():
        assert set(one.parts) <= set(PARTS), one.name


@pytest.mark.parametrize(
    ("build", "drawings", "boards"),
    [
        ("C", REFERENCE, {"Raspberry Pi", "Pi, ground"}),
        ("node", NODE, {"Pico", "Pico, ground"}),
    ],
)
def test_bill_has_a_wire_for_every_used_place(
    build: str, drawings: tuple[str, ...], boards: set[str]
) -> None:
    assert billed(build)["jumper-wire"] == places_used([DRAWN[name] for name in drawings], boards)


def test_bill_has_no_prices_and_no_shops() -> None:
    text = FILE.read_text("utf-8")
    assert not re.search(r"https?:|www\.|[$€£]|\b(EUR|USD)\b", text)


def parameter(name: str) -> float:
    found = re.search(rf"^{name} = ([\d.]+);", PARAMETERS.read_text("utf-8"), re.MULTILINE)
    assert found, name
    return float(found[1])


@pytest.mark.parametrize(
    ("key", "length"),
    [
        ("screw-m3x16", "base_screw"),
        ("screw-m3x8", "face_screw"),
        ("screw-m3x8", "guide_screw"),
        ("screw-m3x8-cap", "clamp_screw"),
    ],
)
def test_screws_have_the_lengths_of_the_case(key: str, length: str) -> None:
    assert PARTS[key].part == f"Screw M3 x {parameter(length):.0f}"


def test_buttons_and_inserts_fit_the_holes_of_the_case() -> None:
    hole, panel = int(parameter("button_hole")), parameter("face_thickness")
    assert f"{hole} mm, for a panel of {panel} mm" in PARTS["button"].must
    assert f"for a hole of {parameter('insert_hole'):.1f} mm" in PARTS["insert"].must
