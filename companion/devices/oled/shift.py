"""The shift against burn-in: moves the whole picture by a pixel, through a ring of nine places."""

from PIL import Image, ImageChops

RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The shift right and down of each step; step 0 does not move the picture."""

HALF_WAY = 4
"""Places that the turned display is ahead."""


def shifted(image: Image.Image, step: int) -> Image.Image:
    """Return `image` moved to place `step` of the ring; any whole number is valid, modulo nine.

    A picture leaves two dark pixels at every side, so nothing is lost, and only dark pixels wrap round.
    """
    return ImageChops.offset(image, *RING[step % len(RING)])
