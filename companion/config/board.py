"""The board: the pins of `board.toml`, and the models of Pi."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.config.sections import AnyReaderSettings, Config, Section
from companion.errors import BoardError
from companion.inputs import KEYS, KeyName
from companion.message import phrase
from companion.outputs import SEATS

PI_5_HEADER = "/dev/ttyAMA0"
"""The header's port on a Pi 5, which is on the RP1 chip; /dev/serial0 is the debug connector
there.
"""

_PI_5 = re.compile(r"Raspberry Pi (Compute Module 5|500|5)\b")


def is_pi_5(model: str) -> bool:
    """Return whether the kernel of a Pi 5 or its kin reports `model`,
    "Raspberry Pi 5 Model B Rev 1.0".
    """
    return _PI_5.match(model) is not None


PI_MODEL = Path("/proc/device-tree/model")
"""The file in which the kernel of a Pi names its model."""

BOARD_FILE = Path(__file__).with_name("board.toml")

HEADER: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""GPIO number -> position on the 40-pin header, the same on every Pi that has one."""

WiredPart = Literal["i2c", "spi", "reader", "buttons", "lights", "sounder"]


class I2cPins(Section):
    """Pins of the I2C bus, SDA and SCL; two displays share them."""

    data: int
    clock: int


class SpiPins(Section):
    """Pins of the SPI bus; `command` is D/C, low for a command."""

    mosi: int
    clock: int
    select: int
    command: int
    reset: int


class ReaderPins(Section):
    """Pins of the serial port, named from the Pi's side:
    `transmit` goes to the reader's receive.
    """

    transmit: int
    receive: int


class EncoderPins(Section):
    """A rotary encoder with a push button, in place of LEFT, RIGHT and OK."""

    a: int
    b: int
    push: int


class LightPins(Section):
    """Pins of the twelve lights; `seats` go clockwise from seat 1."""

    seats: tuple[int, ...]
    clockwise: int
    counterclockwise: int
    accepted: int
    refused: int


class SounderPin(Section):
    """The pin of the piezo."""

    pin: int


class Pins(Struct, frozen=True):
    """The pins of one box, as in `board.toml`; `fitted` are the parts that use their pins.

    `keys` have the pins in force, without keys that an `encoder` replaces. `keys_beside_spi` are
    those of them that have other pins, because an SPI display uses theirs.
    """

    i2c: I2cPins
    spi: SpiPins
    reader: ReaderPins
    keys: dict[KeyName, int]
    keys_beside_spi: dict[KeyName, int]
    encoder: EncoderPins | None
    lights: LightPins
    sounder: SounderPin
    fitted: frozenset[WiredPart] = frozenset()

    @property
    def ok(self) -> int:
        """Return the GPIO of the OK button or of the encoder's push button."""
        return self.encoder.push if self.encoder else self.keys["OK"]

    def named(self) -> Iterator[tuple[str, int]]:
        """Yield the keys of `board.toml` that fitted parts use, with their pins: ("lights.seats.1",
        17).
        """
        yield from self._fields("spi", "i2c", "reader")
        if "buttons" in self.fitted:
            for name in KEYS:
                if name in self.keys:
                    part = "keys_beside_spi" if name in self.keys_beside_spi else "keys"
                    yield f"{part}.{name}", self.keys[name]
            if self.encoder:
                yield from _wires("encoder", self.encoder)
        yield from self._fields("lights", "sounder")

    def _fields(self, *parts: WiredPart) -> Iterator[tuple[str, int]]:
        for part in parts:
            if part in self.fitted:
                yield from _wires(part, getattr(self, part))

    def check(self, blamed: Collection[str]) -> None:
        """Check that no pin is used twice, every number is a GPIO, and every seat has a light.

        Raises:
            BoardError: one of the checks fails; of two keys of `board.toml` it names one that is
                `blamed`.
        """
        if len(self.lights.seats) != SEATS:
            seats = len(self.lights.seats)
            says = phrase("has {n} pins, the box has {wanted} seat lights", n=seats, wanted=SEATS)
            raise BoardError(says, "lights.seats")
        seen: dict[int, str] = {}
        # Wires of the keys in `blamed` come last, so that they take the blame.
        for name, pin in sorted(
            self.named(), key=lambda wire: ".".join(wire[0].split(".")[:2]) in blamed
        ):
            if pin not in HEADER:
                says = phrase("{pin} is no GPIO of the header, those are 2 to 27", pin=pin)
                raise BoardError(says, name)
            if pin in seen:
                says = phrase("GPIO {pin} is taken by {name}", pin=pin, name=seen[pin])
                raise BoardError(says, name)
            seen[pin] = name


def _wires(part: str, pins: Struct) -> Iterator[tuple[str, int]]:
    for field, pin in asdict(pins).items():
        if isinstance(pin, tuple):
            yield from (
                (f"{part}.{field}.{place}", number) for place, number in enumerate(pin, start=1)
            )
        else:
            yield f"{part}.{field}", pin


def board_with(changes: Mapping[str, object]) -> dict[str, Any]:
    """Return the content of `board.toml`; sections of `changes` replace single keys of its own."""
    table = tomllib.loads(BOARD_FILE.read_text("utf-8"))
    for part, keys in changes.items():
        if part in table and isinstance(keys, dict):
            table[part] |= keys
    return table


def pi_model(file: Path = PI_MODEL) -> str:
    """Return the model that the kernel reports in `file`, like "Raspberry Pi 4 Model B Rev 1.4", or
    "".
    """
    try:
        return file.read_text("ascii", "replace").strip("\0\n ")
    except OSError:
        return ""


def is_pi() -> bool:
    """Return whether this machine is a Raspberry Pi of any model."""
    return "Raspberry Pi" in pi_model()


def pins_of(config: Config) -> Pins:
    """Return the pins that the box described by `config` uses.

    Raises:
        BoardError: a pin is used twice or is not a GPIO; the message begins with the key of
            `board.toml`, preferably one that the configuration changes.
    """
    changes, fitted = config.pins.changes, frozenset(_fitted(config))
    board = msgspec.convert(board_with(changes), Pins)
    moved = board.keys_beside_spi if "spi" in fitted else {}
    replaced = {"LEFT", "RIGHT", "OK"} if config.buttons.encoder else set()
    pins = replace(
        board,
        keys={name: pin for name, pin in {**board.keys, **moved}.items() if name not in replaced},
        keys_beside_spi=moved,
        encoder=board.encoder if config.buttons.encoder else None,
        fitted=fitted,
    )
    pins.check({f"{part}.{name}" for part, names in changes.items() for name in names})
    return pins


def _fitted(config: Config) -> Iterator[WiredPart]:
    """Yield the buses and the parts that use pins of the header."""
    first = next((settings for _, settings in config.displays()), None)
    if first is not None:  # a second display is on the same bus
        yield first.bus
    if config.lights.on_chip:
        yield "i2c"
    if any(_on_header(settings) for _, settings in config.readers()):
        yield "reader"
    if config.buttons.enabled:
        yield "buttons"
    if config.lights.on_pins:
        yield "lights"
    if config.sounder.enabled:
        yield "sounder"


def _on_header(reader: AnyReaderSettings) -> bool:
    """Return whether a reader may use the header's serial port; "auto" looks there too."""
    name = Path(reader.port).name
    return reader.kind == "serial" and name.startswith(("auto", "serial", "ttyAMA", "ttyS"))
