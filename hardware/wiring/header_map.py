"""The Pi's header seen from above, with the use of each place: a table for Graphviz.

The header is at the right-hand edge of the Pi, with place 1 at the upper left, as in most pictures.
"""

from collections.abc import Mapping

from companion.config.board import HEADER, Pins
from hardware.wiring.places import DISPLAY_3V3, GROUND, GROUNDS, READER_5V, VOLTS_3V3, VOLTS_5
from hardware.wiring.table import wiring_table

GROUPS = {
    "Display": "#bcd9f5",
    "Reader": "#dccdf2",
    "Button": "#f1e7d3",
    "Light": "#ffdf94",
    "Sounder": "#bfeae2",
}
"""Kind of part -> color of its cells."""

FREE = "#f4f4f4"
SUPPLIES = {
    "3.3 V": ("#ff8000", "#000000"),
    "5 V": ("#d00000", "#ffffff"),
    "ground": ("#000000", "#ffffff"),
}
"""Supply -> colors of its place and of the number in it."""


def header_map(pins: Pins) -> str:
    """Return the map for Graphviz, for the build with `pins`."""
    uses = _uses(pins)
    rows = "".join(
        f"<tr>{_side(odd, uses, left=True)}{_side(odd + 1, uses, left=False)}</tr>\n"
        for odd in range(1, 41, 2)
    )
    return (
        'graph header {\ngraph [pad=0.2 bgcolor="#ffffff" fontname=arial];\n'
        "node [shape=plain fontname=arial fontsize=14];\n"
        'map [label=<\n<table border="0" cellborder="1" cellspacing="2" cellpadding="4" '
        'color="#808080">\n'
        f"{rows}"
        "</table>>];\n}\n"
    )


def _side(place: int, uses: Mapping[int, str], *, left: bool) -> str:
    supply, says = _supply(place), uses.get(place, "")
    gpio = next((number for number, at in HEADER.items() if at == place), None)
    name = supply or (f"GPIO {gpio}" if gpio is not None else "leave free")
    ground, ink = SUPPLIES.get(name, ("#ffffff", "#000000"))
    cells = [
        _cell(
            says or " ",
            GROUPS.get(_group(says), FREE),
            width=190,
            align="right" if left else "left",
        ),
        _cell(name, FREE if not says else "#ffffff", width=70),
        _cell(f"<b>{place}</b>", ground, ink=ink, width=30),
    ]
    return "".join(cells if left else cells[::-1])


def _cell(
    text: str, colour: str, *, ink: str = "#000000", width: int = 0, align: str = "center"
) -> str:
    return (
        f'<td bgcolor="{colour}" width="{width}" align="{align}"><font '
        f'color="{ink}">{text}</font></td>'
    )


def _supply(place: int) -> str:
    kinds = {"3.3 V": VOLTS_3V3, "5 V": VOLTS_5, "ground": GROUND}
    return next((kind for kind, places in kinds.items() if place in places), "")


def _group(says: str) -> str:
    kind = says.split(" ", 1)[0].removesuffix("s")
    return "Light" if "light" in says.lower() else kind


def _uses(pins: Pins) -> dict[int, str]:
    """Return the use of each place: "Button OK", "Seat light 3", "Reader ground"."""
    _, _, *rows = wiring_table(pins).splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    uses = {int(at): f"{part} {what}" for at, _, part, what in cells}
    uses |= {at: f"{part.capitalize()} ground" for part, at in GROUNDS.items()}
    return uses | {DISPLAY_3V3: "Display VCC", READER_5V: "Reader VCC"}
