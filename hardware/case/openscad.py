"""Gets the parts of the case and their places from OpenSCAD; lengths are in mm, angles in degrees.

It needs OpenSCAD 2021.01 or newer, but no screen.
"""

import fcntl
import hashlib
import json
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray

CASE = Path(__file__).with_name("case.scad")
MADE_FROM = CASE.parent / "stl" / "made-from.txt"
"""A line for each part to print: its name, and the hash of its source."""
DRAWN = Path(__file__).parents[2] / "build" / "case"
"""The cache of drawn parts: a folder for each version of OpenSCAD, with files named by the hash of
their source.
"""

Settings = Mapping[str, float | str | list[float]]
"""Parameters of the case that differ from parameters.scad."""
Place = tuple[float, float, float, float]
"""x, y, z, and the rotation around z."""
Solid = trimesh.Trimesh
DEFAULT: Settings = {}


@dataclass(frozen=True)
class Item:
    """A printed or bought item: its color, its lift in the exploded view, and all its places.

    `turn` is the rotation around x that puts a printed part on the bed.
    """

    name: str
    colour: str
    lift: float
    places: tuple[Place, ...]
    turn: float = 0


@dataclass(frozen=True)
class Catalogue:
    """All printed and bought items, as listed in catalogue.scad."""

    parts: dict[str, Item]
    models: dict[str, Item]


def catalogue(settings: Settings = DEFAULT) -> Catalogue:
    """Return the lists of catalogue.scad with computed places."""
    said = echoed({"show": "list", **settings})
    places = {name: tuple(tuple(row) for row in rows) for name, rows in said["places"]}
    parts = {
        name: Item(name, colour, up, places[name], turn) for name, turn, up, colour in said["parts"]
    }
    models = {name: Item(name, colour, up, places[name]) for name, up, colour in said["models"]}
    return Catalogue(parts, models)


def numbers(names: Iterable[str], settings: Settings = DEFAULT) -> dict[str, Any]:
    """Return the values of the named parameters, or of values computed from them."""
    asked = "".join(f"echo({name} = {name});\n" for name in names)
    with tempfile.NamedTemporaryFile("w", suffix=".scad", encoding="utf-8") as file:
        file.write(f"include <{CASE}>\n{asked}")
        file.flush()
        return echoed({"show": "list", **settings}, Path(file.name))


def echoed(settings: Settings, file: Path = CASE) -> dict[str, Any]:
    """Return the values that the file prints with `echo(name = value)`."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "said.echo"
        run(file, answer, settings)
        lines = answer.read_text("utf-8").splitlines()
    said = {}
    for line in lines:
        name, value = line.removeprefix("ECHO: ").split(" = ", 1)
        said[name] = json.loads(value)
    return said


def made_from(name: str, settings: Settings = DEFAULT) -> str:
    """Return the hash of an item's source: OpenSCAD's tree, with lengths to six digits."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / f"{name}.csg"
        run(CASE, tree, {"show": name, **settings})
        return hashlib.sha256(tree.read_bytes()).hexdigest()


def version() -> str:
    """Return the version of OpenSCAD, for example "2021.01"."""
    said = subprocess.run(["openscad", "--version"], capture_output=True, text=True, check=True)  # noqa: S607
    return said.stderr.split()[-1]


def solids(
    names: Iterable[str], settings: Settings = DEFAULT, at_once: int = 2
) -> dict[str, Solid]:
    """Return several items as closed surfaces, oriented as in the box, but without their place.

    OpenSCAD uses one core for each. Results are cached in `DRAWN`.
    """
    kept = DRAWN / version()
    kept.mkdir(parents=True, exist_ok=True)
    names = list(names)
    with (DRAWN / "lock").open("w") as lock, ThreadPoolExecutor(at_once) as pool:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be drawing the same
        return dict(
            zip(names, pool.map(lambda name: _solid(name, settings, kept), names), strict=True)
        )


def _solid(name: str, settings: Settings, kept: Path) -> Solid:
    file = kept / f"{name}-{made_from(name, settings)}.stl"
    if not file.exists():
        with tempfile.TemporaryDirectory(dir=kept) as folder:
            drawn = Path(folder) / file.name
            run(CASE, drawn, {"show": name, **settings})
            drawn.replace(file)
    loaded = trimesh.load_mesh(file)
    return Solid(loaded.vertices, loaded.faces, process=False)


def placed(mesh: Solid, place: Place, lift: float = 0) -> Solid:
    """Return a copy of `mesh` at a place."""
    x, y, z, turn = place
    moved = mesh.copy()
    moved.apply_transform(turned(turn, 2))
    moved.apply_translation((x, y, z + lift))
    return moved


def as_printed(mesh: Solid, turn: float) -> Solid:
    """Return a copy of `mesh` as it is printed on the bed, with its center at x = 0 and y = 0."""
    laid = mesh.copy()
    laid.apply_transform(turned(turn, 0))
    low, high = laid.bounds
    laid.apply_translation((-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]))
    return laid


def turned(degrees: float, axis: int) -> NDArray[np.float64]:
    """Return the 4 x 4 matrix of a rotation around x (0) or z (2)."""
    matrix = np.eye(4)
    first, second = ((axis + 1) % 3, (axis + 2) % 3)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    matrix[np.ix_((first, second), (first, second))] = [[cos, -sin], [sin, cos]]
    return matrix


def run(file: Path, to: Path, settings: Settings) -> None:
    """Run OpenSCAD; raise CalledProcessError with its output if it fails or warns."""
    words = [
        word for name, value in settings.items() for word in ("-D", f"{name}={json.dumps(value)}")
    ]
    done = subprocess.run(  # noqa: S603  # our own arguments
        ["openscad", "--hardwarnings", "-o", str(to), *words, str(file)],  # noqa: S607  # found in the PATH
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, "openscad", done.stdout, done.stderr)
