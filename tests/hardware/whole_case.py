"""The case with all its parts, made by OpenSCAD, to be viewed from all sides. Lengths in mm."""

import re
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import trimesh
from manifold3d import CrossSection, Manifold

from hardware.case.openscad import (
    CASE,
    Catalogue,
    Item,
    Settings,
    as_printed,
    catalogue,
    numbers,
    placed,
    solids,
)
from tests.hardware.slices import body

SPECK = 0.05
"""mm3 of overlap that are rounding errors."""


class Box:
    """The case with all its parts, and the numbers it was made from."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.all: Catalogue = catalogue(settings)
        names = [name for name in (*self.all.parts, *self.all.models) if name != "picture"]
        self.shapes = solids([*names, "sight", "picture"], settings)
        self.items: dict[str, Item] = {
            name: (self.all.parts | self.all.models)[name] for name in names
        }
        asked = re.findall(
            r"^(\w+) = ", (CASE.parent / "parameters.scad").read_text("utf-8"), re.MULTILINE
        )
        self.is_ = numbers([*asked, "face_z", "under_z", "top_z"], settings)

    def number(self, name: str) -> float:
        value = self.is_[name]
        assert isinstance(value, int | float)
        return float(value)

    def bodies(self, name: str) -> list[Manifold]:
        """Return the part at each of its places."""
        return [body(placed(self.shapes[name], place)) for place in self.items[name].places]

    def whole(self, name: str) -> Manifold:
        return Manifold.compose(self.bodies(name))

    def layer(self, name: str, height: float) -> CrossSection:
        return self.whole(name).slice(height)

    def overlaps(self) -> Iterator[tuple[str, str, float]]:
        """Yield every two parts that overlap, and the volume of the overlap (mm3)."""
        things = [(name, one) for name in self.items for one in self.bodies(name)]
        for (first, a), (second, b) in combinations(things, 2):
            if near(a, b) and (common := (a ^ b).volume()) > SPECK:
                yield first, second, round(common, 2)

    def printed(self, name: str) -> trimesh.Trimesh:
        return as_printed(self.shapes[name], self.all.parts[name].turn)


def near(a: Manifold, b: Manifold) -> bool:
    one, other = np.array(a.bounding_box()), np.array(b.bounding_box())
    return bool((one[:3] < other[3:]).all() and (other[:3] < one[3:]).all())
