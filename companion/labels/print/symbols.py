"""The kinds of symbols for stickers, and their sizes in millimeters.

Data Matrix is the default: with modules of half a millimeter it is the smallest, and readers decode
it at any rotation. Code 128 is decoded only along its length, so players must hold the card nearly
level.
"""

from typing import Literal, NamedTuple, get_args

from companion.errors import SheetError
from companion.message import phrase

SymbolName = Literal["datamatrix", "qr", "code128"]

SYMBOLS: tuple[SymbolName, ...] = get_args(SymbolName)

SLACK = 0.25
"""Distance between the quiet zone and the edge of the label, for printers that are slightly
askew.
"""


class SymbolKind(NamedTuple):
    """The dimensions of one kind of symbol.

    Args:
        title: its displayed name.
        across: modules from end to end of the widest symbol.
        module: the length of a module if there is room.
        smallest: the minimum length of a module.
        quiet: white modules at every side (bars: at both ends). ISO/IEC 16022 requires 1 (we use 2,
            because a card's picture begins next to the label), ISO/IEC 18004 requires 4, ISO/IEC
            15417 requires 10.
    """

    title: str
    across: int
    module: float
    smallest: float
    quiet: int


KINDS: dict[SymbolName, SymbolKind] = {
    "datamatrix": SymbolKind("Data Matrix", 12, module=0.5, smallest=0.5, quiet=2),
    "qr": SymbolKind("QR Code", 21, module=0.4, smallest=0.3, quiet=4),
    "code128": SymbolKind("Code 128", 101, module=0.4, smallest=0.25, quiet=10),
}


def module_size(name: SymbolName, width: float, height: float) -> float:
    """Return the length of a module on a label of `width` by `height`, rounded down to a hundredth.

    All labels of a sheet have modules of the same size.

    Raises:
        SheetError: the label is too small for a readable symbol.
    """
    kind = KINDS[name]
    across = kind.across + 2 * kind.quiet
    room = width if name == "code128" else min(width, height)
    size = min(kind.module, int((room - 2 * SLACK) / across * 100) / 100)
    if size < kind.smallest:
        says = (
            phrase("a {code} needs labels that are {needed} mm wide; these are {size} mm")
            if name == "code128"
            else phrase(
                "a {code} needs labels that are {needed} mm wide and high; these are {size} mm"
            )
        )
        needed = f"{across * kind.smallest + 2 * SLACK:.1f}"
        raise SheetError(
            says.filled(code=kind.title, needed=needed, size=f"{width:g} x {height:g}")
        )
    return size


def fitting(width: float, height: float) -> tuple[SymbolName, ...]:
    """Return the symbols that fit on a label of `width` by `height`."""
    found = []
    for name in SYMBOLS:
        try:
            module_size(name, width, height)
        except SheetError:
            continue
        found.append(name)
    return tuple(found)
