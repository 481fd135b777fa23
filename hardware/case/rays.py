"""Draws solids with light from one side, soft shadows in corners and many rays per pixel.

It makes the pictures of the case, without a screen and reproducibly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from trimesh import Trimesh, util
from trimesh.ray.ray_pyembree import RayMeshIntersector

Floats = NDArray[np.float64]
Paint = Callable[[Floats, Floats], Floats]
"""Returns colors (n, 3) from 0 to 1 for points and their surface normals, both (n, 3)."""

FINER = 3
"""Rays per pixel in each direction."""
CORNERS = 3
"""Rays from each point into the room, to measure how much of it is open."""
REACH = 40.0
"""Maximum distance in mm of surfaces that darken a corner."""
FROM_THE_LEFT = (-0.50, -0.34, 0.80)
GROUND = (0.080, 0.208, 0.165)
"""The color of the panel's felt, #14352a."""


@dataclass(frozen=True)
class Thing:
    """A solid with its paint; it may emit light."""

    mesh: Trimesh
    paint: Paint
    shines: bool = False


@dataclass(frozen=True)
class Camera:
    """A camera that looks at a point from a distance (mm), `round` and `above` in degrees; `wide`
    is its horizontal angle.
    """

    at: tuple[float, float, float]
    round: float
    above: float
    distance: float = 900
    wide: float = 17


def plain(colour: str) -> Paint:
    """Return the paint of one color, written as #rrggbb."""
    value = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return lambda points, _: np.broadcast_to(value, points.shape)


def draw(
    things: Sequence[Thing],
    camera: Camera,
    size: tuple[int, int],
    *,
    floor: float | None = None,
    light: tuple[float, float, float] = FROM_THE_LEFT,
) -> Image.Image:
    """Return the picture in `size` pixels; `floor` is the height of the table, if any."""
    world = World(things, floor, light)
    width, height = size[0] * FINER, size[1] * FINER
    eye, away = looking(camera, width, height)
    colours = np.tile(np.array(GROUND), (width * height, 1))
    dice = np.random.default_rng(7)
    step = width * max(1, 400_000 // width)
    for start in range(0, width * height, step):
        part = slice(start, min(start + step, width * height))
        colours[part] = world.seen(np.broadcast_to(eye, away[part].shape), away[part], dice)
    pixels = colours.reshape(size[1], FINER, size[0], FINER, 3).mean(axis=(1, 3))
    return Image.fromarray((np.clip(pixels, 0, 1) * 255 + 0.5).astype(np.uint8))


def looking(camera: Camera, width: int, height: int) -> tuple[Floats, Floats]:
    """Return the position of the eye, and a direction for every point of the picture."""
    turn, up = np.radians(camera.round), np.radians(camera.above)
    back = np.array([np.sin(turn) * np.cos(up), -np.cos(turn) * np.cos(up), np.sin(up)])
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    over = np.cross(back, right)
    half = np.tan(np.radians(camera.wide) / 2)
    x = (np.arange(width) + 0.5) / width * 2 - 1
    y = (1 - (np.arange(height) + 0.5) / height * 2) * height / width
    across, upwards = np.meshgrid(x * half, y * half)
    away = across[..., None] * right + upwards[..., None] * over - back
    away /= np.linalg.norm(away, axis=-1, keepdims=True)
    return np.array(camera.at) + back * camera.distance, away.reshape(-1, 3)


class World:
    """All things combined, for tracing rays."""

    def __init__(
        self, things: Sequence[Thing], floor: float | None, light: tuple[float, float, float]
    ) -> None:
        self.things = list(things)
        if floor is not None:
            self.things.append(Thing(table(floor), plain("#14352a")))
        self.rays: Any = RayMeshIntersector(util.concatenate([thing.mesh for thing in self.things]))
        counts = [len(thing.mesh.faces) for thing in self.things]
        self.owner = np.repeat(np.arange(len(counts)), counts)
        self.normals = np.concatenate([thing.mesh.face_normals for thing in self.things])
        self.corners = np.concatenate([thing.mesh.triangles[:, 0] for thing in self.things])
        self.light = unit(np.array(light))

    def seen(self, eyes: Floats, away: Floats, dice: np.random.Generator) -> Floats:
        """Return the colors for rays from the eye."""
        result = np.tile(np.array(GROUND), (len(away), 1))
        face = self.rays.intersects_first(eyes, away)
        hit = np.flatnonzero(face >= 0)
        if not len(hit):
            return result
        face, eyes, away = face[hit], eyes[hit], away[hit]
        normal = self.normals[face]
        far = np.einsum("ij,ij->i", self.corners[face] - eyes, normal) / np.einsum(
            "ij,ij->i", away, normal
        )
        points = eyes + away * far[:, None]
        normal = np.where(np.einsum("ij,ij->i", normal, away)[:, None] > 0, -normal, normal)
        result[hit] = self.lit(points, normal, away, self.owner[face], dice)
        return result

    def lit(
        self,
        points: Floats,
        normal: Floats,
        away: Floats,
        owner: NDArray[np.int64],
        dice: np.random.Generator,
    ) -> Floats:
        """Return the colors of points on surfaces."""
        colour = np.empty_like(points)
        shines = np.zeros(len(points), dtype=bool)
        for index in np.unique(owner):
            mine = owner == index
            colour[mine] = self.things[index].paint(points[mine], normal[mine])
            shines[mine] = self.things[index].shines
        start = points + normal * 0.02
        facing = np.clip(normal @ self.light, 0, 1)
        soft = self.light + dice.normal(0, 0.035, points.shape)
        sun = facing * ~self.rays.intersects_any(start, soft)
        half = self.light - away
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        gloss = 0.16 * np.clip(np.einsum("ij,ij->i", normal, half), 0, 1) ** 40 * (sun > 0)
        room = self.open_room(start, normal, dice) * (0.72 + 0.28 * normal[:, 2])
        bright = np.where(shines, 1.12, 0.60 * room + 0.62 * sun)
        result: Floats = colour * bright[:, None] + gloss[:, None]
        return result

    def open_room(self, start: Floats, normal: Floats, dice: np.random.Generator) -> Floats:
        """Return how much of the half sphere above each point is open, from 0 to 1."""
        opened = np.zeros(len(start))
        for _ in range(CORNERS):
            ways = normal + unit(dice.normal(size=start.shape))
            ways = unit(ways + 1e-9)
            first = self.rays.intersects_first(start, ways)
            blocked = first >= 0
            hit = first[blocked]
            flat = np.einsum("ij,ij->i", ways[blocked], self.normals[hit])
            far = np.einsum("ij,ij->i", self.corners[hit] - start[blocked], self.normals[hit])
            distance = np.abs(far / np.where(np.abs(flat) < 1e-9, 1e-9, flat))
            opened[~blocked] += 1
            opened[blocked] += np.clip(distance / REACH, 0, 1) ** 0.7
        return opened / CORNERS


def unit(ways: Floats) -> Floats:
    """Return the directions with length 1."""
    result: Floats = ways / np.linalg.norm(ways, axis=-1, keepdims=True)
    return result


def table(height: float) -> Trimesh:
    """Return a large table top."""
    far = 3000.0
    corners = [[-far, -far, height], [far, -far, height], [far, far, height], [-far, far, height]]
    return Trimesh(corners, [[0, 1, 2], [0, 2, 3]], process=False)
