"""The contact sheet for reviewers: every picture of the gallery enlarged, with its caption."""

from collections.abc import Sequence

from PIL import Image

from companion.drawing.fonts import L, M
from companion.drawing.text import line
from tests.drawing.example import Example
from tests.drawing.gallery import AWKWARD, GUIDANCE, WIDE

SCALE = 4
COLUMNS = 4
MARGIN = 16
CAPTION = 26
ROW = 64 * SCALE + CAPTION + MARGIN

_PAGE, _GLASS, _WORDS = (40, 42, 46), (8, 10, 13), (225, 228, 232)
_LIT = (150, 198, 232)


def enlarged(image: Image.Image) -> Image.Image:
    """Return `image` with each pixel as a square of `SCALE` - 1 px and a dark line, as on the
    glass.
    """
    grey = image.convert("L").resize(
        (image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST
    )
    for x in range(SCALE - 1, grey.width, SCALE):
        grey.paste(
            grey.crop((x, 0, x + 1, grey.height)).point(lambda value: value * 3 // 4), (x, 0)
        )
    for y in range(SCALE - 1, grey.height, SCALE):
        grey.paste(grey.crop((0, y, grey.width, y + 1)).point(lambda value: value * 3 // 4), (0, y))
    glass = Image.new("RGB", grey.size, _GLASS)
    glass.paste(_LIT, (0, 0), grey)
    return glass


def _rows(examples: Sequence[Example]) -> list[list[Example]]:
    rows: list[list[Example]] = [[]]
    for example in examples:
        if sum(one.width for one in rows[-1]) + example.width > 128 * COLUMNS:
            rows.append([])
        rows[-1].append(example)
    return rows


def contact_sheet() -> Image.Image:
    """Return all pictures, in three parts."""
    parts = (
        ("The pictures", GUIDANCE),
        ("Long names, high numbers, rare cases", AWKWARD),
        ("256 x 64", WIDE),
    )
    height = MARGIN + sum(44 + ROW * len(_rows(examples)) for _, examples in parts)
    page = _paper(height)
    y = MARGIN
    for heading, examples in parts:
        title = line(heading, L)
        page.paste(_WORDS, (MARGIN, y + 6 + title.y), title.mask)
        y += 44
        y = _laid(page, y, examples)
    return page.quantize(32, dither=Image.Dither.NONE)


def album(examples: Sequence[Example]) -> Image.Image:
    """Return these pictures alone, without a heading."""
    page = _paper(MARGIN + ROW * len(_rows(examples)))
    _laid(page, MARGIN, examples)
    return page.quantize(32, dither=Image.Dither.NONE)


def _paper(height: int) -> Image.Image:
    return Image.new("RGB", (128 * SCALE * COLUMNS + MARGIN * (COLUMNS + 1), height), _PAGE)


def _laid(page: Image.Image, y: int, examples: Sequence[Example]) -> int:
    """Place pictures in rows from `y` on; return where the next row would begin."""
    for row in _rows(examples):
        x = MARGIN
        for example in row:
            picture = enlarged(example.drawn())
            page.paste(picture, (x, y))
            caption = line(example.caption, M)
            page.paste(_WORDS, (x + caption.x, y + picture.height + 7 + caption.y), caption.mask)
            x += picture.width + MARGIN * (example.width // 128)
        y += ROW
    return y
