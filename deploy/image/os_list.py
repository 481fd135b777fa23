"""Prints the list of systems that Raspberry Pi Imager loads from a URL: the images of a folder.

    os_list.py FOLDER VERSION URL FILES

FOLDER has the images as IMAGE.xz with a file IMAGE.size next to each: the size and the SHA-256 of
the uncompressed image. VERSION is the version of the box's package in them; URL is the folder on
the web with them; FILES lists the files of an image, one path a line. The presets are those of
hardware/kits.toml. The format is that of Imager's own list (rpi-imager,
doc/json-schema/os-list-schema.json).
"""

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ICON = "companion.png"
"""The file name of the icon next to the image."""

BOOT = "/boot/firmware"
WIFI = "/usr/lib/firmware/brcm"

KITS = Path(__file__).parents[2] / "hardware" / "kits.toml"


class Board(NamedTuple):
    """A model whose header Debian's kernel drives.

    `tag` is Imager's for it, `tree` the name of its device tree, `machine` what it is called in
    there after "raspberrypi,". `chips` are the Wi-Fi chips that it has been sold with, as the
    kernel's driver names their files.
    """

    model: str
    tag: str
    tree: str
    machine: str
    chips: tuple[str, ...]

    def files(self) -> Iterator[tuple[str, ...]]:
        """Yield each file that the board needs, as the paths where it is looked for in turn."""
        if self.tag == "pi4-64bit":
            start = ("start4cd.elf", "fixup4cd.dat")  # these, because config.txt has gpu_mem=16
        else:
            start = ("bootcode.bin", "start_cd.elf", "fixup_cd.dat")
        for name in (*start, f"{self.tree}.dtb"):
            yield (f"{BOOT}/{name}",)
        for chip in self.chips:
            for kind in ("bin", "txt"):
                name = f"{WIFI}/brcmfmac{chip}-sdio"
                yield f"{name}.raspberrypi,{self.machine}.{kind}", f"{name}.{kind}"


BOARDS = (
    Board("4 Model B", "pi4-64bit", "bcm2711-rpi-4-b", "4-model-b", ("43455",)),
    Board("400", "pi4-64bit", "bcm2711-rpi-400", "400", ("43456",)),
    Board("Compute Module 4", "pi4-64bit", "bcm2711-rpi-cm4-io", "4-compute-module", ("43455",)),
    Board("3 Model A+", "pi3-64bit", "bcm2837-rpi-3-a-plus", "3-model-a-plus", ("43455",)),
    Board("3 Model B", "pi3-64bit", "bcm2837-rpi-3-b", "3-model-b", ("43430",)),
    Board("3 Model B+", "pi3-64bit", "bcm2837-rpi-3-b-plus", "3-model-b-plus", ("43455",)),
    # Newer ones have the chip that Raspberry Pi calls 43436, and the driver 43430b0.
    Board("Zero 2 W", "pi3-64bit", "bcm2837-rpi-zero-2-w", "model-zero-2-w", ("43430", "43430b0")),
)


def missing(board: Board, files: frozenset[str]) -> list[str]:
    """Return the files that a board needs and that `files` does not have."""
    return [paths[0] for paths in board.files() if not files.intersection(paths)]


def left_out(files: frozenset[str]) -> list[str]:
    """Return a sentence for each board that the image is not offered for."""
    return [
        f"The image is not offered for a Raspberry Pi {board.model}, because it has no {lacks[0]}: "
        "Raspberry Pi OS has this file in its package firmware-brcm80211, and what you copy from "
        "there to build/image/firmware is in the next image."
        for board in BOARDS
        if (lacks := missing(board, files))
    ]


def image_name(preset: str, default: str) -> str:
    """Return the file name of the uncompressed image of a preset."""
    return f"companion-arm64{'' if preset == default else '-' + preset}.img"


def os_list(folder: Path, version: str, url: str, files: frozenset[str]) -> dict[str, object]:
    """Return the list with a system for each image, for the boards whose files the image has."""
    kits = tomllib.loads(KITS.read_text("utf-8"))
    images = {
        preset: folder / f"{image_name(preset, kits['default'])}.xz" for preset in kits["presets"]
    }
    models: dict[str, list[str]] = {}
    for board in BOARDS:
        if not missing(board, files):
            models.setdefault(board.tag, []).append(board.model)
    return {
        # Without it Imager offers no Pi to choose (rpi-imager, src/hwlistmodel.cpp).
        "imager": {
            "devices": [
                {
                    "name": f"Raspberry Pi {', '.join(names)}",
                    "tags": [tag],
                    "description": "The models that this image has every file for",
                    "matching_type": "exclusive",
                }
                for tag, names in models.items()
            ]
        },
        "os_list": [
            _entry(
                image,
                f"Table companion {version}, {kits['presets'][preset]['title']}",
                url.rstrip("/"),
                list(models),
            )
            for preset, image in images.items()
            if image.exists()
        ],
    }


def _entry(packed: Path, name: str, url: str, devices: list[str]) -> dict[str, object]:
    size, checksum = packed.with_suffix(".size").read_text("ascii").split()
    built = datetime.fromtimestamp(packed.stat().st_mtime, UTC)
    return {
        "name": name,
        "description": "Keeps the total, the turn and the chips at a real card table",
        "icon": f"{url}/{ICON}",
        "url": f"{url}/{packed.name}",
        "release_date": f"{built:%Y-%m-%d}",
        "extract_size": int(size),
        "extract_sha256": checksum,
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": _sha256(packed),
        "devices": devices,
        # Imager asks for user, Wi-Fi and name, and writes a script that the first start runs.
        "init_format": "systemd",
    }


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


if __name__ == "__main__":
    folder, version, url, listing = sys.argv[1:]
    files = frozenset(Path(listing).read_text("utf-8").splitlines())
    for sentence in left_out(files):
        sys.stderr.write(sentence + "\n")
    sys.stdout.write(json.dumps(os_list(Path(folder), version, url, files), indent=2) + "\n")
