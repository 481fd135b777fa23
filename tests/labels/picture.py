"""The picture of docs/howto/labels.md, with the test page and a sheet.

`python -m tests.labels.picture` draws it.
"""

from pathlib import Path

from PIL import Image

from companion.labels.print.pages import print_labels
from tests.labels.printed import an_order, pages

PICTURE = Path(__file__).parents[2] / "docs" / "labels.png"

DPI = 80
MARGIN = 12
TABLE = "#3c4a40"


def picture() -> Image.Image:
    """Return a picture of two pages on a table."""
    sheets = list(pages(print_labels(an_order("a4-189", test_page="first")), DPI, color=True))
    width = sum(sheet.width + MARGIN for sheet in sheets) + MARGIN
    whole = Image.new("RGB", (width, max(sheet.height for sheet in sheets) + 2 * MARGIN), TABLE)
    left = MARGIN
    for sheet in sheets:
        whole.paste(sheet, (left, MARGIN))
        left += sheet.width + MARGIN
    return whole


def main() -> None:
    """Write docs/labels.png."""
    picture().quantize(64).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
