"""Shapes of the guides' pictures in SVG: boards, plugs, a display's pixels, cards. Units are mm."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from PIL import Image

INK = "#20242a"
BOARD = {"pi": "#2e7d4f", "display": "#27527a", "lights": "#6b3f82"}
GLASS = "#0b0e12"
LIT = "#9fd0f0"
METAL = "#c9ccd1"
ACTION = "#c2410c"
"""The color of what the step does."""

PINS = 20
PITCH = 2.54


def box(x: float, y: float, width: float, height: float, fill: str, *, radius: float = 1.5) -> str:
    """Return a rectangle by its upper left corner."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
        f'fill="{fill}" stroke="{INK}" stroke-width="0.4"/>'
    )


def words(
    x: float, y: float, text: str, size: float = 3.4, *, anchor: str = "middle", ink: str = INK
) -> str:
    """Return a line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{ink}">'
        f"{escape(text)}</text>"
    )


def disc(x: float, y: float, radius: float, fill: str) -> str:
    """Return a disc by its center."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" '
        f'stroke-width="0.3"/>'
    )


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return an arrow, for what the step does."""
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{ACTION}" '
        f'stroke-width="1.4" marker-end="url(#head)"/>'
    )


def header(x: float, y: float) -> str:
    """Return the 40 pins of the header, from their upper left corner."""
    pins = "".join(
        disc(x + PITCH * place + 1.27, y + PITCH * row + 1.27, 0.6, "#d6b34a")
        for place in range(PINS)
        for row in range(2)
    )
    return box(x, y, PINS * PITCH, 2 * PITCH, INK, radius=0.3) + pins


def pi(x: float, y: float) -> str:
    """Return a Pi 3 A+ from above, its header at the lower edge, as it is under the display."""
    return (
        box(x, y, 65, 56, BOARD["pi"], radius=3)
        + header(x + 7, y + 50)
        + box(x - 3, y + 15, 16, 13, METAL, radius=0.5)
        + words(x + 5, y + 23, "USB", 3)
        + box(x + 51, y - 2, 8, 8, METAL, radius=0.5)
        + words(x + 55, y + 11, "5 V", 3, ink="white")
        + box(x + 54, y + 22, 13, 12, METAL, radius=0.5)
        + words(x + 32, y + 30, "Raspberry Pi", 4, ink="white")
    )


def glass(x: float, y: float, image: Image.Image, scale: float = 0.5) -> str:
    """Return a display with the pixels of a picture, each `scale` mm wide."""
    width, height = image.width * scale, image.height * scale
    lit = "".join(_run(x, y, scale, *run) for run in _runs(image))
    frame = box(x - 2, y - 2, width + 4, height + 4, GLASS, radius=1)
    return frame + f'<path d="{lit}" fill="{LIT}"/>'


def _run(x: float, y: float, scale: float, start: int, row: int, length: int) -> str:
    return (
        f"M{x + start * scale:g} {y + row * scale:g}h{length * scale:g}v{scale:g}h"
        f"{-length * scale:g}z"
    )


def _runs(image: Image.Image) -> Iterable[tuple[int, int, int]]:
    """Yield start, row and length of each run of lit pixels in a row."""
    lit_pixels = image.convert("1")
    for row in range(image.height):
        start = None
        for column in range(image.width + 1):
            lit = column < image.width and lit_pixels.getpixel((column, row))
            if lit and start is None:
                start = column
            elif not lit and start is not None:
                yield start, row, column - start
                start = None


def picture(width: float, height: float, *shapes: str) -> str:
    """Return the whole picture as a file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * 4:g}" height="{height * 4:g}" font-family="sans-serif">'
    )
    marker = (
        f'<defs><marker id="head" markerWidth="4" markerHeight="4" refX="2" refY="2" '
        f'orient="auto"><path d="M0 0L4 2L0 4z" fill="{ACTION}"/></marker></defs>'
    )
    paper = f'<rect width="{width:g}" height="{height:g}" fill="#f6f4ef"/>'
    return "\n".join((head, marker, paper, *shapes, "</svg>")) + "\n"
