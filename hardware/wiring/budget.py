"""Volts, ohms and milliamperes: actual currents, limits and unknowns.

Limits: a GPIO may carry 16 mA, all GPIOs together 50 mA (Raspberry Pi documentation, "Power
supply": "The GPIO pins can draw 50mA safely ... an individual GPIO pin can only safely draw 16mA").
The 3.3 V supply was designed for about 3 mA per pin (ibid., "GPIO pads control"), and a Pi 4 with
its initial settings holds its voltage up to 4 mA per pin (ibid., "GPIO", BCM2711).
"""

from collections.abc import Sequence
from typing import NamedTuple

VOLTS = 3.3
"""The voltage of a GPIO that is on. The pad's resistance is ignored, so that every current here is
an upper bound; a supply slightly above 3.3 V is ignored too.
"""

PIN_LIMIT = 16.0
ALL_PINS_LIMIT = 50.0
"""Limit in mA; see above."""

RESISTOR = 470.0
"""Ohms in series with each LED and with the sounder."""

OTHER_RESISTOR = 330.0
"""Ohms; a common value, for comparison."""

LOWEST_FORWARD = 1.8
"""Volts across the LED with the highest current, a red one (datasheet FD-5WSRGB-A: 1.8, up to
2.4).
"""

LIGHTS = 12
BUTTONS = 6

WEAKEST_PULL_UP, I2C_PULL_UP = 33_000.0, 1_800.0
"""Ohms: the smallest value of a Pi's internal pull-ups (33 to 73 kilohms on a Pi 4, 50 to 65 on
earlier models), and the value of those soldered to GPIO 2 and 3 of every Pi.
"""

I2C_LINES = 2


class Led(NamedTuple):
    """A color of LED, with its typical and highest forward voltage."""

    colour: str
    typical: float
    highest: float

    @property
    def fits(self) -> bool:
        """Return whether 3.3 V leave half a volt for the resistor, so that all LEDs are about
        equally bright.
        """
        return VOLTS - self.highest >= 0.5


LEDS = (
    Led("red", 2.0, 2.5),
    Led("amber, yellow", 2.1, 2.5),
    Led("green, yellowish, 565 to 575 nm", 2.2, 2.5),
    Led("green, pure, 515 to 530 nm", 3.2, 3.6),
    Led("blue, white, warm white", 3.2, 3.6),
)
"""The first three are from a table of common 5 mm LEDs (red 625 nm, yellow 590 nm, green 565 nm),
the others from the datasheet FD-5WSRGB-A. Makers differ, so check the datasheet of your LED.
"""


class Load(NamedTuple):
    """A load on the 5 V supply: its mA, and the source of the number."""

    what: str
    milliamperes: float
    source: str


LOADS = (
    Load("Pi Zero 2 W, bare", 350, "Raspberry Pi documentation, typical"),
    Load("GM65, reading", 160, "its manual; 30 waiting"),
    Load("Display", 200, "a guess on the safe side, not verified; less with few pixels lit"),
    Load("Pico", 100, "a guess on the safe side, not verified"),
)

SUPPLY = 2000
"""The mA that Raspberry Pi recommends for a Zero 2 W."""


def milliamperes(volts: float, ohms: float) -> float:
    """Return the current through a resistor with `volts` across it; 0 for negative volts."""
    return max(volts, 0.0) / ohms * 1000


def through(forward: float, ohms: float = RESISTOR) -> float:
    """Return the mA through an LED with the `forward` volts across it."""
    return milliamperes(VOLTS - forward, ohms)


def all_lit(ohms: float = RESISTOR) -> float:
    """Return the mA through all lights together, if all are of the kind with the highest
    current.
    """
    return LIGHTS * through(LOWEST_FORWARD, ohms)


def at_most() -> dict[str, float]:
    """Return the mA at the pins if everything happens at the same time."""
    return {
        "twelve lights, bright": all_lit(),
        "sounder, at each edge of its tone": milliamperes(VOLTS, RESISTOR),
        "SDA and SCL low": I2C_LINES * milliamperes(VOLTS, I2C_PULL_UP),
        "six buttons pressed": BUTTONS * milliamperes(VOLTS, WEAKEST_PULL_UP),
    }


def tables() -> dict[str, str]:
    """Return the tables of docs/reference/wiring.md by name."""
    return {"LEDs": _leds(), "pins": _pins(), "supply": _supply()}


def _leds() -> str:
    rows = [
        (
            led.colour,
            f"{led.typical:.1f} V, up to {led.highest:.1f} V",
            f"(3.3 - {led.typical:.1f}) / {RESISTOR:.0f} = {through(led.typical):.1f} mA",
            f"{through(led.highest):.1f} mA",
            "yes" if led.fits else "no",
        )
        for led in LEDS
    ]
    head = ("LED", "across it", f"through it, with {RESISTOR:.0f} ohm", "at worst", "fit for 3.3 V")
    return _table(head, rows)


def _pins() -> str:
    parts = at_most()
    sums = {
        "twelve lights, bright": f"12 x (3.3 - {LOWEST_FORWARD}) / {RESISTOR:.0f}",
        "sounder, at each edge of its tone": f"3.3 / {RESISTOR:.0f}",
        "SDA and SCL low": f"2 x 3.3 / {I2C_PULL_UP:.0f}",
        "six buttons pressed": f"6 x 3.3 / {WEAKEST_PULL_UP:.0f}",
    }
    rows = [(what, sums[what], f"{value:.1f} mA") for what, value in parts.items()]
    rows.append(
        ("**together**", f"allowed: {ALL_PINS_LIMIT:.0f} mA", f"**{sum(parts.values()):.1f} mA**")
    )
    return _table(("at once", "worked out", "at most"), rows)


def _supply() -> str:
    lights = Load("All lights", round(all_lit()), "worked out above")
    rows = [(load.what, f"{load.milliamperes:.0f} mA", load.source) for load in (*LOADS, lights)]
    total = sum(load.milliamperes for load in (*LOADS, lights))
    rows.append(
        (
            "**together**",
            f"**{total:.0f} mA**",
            f"recommended for a Zero 2 W: {SUPPLY / 1000:.0f} A",
        )
    )
    return _table(("part", "draws", "from"), rows)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
