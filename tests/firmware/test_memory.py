"""The memory of a board: an RP2040 has 264 KB, of which MicroPython leaves 192 KiB for objects."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.firmware.board import FIRMWARE, MICROPYTHON, PROGRAM


@pytest.fixture(scope="module")
def measured() -> dict[str, float]:
    program = PROGRAM.with_name("memory.mjs")
    command: list[str | Path] = ["node", program, MICROPYTHON, FIRMWARE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said: dict[str, float] = json.loads(done.stdout)
    return said


def test_thousand_cards_leak_no_memory(measured: dict[str, float]) -> None:
    assert measured["told"] == 1000
    assert measured["most"] - measured["least"] < 1024


def test_firmware_needs_at_most_a_third_of_the_memory(measured: dict[str, float]) -> None:
    assert (
        measured["most"] < 64 * 1024
    )  # compiled on the board, together with the stand-in for the machine


def test_idle_step_allocates_no_memory(measured: dict[str, float]) -> None:
    assert measured["idle"] < 1  # bytes
