"""Pictures of single labels as a bad scanner takes them.

They are turned, tilted, small, blurred, grey and noisy. Everything depends on a seed. The
background has any brightness, for example that of a court card's picture.
"""

import math
import random
from collections.abc import Sequence
from statistics import NormalDist

from PIL import Image, ImageChops, ImageFilter

TILT = 20.0
"""Degrees, about any axis."""

PIXELS = (4.0, 8.0)
"""Pixels of a module in the picture."""

BLUR = 0.5
"""The reach of the blur of a point to each side, in modules.

There the Gaussian has fallen to 1/e², at twice its standard deviation. The radius of a beam of
light is measured in the same way (ISO 11146).
"""

NOISE = 20.0
"""Standard deviation of the Gaussian noise of each pixel, of 255."""

CONTRAST = 0.5
"""The least difference between black and white, as a share of 255."""

DISTANCE = 6.0
"""From the lens to the label, in label lengths: it determines how a tilted label tapers."""

FINER = 2
"""Each pixel is the mean of a square with this many samples a side, because sensors see areas."""

AROUND = 8
"""Pixels around the label."""

_NOISE_OF_BYTE = [
    min(max(round(128 + NormalDist(0, NOISE).inv_cdf((byte + 0.5) / 256)), 0), 255)
    for byte in range(256)
]

Point = tuple[float, float]


def photograph(
    label: Image.Image,
    module: float,
    rng: random.Random,
    turn: float = 180.0,
    blur: float = BLUR,
    size: float = 1.0,
) -> Image.Image:
    """Return a picture of `label` with `module` pixels a module, turned by up to `turn` degrees.

    With a `size` below 1 the camera stays in place and the modules are smaller by that factor.
    """
    pixels = rng.uniform(*PIXELS) * size
    blur /= size
    corners = _seen(label.size, pixels * FINER / module, rng, turn)
    left = min(x for x, _ in corners) - AROUND * FINER
    upper = min(y for _, y in corners) - AROUND * FINER
    width = math.ceil((max(x for x, _ in corners) - left) / FINER) + AROUND
    height = math.ceil((max(y for _, y in corners) - upper) / FINER) + AROUND
    picture = label.transform(
        (width * FINER, height * FINER),
        Image.Transform.PERSPECTIVE,
        _homography([(x - left, y - upper) for x, y in corners], _corners(label.size)),
        Image.Resampling.BILINEAR,
        fillcolor=rng.randrange(256),
    )
    picture = picture.reduce(FINER).filter(ImageFilter.GaussianBlur(blur / 2 * pixels))
    contrast = rng.uniform(CONTRAST, 1.0)
    darkest = rng.uniform(0.0, 255 * (1 - contrast))
    picture = picture.point([round(darkest + grey * contrast) for grey in range(256)])
    noise = Image.frombytes("L", picture.size, rng.randbytes(picture.width * picture.height))
    return ImageChops.add(picture, noise.point(_NOISE_OF_BYTE), scale=1, offset=-128)


def _corners(size: tuple[int, int]) -> list[Point]:
    width, height = size
    return [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]


def _seen(size: tuple[int, int], scale: float, rng: random.Random, turn: float) -> list[Point]:
    """Return the corners of a label in the picture: turned, tilted about an axis, and projected."""
    angle = math.radians(rng.uniform(-turn, turn))
    tilt = math.radians(rng.uniform(0.0, TILT))
    axis = rng.uniform(0.0, 2 * math.pi)
    distance = DISTANCE * max(size) * scale
    seen = []
    for x, y in _corners(size):
        along, across = _turned((x - size[0] / 2) * scale, (y - size[1] / 2) * scale, angle - axis)
        near = distance / (distance + across * math.sin(tilt))
        seen.append(_turned(along * near, across * math.cos(tilt) * near, axis))
    return seen


def _turned(x: float, y: float, angle: float) -> Point:
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def _homography(places: Sequence[Point], sources: Sequence[Point]) -> list[float]:
    """Return the eight numbers from which Pillow maps four places to their sources.

    They are found by Gaussian elimination.
    """
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(places, sources, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for place in range(8):
        pivot = max(range(place, 8), key=lambda row: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for row in range(8):
            if row != place:
                factor = rows[row][place]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    return [row[8] for row in rows]
