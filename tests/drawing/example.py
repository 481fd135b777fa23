"""What a gallery is made of."""

from typing import NamedTuple

from companion.screens.model import Picture


class Example(NamedTuple):
    """A picture to look at."""

    name: str
    caption: str
    picture: Picture
    width: int = 128
