"""The image is offered for the boards whose files it has."""

import json
import runpy
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.roots import HOUSE
from tests.deploy.store_trees import TREES, WIFI

OS_LIST = HOUSE / "deploy" / "image" / "os_list.py"
BOARDS = {board.model: board for board in runpy.run_path(str(OS_LIST))["BOARDS"]}

BOOT, BRCM = "/boot/firmware", "/usr/lib/firmware/brcm"
START = ("bootcode.bin", "fixup4cd.dat", "fixup_cd.dat", "start4cd.elf", "start_cd.elf")
"""What raspi-firmware has for a start with the least memory for the graphics."""


@pytest.fixture
def files() -> list[str]:
    """The files of an image that has all that Debian has."""
    (stored,) = TREES.glob("*.tar.xz")
    with tarfile.open(stored) as trees:
        names = [*START, *trees.getnames()]
    wifi = [(TREES / f"{name}.txt").read_text("utf-8").splitlines() for name in WIFI]
    return [f"{BOOT}/{name}" for name in names] + sorted({*wifi[0], *wifi[1]})


class Told:
    """What os_list.py tells Imager, and the builder."""

    def __init__(self, folder: Path, files: list[str]) -> None:
        (folder / "files.txt").write_text("\n".join(files), "utf-8")
        line = [sys.executable, str(OS_LIST), str(folder), "1", "https://example.org"]
        done = subprocess.run(
            [*line, str(folder / "files.txt")], capture_output=True, text=True, check=True
        )
        listed: dict[str, Any] = json.loads(done.stdout)
        self.offered = [device["name"] for device in listed["imager"]["devices"]]
        self.sentences = done.stderr.splitlines()


def test_image_is_offered_for_the_boards_that_debian_has_every_file_for(
    tmp_path: Path, files: list[str]
) -> None:
    assert Told(tmp_path, files).offered == [
        "Raspberry Pi 4 Model B, 400, Compute Module 4",
        "Raspberry Pi 3 Model A+, 3 Model B, 3 Model B+",
    ]


def test_builder_hears_which_file_of_a_board_is_missing_and_where_it_is(
    tmp_path: Path, files: list[str]
) -> None:
    (sentence,) = Told(tmp_path, files).sentences
    file = f"{BRCM}/brcmfmac43430b0-sdio.raspberrypi,model-zero-2-w.bin"
    assert f"Raspberry Pi Zero 2 W, because it has no {file}:" in sentence
    assert "firmware-brcm80211" in sentence
    assert "build/image/firmware" in sentence


@pytest.mark.parametrize("of", ["", ".raspberrypi,model-zero-2-w"])
def test_files_that_the_builder_adds_bring_a_board_back(
    tmp_path: Path, files: list[str], of: str
) -> None:
    added = [f"{BRCM}/brcmfmac43430b0-sdio{of}.{kind}" for kind in ("bin", "txt")]
    told = Told(tmp_path, [*files, *added])
    assert told.offered[1] == "Raspberry Pi 3 Model A+, 3 Model B, 3 Model B+, Zero 2 W"
    assert told.sentences == []


@pytest.mark.parametrize("model", ["3 Model B", "4 Model B"])
def test_image_without_any_one_file_of_a_board_is_not_offered_for_it(
    tmp_path: Path, files: list[str], model: str
) -> None:
    for paths in BOARDS[model].files():
        told = Told(tmp_path, [file for file in files if file not in paths])
        assert any(f"{model}, because it has no {paths[0]}:" in line for line in told.sentences)
        assert not any(
            model in name.removeprefix("Raspberry Pi ").split(", ") for name in told.offered
        )
