"""`companion run` as a separate process."""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.drivers.scanner import PATIENCE

ADDRESS = "INFO companion: the panel is at http://localhost:"
PHONES = "INFO companion: phones find the box at "
FINDS = "INFO companion.host.announcement: "
STOPPED = "INFO companion: stopped; everything is on disk"

BYTECODE = {name: value for name, value in os.environ.items() if name == "PYTHONPYCACHEPREFIX"}
"""The variable for compiled modules, so that a program does not compile them again."""


class StartedProgram:
    """A companion started with `command`, killed at the end of the block if it still runs.

    Attributes:
        said: the lines on standard error so far, without `phones` and the line about how other
            machines find the box, which comes when the network has answered.
        phones: the line about where phones find the box, once it is printed.
    """

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        self.said: list[str] = []
        self.phones = ""
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        # With DISPLAY it prints the panel's address.
        environ = {**environ, "DISPLAY": ":0"}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ)
        self._listening = threading.Thread(target=self._listen)
        self._listening.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def until_served(self) -> int:
        """Return the panel's port, once there is a panel."""
        while True:
            line = self.next_line()
            if line.startswith(ADDRESS):
                return int(line.removeprefix(ADDRESS).removesuffix("/panel"))

    def until_said(self, words: str) -> None:
        """Wait until a line with `words` is on standard error."""
        while words not in self.next_line():
            pass

    def next_line(self) -> str:
        """Return the next line on standard error; its end is a failure."""
        line = self._lines.get(timeout=PATIENCE)
        assert line, f"it ended: {self.said}"
        return line

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop the program with a signal, and return its exit status."""
        self.process.send_signal(number)
        return self.ended()

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self.process.kill()
        self.ended()

    def ended(self) -> int:
        """Return the exit status, once it has ended by itself."""
        status = self.process.wait(PATIENCE)
        self._listening.join(PATIENCE)
        return status

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in map(str.rstrip, lines):
                if line.startswith(PHONES):
                    self.phones = line.removeprefix(PHONES)
                elif not line.startswith(FINDS):
                    self.said.append(line)
                self._lines.put(line)
        self._lines.put("")


class Program(StartedProgram):
    """The companion of this checkout, with its configuration and its data in `folder`."""

    def __init__(self, folder: Path, *more: str) -> None:
        command = [sys.executable, "-m", "companion", "run", "--simulate"]
        command += ["--data", str(folder / "data"), "--config", str(in_english(folder))]
        environ = {"HOME": str(folder), "PATH": "/usr/bin:/bin", **BYTECODE}
        super().__init__([*command, *(more or ("--port", "0"))], environ)


def in_english(folder: Path) -> Path:
    """Write English into the configuration in `folder`, so that the box does not ask;
    return its file.
    """
    config = folder / "companion.toml"
    settings = config.read_text("utf-8") if config.exists() else ""
    if "[text]" not in settings:
        config.write_text(f'{settings}\n[text]\nlanguage = "en"\n', "utf-8")
    return config
