"""The files that make up the image fit together."""

import hashlib
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware.kits import load_kits
from tests.deploy.roots import HOUSE

IMAGE = HOUSE / "deploy" / "image"
KITS = load_kits()


def listed(folder: Path, *presets: str) -> Any:
    """Return the list for Imager of a folder with the images of `presets`."""
    for preset in presets:
        name = "companion-arm64" + ("" if preset == KITS.default else f"-{preset}")
        (folder / f"{name}.img.xz").write_bytes(b"packed")
        (folder / f"{name}.img.size").write_text("7 1a2b", "ascii")
    boards = runpy.run_path(str(IMAGE / "os_list.py"))["BOARDS"]
    files = [path for board in boards for paths in board.files() for path in paths]
    (folder / "files.txt").write_text("\n".join(files), "utf-8")
    line = [
        sys.executable,
        str(IMAGE / "os_list.py"),
        str(folder),
        "0.2.0",
        "https://example.org/files/",
        str(folder / "files.txt"),
    ]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


def test_imager_list_names_the_download_and_the_pi_models(tmp_path: Path) -> None:
    told = listed(tmp_path, KITS.default)
    (entry,) = told["os_list"]
    assert entry["url"] == "https://example.org/files/companion-arm64.img.xz"
    assert (entry["extract_size"], entry["image_download_size"]) == (7, 6)
    assert entry["extract_sha256"] == "1a2b"
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()
    assert entry["devices"] == ["pi4-64bit", "pi3-64bit"]
    assert entry["devices"] == [
        tag for device in told["imager"]["devices"] for tag in device["tags"]
    ]
    assert entry["init_format"] == "systemd"


@pytest.mark.parametrize("presets", [("lights",), tuple(KITS.presets)], ids=["one", "all"])
def test_imager_list_has_the_images_that_were_made(
    tmp_path: Path, presets: tuple[str, ...]
) -> None:
    names = [entry["name"] for entry in listed(tmp_path, *presets)["os_list"]]
    assert names == [f"Table companion 0.2.0, {KITS.presets[preset].title}" for preset in presets]


def test_unknown_preset_is_refused_before_the_build() -> None:
    line = [str(IMAGE / "build.sh"), "companion.deb", "lights", "lihgts"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.stdout == "There is no preset lihgts: hardware/kits.toml has them\n"
    assert done.returncode == 1


def test_persistent_folders_are_bound_from_the_data_partition() -> None:
    lines = [line.split() for line in (IMAGE / "root/etc/fstab").read_text("utf-8").splitlines()]
    bound = [(line[0], line[1]) for line in lines if len(line) == 6 and line[3].startswith("bind")]
    assert {"/var/lib/companion", "/var/lib/apt", "/var/cache/apt"} <= {
        target for _, target in bound
    }
    assert all(source == f"/var/lib/companion-data{target}" for source, target in bound)


def test_every_overlay_named_on_the_card_exists() -> None:
    text = (IMAGE / "root/etc/default/raspi-firmware-custom").read_text("utf-8")
    named = set(re.findall(r"^#?dtoverlay=(.+)$", text, re.MULTILINE))
    assert named == {file.stem for file in (IMAGE / "overlays").glob("*.dts")}
