"""The paint of the parts: the panel's walnut and ply, the display's picture, a card with its
stickers.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.case.openscad import Solid
from hardware.case.rays import Floats, Paint

SCREEN = Path(__file__).parents[2] / "tests" / "drawing" / "reference" / "01-play.png"


def rgb(colour: str) -> Floats:
    """Return #rrggbb as three numbers from 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def either(first: NDArray[np.bool_], colour: str, other: str) -> Floats:
    """Return one color where `first` is true, else the other."""
    result: Floats = np.where(first[:, None], rgb(colour), rgb(other))
    return result


def walnut(points: Floats, _: Floats) -> Floats:
    """Return the colors of walnut with a grain from left to right."""
    x, y, z = points.T
    line = (y + 1.6 * np.sin(x / 31 + y / 9) + 0.7 * np.sin(x / 11) + z) / 8.5
    return either(line % 1 < 0.07, "#432a1d", "#5b3b29")


def ply(layer: float) -> Paint:
    """Return the paint of light and dark layers, visible only on the sides."""

    def paint(points: Floats, normal: Floats) -> Floats:
        odd = (points[:, 2] / layer).astype(int) % 2 == 1
        return either(odd & (np.abs(normal[:, 2]) < 0.9), "#8a6743", "#dcbc8b")

    return paint


def engraved(top: float, legend_y: float) -> Paint:
    """Return the paint of the black face, with light paint in the letters."""

    def paint(points: Floats, _: Floats) -> Floats:
        y, z = points.T[1:]
        return either(
            (z < top - 0.02) & (z > top - 0.8) & (np.abs(y - legend_y) < 3), "#e9e1cf", "#1d201f"
        )

    return paint


def screen(mesh: Solid) -> Paint:
    """Return the paint that shows the first of the reference pictures on the display."""
    with Image.open(SCREEN) as picture:
        image = np.asarray(picture.convert("L"), dtype=float) / 255
    low, high = mesh.bounds
    lit, unlit = rgb("#dff3ff"), rgb("#05080a")

    def paint(points: Floats, _: Floats) -> Floats:
        share = (points[:, :2] - low[:2]) / (high[:2] - low[:2])
        column = np.clip(share[:, 0] * image.shape[1], 0, image.shape[1] - 1).astype(int)
        row = np.clip((1 - share[:, 1]) * image.shape[0], 0, image.shape[0] - 1).astype(int)
        result: Floats = unlit + (lit - unlit) * image[row, column][:, None]
        return result

    return paint


def playing_card(mesh: Solid, sticker: tuple[float, float]) -> Paint:
    """Return the paint of a card with its face and two corner stickers to the reader, its back to
    the player.
    """
    low, high = mesh.bounds
    middle = (low + high) / 2

    def paint(points: Floats, normal: Floats) -> Floats:
        x, z = (points - middle).T[[0, 2]]
        half_x, half_z = (high - middle)[[0, 2]]
        inner = (np.abs(x) < half_x - 4) & (np.abs(z) < half_z - 4)
        weave = ((x + z) / 3 % 1 < 0.25) | ((x - z) / 3 % 1 < 0.25)
        back = either(inner & ~weave, "#8c2a22", "#fbf7ec")
        pip = np.abs(x) / 9 + np.abs(z) / 13 < 1
        face = either(pip, "#b3201a", "#fbf7ec")
        for side in (-1, 1):
            u, v = side * x - (half_x - sticker[0]), side * z + (half_z - sticker[1])
            square = (np.abs(u) < 3) & (np.abs(v) < 3)
            dots = (
                np.sin(np.floor(u / 0.6) * 12.9898 + np.floor(v / 0.6) * 78.233) * 43758.5
            ) % 1 < 0.5
            edge = (u < -2.4) | (v < -2.4)
            face = np.where((square & (dots | edge))[:, None], rgb("#17120c"), face)
        result: Floats = np.where((normal[:, 1] > 0)[:, None], face, back)
        return result

    return paint
