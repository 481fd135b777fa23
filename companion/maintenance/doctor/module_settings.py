"""Checks the settings of a GM65: which ones prevent a scan, and how to change them.

firmware/node/gm65.py names the source of each register's meaning.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.inputs import PartName
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong

MODE: Final = 0x0000
SETUP_CODES: Final = 0x0003
OUTPUT: Final = 0x000D
SAME_AGAIN: Final = 0x0013
KINDS: Final = 0x002C
DATA_MATRIX: Final = 0x0054
LINE_END: Final = 0x0060

SET_UP: Final[Mapping[int, int]] = {
    MODE: 0x96,
    SETUP_CODES: 0x02,
    OUTPUT: 0x00,
    SAME_AGAIN: 0x8A,
    KINDS: 0x05,
    DATA_MATRIX: 0x01,
    LINE_END: 0x01,
}
"""The settings that the reader node writes to its own module (firmware/node/gm65.py)."""

REGISTERS: Final = tuple(SET_UP)

_MODES: Final = (
    "while its trigger is held",
    "when a command tells it to",
    "all the time",
    "when something moves",
)
_OUTPUTS: Final = {0: "its serial pins", 1: "a USB keyboard", 3: "a USB serial port"}
_ENDS: Final = {0x00: "CR", 0x20: "CR LF"}


def settings(
    part: PartName, registers: Mapping[int, int], port: str, baud: int, *, usb: bool
) -> Iterator[Finding]:
    """Yield what is wrong in a module's registers, else one sentence about its settings.

    `port` is what a person types; `usb` says whether it is the module's own USB port.
    """
    mode = registers.get(MODE, 0x02)
    ways = registers.get(OUTPUT, 0x03 if usb else 0x00)
    again = registers.get(SAME_AGAIN, 0x80 | 10)
    kinds = registers.get(KINDS, 0x04)
    matrix = registers.get(DATA_MATRIX, 0x01)
    end = registers.get(LINE_END, 0x01)
    setup = registers.get(SETUP_CODES, 0x02)
    found: list[Finding] = []
    if mode & 0x03 not in {2, 3}:
        says = f"a GM65 that reads only {_MODES[mode & 0x03]}"
        found.append(wrong(part, says, _set(port, baud, MODE, mode & ~0x03 | 0x02)))
    if ways & 0x03 != (0x03 if usb else 0x00):
        says = f"a GM65 that sends its codes to {_OUTPUTS.get(ways & 0x03, 'nobody')}"
        found.append(
            wrong(part, says, _set(port, baud, OUTPUT, ways & ~0x03 | (0x03 if usb else 0x00)))
        )
    if not kinds & 0x06:
        says = "a GM65 that reads no kind of code"
        found.append(wrong(part, says, _set(port, baud, KINDS, kinds | 0x04)))
    if not matrix & 0x01:
        says = "a GM65 that seems to read no Data Matrix, which the labels carry"
        found.append(doubtful(part, says, _set(port, baud, DATA_MATRIX, matrix | 0x01)))
    if not end & 0x01 or end & 0x60 == 0x60:
        says = "a GM65 that puts nothing after a code, so that a card counts only after a pause"
        found.append(doubtful(part, says, _set(port, baud, LINE_END, 0x01)))
    elif end & 0x60 == 0x40:
        says = "a GM65 that puts TAB after a code, where the box waits for CR"
        found.append(wrong(part, says, _set(port, baud, LINE_END, 0x01)))
    elif end & ~0x61:
        says = "a GM65 that adds something of its own to every code"
        found.append(wrong(part, says, _set(port, baud, LINE_END, 0x01)))
    if again == 0x80:
        says = "a GM65 that never reads the same card twice in a row"
        found.append(doubtful(part, says, _set(port, baud, SAME_AGAIN, 0x80 | 10)))
    if not setup & 0x02:
        says = "a GM65 that any set-up code which is held before it changes"
        found.append(doubtful(part, says, _set(port, baud, SETUP_CODES, setup | 0x02)))
    yield from found or [_well(part, mode, again, end)]


def _well(part: PartName, mode: int, again: int, end: int) -> Finding:
    pause = f"after {(again & 0x7F) / 10} s" if again & 0x80 else "at once"
    says = f"a GM65 that reads {_MODES[mode & 0x03]}, the same card again {pause}"
    return right(part, f"{says}, and ends each with {_ENDS[end & 0x60]}")


def _set(port: str, baud: int, register: int, value: int) -> str:
    """Return the command for one setting; AB CD replaces the checksum (GM65 manual,
    "Serial commands").
    """
    packet = bytes((0x7E, 0x00, 0x08, 0x01, *register.to_bytes(2, "big"), value, 0xAB, 0xCD))
    escaped = "".join(f"\\x{byte:02x}" for byte in packet)
    return (
        f"stty -F {port} {baud} raw -echo && printf '{escaped}' > {port}, "
        "or the code for it in the module's manual, which holds when it is switched off too"
    )
