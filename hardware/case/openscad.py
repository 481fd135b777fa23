"""Asks OpenSCAD for the parts of the case and for where they go: lengths in mm, angles in degrees.

OpenSCAD 2021.01 or newer is needed; no screen is.
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
"""A line for each part to print: its name, and the hash of what its file is made from."""
DRAWN = Path(__file__).parents[2] / "build" / "case"
"""What has been drawn, a folder for each version of OpenSCAD;
a file is named by what it is made from.
"""

Settings = Mapping[str, float | str | list[float]]
"""Parameters of the case that are not those of parameters.scad."""
Place = tuple[float, float, float, float]
"""x, y, z, and the turn round z."""
Solid = trimesh.Trimesh
DEFAULT: Settings = {}


@dataclass(frozen=True)
class Item:
    """Something printed or bought: its colour, its lift in the exploded view,
    and every place of it.

    `turn` is how a printed part is turned round x before it is laid on the bed.
    """

    name: str
    colour: str
    lift: float
    places: tuple[Place, ...]
    turn: float = 0


@dataclass(frozen=True)
class Catalogue:
    """All that is printed and all that is bought, as catalogue.scad lists it."""

    parts: dict[str, Item]
    models: dict[str, Item]


def catalogue(settings: Settings = DEFAULT) -> Catalogue:
    """The lists of catalogue.scad, with all places worked out."""
    said = echoed({"show": "list", **settings})
    places = {name: tuple(tuple(row) for row in rows) for name, rows in said["places"]}
    parts = {
        name: Item(name, colour, up, places[name], turn) for name, turn, up, colour in said["parts"]
    }
    models = {name: Item(name, colour, up, places[name]) for name, up, colour in said["models"]}
    return Catalogue(parts, models)


def numbers(names: Iterable[str], settings: Settings = DEFAULT) -> dict[str, Any]:
    """What the named parameters, or values worked out from them, come to."""
    asked = "".join(f"echo({name} = {name});\n" for name in names)
    with tempfile.NamedTemporaryFile("w", suffix=".scad", encoding="utf-8") as file:
        file.write(f"include <{CASE}>\n{asked}")
        file.flush()
        return echoed({"show": "list", **settings}, Path(file.name))


def echoed(settings: Settings, file: Path = CASE) -> dict[str, Any]:
    """What the file says with `echo(name = value)`."""
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
    """Hash what an item is cut and joined from: OpenSCAD's tree of it, lengths to six digits."""
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
    """Several items as closed surfaces, the way they stand in the box but for their place.

    OpenSCAD uses one core for each. What it has drawn once stays in `DRAWN`.
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
    """A copy of it at a place."""
    x, y, z, turn = place
    moved = mesh.copy()
    moved.apply_transform(turned(turn, 2))
    moved.apply_translation((x, y, z + lift))
    return moved


def as_printed(mesh: Solid, turn: float) -> Solid:
    """A copy of it as it lies on the bed, its middle at x = 0 and y = 0."""
    laid = mesh.copy()
    laid.apply_transform(turned(turn, 0))
    low, high = laid.bounds
    laid.apply_translation((-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]))
    return laid


def turned(degrees: float, axis: int) -> NDArray[np.float64]:
    """The 4 x 4 matrix of a turn round x (0) or z (2)."""
    matrix = np.eye(4)
    first, second = ((axis + 1) % 3, (axis + 2) % 3)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    matrix[np.ix_((first, second), (first, second))] = [[cos, -sin], [sin, cos]]
    return matrix


def run(file: Path, to: Path, settings: Settings) -> None:
    """Runs OpenSCAD; raises CalledProcessError, with what it said, when it fails or warns."""
    words = [
        word for name, value in settings.items() for word in ("-D", f"{name}={json.dumps(value)}")
    ]
    done = subprocess.run(  # noqa: S603  # our own words
        ["openscad", "--hardwarnings", "-o", str(to), *words, str(file)],  # noqa: S607  # wherever it is
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, "openscad", done.stdout, done.stderr)
