"""Draw the displays of an evening in each language: `python -m tests.docs.translated_evenings`.

The games were played on a box that speaks the language: ninety-nine, then Arizona Spaghetti.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from companion.box.language_choice import LanguageChoice
from companion.core.commands import New
from companion.drawing import draw
from companion.languages import CATALOGUES
from companion.message import using
from companion.outputs import Court
from tests.docs.pages import ROOT
from tests.drawing.sheet import enlarged
from tests.drivers.box import BoxDriver


class Evening(NamedTuple):
    """An evening: its picture, the letters on the cards, and the players."""

    picture: str
    court: Court
    people: tuple[str, ...]


EVENINGS = {
    "de": Evening("abend.png", "BDK", ("Anke", "Bernd", "Clara", "Dirk")),
    "es": Evening("noche.png", "JQK", ("Ana", "Beto", "Clara", "Diego")),
    "fr": Evening("soiree.png", "VDR", ("Anne", "Bruno", "Chloé", "David")),
}
COLUMNS = 3
GAP = 16  # px
GROUND = (40, 42, 46)


def displays(code: str, folder: Path) -> Iterator[Image.Image]:
    """Yield twelve displays, in the order in which players see them."""
    _, court, people = EVENINGS[code]
    language = LanguageChoice(code, court, catalogues=CATALOGUES)
    with using(language.in_use):
        for variant in ("ninety-nine", "arizona-spaghetti"):
            (folder / variant).mkdir()
            box = BoxDriver(
                folder / variant, New(variant=variant, players=people), language=language
            )
            box.wait(1)
            for _ in ninety_nine(box) if variant == "ninety-nine" else spaghetti(box):
                yield draw(box.picture)
            box.table.journal.close()


def ninety_nine(box: BoxDriver) -> Iterator[BoxDriver]:
    """Play a hand until a player busts."""
    yield box
    yield box.press("RIGHT", times=6)
    yield box.show_cards("8H", "KS", "9D")
    yield box.show_card("4C")
    yield box.show_card("7D")
    yield box.wait(10).press("UNDO")
    yield box.press("RIGHT", "BUST")
    yield box.press("OK")


def spaghetti(box: BoxDriver) -> Iterator[BoxDriver]:
    """Play the first trick, a suit that is not followed, and open the menu."""
    yield box.show_cards("6D", "9D")
    yield box.show_cards("QC", "10D", "2D", "3D", "5C")
    yield box.show_cards("4C", "KD", "8D")
    yield box.press("OK").wait(10).hold("MORE")


def draw_evening(code: str) -> None:
    """Write the picture of an evening next to the pages of the language."""
    with tempfile.TemporaryDirectory() as folder:
        glasses = [enlarged(image) for image in displays(code, Path(folder))]
    width, height = glasses[0].width + GAP, glasses[0].height + GAP
    rows = -(-len(glasses) // COLUMNS)
    sheet = Image.new("RGB", (width * COLUMNS + GAP, height * rows + GAP), GROUND)
    for at, glass in enumerate(glasses):
        sheet.paste(glass, (GAP + width * (at % COLUMNS), GAP + height * (at // COLUMNS)))
    sheet.quantize(16, dither=Image.Dither.NONE).save(
        ROOT / "docs" / code / EVENINGS[code].picture, optimize=True
    )


if __name__ == "__main__":
    for language in EVENINGS:
        draw_evening(language)
