"""Draw docs/not-right.png, the displays of "That's not right": `python -m
tests.docs.not_right_picture`.
"""

from PIL import Image

from companion.drawing import draw
from tests.docs.pages import ROOT
from tests.drawing.mended_gallery import MENDED_GUIDANCE
from tests.drawing.sheet import enlarged

PICTURE = ROOT / "docs" / "not-right.png"
SHOWN = (
    "13b-miscount-why",
    "30-not-right",
    "31-who-next",
    "32-explain-1",
    "32-which-card",
    "33-mended",
    "34-by-hand",
    "36-joins",
    "39-chips-explain",
)
COLUMNS = 3
GAP = 16  # px
GROUND = (40, 42, 46)


def sheet() -> Image.Image:
    """Return the displays next to each other, in the order in which players see them."""
    tiles = [enlarged(draw(one.picture)) for one in MENDED_GUIDANCE if one.name in SHOWN]
    width, height = tiles[0].width + GAP, tiles[0].height + GAP
    page = Image.new(
        "RGB", (GAP + COLUMNS * width, GAP + -(-len(tiles) // COLUMNS) * height), GROUND
    )
    for number, tile in enumerate(tiles):
        page.paste(tile, (GAP + number % COLUMNS * width, GAP + number // COLUMNS * height))
    return page.quantize(32, dither=Image.Dither.NONE)


def main() -> None:
    """Write the picture."""
    sheet().save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
