"""The entries of a gallery."""

from typing import NamedTuple

from companion.screens.model import Picture


class Example(NamedTuple):
    """A picture with its name and caption."""

    name: str
    caption: str
    picture: Picture
    width: int = 128
