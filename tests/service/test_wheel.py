"""Tests of the wheel that `make wheel` has built, in an environment without the rest of the
project.
"""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.commands import New
from tests.drivers.process import SEATS, ProcessDriver, configured
from tests.drivers.program import StartedProgram, in_english
from tests.drivers.watching import Onlooker
from tests.simulation.tab import Tab

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")

pytestmark = pytest.mark.full  # it downloads what the wheel needs


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@pytest.fixture
def wheel() -> Path:
    found = list((ROOT / "build" / "wheel").glob("*.whl"))
    assert len(found) == 1, "there is no wheel: `make wheel` builds it"
    return found[0]


def test_uvx_runs_the_built_wheel(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "companion"
    folder.mkdir()
    scanner = configured(folder)
    with in_english(folder).open("a", encoding="utf-8") as config:
        config.write(f"[phone]\nport = {free_port()}\n")
    places = {f"XDG_{kind}_HOME": str(tmp_path) for kind in ("CONFIG", "STATE")}
    uvx = [str(UV), "tool", "run", "--quiet", "--python", sys.executable]
    scanner.plug()
    try:
        with (
            StartedProgram(
                [*uvx, "--from", str(wheel), "table-companion"],
                os.environ | places | {"UV_CACHE_DIR": str(tmp_path / "cache")},
            ) as program,
            Tab(program.until_served()) as tab,
        ):
            scanner.until_opened()
            table = ProcessDriver(program, scanner, Onlooker(tab), folder / "journal", None)
            table.begin(New(variant="ninety-nine", players=SEATS), "99 Ninety-nine")
            table.plays("8C", 8, "Bo")
            table.stops_in_peace()
    finally:
        scanner.unplug()


@pytest.mark.parametrize(("python", "has_wheel"), [("3.11", True), ("3.13", False)])
def test_lgpio_is_never_compiled(wheel: Path, python: str, has_wheel: bool, tmp_path: Path) -> None:
    pi = ["--python-version", python, "--python-platform", "aarch64-manylinux_2_36"]
    words = [
        "--dry-run",
        "--target",
        str(tmp_path),
        "--only-binary",
        "lgpio",
        *pi,
        f"{wheel}[lgpio,rpigpio]",
    ]
    done = subprocess.run(
        [UV, "pip", "install", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (" lgpio==" in done.stderr) == has_wheel
