"""Make the image of a reader node: MicroPython and the packed firmware in one UF2 file for a Pico.

    python deploy/node/make_uf2.py MICROPYTHON FIRMWARE IMAGE

MICROPYTHON is what build.sh makes, FIRMWARE the folder that `make firmware` packs. The firmware is
files on the board as after `companion node flash`, and not frozen into MicroPython, which prefers a
frozen `main.py` to a file: so the firmware that came last runs, whichever way it came, and
`wiring.py` can be edited on the board.
"""

import json
import struct
import sys
from pathlib import Path, PurePosixPath

from littlefs import LittleFS

FLASH = 0x10000000
FLASH_SIZE = 2 * 1024 * 1024

FILES_SIZE = 1408 * 1024
"""The size of the file system, at the end of the flash memory: MICROPY_HW_FLASH_STORAGE_BYTES of
MicroPython's RPI_PICO.
"""

FILES = FLASH + FLASH_SIZE - FILES_SIZE
BLOCK = 4096
"""What the flash memory erases at once."""

BLOCKS = 32
"""The blocks of the file system that the image fills. The file system is made in these and only
then extended, because the others keep what they had.
"""

PAGE = 256
UF2 = struct.Struct("<8I476sI")
UF2_START = (0x0A324655, 0x9E5D5157)
UF2_END = 0x0AB16F30
HAS_FAMILY = 0x2000
RP2040 = 0xE48BFF56


def file_system(firmware: Path) -> bytes:
    """Return the first blocks of the file system with the packed firmware.

    Raises:
        littlefs.LittleFSError: it does not fit.
    """
    files = LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=PAGE, read_size=PAGE)
    for file in json.loads((firmware / "manifest.json").read_text("utf-8"))["files"]:
        files.makedirs(str(PurePosixPath(file["path"]).parent), exist_ok=True)
        with files.open(file["path"], "wb") as target:
            target.write((firmware / file["path"]).read_bytes())
    files.fs_grow(FILES_SIZE // BLOCK)
    return bytes(files.context.buffer)


def image(micropython: bytes, firmware: Path) -> bytes:
    """Return the image with `micropython`, itself a UF2 file, and the packed firmware."""
    pages = {address: data for _, _, _, address, *_, data, _ in UF2.iter_unpack(micropython)}
    if max(pages) >= FILES:
        sys.exit(
            f"MicroPython ends at {max(pages) + PAGE:#x}, the file system begins at {FILES:#x}."
        )
    files = file_system(firmware)
    pages |= {FILES + at: files[at : at + PAGE] for at in range(0, len(files), PAGE)}
    return b"".join(
        UF2.pack(*UF2_START, HAS_FAMILY, address, PAGE, number, len(pages), RP2040, data, UF2_END)
        for number, (address, data) in enumerate(pages.items())
    )


if __name__ == "__main__":
    micropython, firmware, target = map(Path, sys.argv[1:])
    target.write_bytes(image(micropython.read_bytes(), firmware))
    print(f"{target}: {target.stat().st_size} bytes")  # noqa: T201
