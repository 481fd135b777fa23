"""The box in the middle of the table: a separate process, and what people see and do at it."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import httpx
import zxingcpp
from PIL import Image

from companion.phone.pairing.address import modules_of
from companion.screens.model import PairingScreen
from tests.drivers.expected import Expected, label
from tests.drivers.process import SwitchedBox
from tests.drivers.watching import says, shows
from tests.simulation.tab import Tab

DISPLAY = (128, 64)
CODE = re.compile(r"opens ([\d.:]+)\. It can play with the code ((?:\d ){5}\d)")


class Invitation(NamedTuple):
    """The page's address and the six digits that the display shows for pairing."""

    address: str
    code: str


class Box(SwitchedBox):
    """A simulated box in its own folder, and the actions of people at it."""

    def invites(self) -> Invitation:
        """Open "Phone code" in the menu and return address and digits, which the QR code must
        contain if there is a network.
        """
        with self.keys() as seated:
            seated.hold_more()
            seated.turn_to("RIGHT", "Phone code")
            seated.tap("OK")
            seated.onlooker.until(says("can play with the code"))
            found = CODE.search(seated.onlooker.showing.text)
            assert found is not None
            host, code = found[1], found[2].replace(" ", "")
            modules = modules_of(host, code)
            seated.onlooker.until(shows(PairingScreen(host, modules, code, "code to type")))
            if modules:
                assert _read_qr(seated.onlooker.showing.pixels) == f"HTTP://{host}/#{code}"
            return Invitation(f"http://{host}/", code)

    def guesses(self, code: str) -> None:
        """Send five wrong codes from another address, while `code` is right."""
        wrong = "000000" if code != "000000" else "111111"
        address = f"http://127.0.0.1:{self.port}"
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(
            transport=transport, base_url=address, headers={"origin": address}
        ) as guesser:
            for _ in range(5):
                assert "Wrong code" in guesser.post("/pair", json={"code": wrong}).text

    def pass_card(self, card: str) -> None:
        """Scan the sticker of `card` at the box."""
        with Tab(self.port) as tab:
            tab.hear()
            tab.tell(type="card", label=label(card))

    def shows_game(self, expected: Expected, won: Mapping[str, int]) -> None:
        """Assert that the display shows the game as the rules have it; `won` are the games of this
        evening.
        """
        tally = tuple((name, won[name]) for name in expected.names)
        with self.keys() as seated:
            seated.onlooker.until(shows(expected.picture(tally=tally)))


def _read_qr(pixels: bytes) -> str:
    """Return the text that a camera reads from the QR code on the display, or "" without one."""
    width, height = DISPLAY
    picture = Image.frombytes("1", DISPLAY, pixels).convert("L").resize((width * 4, height * 4))
    return next((found.text for found in zxingcpp.read_barcodes(picture)), "")
