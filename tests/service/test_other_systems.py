"""Tests of the simulated box without Linux: without its modules and without the calls that Windows
lacks.
"""

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.drivers.program import BYTECODE

LIKE_WINDOWS = """
import asyncio, fcntl, os, pathlib, signal, sys, types
import multiprocessing, subprocess, serial  # these choose their own modules by the system

def locking(descriptor, mode, size):
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PermissionError(13, "Permission denied") from None

def opened(path, *more, **named):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    return honest(path, *more, **named)

gone = "fcntl termios tty pty pwd grp resource syslog RPi lgpio spidev evdev jeepney smbus2"
sys.modules.update(dict.fromkeys(gone.split()))  # None: an import raises ModuleNotFoundError
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
absent = "pread pwrite fchmod chown geteuid getuid openpty statvfs O_DIRECTORY O_CLOEXEC"
for name in absent.split():
    delattr(os, name)
del signal.SIGHUP
honest, os.open = os.open, opened
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def begun(folder: Path, *more: str, **environ: str) -> "subprocess.Popen[str]":
    """Start a simulated box on a system without Linux features."""
    words = [
        sys.executable,
        "-c",
        LIKE_WINDOWS,
        "run",
        "--simulate",
        "--port",
        "0",
        "--data",
        str(folder),
    ]
    return subprocess.Popen(
        [*words, *more],
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", **BYTECODE, **environ},
    )


@pytest.mark.slow("starts the program twice")
def test_simulated_box_needs_nothing_of_linux(tmp_path: Path) -> None:
    with begun(tmp_path, DISPLAY=":0") as box:
        assert box.stderr is not None
        panel = next(line for line in box.stderr if "the panel is at" in line).split()[-1]
        for page in (panel, panel.removesuffix("panel")):
            with urllib.request.urlopen(page, timeout=20) as answer:  # noqa: S310  # our own
                assert answer.status == 200
        with begun(tmp_path) as other:
            _, said = other.communicate(timeout=60)
            assert "Another companion uses the journal" in said
        box.send_signal(signal.SIGINT)
        *_, last = box.stderr
        assert "everything is on disk" in last
    assert box.returncode == 0
    assert [*(tmp_path / "journal").glob("*/000/0-*.jsonl")]
