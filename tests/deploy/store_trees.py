"""Store the device trees of Debian's kernel for tests/deploy/test_overlays.py: `make trees`.

They are the files that the firmware of a Pi reads on the image. raspi-firmware copies them there
from the kernel's package.
"""

import hashlib
import io
import lzma
import re
import subprocess
import tarfile
import urllib.request
from pathlib import Path
from typing import Final

from tests.deploy.roots import HOUSE

TREES: Final = Path(__file__).with_name("trees")
DEBIAN: Final = "https://deb.debian.org/debian"
INDEX: Final = "dists/trixie/main/binary-arm64/Packages.xz"
BOARDS: Final = re.compile(r"/broadcom/(bcm2711|bcm2837)-[^/]+\.dtb$")


def main() -> None:
    """Replace the stored trees by those of trixie's current kernel."""
    packages = {
        stanza["Package"]: stanza
        for text in lzma.decompress(_read(f"{DEBIAN}/{INDEX}")).decode("utf-8").split("\n\n")
        if (stanza := dict(re.findall(r"^([\w-]+): (.*)$", text, re.MULTILINE)))
    }
    name = packages["linux-image-arm64"]["Depends"].partition(" ")[0]
    package = _downloaded(packages[name])
    for old in TREES.glob("*.tar.xz"):
        old.unlink()
    with (
        subprocess.Popen(
            ["/usr/bin/dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE
        ) as unpacking,
        tarfile.open(fileobj=unpacking.stdout, mode="r|") as files,
        tarfile.open(TREES / f"{name}.tar.xz", "w:xz", preset=9) as stored,
    ):
        for member in files:
            if BOARDS.search(member.name) and (content := files.extractfile(member)):
                tree = tarfile.TarInfo(Path(member.name).name)
                tree.size = member.size
                stored.addfile(tree, io.BytesIO(content.read()))


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
