"""The box in the middle of the table: a program of its own, and what people see on it and do with it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import zxingcpp
from PIL import Image

from companion.phone.pairing.address import modules_of
from companion.screens.model import PairingScreen
from tests.service.evening import Evening
from tests.service.expected import Expected, label, written
from tests.service.program import STOPPED, Program
from tests.service.scanner import Scanner
from tests.service.watching import Onlooker, says, shows
from tests.simulation.tab import Tab

CONFIG = """
[game]
seats = ["Ann", "Bo", "Cy", "Di"]
[buttons]
debounce = 0
"""
"""Contacts here do not bounce, and people may be quicker than any finger."""

DISPLAY = (128, 64)
FOUND = "INFO companion: phones find the box at "
CODE = re.compile(r"looks at ([\d.:]+)\. It rules with the code ((?:\d ){5}\d)")


class Invitation(NamedTuple):
    """What the display shows to whoever wants to rule: where the page is, and six digits."""

    address: str
    code: str


class Box:
    """A simulated box in a folder of its own, from `switch_on` to the end of the block.

    Attributes:
        port: where its pages are, the same after each start.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "companion.toml").write_text(CONFIG, "utf-8")
        self.folder, self.port = folder, 0
        self._program: Program | None = None

    def __enter__(self) -> Self:
        try:
            self.switch_on()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._program is not None:
            self._program.kill()

    @property
    def program(self) -> Program:
        assert self._program is not None
        return self._program

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://localhost:{self.port}/"

    @property
    def journal(self) -> Path:
        return self.folder / "data" / "journal.db"

    def written(self, game: int = 1) -> list[tuple[str, bytes]]:
        """The commands of a game in the journal, each with its digest."""
        return written(self.journal, game)

    def switch_on(self) -> None:
        """Returns when phones can come."""
        self._program = Program(self.folder, "--port", str(self.port))
        self.port = self._program.until_served()
        self._program.until_said(FOUND)

    def switch_off(self) -> None:
        """Asks it to end, which it does without a word."""
        assert self.program.stop() == 0
        assert self.program.said[-1] == STOPPED
        self._was_quiet()

    def cut_off(self) -> None:
        """The plug is pulled."""
        self.program.kill()
        self._was_quiet()

    def _was_quiet(self) -> None:
        said = [line for line in self.program.said if not line.startswith("INFO ")]
        assert said == []

    @contextmanager
    def keys(self) -> Iterator[Evening]:
        """Somebody sits before it, looks at its display and lights, and has a hand on its keys."""
        with Tab(self.port) as tab:
            nobody = Scanner(self.folder / "reader")
            yield Evening(self.program, nobody, Onlooker(tab), self.journal, None)

    def invites(self) -> Invitation:
        """MORE held, Phone code: the address, in a network as the QR code says it too, and the digits."""
        with self.keys() as seated:
            seated.hold_more()
            seated.turn_to("RIGHT", "Phone code")
            seated.tap("OK")
            seated.onlooker.until(says("rules with the code"))
            found = CODE.search(seated.onlooker.showing.text)
            assert found is not None
            host, code = found[1], found[2].replace(" ", "")
            modules = modules_of(host)
            seated.onlooker.until(shows(PairingScreen(host, modules, code)))
            if modules:
                assert _read_qr(seated.onlooker.showing.pixels) == f"HTTP://{host}/"
            return Invitation(f"http://{host}/", code)

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
    """What a camera reads off the display, held as close as one likes; "" when there is nothing to read."""
    width, height = DISPLAY
    picture = Image.frombytes("1", DISPLAY, pixels).convert("L").resize((width * 4, height * 4))
    return next((found.text for found in zxingcpp.read_barcodes(picture)), "")
