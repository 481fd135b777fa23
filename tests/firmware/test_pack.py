"""The files copied to the board: complete, compiled, and equivalent to the source."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.scanner_node import FrameAssembler
from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, FIRMWARE, Board


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed") / "firmware"
    subprocess.run([sys.executable, FIRMWARE / "pack.py", folder], check=True, capture_output=True)
    return folder


@pytest.fixture
def bench(packed: Path) -> Iterator[Bench]:
    with Board(packed) as board:
        yield Bench(board)


def test_pack_contains_every_file_once_and_no_others(packed: Path) -> None:
    sources = {
        file.relative_to(FIRMWARE).with_suffix(".mpy").as_posix()
        for file in FIRMWARE.glob("node/*.py")
    }
    held = {file.relative_to(packed).as_posix() for file in packed.rglob("*") if file.is_file()}
    assert held == sources | {"main.py", "wiring.py", "manifest.json"}
    assert len(sources) > 10


def test_manifest_lists_sizes_and_checksums(packed: Path) -> None:
    manifest = json.loads((packed / "manifest.json").read_text("utf-8"))
    assert manifest["version"] == "0.1.0"
    assert manifest["files"][-1]["path"] == "main.py"  # copied last
    for file in manifest["files"]:
        data = (packed / file["path"]).read_bytes()
        assert (file["size"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())


def test_pack_does_not_reveal_where_it_was_compiled(packed: Path) -> None:
    for file in packed.glob("node/*.mpy"):
        assert f"node/{file.stem}.py".encode() in file.read_bytes()
        assert str(FIRMWARE).encode() not in file.read_bytes()


def test_packing_is_reproducible(packed: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, FIRMWARE / "pack.py", tmp_path / "again"], check=True, capture_output=True
    )
    first, again = (
        (folder / "manifest.json").read_bytes() for folder in (packed, tmp_path / "again")
    )
    assert first == again


def test_only_the_boot_file_imports_the_machine_and_the_clock() -> None:
    for file in FIRMWARE.glob("node/*.py"):
        words = set(file.read_text("utf-8").replace(",", " ").split())
        imports = [
            line for line in file.read_text("utf-8").splitlines() if "import" in line.split()
        ]
        assert not any({"machine", "time", "utime"} & set(line.split()) for line in imports), file
        assert "sleep_ms" not in words


def test_compiled_firmware_runs(bench: Bench) -> None:
    bench.start().pass_card("1QSF").acknowledge(1).pass_card("18H0")
    assert bench.scans() == ["1QSF", "18H0"]
    assert bench.heard("H")[0] == ("H", BOOT, "1", "1", "1", "0.1.0", "gm65,keys,led,beeper")


def test_board_with_the_packed_firmware_says_hello(packed: Path) -> None:
    with Board(packed) as board:
        assert FrameAssembler().feed(board.switch_on().line)[0][0] == "H"
