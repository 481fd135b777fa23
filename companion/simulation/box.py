"""The simulated box: models connected to the real drivers, and their view for the panel."""

import threading
from collections.abc import Callable

import msgspec

from companion.box.state import Snapshot
from companion.config import Config, pins_of
from companion.core.cards import Card
from companion.core.frozen import Frozen
from companion.devices.lines import LineAssembler
from companion.devices.ports import Clock, Report, Sounder
from companion.dialogs.context import Scene
from companion.inputs import KeyName, Scan
from companion.labels.codec import write_label
from companion.message import using
from companion.outputs import SEATS, Lights, SeatLight, Sound
from companion.screens.spoken import spoken
from companion.simulation.displays import SimulatedI2c, simulated_displays, with_default_display
from companion.simulation.pins import Pca9685, SimulatedPins

replace = msgspec.structs.replace

PART = "Reader"


NOTHING = Snapshot(Scene({}))
"""The table without a game, until the box publishes a snapshot."""


class PanelView(Frozen):
    """Everything that a person sees and hears at the box at one moment, and the `snapshot` of its
    table.

    The `pixels` are decoded by the display's model: row by row, `depth` bits a pixel (1, or 4 for
    gray), the leftmost in the highest bits. `contrast` is 0.0 to 1.0; `on` is false while the
    display is switched off. `text` is the picture in words. `lights` are read from the pins.
    `asking` is true while the box waits for an answer or another card (a choice, a set). `sound` is
    the newest sound, `sounds` counts all. `seed` shuffles the pack of the current game.
    """

    pixels: bytes
    contrast: float
    on: bool
    text: str
    lights: Lights
    asking: bool = False
    sound: Sound | None = None
    sounds: int = 0
    width: int = 128
    height: int = 64
    depth: int = 1
    snapshot: Snapshot = NOTHING
    seed: str = ""


class SimulatedBox:
    """The configured displays, gpiozero's mock pins, and a scanner that sends lines of text.

    The app builds the parts of the box on it as on a Pi: displays on the lines of `displays`;
    lights, buttons and sounder on `pins.factory`. It is the `PanelBox` of the panel. The box's
    thread passes each snapshot of the table to `publish`.

    The `seed` shuffles the pack, which is outside the box, and so determines the hands of the
    players.

    Attributes:
        config: the configuration, with a display added if it had none.
        displays: the display modules by name; the panel shows the first.
        pins: the mock pins.
        buses: the I2C buses by the number of their port.
        light_driver: the model of the chip that drives the lights; None if pins do.
        switched_off: set by the app once the box is switched off from its menu.

    Raises:
        BoardError: the wiring is impossible.
    """

    def __init__(self, config: Config, clock: Clock, seed: str) -> None:
        self.config = with_default_display(config)
        self.switched_off = False
        self._clock = clock
        self._seed = seed
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []
        self._published = PanelView(b"", 0.0, on=False, text="", lights=Lights())
        self._sound: Sound | None = None
        self._sounds = 0
        self._report: Report = _nobody
        self._lines = LineAssembler(PART)
        self.pins = SimulatedPins(pins_of(config), changed=self._tell)
        self.buses: dict[int, SimulatedI2c] = {}
        self.displays = simulated_displays(self.config, self.pins, self.buses, changed=self._tell)
        self.light_driver: Pca9685 | None = None
        if config.lights.on_chip:
            self.light_driver = Pca9685(self._tell)
            bus = self.buses.setdefault(config.lights.i2c_port, SimulatedI2c({}))
            bus.devices[config.lights.address] = self.light_driver

    def start(self, report: Report) -> None:
        """Report scanned cards from now on, like a reader."""
        self._report = report

    def close(self) -> None:
        """Stop reporting."""
        self._report = _nobody

    def heard(self, sounder: Sounder) -> Sounder:
        """Return `sounder` wrapped so that the panel plays its sounds too."""
        return _HeardSounder(sounder, self._hear)

    def _hear(self, sound: Sound) -> None:
        with self._lock:
            self._sound, self._sounds = sound, self._sounds + 1

    # Called by the box's thread

    def publish(self, snapshot: Snapshot) -> None:
        """Show this state of the table from now on; called by the box's thread."""
        with using(snapshot.language):
            text, lights = spoken(snapshot.whole), self.lights()
        with self._lock:
            self._published = replace(
                self._published,
                text=text,
                lights=lights,
                asking=snapshot.asking,
                sound=self._sound,
                sounds=self._sounds,
                snapshot=snapshot,
                seed=f"{self._seed} {snapshot.game}",
            )
        self._tell()

    # Called by the panel

    def showing(self) -> PanelView:
        with self._lock:
            published = self._published
        display = next(iter(self.displays.values()))
        controller = display.controller
        return replace(
            published,
            pixels=display.pixels(),
            width=controller.width,
            height=controller.height,
            depth=controller.depth,
            contrast=controller.contrast / 255,
            on=controller.lit,
        )

    def lights(self) -> Lights:
        """Return the lights according to the levels of the pins, or of the chip's outputs."""
        driver = self.light_driver
        levels = self.pins.levels() if driver is None else list(map(driver.level, range(SEATS + 4)))
        return Lights(
            tuple(_seat_light(level) for level in levels[:SEATS]),
            *(level > 0 for level in levels[SEATS:]),
        )

    def press(self, key: KeyName, *, down: bool) -> None:
        if key in {"LEFT", "RIGHT"} and self.pins.pins.encoder is not None:
            if down:
                self.pins.turn(clockwise=key == "RIGHT")
        elif down:
            self.pins.press(key)
        else:
            self.pins.release(key)

    def pass_card(self, card: Card) -> None:
        self._receive(write_label(card), plain=False)

    def scan_line(self, text: str) -> None:
        # A person types this at the panel, so a plain form is not a truncated label.
        self._receive(text, plain=True)

    def _receive(self, text: str, *, plain: bool) -> None:
        with self._lock:
            lines = self._lines.feed(f"{text}\r".encode("ascii"))
        for line in lines:
            now = self._clock.monotonic()
            self._report(Scan(line, now, PART, plain=plain) if isinstance(line, str) else line)

    def subscribe(self, changed: Callable[[], None]) -> None:
        self._listeners.append(changed)

    def _tell(self) -> None:
        for changed in self._listeners:
            changed()


class _HeardSounder:
    def __init__(self, sounder: Sounder, hear: Callable[[Sound], None]) -> None:
        self._sounder, self._hear = sounder, hear

    def play(self, sound: Sound) -> None:
        self._sounder.play(sound)
        self._hear(sound)


def _nobody(_: object) -> None:
    """Discard an input before `start` and after `close`."""


def _seat_light(level: float) -> SeatLight:
    return "act" if level >= 1 else "in" if level > 0 else "dark"
