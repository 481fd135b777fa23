"""The halves of the case's large parts fit a small bed, and are the whole parts together."""

from pathlib import Path

import pytest
import trimesh

from hardware.case.printing import HALVES, SEAMS, SMALL_BED, halves, part
from tests.hardware.slices import body


@pytest.mark.parametrize("name", SEAMS)
def test_halves_of_a_large_part_are_closed_pieces_for_a_small_bed(name: str) -> None:
    pair = halves(name)
    for half in pair:
        assert half.is_volume
        assert len(body(half).decompose()) == 1
        assert max(half.extents[:2]) <= SMALL_BED
        assert half.bounds[0][2] == pytest.approx(0, abs=1e-3)
    assert sum(half.volume for half in pair) == pytest.approx(part(name).volume, rel=1e-3)


def test_only_parts_in_halves_are_too_large_for_a_small_bed() -> None:
    large = {file.stem for file in HALVES.parent.glob("*.stl") if too_large(file)}
    assert large == set(SEAMS)


def too_large(file: Path) -> bool:
    return bool(max(part(file.stem).extents[:2]) > SMALL_BED)


def test_seams_of_parts_that_are_screwed_together_are_apart() -> None:
    base, rail, face = (SEAMS[name] for name in ("base", "rail", "face"))
    assert min(abs(base - rail), abs(rail - face)) >= 15


@pytest.mark.parametrize("name", SEAMS)
def test_halves_to_print_are_those_of_the_whole_parts(name: str) -> None:
    for side, half in zip(("left", "right"), halves(name), strict=True):
        kept = trimesh.load_mesh(HALVES / f"{name}-{side}.stl")
        assert kept.extents == pytest.approx(half.extents, abs=0.01)
        assert kept.volume == pytest.approx(half.volume, rel=1e-3)
