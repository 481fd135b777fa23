"""Copies the firmware of the reader node to its board, through mpremote
(docs/howto/scanner-node.md).
"""

import hashlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
from msgspec import DecodeError, Struct

from companion.errors import DeviceError

PACKED = Path(__file__).parents[2] / "build" / "firmware"
"""The folder into which `make firmware` packs the firmware."""

MANIFEST = "manifest.json"
WIRING = "wiring.py"
AUTO = "auto"
MPREMOTE_TIMEOUT = 120.0
"""Maximum seconds for one mpremote command; flashing a board takes about ten in total."""

_PREPARE = """\
import os
held = os.listdir()
if "main.py" in held:
    os.remove("main.py")
if "node" in held:
    for name in os.listdir("node"):
        os.remove("node/" + name)
else:
    os.mkdir("node")
print("wired" if "wiring.py" in held else "new")
"""
"""Code that runs on the board. It deletes `main.py` first, so that an incomplete copy does not
start.
"""

_CHECK = """\
import binascii, hashlib
for name in {names}:
    with open(name, "rb") as file:
        print(name, binascii.hexlify(hashlib.sha256(file.read()).digest()).decode())
"""


class File(Struct, frozen=True):
    """One file of the manifest."""

    path: str


class Manifest(Struct, frozen=True):
    """The packed files, in the order of copying."""

    version: str
    files: tuple[File, ...]


def flash(folder: Path = PACKED, port: str = AUTO, wiring: Path | None = None) -> str:
    """Copy the firmware in `folder` to the board at `port`, verify and start it; return a one-line
    summary.

    `wiring` replaces the `wiring.py` on the board; if None, a `wiring.py` on the board stays.

    Raises:
        DeviceError: mpremote or the packed firmware is missing, or the board does not answer.
    """
    if find_spec("mpremote") is None:
        raise DeviceError(
            "Node: mpremote is not there; install the extra 'node', table-companion[node]"
        )
    packed = _packed(folder)
    if wiring is not None and not wiring.is_file():
        raise DeviceError(f"Node: {wiring}: there is no such file")
    keeps = _on_board(port, "exec", _PREPARE).split() == ["wired"] and wiring is None
    files = {
        file.path: folder / file.path
        for file in packed.files
        if not (keeps and file.path == WIRING)
    }
    if wiring is not None:
        files[WIRING] = wiring
    copying = []
    for path, source in files.items():
        copying += ["fs", "cp", str(source), f":{path}", "+"]
    output = _on_board(port, *copying, "exec", _CHECK.format(names=list(files)))
    for path, source in files.items():
        if f"{path} {_sha256(source)}" not in output:
            raise DeviceError(f"Node: {path} is not on the board as it should be, flash it again")
    _on_board(port, "reset")
    kept = ", its wiring.py stays" if keeps else ""
    return f"firmware {packed.version} is on the node: {len(files)} files{kept}"


def _packed(folder: Path) -> Manifest:
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, DecodeError):
        raise DeviceError(f"Node: no firmware is packed in {folder}: make firmware") from None


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _on_board(port: str, *commands: str) -> str:
    """Run mpremote, which interrupts the board's program and needs its REPL, and return its
    output.
    """
    command = [sys.executable, "-m", "mpremote", "connect", port, *commands]
    try:
        done = subprocess.run(  # noqa: S603  # our own command; the person at this terminal chose the paths
            command, capture_output=True, text=True, timeout=MPREMOTE_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        raise DeviceError(f"Node: the board at {port} stopped answering, flash it again") from None
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        raise DeviceError(
            f"Node: no board for it at {port}, mpremote says: {reason}; a board that runs the "
            f"firmware has "
            "to be switched on with UNDO held, or GP22 connected to ground"
        )
    return done.stdout
