"""Every example in a docstring runs as printed; every device has one, and documents its wiring."""

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import companion
from companion.devices.buttons import KeyButtons, KeyEncoder
from companion.devices.keyboard_reader import KeyboardReader
from companion.devices.lights import LedRing
from companion.devices.oled import OledDisplay
from companion.devices.scanner_node import NodeLink
from companion.devices.serial_reader import SerialReader
from companion.devices.sounder import Piezo

HOUSE = Path(companion.__file__).parent
DEVICES = (
    *(KeyButtons, KeyEncoder, KeyboardReader, LedRing),
    *(NodeLink, OledDisplay, SerialReader, Piezo),
)


def modules_with_examples() -> list[str]:
    """Return the modules whose text contains an example."""
    files = [file for file in sorted(HOUSE.rglob("*.py")) if ">>> " in file.read_text("utf-8")]
    parts = [file.relative_to(HOUSE.parent).with_suffix("").parts for file in files]
    return [".".join(part).removesuffix(".__init__") for part in parts]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_of_a_module_run_as_printed(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("device", DEVICES)
def test_device_documents_its_wiring_and_use(device: type) -> None:
    (example,) = doctest.DocTestFinder(recurse=False).find(device)
    assert example.examples
    assert "Wiring:" in (inspect.getdoc(device) or "")
