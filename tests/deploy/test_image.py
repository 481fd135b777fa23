"""The files that make up the image fit together."""

import hashlib
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

from hardware.kits import load_kits
from tests.deploy.roots import HOUSE

IMAGE = HOUSE / "deploy" / "image"


def test_imager_list_names_the_download_and_the_pi_models(tmp_path: Path) -> None:
    kits = load_kits()
    names = {
        preset: "companion-arm64" + ("" if preset == kits.default else f"-{preset}") + ".img"
        for preset in kits.presets
    }
    for name in names.values():
        (tmp_path / f"{name}.xz").write_bytes(b"packed")
        (tmp_path / f"{name}.size").write_text("7 1a2b", "ascii")
    boards = runpy.run_path(str(IMAGE / "os_list.py"))["BOARDS"]
    files = [path for board in boards for paths in board.files() for path in paths]
    (tmp_path / "files.txt").write_text("\n".join(files), "utf-8")
    line = [
        sys.executable,
        str(IMAGE / "os_list.py"),
        str(tmp_path),
        "0.2.0",
        "https://example.org/files/",
        str(tmp_path / "files.txt"),
    ]
    told = json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
    assert [entry["name"] for entry in told["os_list"]] == [
        f"Table companion 0.2.0, {preset.title}" for preset in kits.presets.values()
    ]
    urls = [f"https://example.org/files/{name}.xz" for name in names.values()]
    assert [entry["url"] for entry in told["os_list"]] == urls
    entry = told["os_list"][0]
    assert (entry["extract_size"], entry["image_download_size"]) == (7, 6)
    assert entry["extract_sha256"] == "1a2b"
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()
    assert entry["devices"] == ["pi4-64bit", "pi3-64bit"]
    assert entry["devices"] == [
        tag for device in told["imager"]["devices"] for tag in device["tags"]
    ]
    assert entry["init_format"] == "systemd"


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
