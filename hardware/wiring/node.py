"""The drawings of the reader node, with the pins of firmware/wiring.py."""

from firmware import wiring
from hardware.wiring.box import KEYS_IN_A_ROW, gm65
from hardware.wiring.contacts import Contact, contacts, sounder, to_ground
from hardware.wiring.harness import BLACK, BOARD, LOOSE, RED, Drawing, Wire
from hardware.wiring.places import PICO_5V, PICO_GP, PICO_GROUNDS

PICO = "Pico"
GROUND_AGAIN = "Pico, ground"


def node_drawings() -> list[Drawing]:
    """Return the drawings of the node with its reader, its beeper, and its optional buttons."""
    return [node(), node_beeper(), node_buttons()]


def node() -> Drawing:
    """Return a Pico with the reader."""
    drawing = Drawing("node", "The reader on the node")
    tx, rx = PICO_GP[wiring.TX], PICO_GP[wiring.RX]
    pico = drawing.box(
        PICO,
        "or Pico 2, by USB to the Pi",
        BOARD,
        {
            PICO_5V: "VBUS, 5 V",
            PICO_GROUNDS["reader"]: "ground",
            tx: f"GP{wiring.TX}, UART{wiring.UART} TX",
            rx: f"GP{wiring.RX}, UART{wiring.UART} RX",
        },
        part="pico",
    )
    module = gm65(drawing)
    drawing.wires(
        "Reader lead",
        [
            Wire(pico, PICO_5V, module, "VCC", RED, "5 V"),
            Wire(pico, PICO_GROUNDS["reader"], module, "GND", BLACK, "ground"),
            Wire(pico, tx, module, "RX", "GN", "to the reader"),
            Wire(pico, rx, module, "TX", "BU", "from the reader"),
        ],
    )
    return drawing


def node_beeper() -> Drawing:
    """Return the beeper, and the two pins that start the REPL."""
    drawing = Drawing("node-beeper", "The node's beeper, and its way to the REPL")
    beeper, repl = PICO_GP[wiring.BEEPER], PICO_GP[wiring.REPL]
    pico = drawing.box(
        PICO, "or Pico 2", BOARD, {beeper: f"GP{wiring.BEEPER}", repl: f"GP{wiring.REPL}"}
    )
    sounder(drawing, pico, beeper, GROUND_AGAIN, PICO_GROUNDS["sounder"], "R14")
    jumper = drawing.box(
        "Jumper", "on at power-on: REPL", LOOSE, {"J1": "off at play"}, part="jumper"
    )
    drawing.wires("To the jumper", [Wire(pico, repl, jumper, "J1", "VT", "REPL")])
    to_ground(drawing, jumper, ["J1"], "Jumper ground", GROUND_AGAIN, PICO_GROUNDS["repl"])
    return drawing


def node_buttons() -> Drawing:
    """Return the six buttons on the node, for a box without buttons on the Pi's header."""
    drawing = Drawing("node-buttons", "The buttons on the node, in place of those on the header")
    keys = [(key, wiring.KEYS[key]) for key in KEYS_IN_A_ROW if key in wiring.KEYS]
    pico = drawing.box(PICO, "or Pico 2", BOARD, {PICO_GP[gp]: f"GP{gp}" for _, gp in keys})
    contacts(
        drawing,
        pico,
        [Contact(key, PICO_GP[gp]) for key, gp in keys],
        GROUND_AGAIN,
        PICO_GROUNDS["buttons"],
    )
    return drawing
