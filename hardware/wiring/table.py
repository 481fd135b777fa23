"""The wiring as a table for soldering, as in docs/reference/wiring.md."""

from companion.config import Config, DisplaySettings, pins_of
from companion.config.board import HEADER, Pins
from companion.config.sections import BusName, ButtonSettings

_WORDS = {
    "i2c.data": ("Display", "SDA"),
    "i2c.clock": ("Display", "SCL"),
    "spi.mosi": ("Display", "MOSI (SDA, D1)"),
    "spi.clock": ("Display", "SCLK (SCL, D0)"),
    "spi.select": ("Display", "CE0 (CS)"),
    "spi.command": ("Display", "D/C"),
    "spi.reset": ("Display", "RES"),
    "reader.transmit": ("Reader", "its RX"),
    "reader.receive": ("Reader", "its TX"),
    "encoder.a": ("Encoder", "A"),
    "encoder.b": ("Encoder", "B"),
    "encoder.push": ("Encoder", "push button"),
    "lights.clockwise": ("Direction light", "clockwise"),
    "lights.counterclockwise": ("Direction light", "counterclockwise"),
    "lights.accepted": ("Verdict light", "accepted, green"),
    "lights.refused": ("Verdict light", "refused, red"),
    "sounder.pin": ("Sounder", "+"),
}


def pins_for(bus: BusName = "i2c", *, encoder: bool = False) -> Pins:
    """Return the pins of a box with a display on `bus`, with an encoder or without."""
    buttons = ButtonSettings(encoder=encoder)
    return pins_of(Config(display=DisplaySettings(bus=bus), buttons=buttons))


def wiring_table(pins: Pins) -> str:
    """Return the wiring of a build as a Markdown table in the order of the header, for
    soldering.
    """
    rows = sorted((HEADER[pin], pin, *_words(name)) for name, pin in pins.named())
    lines = ["| header | GPIO | part | its pin |", "|---:|---:|---|---|"]
    lines += [f"| {place} | {pin} | {part} | {what} |" for place, pin, part, what in rows]
    return "\n".join(lines) + "\n"


def _words(name: str) -> tuple[str, str]:
    *_, last = name.split(".")
    if name.startswith(("keys.", "keys_beside_spi.")):
        return "Button", last
    if name.startswith("lights.seats."):
        return "Seat light", last
    return _WORDS[name]
