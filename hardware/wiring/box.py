"""The drawings of the box: display, lights, buttons and sounder, reader;
the pins are those of board.toml.
"""

from collections.abc import Mapping

from companion.config.board import EncoderPins, I2cPins, LightPins, Pins, ReaderPins, SpiPins
from companion.inputs import KeyName
from hardware.wiring.contacts import Contact, contacts, sounder
from hardware.wiring.harness import (
    BLACK,
    BOARD,
    GROUND_BOX,
    LOOSE,
    MODULE,
    ORANGE,
    RED,
    Drawing,
    Wire,
)
from hardware.wiring.places import DISPLAY_3V3, GROUNDS, READER_5V, place
from hardware.wiring.table import pins_for

PI = "Raspberry Pi"
HEADER_ROW = "40-pin header"
GROUND_AGAIN = "Pi, ground"

SEAT_LED, ACCEPTED_LED, REFUSED_LED = "led-amber", "led-green", "led-red"
KEYS_IN_A_ROW: tuple[KeyName, ...] = ("LEFT", "OK", "RIGHT", "MORE", "UNDO", "BUST")
"""The keys on the face of the case, from the left."""


def box_drawings() -> list[Drawing]:
    """Return the drawings of the reference build, then the differences of other builds."""
    reference, on_spi, dial = pins_for(), pins_for("spi"), pins_for(encoder=True).encoder
    return [
        display(reference.i2c),
        lights(reference.lights),
        buttons_and_sounder(reference),
        reader(reference.reader),
        display_on_spi(on_spi.spi, on_spi),
        *([encoder(dial)] if dial else []),
    ]


def display(bus: I2cPins) -> Drawing:
    """Return the display on I2C, with the reset that a module with a RES pin needs."""
    drawing = Drawing("display", "The display on I2C")
    pi = _pi(
        drawing,
        {place(bus.data): f"GPIO {bus.data}, SDA", place(bus.clock): f"GPIO {bus.clock}, SCL"}
        | {GROUNDS["display"]: "ground", DISPLAY_3V3: "3.3 V"},
    )
    module = drawing.box(
        "Display",
        "SSD1309, set to I2C",
        MODULE,
        {
            "SDA": "or DIN, D1",
            "SCL": "or CLK, D0",
            "DC": "address 0x3C",
            "GND": "ground",
            "RES": "reset",
            "VCC": "3.3 V",
        },
        part="display",
        note="Four pins only: no DC, no RES, not the\ntwo parts. CS: open, or as its page says.",
    )
    drawing.wires(
        "Display lead",
        [
            Wire(pi, place(bus.data), module, "SDA", "BU", "data"),
            Wire(pi, place(bus.clock), module, "SCL", "YE", "clock"),
            Wire(pi, GROUNDS["display"], module, "GND", BLACK, "ground"),
            Wire(pi, GROUNDS["display"], module, "DC", BLACK, "ground"),
            Wire(pi, DISPLAY_3V3, module, "VCC", ORANGE, "3.3 V"),
        ],
    )
    ground, high = {"GND": "ground", "RES": "reset"}, {"RES": "reset", "VCC": "3.3 V"}
    capacitor = drawing.box("1 µF", "at the module", LOOSE, ground, part="capacitor-1u")
    resistor = drawing.box("10 kΩ", "at the module", LOOSE, high, part="resistor-10k")
    drawing.soldered(module, list(ground), capacitor, list(ground))
    drawing.soldered(module, list(high), resistor, list(high))
    return drawing


def display_on_spi(bus: SpiPins, pins: Pins) -> Drawing:
    """Return the display on SPI, and the two buttons that are moved for it."""
    drawing = Drawing("display-on-spi", "The display on SPI, and the buttons that move")
    lines: dict[str, tuple[int, str, str, str]] = {
        "CLK": (bus.clock, "SCLK", "YE", "or SCL, D0"),
        "DIN": (bus.mosi, "MOSI", "BU", "or SDA, MOSI, D1"),
        "RES": (bus.reset, "reset", "VT", "reset"),
        "DC": (bus.command, "D/C", "GN", "data or command"),
        "CS": (bus.select, "CE0", "BN", "chip select"),
    }
    moved = [(key, pins.keys[key]) for key in KEYS_IN_A_ROW if key in pins.keys_beside_spi]
    pi = _pi(
        drawing,
        {DISPLAY_3V3: "3.3 V", GROUNDS["display"]: "ground"}
        | {place(gpio): f"GPIO {gpio}, {what}" for gpio, what, _, _ in lines.values()}
        | {place(gpio): f"GPIO {gpio}, {key}" for key, gpio in moved},
    )
    module = drawing.box(
        "Display",
        "set to 4-wire SPI",
        MODULE,
        {"VCC": "3.3 V", "GND": "ground"} | {pin: says for pin, (*_, says) in lines.items()},
        part="display",
    )
    drawing.wires(
        "Display lead",
        [
            Wire(pi, DISPLAY_3V3, module, "VCC", ORANGE, "3.3 V"),
            Wire(pi, GROUNDS["display"], module, "GND", BLACK, "ground"),
            *(
                Wire(pi, place(gpio), module, pin, colour, what)
                for pin, (gpio, what, colour, _) in lines.items()
            ),
        ],
    )
    contacts(
        drawing,
        pi,
        [Contact(key, place(gpio)) for key, gpio in moved],
        GROUND_AGAIN,
        GROUNDS["buttons"],
    )
    return drawing


def lights(pins: LightPins) -> Drawing:
    """Return twelve LEDs, each with a resistor at its long leg, and all short legs to a common
    ground.
    """
    drawing = Drawing("lights", "The twelve lights")
    twelve = [
        (gpio, f"seat {seat}", "amber", "YE") for seat, gpio in enumerate(pins.seats, start=1)
    ]
    twelve += [
        (pins.clockwise, "clockwise", "amber", "OL"),
        (pins.counterclockwise, "counterclockwise", "amber", "BN"),
        (pins.accepted, "accepted", "green", "GN"),
        (pins.refused, "refused", "red", "PK"),
    ]
    pi = _pi(drawing, {place(gpio): f"GPIO {gpio}" for gpio, *_ in twelve})
    each: dict[str, str] = {f"R{number}": "470 Ω" for number in range(1, 13)}
    resistors = drawing.box("Resistors", "", LOOSE, each, part="resistor-470", pieces=len(twelve))
    long_legs: dict[str, str] = {
        f"D{number}": f"{what}, {colour}"
        for number, (_, what, colour, _) in enumerate(twelve, start=1)
    }
    leds = drawing.box("Lights", "5 mm LEDs, short leg right", MODULE, long_legs)
    for _, _, colour, _ in twelve:
        drawing.parts[{"amber": SEAT_LED, "green": ACCEPTED_LED, "red": REFUSED_LED}[colour]] += 1
    drawing.wires(
        "To the lights",
        [
            Wire(pi, place(gpio), resistors, resistor, colour, what)
            for (gpio, what, _, colour), resistor in zip(twelve, each, strict=True)
        ],
    )
    drawing.soldered(resistors, list(each), leds, list(long_legs))
    ground = _ground(drawing, GROUNDS["lights"])
    drawing.wires(
        "All short legs",
        [Wire(leds, led, ground, GROUNDS["lights"], BLACK, "ground") for led in long_legs],
    )
    return drawing


def buttons_and_sounder(pins: Pins) -> Drawing:
    """Return six buttons to ground, and the piezo."""
    drawing = Drawing("buttons-and-sounder", "The six buttons and the sounder")
    keys = [(key, pins.keys[key]) for key in KEYS_IN_A_ROW]
    pi = _pi(
        drawing,
        {place(gpio): f"GPIO {gpio}" for _, gpio in keys}
        | {place(pins.sounder.pin): f"GPIO {pins.sounder.pin}"},
    )
    contacts(
        drawing,
        pi,
        [Contact(key, place(gpio)) for key, gpio in keys],
        GROUND_AGAIN,
        GROUNDS["buttons"],
    )
    sounder(drawing, pi, place(pins.sounder.pin), GROUND_AGAIN, GROUNDS["sounder"], "R13")
    return drawing


def encoder(dial: EncoderPins) -> Drawing:
    """Return a rotary encoder in place of LEFT, RIGHT and OK."""
    drawing = Drawing("encoder", "A rotary encoder in place of LEFT, RIGHT and OK")
    ends = {"A": (dial.a, "GN"), "B": (dial.b, "BU"), "push": (dial.push, "VT")}
    pi = _pi(drawing, {place(gpio): f"GPIO {gpio}" for gpio, _ in ends.values()})
    knob = drawing.box(
        "Encoder",
        "with a push button",
        MODULE,
        {"A": "or CLK", "B": "or DT", "push": "or SW", "C": "and SW's other side"},
        part="encoder",
        note="A pin + goes to 3.3 V, never to 5 V.",
    )
    drawing.wires(
        "To the encoder",
        [Wire(pi, place(gpio), knob, end, colour, end) for end, (gpio, colour) in ends.items()],
    )
    ground = _ground(drawing, GROUNDS["buttons"])
    drawing.wires("Encoder ground", [Wire(knob, "C", ground, GROUNDS["buttons"], BLACK, "ground")])
    return drawing


def reader(line: ReaderPins) -> Drawing:
    """Return a module of the GM65 family on the header's serial port."""
    drawing = Drawing("reader", "The reader on the header")
    transmit, receive = place(line.transmit), place(line.receive)
    pi = _pi(
        drawing,
        {
            READER_5V: "5 V",
            GROUNDS["reader"]: "ground",
            transmit: f"GPIO {line.transmit}, TXD",
            receive: f"GPIO {line.receive}, RXD",
        },
    )
    module = gm65(drawing)
    drawing.wires(
        "Reader lead",
        [
            Wire(pi, READER_5V, module, "VCC", RED, "5 V"),
            Wire(pi, GROUNDS["reader"], module, "GND", BLACK, "ground"),
            Wire(pi, transmit, module, "RX", "GN", "to the reader"),
            Wire(pi, receive, module, "TX", "BU", "from the reader"),
        ],
    )
    return drawing


def gm65(drawing: Drawing) -> str:
    """Draw the module, which is the same on the header and on the node; return the name of
    its box.
    """
    return drawing.box(
        "Reader",
        "GM65, Waveshare",
        MODULE,
        {"VCC": "5 V", "GND": "ground", "RX": "hears", "TX": "says; at most 3.3 V"},
        part="reader",
        note="GM65-S: 3.3 V at VCC, not 5 V.\nMeasure TX before it is connected.",
    )


def _pi(drawing: Drawing, pins: Mapping[int, str]) -> str:
    return drawing.box(PI, HEADER_ROW, BOARD, pins)


def _ground(drawing: Drawing, at: int) -> str:
    return drawing.box(GROUND_AGAIN, "", GROUND_BOX, {at: "ground"})
