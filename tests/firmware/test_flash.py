"""`companion node flash`, with the real mpremote and a board that was started with its REPL."""

import os
import select
import subprocess
import sys
import threading
import tty
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from companion.cli.commands import main
from companion.devices.firmware import flash
from companion.devices.scanner_node import FrameAssembler
from companion.errors import DeviceError
from tests.firmware.board import FIRMWARE, MICROPYTHON, PROGRAM, Board

PATIENCE = 30.0
"""Seconds until a test gives up."""


class ReplBoard:
    """MicroPython's REPL behind a serial port.

    Args:
        files: the content of the board before and after.

    Attributes:
        port: its path.
    """

    def __init__(self, files: Path) -> None:
        files.mkdir(exist_ok=True)
        self._board, self._port = os.openpty()
        for end in (self._board, self._port):
            tty.setraw(end)
        self.port = os.ttyname(self._port)
        command: list[str | Path] = ["node", PROGRAM.with_name("repl.mjs"), MICROPYTHON, files]
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._carrying = threading.Thread(target=self._carry)

    def __enter__(self) -> Self:
        self._carrying.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.close()
        self._program.wait(PATIENCE)
        self._carrying.join(PATIENCE)
        self._program.stdout.close()
        for end in (self._board, self._port):
            os.close(end)

    def _carry(self) -> None:
        """Carry bytes between the port and the board until the port closes."""
        assert self._program.stdin
        assert self._program.stdout
        said = self._program.stdout.fileno()
        while True:
            ready, _, _ = select.select([self._board, said], [], [])
            if said in ready:
                data = os.read(said, 4096)
                if not data:
                    return
                os.write(self._board, data)
            elif not self._program.stdin.closed:
                with suppress(BrokenPipeError):  # the board was reset
                    self._program.stdin.write(os.read(self._board, 4096))


def sums(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed") / "firmware"
    subprocess.run([sys.executable, FIRMWARE / "pack.py", folder], check=True, capture_output=True)
    return folder


@pytest.mark.slow("packs the firmware, copies it with the real mpremote and switches the board on")
def test_empty_board_receives_the_firmware_and_starts_it(packed: Path, tmp_path: Path) -> None:
    with ReplBoard(tmp_path / "board") as board:
        said = flash(packed, board.port)
    assert ("0.1.0" in said, " 15 " in said) == (True, True)
    held = sums(packed)
    del held["manifest.json"]
    assert sums(tmp_path / "board") == held
    with Board(tmp_path / "board") as started:
        assert FrameAssembler().feed(started.switch_on().line)[0][0] == "H"


def test_flashing_keeps_the_wiring_and_removes_old_files(packed: Path, tmp_path: Path) -> None:
    files = tmp_path / "board"
    (files / "node").mkdir(parents=True)
    (files / "wiring.py").write_text("MODULE = 'lines'\n")
    (files / "node" / "old.py").touch()
    (files / "main.py").write_text("raise SystemExit\n")
    with ReplBoard(files) as board:
        said = flash(packed, board.port)
    assert (" 14 " in said, "wiring.py" in said) == (True, True)
    held = sums(files)
    assert held["wiring.py"] == b"MODULE = 'lines'\n"
    assert held["main.py"] == (packed / "main.py").read_bytes()
    assert "node/old.py" not in held


def test_custom_wiring_is_copied(
    packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mine.py"
    own.write_text("MODULE = 'de2120'\n")
    files = tmp_path / "board"
    files.mkdir()
    (files / "wiring.py").write_text("MODULE = 'lines'\n")
    with ReplBoard(files) as board:
        assert (
            main(["node", "flash", f"--port={board.port}", f"--wiring={own}", f"--from={packed}"])
            == 0
        )
    assert (files / "wiring.py").read_text() == "MODULE = 'de2120'\n"
    said = capsys.readouterr().out
    assert (" 15 " in said, "wiring.py" in said) == (True, False)


def refused(*arguments: object) -> str:
    with pytest.raises(DeviceError) as caught:
        flash(*arguments)  # type: ignore[arg-type]
    return str(caught.value)


def test_unpacked_folder_is_not_copied(tmp_path: Path) -> None:
    assert str(tmp_path) in refused(tmp_path)


def test_missing_wiring_file_is_named(packed: Path, tmp_path: Path) -> None:
    assert refused(packed, "auto", tmp_path / "no.py").startswith(f"Node: {tmp_path / 'no.py'}: ")


def test_port_without_a_board_is_reported_with_advice(packed: Path, tmp_path: Path) -> None:
    said = refused(packed, str(tmp_path / "ttyACM0"))
    for fact in (str(tmp_path / "ttyACM0"), "mpremote", "UNDO", "GP22"):
        assert fact in said


def test_file_that_differs_after_copying_is_named(
    monkeypatch: pytest.MonkeyPatch, packed: Path
) -> None:
    monkeypatch.setattr(
        subprocess, "run", lambda *_, **__: subprocess.CompletedProcess((), 0, "new", "")
    )
    assert refused(packed).startswith("Node: node/__init__.mpy ")


def test_missing_mpremote_names_the_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, packed: Path
) -> None:
    monkeypatch.setattr("companion.devices.firmware.find_spec", lambda _: None)
    assert refused(packed).endswith("table-companion[node]")
