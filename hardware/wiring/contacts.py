"""Buttons and a sounder, drawn in the same way on the Pi and on the node."""

from collections.abc import Sequence
from typing import NamedTuple

from hardware.wiring.harness import BLACK, GROUND_BOX, LOOSE, MODULE, Drawing, Pin, Wire

COLOURS = {"LEFT": "BU", "OK": "GN", "RIGHT": "LB", "MORE": "VT", "UNDO": "YE", "BUST": "BN"}


class Contact(NamedTuple):
    """A button, and the place on the board that one of its contacts is wired to."""

    key: str
    place: int


def contacts(
    drawing: Drawing, board: str, buttons: Sequence[Contact], ground: str, ground_at: int
) -> None:
    """Draw buttons between their places and one ground, each behind a resistor and with a
    capacitor to ground, which keep static electricity and short bounces from the pin.
    """
    count, keys = len(buttons), [button.key for button in buttons]
    before = drawing.box(
        "Before", "at the buttons", LOOSE, dict.fromkeys(keys, "1 kΩ"), part="resistor-1k",
        pieces=count,
    )  # fmt: skip
    box = drawing.box(
        "Buttons", "either way round", MODULE, dict.fromkeys(keys, "to ground"), part="button",
        pieces=count,
    )  # fmt: skip
    beside = drawing.box(
        "Beside", "across the button", LOOSE, dict.fromkeys(keys, "100 nF"), part="capacitor-100n",
        pieces=count,
    )  # fmt: skip
    drawing.wires(
        "To the buttons",
        [
            Wire(board, button.place, before, button.key, COLOURS[button.key], button.key)
            for button in buttons
        ],
    )
    drawing.soldered(before, keys, box, keys)
    drawing.soldered(before, keys, beside, keys)
    to_ground(drawing, box, keys, "All other contacts", ground, ground_at)
    to_ground(drawing, beside, keys, "All capacitors", ground, ground_at)


def sounder(
    drawing: Drawing, board: str, at: int, ground: str, ground_at: int, resistor: str
) -> None:
    """Draw a piezo with its resistor between its place and ground."""
    before = drawing.box("Resistor", "", LOOSE, {resistor: "470 Ω"}, part="resistor-470")
    piezo = drawing.box("Sounder", "bare piezo", MODULE, {"+": "either way round"}, part="piezo")
    drawing.wires("To the sounder", [Wire(board, at, before, resistor, "TQ", "sounder")])
    bleed = drawing.box(
        "Bleed", "across the piezo", LOOSE, {"+": "10 kΩ"}, part="resistor-10k"
    )  # what a knock charges the piezo with flows off here
    drawing.soldered(before, [resistor], piezo, ["+"])
    drawing.soldered(before, [resistor], bleed, ["+"])
    to_ground(drawing, bleed, ["+"], "Bleed ground", ground, ground_at)
    to_ground(drawing, piezo, ["+"], "Sounder ground", ground, ground_at)


def to_ground(
    drawing: Drawing, box: str, pins: Sequence[Pin], bundle: str, ground: str, ground_at: int
) -> None:
    """Wire all `pins` of a box to one ground; the ground's box is drawn once and has each place
    once.
    """
    if ground not in drawing.boxes:
        drawing.box(ground, "", GROUND_BOX, {ground_at: "ground"})
    elif ground_at not in drawing.boxes[ground]["pins"]:
        drawing.boxes[ground]["pins"].append(ground_at)
        drawing.boxes[ground]["pinlabels"].append("ground")
    drawing.wires(bundle, [Wire(box, pin, ground, ground_at, BLACK, "ground") for pin in pins])
