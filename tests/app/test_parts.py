"""A test of the parts of a box, as its configuration has them."""

import queue
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.app.parts import Parts
from companion.app.runtime import Runtime
from companion.config import read_config
from companion.inputs import Input, Scan
from companion.simulation.box import SimulatedBox
from tests.drivers.scanner import PATIENCE, Scanner


@pytest.mark.parametrize("section", ["reader", "second_reader"])
@pytest.mark.parametrize("plain", [False, True])
def test_scanner_accepts_plain_forms_if_configured(
    tmp_path: Path, section: str, plain: bool
) -> None:
    scanner, clock, heard = Scanner(tmp_path / "port"), time, queue.SimpleQueue[Input]()
    written = f'[{section}]\nport = "{scanner.port}"\n' + ("plain = true\n" if plain else "")
    config = read_config(written)
    scanner.plug()
    with ExitStack() as closing:
        closing.callback(scanner.unplug)
        bench = SimulatedBox(config, clock, "")
        Parts(Runtime(config, tmp_path, bench=bench), heard.put, closing).sources({})
        scanner.until_opened()
        scanner.send(b"QS\r")
        scan = heard.get(timeout=PATIENCE)
    assert isinstance(scan, Scan)
    assert (scan.text, scan.plain) == ("QS", plain)
