"""What the display of a new box shows, from the first picture to the first card and "Safe to unplug".

The box itself is played, so the pictures of deploy/README.md are what somebody meets.
`python -m tests.deploy.first_hand` draws them anew.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from companion.box.language_choice import LanguageChoice
from companion.dialogs.context import PhoneStatus
from companion.languages import CATALOGUES
from companion.phone.pairing.address import modules_of
from companion.screens.model import BootScreen, Picture
from companion.screens.spoken import spoken
from tests.box.test_network import AT_HOME, Air
from tests.box.test_phone_code import Porch
from tests.drawing.example import Example
from tests.drawing.sheet import album
from tests.drivers.box import BoxDriver

ADDRESS = "192.168.178.23:8098"
PICTURE = Path(__file__).parents[2] / "deploy" / "first-hand.png"


class Screen(NamedTuple):
    """One picture, what is told of it in words, and what brings it."""

    number: int
    does: str
    picture: Picture

    @property
    def says(self) -> str:
        return spoken(self.picture)


class FrontDoor(Porch):
    """A door at a real address, which a camera reads off the picture."""

    def phones(self) -> PhoneStatus:
        code = "482913" if self.until() is not None else ""
        return PhoneStatus(ADDRESS, modules_of(ADDRESS), code, self.ruling, "friday-table.local:8098")


def screens() -> tuple[Screen, ...]:
    """Every picture on the way, in its order."""
    with tempfile.TemporaryDirectory() as folder:
        language = LanguageChoice(file=Path(folder) / "language.json", catalogues=CATALOGUES)
        shown = tuple(_played(BoxDriver(Path(folder), language=language)))
    return tuple(Screen(number, does, picture) for number, (does, picture) in enumerate(shown, start=1))


def _played(rig: BoxDriver) -> Iterator[tuple[str, Picture]]:
    yield "it is switched on", BootScreen()
    yield "the first time: LEFT, RIGHT", rig.picture
    rig.box.admit_phones(FrontDoor(rig))
    rig.box.use_network(Air())
    rig.box.handle(AT_HOME)
    yield "OK, in a network", rig.press("OK").picture
    yield "MORE, for a phone that is to rule", rig.press("MORE").picture
    yield "any other key, or at once without a network", rig.press("LEFT").picture
    yield "OK", rig.press("OK").picture
    yield "OK", rig.press("OK").picture
    yield "OK", rig.press("OK").picture
    yield "a card is passed over the reader", rig.show_card("7H").picture
    yield "or a card is keyed in: RIGHT until it stands there", rig.press("RIGHT").picture
    yield "OK", rig.press("OK").picture
    yield "MORE held: the menu", rig.hold("MORE").picture
    yield "Network, OK", rig.choose("Network").picture
    yield "MORE held, Switch off, OK", rig.press("UNDO").hold("MORE").choose("Switch off").picture
    yield "OK", rig.press("OK").picture


def sheet() -> Image.Image:
    """All of them, each with its number."""
    return album([Example("", f"{one.number}", one.picture) for one in screens()])


if __name__ == "__main__":
    sheet().save(PICTURE, optimize=True)
