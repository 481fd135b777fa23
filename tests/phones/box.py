"""The box in the middle of the table: a program of its own,
and what people see on it and do with it.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

import httpx
import zxingcpp
from PIL import Image

from companion.phone.pairing.address import invitation_of
from companion.screens.model import PairingScreen
from tests.drivers.expected import Expected, label
from tests.drivers.process import SwitchedBox
from tests.drivers.watching import says, shows
from tests.simulation.tab import Tab

DISPLAY = (128, 64)
CODE = re.compile(r"opens ([\d.:]+)\. It can play with the code ((?:\d ){5}\d)")


class Invitation(NamedTuple):
    """What the display shows to whoever wants to rule: where the page is, and six digits."""

    address: str
    code: str


class Box(SwitchedBox):
    """A simulated box in a folder of its own, and what the people with their phones do at it."""

    def invites(self) -> Invitation:
        """MORE held, Phone code: the address and the digits,
        in a network as the QR code says them too.
        """
        with self.keys() as seated:
            seated.hold_more()
            seated.turn_to("RIGHT", "Phone code")
            seated.tap("OK")
            seated.onlooker.until(says("can play with the code"))
            found = CODE.search(seated.onlooker.showing.text)
            assert found is not None
            host, code = found[1], found[2].replace(" ", "")
            modules = invitation_of(host, code)
            seated.onlooker.until(shows(PairingScreen(host, modules, code, "code to type")))
            if modules:
                assert _read_qr(seated.onlooker.showing.pixels) == f"HTTP://{host}/#{code}"
            return Invitation(f"http://{host}/", code)

    def guesses(self, code: str) -> None:
        """From another address somebody sends five wrong codes, while `code` is right."""
        wrong = "000000" if code != "000000" else "111111"
        address = f"http://127.0.0.1:{self.port}"
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(
            transport=transport, base_url=address, headers={"origin": address}
        ) as guesser:
            for _ in range(5):
                assert "Wrong code" in guesser.post("/pair", json={"code": wrong}).text

    def pass_card(self, card: str) -> None:
        """A card's sticker is passed over the box's reader."""
        with Tab(self.port) as tab:
            tab.hear()
            tab.tell(type="card", label=label(card))

    def shows_game(self, expected: Expected, won: Mapping[str, int]) -> None:
        """Its display shows the game as the rules have it; `won` are the games of this evening."""
        tally = tuple((name, won[name]) for name in expected.names)
        with self.keys() as seated:
            seated.onlooker.until(shows(expected.picture(tally=tally)))


def _read_qr(pixels: bytes) -> str:
    """What a camera reads off the display, held as close as one likes;
    "" when there is nothing to read.
    """
    width, height = DISPLAY
    picture = Image.frombytes("1", DISPLAY, pixels).convert("L").resize((width * 4, height * 4))
    return next((found.text for found in zxingcpp.read_barcodes(picture)), "")
