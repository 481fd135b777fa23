"""The shift against burn-in: moves the whole picture by a pixel, through a ring of nine places."""

from PIL import Image

RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The shift right and down of each step; step 0 does not move the picture."""


def shifted(image: Image.Image, step: int) -> Image.Image:
    """Return `image` moved to place `step` of the ring; any whole number is valid, modulo nine.

    The added rows and columns are dark. A picture leaves two dark pixels at every side, so nothing is lost.
    """
    right, down = RING[step % len(RING)]
    if not right and not down:
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (right, down))
    return moved
