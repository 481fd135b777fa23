"""Store the device trees of Debian's kernel, and the names of Debian's Wi-Fi firmware, for
tests/deploy/test_overlays.py and test_boards.py: `make trees`.

The trees are the files that the firmware of a Pi reads on the image: raspi-firmware copies them
there from the kernel's package.
"""

import hashlib
import io
import lzma
import re
import subprocess
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.roots import HOUSE

TREES = Path(__file__).with_name("trees")
DEBIAN = "https://deb.debian.org/debian"
INDEX = "dists/trixie/{component}/binary-arm64/Packages.xz"
BOARDS = re.compile(r"/broadcom/(bcm2711|bcm2837)-(?!rpi-cm3)[^/]+\.dtb$")
"""Those of the models that the overlays are for. They do not merge with that of a Compute Module 3,
which has no Wi-Fi.
"""

WIFI = ("firmware-brcm80211", "raspi-firmware")
"""The packages of the image that have Wi-Fi firmware."""


def main() -> None:
    """Replace what is stored by the trees and names that trixie has now."""
    _store_trees(_packages("main"))
    packages = _packages("non-free-firmware")
    for name in WIFI:
        _store_names(packages[name])


def _packages(component: str) -> dict[str, dict[str, str]]:
    index = lzma.decompress(_read(f"{DEBIAN}/{INDEX.format(component=component)}"))
    return {
        stanza["Package"]: stanza
        for text in index.decode("utf-8").split("\n\n")
        if (stanza := dict(re.findall(r"^([\w-]+): (.*)$", text, re.MULTILINE)))
    }


def _store_trees(packages: dict[str, dict[str, str]]) -> None:
    name = packages["linux-image-arm64"]["Depends"].partition(" ")[0]
    for old in TREES.glob("*.tar.xz"):
        old.unlink()
    with (
        _unpacked(packages[name]) as files,
        tarfile.open(TREES / f"{name}.tar.xz", "w:xz", preset=9) as stored,
    ):
        for member in files:
            if BOARDS.search(member.name) and (content := files.extractfile(member)):
                tree = tarfile.TarInfo(Path(member.name).name)
                tree.size = member.size
                stored.addfile(tree, io.BytesIO(content.read()))


def _store_names(stanza: dict[str, str]) -> None:
    with _unpacked(stanza) as files:
        names = [
            member.name.removeprefix(".")
            for member in files
            if re.search(r"/brcm/.*raspberrypi|/brcm/brcmfmac434\w+-sdio\.(bin|txt)$", member.name)
        ]
    (TREES / f"{stanza['Package']}.txt").write_text(
        "".join(f"{name}\n" for name in sorted(names)), "utf-8"
    )


@contextmanager
def _unpacked(stanza: dict[str, str]) -> Iterator[tarfile.TarFile]:
    """Give the files of a package, to be read once."""
    line = ["/usr/bin/dpkg-deb", "--fsys-tarfile", str(_downloaded(stanza))]
    with (
        subprocess.Popen(line, stdout=subprocess.PIPE) as unpacking,
        tarfile.open(fileobj=unpacking.stdout, mode="r|") as files,
    ):
        yield files


def _downloaded(stanza: dict[str, str]) -> Path:
    """Download the package to build/deploy and return its path."""
    file = HOUSE / "build" / "deploy" / Path(stanza["Filename"]).name
    if not file.exists():
        content = _read(f"{DEBIAN}/{stanza['Filename']}")
        assert hashlib.sha256(content).hexdigest() == stanza["SHA256"], (
            f"{file.name} is not what Debian has"
        )
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return file


def _read(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:  # noqa: S310  # DEBIAN is https
        content: bytes = answer.read()
    return content


if __name__ == "__main__":
    main()
