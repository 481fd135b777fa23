"""Messages of `companion node flash` about the firmware and the board."""

import hashlib
import subprocess
from pathlib import Path

import msgspec
import pytest

from companion.devices.firmware import MANIFEST, WIRING, File, Manifest, flash
from companion.errors import DeviceError

FILES = ("main.py", "boot.py", WIRING)
FLASH = "companion.devices.firmware"


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """Return the folder of a firmware with a few files."""
    files = []
    for path in FILES:
        (tmp_path / path).write_text(path)
        files.append(File(path))
    (tmp_path / MANIFEST).write_bytes(msgspec.json.encode(Manifest("0.1.0", tuple(files))))
    return tmp_path


def on_a_board(monkeypatch: pytest.MonkeyPatch, folder: Path, held: str) -> None:
    """Simulate a board that accepts every file."""
    arrived = "".join(f"{name} {hashlib.sha256(name.encode()).hexdigest()}\n" for name in FILES)

    def answer(_port: str, *commands: str) -> str:
        return arrived if str(folder / "main.py") in commands else held

    monkeypatch.setattr(f"{FLASH}._on_board", answer)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("new", "firmware 0.1.0 is on the node: 3 files"),
        ("wired", "firmware 0.1.0 is on the node: 2 files, its wiring.py stays"),
    ],
)
def test_copied_files_are_counted(
    monkeypatch: pytest.MonkeyPatch, packed: Path, held: str, said: str
) -> None:
    on_a_board(monkeypatch, packed, held)
    assert flash(packed) == said


def refused(folder: Path, wiring: Path | None = None) -> str:
    with pytest.raises(DeviceError) as caught:
        flash(folder, "/dev/ttyACM0", wiring)
    return str(caught.value)


def test_refusal_to_copy_names_the_reason(packed: Path) -> None:
    assert refused(packed, packed / "no.py") == f"Node: {packed / 'no.py'}: there is no such file"
    (packed / MANIFEST).unlink()
    assert refused(packed) == f"Node: no firmware is packed in {packed}: make firmware"


def test_file_that_was_not_written_correctly_is_named(
    monkeypatch: pytest.MonkeyPatch, packed: Path
) -> None:
    monkeypatch.setattr(f"{FLASH}._on_board", lambda *_: "new")
    assert refused(packed) == "Node: main.py is not on the board as it should be, flash it again"


def test_port_without_a_board_is_reported(monkeypatch: pytest.MonkeyPatch, packed: Path) -> None:
    failed = subprocess.CompletedProcess[str]((), 1, "", "no device found\n")
    monkeypatch.setattr(f"{FLASH}.subprocess.run", lambda *_, **__: failed)
    assert refused(packed) == (
        "Node: no board for it at /dev/ttyACM0, mpremote says: no device found; a board that "
        "runs the "
        "firmware has to be switched on with UNDO held, or GP22 connected to ground"
    )


def test_board_that_stops_answering_is_reported(
    monkeypatch: pytest.MonkeyPatch, packed: Path
) -> None:
    def run(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("mpremote", 1.0)

    monkeypatch.setattr(f"{FLASH}.subprocess.run", run)
    assert refused(packed) == "Node: the board at /dev/ttyACM0 stopped answering, flash it again"


def test_missing_mpremote_is_reported(monkeypatch: pytest.MonkeyPatch, packed: Path) -> None:
    monkeypatch.setattr(f"{FLASH}.find_spec", lambda _: None)
    assert refused(packed) == (
        "Node: mpremote is not there; install the extra 'node', table-companion[node]"
    )
