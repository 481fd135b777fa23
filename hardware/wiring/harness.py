"""A drawing for WireViz: boxes with pins, bundles of wires, and parts soldered together.

>>> drawing = Drawing("reader", "The reader on the header")
>>> pi = drawing.box("Raspberry Pi", "the header", PI, {8: "GPIO 14", 10: "GPIO 15"})
>>> gm65 = drawing.box("Reader", "GM65", MODULE, {"RX": "", "TX": ""}, part="reader")
>>> there = Wire(pi, 8, gm65, "RX", "GN", "to it")
>>> drawing.wires("lead", [there, Wire(pi, 10, gm65, "TX", "BU", "from it")])
>>> drawing.yaml()
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

Pin = int | str
Named = Mapping[int, str] | Mapping[str, str]
"""Pins and their names."""

BOARD = "#d9eedf"
MODULE = "#dae8f6"
LOOSE = "#fff1cc"
GROUND_BOX = "#e4e4e4"
"""The colors of boards, bought modules, loose parts, and a ground that is drawn a second time."""

RED, ORANGE, BLACK = "RD", "OG", "BK"
"""The colors of 5 V, 3.3 V and ground in every drawing, used for nothing else."""

FONT = "arial"


@dataclass(frozen=True)
class Wire:
    """A wire from a pin of one box to a pin of another box to its right.

    `colour` is WireViz's two-letter code, `says` the label. A wire that begins or ends at the same
    pin as an earlier one is a branch of that wire.
    """

    left: str
    left_pin: Pin
    right: str
    right_pin: Pin
    colour: str
    says: str

    @property
    def left_end(self) -> tuple[str, Pin]:
        return self.left, self.left_pin

    @property
    def right_end(self) -> tuple[str, Pin]:
        return self.right, self.right_pin

    def forks(self, other: "Wire") -> bool:
        """Return whether it is a branch of the `other`."""
        return self.left_end == other.left_end or self.right_end == other.right_end


@dataclass
class Drawing:
    """One drawing; `name` is the name of its files, `title` its heading in the documents."""

    name: str
    title: str
    parts: Counter[str] = field(default_factory=Counter)
    """The number of each part in it, by its key in the bill of materials."""
    boxes: dict[str, dict[str, Any]] = field(default_factory=dict)
    bundles: dict[str, dict[str, Any]] = field(default_factory=dict)
    connections: list[list[Any]] = field(default_factory=list)
    apart: float = 0.6
    """The horizontal distance of boxes in inches."""

    def box(
        self,
        name: str,
        kind: str,
        colour: str,
        pins: Named,
        *,
        part: str | None = None,
        pieces: int = 1,
        note: str = "",
    ) -> str:
        """Add a box with named pins, which is `pieces` of a `part`; return its name, for wires."""
        self.boxes[name] = {
            "show_name": False,
            "show_pincount": False,
            "type": f"<b>{name}</b>",
            **({"subtype": kind} if kind else {}),
            "bgcolor": colour,
            "pins": list(pins),
            # Without a label WireViz omits the cell, which breaks the row.
            "pinlabels": [says or "&nbsp;" for says in pins.values()],
            **({"notes": note} if note else {}),
        }
        if part:
            self.parts[part] += pieces
        return name

    def wires(self, name: str, wires: Sequence[Wire]) -> None:
        """Add a bundle of wires; each is drawn once, with a branch for every further end."""
        strands: list[Wire] = []
        for wire in wires:
            first = next((other for other in strands if wire.forks(other)), wire)
            if first is wire:
                strands.append(wire)
            run: list[Any] = [{name: [strands.index(first) + 1]}]
            if first is wire or wire.left_end != first.left_end:
                run.insert(0, {wire.left: [wire.left_pin]})
            if first is wire or wire.right_end != first.right_end:
                run.append({wire.right: [wire.right_pin]})
            self.connections.append(run)
        self.bundles[name] = {
            "category": "bundle",
            "show_name": False,
            "show_wirecount": False,
            "colors": [strand.colour for strand in strands],
            # WireViz does not put a space between the color and the label.
            "wirelabels": [f" {strand.says}" for strand in strands],
        }

    def soldered(
        self, left: str, left_pins: Sequence[Pin], right: str, right_pins: Sequence[Pin]
    ) -> None:
        """Connect pins of two parts directly, pair by pair, without a wire."""
        self.connections.append([{left: list(left_pins)}, "--", {right: list(right_pins)}])

    def yaml(self) -> str:
        """Return the input for WireViz."""
        text: str = yaml.safe_dump(
            {
                "metadata": {"title": self.title},
                "options": {"fontname": FONT, "bgcolor": "#ffffff", "color_mode": "full"},
                "connectors": self.boxes,
                "cables": self.bundles,
                "connections": self.connections,
                "tweak": {"append": [f"ranksep={self.apart} nodesep=0.4 pad=0.25"]},
            },
            sort_keys=False,
            allow_unicode=True,
            width=110,
        )
        return text
