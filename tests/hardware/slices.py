"""Slices of a solid, layer by layer as a printer sees it. Lengths in mm."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold, Mesh

from hardware.case.openscad import Solid

ROUND = 24
"""Segments of the circles used to grow and shrink layers."""

Layer = tuple[float, CrossSection]


class Spot(NamedTuple):
    """A spot in a layer: height, area (mm2), and its left, front, right and back edges."""

    height: float
    area: float
    bounds: tuple[float, ...]


def body(mesh: Solid) -> Manifold:
    """Return the same solid as a manifold, for cutting and joining."""
    return Manifold(Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)))


def layers(solid: Manifold, step: float, start: float = 0) -> list[Layer]:
    """Return height and outline of each layer, from just above the bed or from `start` above it."""
    low, high = solid.bounding_box()[2], solid.bounding_box()[5]
    return [
        (float(height), solid.slice(float(height)).simplify(0.002))
        for height in np.arange(low + start + 0.02, high, step)
    ]


def hanging(pile: Sequence[Layer], step: float, bridge: float, least: float) -> list[Spot]:
    """Return the unsupported spots of each layer.

    They are neither within 45 degrees of the layer below nor part of a gap of at most `bridge`.
    Pieces smaller than `least` are left out.
    """
    found: list[Spot] = []
    for (_, below), (height, layer) in pairwise(pile):
        across = grown(grown(below, bridge / 2), -bridge / 2)
        found += spots(height, layer - grown(below, step + 0.06) - across, least)
    return found


def narrow(pile: Sequence[Layer], thickness: float, least: float) -> list[Spot]:
    """Return the walls thinner than `thickness`."""
    found: list[Spot] = []
    for height, layer in pile:
        kept = layer.offset(-thickness / 2, JoinType.Miter, 4).offset(
            thickness / 2 + 0.01, JoinType.Miter, 4
        )
        found += spots(height, layer - kept, least)
    return found


def shallow(pile: Sequence[Layer], deep: int, least: float) -> list[Spot]:
    """Return floors and roofs of fewer than `deep` layers; rims of slopes do not count."""
    found: list[Spot] = []
    for index in range(len(pile) - 1):
        height, layer = pile[index]
        begins = layer - pile[index - 1][1] if index else layer
        for _, above in pile[index + 1 : index + deep]:
            if begins.is_empty():
                break
            gone = grown(begins - above, -0.35)
            found += spots(height, gone, least)
            begins ^= above
    return found


def spots(height: float, outline: CrossSection, least: float) -> Iterator[Spot]:
    """Yield the pieces of an outline that are large enough to matter."""
    for piece in outline.decompose():
        if piece.area() > least:
            yield Spot(
                round(height, 2),
                round(piece.area(), 2),
                tuple(round(edge, 1) for edge in piece.bounds()),
            )


def grown(layer: CrossSection, by: float) -> CrossSection:
    """Return a layer grown by `by` on each side, corners rounded; a negative `by` shrinks it."""
    return layer.offset(by, JoinType.Round, 2, ROUND)
