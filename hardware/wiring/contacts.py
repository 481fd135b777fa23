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
    """Draw buttons between their places and one ground."""
    each: dict[str, str] = {button.key: "to ground" for button in buttons}
    box = drawing.box(
        "Buttons", "either way round", MODULE, each, part="button", pieces=len(buttons)
    )
    drawing.wires(
        "To the buttons",
        [
            Wire(board, button.place, box, button.key, COLOURS[button.key], button.key)
            for button in buttons
        ],
    )
    to_ground(drawing, box, list(each), "All other contacts", ground, ground_at)


def sounder(
    drawing: Drawing, board: str, at: int, ground: str, ground_at: int, resistor: str
) -> None:
    """Draw a piezo with its resistor between its place and ground."""
    before = drawing.box("Resistor", "", LOOSE, {resistor: "470 Ω"}, part="resistor-470")
    piezo = drawing.box("Sounder", "bare piezo", MODULE, {"+": "either way round"}, part="piezo")
    drawing.wires("To the sounder", [Wire(board, at, before, resistor, "TQ", "sounder")])
    drawing.soldered(before, [resistor], piezo, ["+"])
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
