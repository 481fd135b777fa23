"""A person who operates a Pi and a box in memory in the same way, and compares the two."""

from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from companion.box.notifier import NOTICE
from companion.box.state import Settings
from companion.config import Config, ReaderSettings
from companion.config.board import Pins
from companion.core.commands import New
from companion.inputs import KeyName, Receipt
from companion.table.reader import read_only
from tests.deploy.waiting import until
from tests.drivers.box import BoxDriver
from tests.journals import records_of
from tests.pi.lights import PiLights
from tests.pi.pi import Pi
from tests.pi.wire import PiDisplay, in_text


class Seen(NamedTuple):
    """The parts of the Pi that can be seen; None for one that its kit lacks."""

    display: PiDisplay | None
    lights: PiLights | None


class Both(BoxDriver):
    """A box in memory with its journal in `folder`, and the one on the Pi: inputs go to both.

    Attributes:
        seen: display and lights of the Pi.
    """

    def __init__(self, folder: Path, new: New, pi: Pi, pins: Pins, seen: Seen) -> None:
        settings = Settings(Config(reader=ReaderSettings(read_once=0)))
        super().__init__(folder, new, settings)
        self.seen = seen
        self._pi, self._pins = pi, pins

    def hold(self, key: KeyName, seconds: float = 1.0) -> "Both":
        """Press the key at both; the Pi must display the same picture as the box in memory."""
        self._pi.pull(*self._contacts(key))
        super().hold(key, seconds)
        self.must_show(f"{key}: ")
        return self

    def scan(self, text: str, *, plain: bool = False, receipt: Receipt | None = None) -> "Both":
        self._pi.send(text)
        super().scan(text, plain=plain, receipt=receipt)
        return self

    def must_show(self, after: str = "") -> None:
        """Wait until the Pi displays the picture of the box in memory; print what it displays."""
        display = self.seen.display
        if display is None:
            return
        try:
            until(f"the display shows {self.says}", lambda: display.shows(self.picture))
        finally:
            print(f"{after}{self.says}\n{in_text(display.panel.image())}", flush=True)  # noqa: T201  # the run is the report

    def must_agree(self) -> None:
        """Wait until picture and lights match the box in memory, after notice and verdict."""
        self.wait(NOTICE + 1)
        self.must_show()
        if self.seen.lights is not None:
            self.seen.lights.must_show(self.ring.shown[-1])

    def entries(self) -> list[tuple[str, bytes]]:
        """Return the commands in the journal in memory, each with its digest, like `Away.kept`."""
        records = records_of(read_only(self.path))
        entries = sorted(
            (entry for record in records for entry in record.entries), key=attrgetter("sequence")
        )
        return [(entry.command, entry.digest) for entry in entries]

    def _contacts(self, key: KeyName) -> tuple[int, ...]:
        """Return the contacts that close for the key, one after the other."""
        dial = self._pins.encoder
        if dial is None or key in self._pins.keys:
            return (self._pins.keys[key],)
        return {"RIGHT": (dial.a, dial.b), "LEFT": (dial.b, dial.a)}.get(key, (dial.push,))
