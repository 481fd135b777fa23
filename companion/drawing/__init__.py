"""Draws every picture of `companion.screens.model`: pure, from a struct to pixels.

>>> from companion.drawing import draw
>>> from companion.screens.model import BootScreen
>>> draw(BootScreen()).size
(128, 64)
"""

from companion.drawing.pictures import draw

__all__ = ["draw"]
