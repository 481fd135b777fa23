"""The image of a reader node: what a Pico has once it has written every block of the UF2 file."""

import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from littlefs import LittleFS

from companion.devices.scanner_node import FrameAssembler
from tests.firmware.board import FIRMWARE, ROOT, Board

FLASH = 0x10000000
FILES = 0x100A0000
"""Where MicroPython for a Pico has its file system: 1408 KiB at the end of 2 MiB."""

RP2040 = 0xE48BFF56
MICROPYTHON = {FLASH + at: bytes([at >> 8]) * 256 for at in range(0, 3 * 4096, 256)}


def block(number: int, count: int, address: int, data: bytes) -> bytes:
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, number, count, RP2040)
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def made(
    folder: Path, micropython: dict[int, bytes], firmware: Path
) -> subprocess.CompletedProcess[str]:
    blocks = (
        block(number, len(micropython), address, data)
        for number, (address, data) in enumerate(micropython.items())
    )
    (folder / "micropython.uf2").write_bytes(b"".join(blocks))
    given = [folder / "micropython.uf2", firmware, folder / "image.uf2"]
    make: list[str | Path] = [sys.executable, ROOT / "deploy" / "node" / "make_uf2.py", *given]
    return subprocess.run(make, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("image")
    pack: list[str | Path] = [sys.executable, FIRMWARE / "pack.py", folder / "firmware"]
    subprocess.run(pack, check=True, capture_output=True)
    assert made(folder, MICROPYTHON, folder / "firmware").returncode == 0
    return folder


@pytest.fixture(scope="module")
def written(folder: Path) -> dict[int, bytes]:
    """Return the pages that a Pico writes, by address; it would ignore a block of another form."""
    data = (folder / "image.uf2").read_bytes()
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    pages = {}
    for number, given in enumerate(blocks):
        (address,) = struct.unpack_from("<I", given, 12)
        pages[address] = given[32 : 32 + 256]
        assert given == block(number, len(blocks), address, pages[address])
    assert len(pages) == len(blocks)
    return pages


@pytest.fixture(scope="module")
def files(written: dict[int, bytes]) -> LittleFS:
    """Return the file system of a Pico whose memory was not empty before."""
    files = LittleFS(block_size=4096, block_count=352, prog_size=256, mount=False)
    memory = files.context.buffer
    memory[:] = b"\x5a" * len(memory)
    for address, data in written.items():
        if address >= FILES:
            memory[address - FILES : address - FILES + 256] = data
    files.mount()
    return files


def test_image_contains_micropython_as_it_was_built(written: dict[int, bytes]) -> None:
    assert {at: data for at, data in written.items() if at < FILES} == MICROPYTHON


def test_each_block_that_the_flash_erases_is_written_whole(written: dict[int, bytes]) -> None:
    for address in written:
        first = address - address % 4096
        assert written.keys() >= set(range(first, first + 4096, 256))


def test_file_system_has_every_file_of_the_firmware(folder: Path, files: LittleFS) -> None:
    packed = folder / "firmware"
    listed = json.loads((packed / "manifest.json").read_text("utf-8"))["files"]
    held = [f"{top}/{name}".lstrip("./") for top, _, names in files.walk(".") for name in names]
    assert sorted(held) == sorted(file["path"] for file in listed)
    for path in held:
        with files.open(path, "rb") as file:
            assert file.read() == (packed / path).read_bytes()


def test_board_with_the_files_of_the_image_says_hello(tmp_path: Path, files: LittleFS) -> None:
    for top, _, names in files.walk("."):
        (tmp_path / top).mkdir(exist_ok=True)
        for name in names:
            with files.open(f"{top}/{name}", "rb") as file:
                (tmp_path / top / name).write_bytes(file.read())
    with Board(tmp_path) as board:
        assert FrameAssembler().feed(board.switch_on().line)[0][0] == "H"


def test_micropython_that_reaches_into_the_file_system_is_refused(
    folder: Path, tmp_path: Path
) -> None:
    done = made(tmp_path, MICROPYTHON | {FILES: bytes(256)}, folder / "firmware")
    assert (done.returncode, done.stderr) == (
        1,
        "MicroPython ends at 0x100a0100, the file system begins at 0x100a0000.\n",
    )
    assert not (tmp_path / "image.uf2").exists()
