"""A Pico without the hardware: the real firmware on MicroPython, with pins and lines set by a test.

Time does not pass until `step`; nothing here waits for a real clock.
"""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
MICROPYTHON = ROOT.joinpath(
    "build", "micropython", "node_modules", "@micropython", "micropython-webassembly-pyscript"
)
"""Where `make build/micropython` installs it."""
PROGRAM = Path(__file__).with_name("on_board") / "board.mjs"

BOOT = "5F3A1C22"
"""The first random number of the board, unless a test sets another."""

RIGHT, OK, UNDO, REPL, LED = "3", "4", "5", "22", "LED"
"""Pin numbers as in `firmware/wiring.py`."""


class Did(NamedTuple):
    """What the firmware did before it slept: bytes to the module and to the box, and its pins."""

    uart: bytes
    line: bytes
    pins: Mapping[str, int]
    tone: int
    watchdog: int | None
    fed: int
    interrupt: int
    baud: int | None

    @property
    def lit(self) -> bool:
        return self.pins.get(LED) == 1


class Ended(Exception):  # noqa: N818  # not an error: a test may end a board
    """The firmware ended: `why` is "repl", "reset" or an error, `printed` its output."""

    def __init__(self, why: str, printed: str) -> None:
        super().__init__(why, printed)
        self.why, self.printed = why, printed


def need_micropython() -> None:
    """Skip a test if MicroPython is not installed."""
    if shutil.which("node") is None or not MICROPYTHON.exists():
        pytest.skip("Node.js or MicroPython is missing: `make test` installs them")


def wired(folder: Path, **changes: object) -> Path:
    """Return a copy of the firmware in `folder`, with `changes` to its `wiring.py`."""
    shutil.copytree(FIRMWARE, folder, dirs_exist_ok=True)
    wiring = folder / "wiring.py"
    changed = "".join(f"{name} = {value!r}\n" for name, value in changes.items())
    wiring.write_text(wiring.read_text("utf-8") + changed, "utf-8")
    return folder


class Board:
    """One board and its supply.

    Args:
        firmware: the folder that is on it.
    """

    def __init__(self, firmware: Path = FIRMWARE) -> None:
        self.ticks = 0
        self._runs = False
        command: list[str | Path] = ["node", PROGRAM, MICROPYTHON, firmware]
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
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
        self._program.stdout.close()
        self._program.wait(10)

    def switch_on(
        self, boot: str = BOOT, levels: Mapping[str, int] | None = None, ticks: int = 0
    ) -> Did:
        """Switch the supply on and run the board to the end of its first step.

        Args:
            boot: the first random number.
            levels: pins held to ground (0) from the beginning.
            ticks: the start value of its clock.

        Raises:
            Ended: it did not start.
        """
        self.ticks = ticks
        self._say(
            ticks=ticks, seed=boot, levels=dict(levels or {})
        )  # sleeps until the pull-ups have pulled
        return self.step(20)

    def step(
        self,
        milliseconds: int = 1,
        *,
        uart: bytes = b"",
        line: bytes = b"",
        levels: Mapping[str, int] | None = None,
        full: bool = False,
    ) -> Did:
        """Let time pass, and give the firmware the bytes and levels that arrived in it.

        Args:
            milliseconds: how long.
            uart: bytes from the scanner module.
            line: bytes from the box.
            levels: pins that have changed.
            full: whether the line to the box accepts no bytes at the moment.

        Raises:
            Ended: it no longer runs.
        """
        self.ticks = (self.ticks + milliseconds) % 2**30
        return self._say(
            ticks=self.ticks,
            uart=uart.hex(),
            line=line.hex(),
            levels=dict(levels or {}),
            full=full,
        )

    def switch_off(self) -> None:
        """Switch the supply off if it is on; the memory is lost with it."""
        if self._runs:
            with pytest.raises(Ended) as ended:
                self._say(off=True)
            assert ended.value.why == "off"

    def _say(self, **command: Any) -> Did:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(json.dumps(command) + "\n")
        self._program.stdin.flush()
        said = json.loads(self._program.stdout.readline())
        self._runs = "ended" not in said
        if not self._runs:
            raise Ended(said["ended"].strip().rpartition("SystemExit: ")[2], said["printed"])
        return Did(
            uart=bytes.fromhex(said.pop("uart")),
            line=bytes.fromhex(said.pop("line")),
            **said,
        )
