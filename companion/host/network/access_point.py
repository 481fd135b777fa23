"""The box's own Wi-Fi: its name, and its password, which is generated once and stored."""

import logging
import re
import secrets
import socket
from pathlib import Path
from typing import Final

from companion.inputs import OwnNetwork
from companion.table.files import write_whole

log = logging.getLogger(__name__)

FILE: Final = "own-network-password"

LETTERS: Final = "abcdefhjknprstuvxyz23456789"
"""The characters of a password: none that looks like another on a small display,
and no wide ones.
"""

LENGTH: Final = 10
"""Ten characters of 27: 2e14 passwords. WPA2 takes 8 to 63 characters (IEEE 802.11i)."""

MAX_NAME_LENGTH: Final = 32
"""Bytes of a Wi-Fi's name (IEEE 802.11, SSID)."""


def own_network(folder: Path) -> OwnNetwork:
    """Return the box's own Wi-Fi, closed: named after the machine,
    with the password stored in `folder`.

    A new password replaces one that cannot be read; one that cannot be stored is valid until the
    box is switched off.
    """
    name = socket.gethostname().partition(".")[0][:MAX_NAME_LENGTH] or "companion"
    drawn = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    password = _kept(folder / FILE) or _made(folder / FILE, drawn)
    return OwnNetwork(name, password, modules_of(name, password))


def modules_of(name: str, password: str) -> tuple[str, ...]:
    """Return name and password as a QR code without quiet zone, dark as "1",
    that a camera can join by.

    The text has the format that Android and iOS read (``WIFI:T:WPA;S:name;P:password;;``). The
    result is empty for a name too long for the display (29 modules a side, ISO/IEC 18004 version
    3).
    """
    import segno  # noqa: PLC0415  # few boxes open a Wi-Fi of their own, and a start waits for what is loaded

    text = f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"
    try:
        code = segno.make(text, error="l", micro=False, boost_error=True, version=3)
    except segno.DataOverflowError:
        return ()
    return tuple("".join("1" if module else "0" for module in row) for row in code.matrix)


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def _kept(path: Path) -> str:
    try:
        text = path.read_text("ascii").strip()
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read, there will be a new password: %s", path, error)
        return ""
    return text if re.fullmatch(f"[{LETTERS}]{{{LENGTH}}}", text) else ""


def _made(path: Path, password: str) -> str:
    """Store `password` in a file that only the box's own user can read; return it."""
    try:
        write_whole(path, f"{password}\n".encode(), 0o600)
    except OSError as error:
        log.warning("the password of the box's own network cannot be kept: %s", error)
    return password
