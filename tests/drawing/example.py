"""The entries of a gallery."""

from typing import NamedTuple

from PIL import Image

from companion.drawing import draw
from companion.screens.model import Picture


class Example(NamedTuple):
    """A picture with its name and caption."""

    name: str
    caption: str
    picture: Picture
    width: int = 128
    lights: bool = True

    def drawn(self) -> Image.Image:
        return draw(self.picture, self.width, lights=self.lights)
