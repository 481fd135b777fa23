"""The shift against burn-in: the whole picture moves by a pixel, through a ring of nine places."""

from PIL import Image

RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""How far right and down each step moves a picture; step 0 does not."""


def shifted(image: Image.Image, step: int) -> Image.Image:
    """`image` moved to place `step` of the ring; every whole number is a place, the ninth is step 0 again.

    The rows and columns that come in are dark. A picture leaves two dark pixels at every side, so
    nothing is lost.
    """
    right, down = RING[step % len(RING)]
    if not right and not down:
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (right, down))
    return moved
