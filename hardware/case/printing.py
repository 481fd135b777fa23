"""What it takes to print the case, and the large parts in halves for a small bed:
`python -m hardware.case.printing`.

Works from the files in stl, so it needs no OpenSCAD.
"""

from collections.abc import Mapping
from pathlib import Path

import manifold3d
import numpy as np
import trimesh

STL = Path(__file__).with_name("stl")
HALVES = STL / "halves"
SMALL_BED = 180.0
"""Millimeters, each way; the whole parts need 220."""

SEAMS: Mapping[str, float] = {"base": 16.0, "rail": -16.0, "face": 0.0, "brass_line": 24.0}
"""Where each large part is cut, in mm from its middle to the right. The seams of base, rail and
face are apart, so that each part bridges the seams of its neighbors, to which it is screwed.
"""

COUNTS: Mapping[str, int] = {"lens": 8, "display_clamp": 2}
"""How many of a part are printed, unless one."""

_WALLS, _INFILL = 1.2, 0.15  # mm: three lines of 0.4; and the share of the rest that is plastic
_GRAMS = 1.24 / 1000  # per mm3: PLA
_FLOW = 5.0  # mm3 per second: walls printed slowly with a nozzle of 0.4 mm
_START = 0.1  # hours until the bed is warm and the first layer lies


def part(name: str) -> trimesh.Trimesh:
    """Return a part as it lies on the bed."""
    mesh = trimesh.load_mesh(STL / f"{name}.stl")
    if not isinstance(mesh, trimesh.Trimesh):
        raise TypeError(f"{name}.stl is no single mesh")
    return mesh


def plastic(mesh: trimesh.Trimesh) -> float:
    """Return the mm3 of plastic in a part: its walls, and the infill of the rest."""
    walls = min(float(mesh.volume), float(mesh.area) * _WALLS)
    return walls + (float(mesh.volume) - walls) * _INFILL


def print_table() -> str:
    """Return the bed, the grams and the hours of each part as a table in Markdown."""
    rows = ["| part | number | bed, mm | g | h |", "|---|---:|---:|---:|---:|"]
    grams = hours = 0.0
    for file in sorted(STL.glob("*.stl")):
        mesh, count = part(file.stem), COUNTS.get(file.stem, 1)
        x, y, z = mesh.extents
        weight = plastic(mesh) * _GRAMS * count
        time = plastic(mesh) * count / _FLOW / 3600 + _START
        grams, hours = grams + weight, hours + time
        size = f"{x:.0f} x {y:.0f} x {z:.0f}"
        rows.append(f"| `{file.stem}` | {count} | {size} | {weight:.0f} | {time:.1f} |")
    rows.append(f"| **together** | | | **{grams:.0f}** | **{hours:.0f}** |")
    return "\n".join(rows)


def halves(name: str) -> list[trimesh.Trimesh]:
    """Return the left and the right half of a large part, each in the middle of the bed."""
    mesh = part(name)
    whole = manifold3d.Manifold(
        manifold3d.Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32))
    )
    right, left = whole.split_by_plane((1.0, 0.0, 0.0), SEAMS[name])
    return [_centered(half) for half in (left, right)]


def _centered(half: manifold3d.Manifold) -> trimesh.Trimesh:
    solid = half.to_mesh()
    mesh = trimesh.Trimesh(solid.vert_properties[:, :3], solid.tri_verts)
    low, high = mesh.bounds
    mesh.apply_translation((-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]))
    return mesh


def write_halves() -> None:
    """Write both halves of every large part."""
    HALVES.mkdir(exist_ok=True)
    for name in SEAMS:
        for side, mesh in zip(("left", "right"), halves(name), strict=True):
            mesh.export(HALVES / f"{name}-{side}.stl")


if __name__ == "__main__":
    write_halves()
