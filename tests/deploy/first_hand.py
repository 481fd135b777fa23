"""The pictures that a new box displays, from the first one to "Safe to unplug".

They come from the running program, so docs/howto/install.md shows what users see. `python -m
tests.deploy.first_hand` draws them again.
"""

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from companion.app.application import tested_parts
from companion.box.language_choice import LanguageChoice
from companion.box.state import Settings
from companion.config import read_config
from companion.dialogs.context import PhoneStatus
from companion.languages import CATALOGUES
from companion.phone.pairing.address import modules_of
from companion.screens.model import BootScreen, Picture
from companion.screens.spoken import spoken
from hardware.kits import load_kits
from tests.box.test_network import AT_HOME, Air
from tests.box.test_phone_code import Porch
from tests.drawing.example import Example
from tests.drawing.sheet import album
from tests.drivers.box import BoxDriver

KITS = load_kits()
KIT = read_config(KITS.presets[KITS.default].config)
"""The configuration of the default kit."""

ADDRESS = "192.168.178.23:8098"
PICTURE = Path(__file__).parents[2] / "deploy" / "first-hand.png"


class Screen(NamedTuple):
    """One picture, its caption, and the event that brings it up."""

    number: int
    does: str
    picture: Picture
    says: str


class FrontDoor(Porch):
    """A door at a real address, which a camera reads from the picture."""

    def phones(self) -> PhoneStatus:
        code = "482913" if self.until() is not None else ""
        invitation = modules_of(ADDRESS, code) if code else ()
        return PhoneStatus(
            ADDRESS,
            modules_of(ADDRESS),
            code,
            self.ruling,
            "friday-table.local:8098",
            invitation=invitation,
        )


@cache
def screens() -> tuple[Screen, ...]:
    """Return all the pictures in the order in which they appear."""
    with tempfile.TemporaryDirectory() as folder:
        language = LanguageChoice(file=Path(folder) / "language.json", catalogues=CATALOGUES)
        settings = Settings(parts=tested_parts(KIT))
        shown = tuple(_played(BoxDriver(Path(folder), settings=settings, language=language)))
    return tuple(Screen(number, *one) for number, one in enumerate(shown, start=1))


def _played(rig: BoxDriver) -> Iterator[tuple[str, Picture, str]]:
    yield "it is switched on", BootScreen(), spoken(BootScreen())
    yield "the first time: LEFT, RIGHT", *_seen(rig)
    rig.box.admit_phones(FrontDoor(rig))
    rig.box.network.networks = Air()
    rig.box.handle(AT_HOME)
    yield "OK", *_seen(rig.press("OK"))
    yield "UNDO, in a network, or after the test", *_seen(rig.press("UNDO"))
    yield "MORE, to let a phone play", *_seen(rig.press("MORE"))
    yield "any other button, or at once without a network", *_seen(rig.press("LEFT"))
    yield "OK", *_seen(rig.press("OK"))
    yield "OK", *_seen(rig.press("OK"))
    yield "OK", *_seen(rig.press("OK"))
    yield "a card is scanned", *_seen(rig.show_card("7H"))
    yield "or a card is chosen with RIGHT", *_seen(rig.press("RIGHT"))
    yield "OK", *_seen(rig.press("OK"))
    yield "MORE held: the menu", *_seen(rig.hold("MORE"))
    yield "Network, OK", *_seen(rig.choose("Network"))
    yield "MORE held, Switch off, OK", *_seen(rig.press("UNDO").hold("MORE").choose("Switch off"))
    yield "OK", *_seen(rig.press("OK"))


def _seen(rig: BoxDriver) -> tuple[Picture, str]:
    return rig.picture, rig.says


def sheet() -> Image.Image:
    """Return one sheet with all the pictures, numbered."""
    return album([Example("", f"{one.number}", one.picture) for one in screens()])


if __name__ == "__main__":
    sheet().save(PICTURE, optimize=True)
