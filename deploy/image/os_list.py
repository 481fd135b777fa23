"""Prints the list of systems, with one image, that Raspberry Pi Imager loads from a URL.

    os_list.py IMAGE VERSION URL

IMAGE is the uncompressed image, with IMAGE.xz next to it; VERSION is the version of the box's
package in it; URL is the folder on the web with IMAGE.xz. The format is that of Imager's own list
(rpi-imager, doc/json-schema/os-list-schema.json).
"""

import hashlib
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

ICON = "companion.png"
"""The file name of the icon next to the image."""

DEVICES = (
    ("Raspberry Pi 4", "pi4-64bit", ("4 Model B", "400", "Compute Module 4")),
    (
        "Raspberry Pi 3 or Zero 2 W",
        "pi3-64bit",
        ("3 Model A+", "3 Model B", "3 Model B+", "Compute Module 3", "Zero 2 W"),
    ),
)
"""The models whose header is supported by Debian's kernel, with Imager's tags for them."""


def os_list(image: Path, version: str, url: str) -> dict[str, object]:
    """Return the list with the one system."""
    packed = image.with_name(image.name + ".xz")
    built = datetime.fromtimestamp(packed.stat().st_mtime, UTC)
    folder = url.rstrip("/")
    return {
        # Without it Imager offers no Pi to choose (rpi-imager, src/hwlistmodel.cpp).
        "imager": {
            "devices": [
                {
                    "name": name,
                    "tags": [tag],
                    "description": ", ".join(models),
                    "matching_type": "exclusive",
                }
                for name, tag, models in DEVICES
            ]
        },
        "os_list": [
            {
                "name": f"Table companion {version}",
                "description": "Keeps the total, the turn and the chips at a real card table",
                "icon": f"{folder}/{ICON}",
                "url": f"{folder}/{packed.name}",
                "release_date": f"{built:%Y-%m-%d}",
                "extract_size": image.stat().st_size,
                "extract_sha256": _sha256(image),
                "image_download_size": packed.stat().st_size,
                "image_download_sha256": _sha256(packed),
                "devices": [tag for _, tag, _ in DEVICES],
                # Imager asks for user, Wi-Fi and name, and writes a script that the first start
                # runs.
                "init_format": "systemd",
            }
        ],
    }


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


if __name__ == "__main__":
    image, version, url = sys.argv[1:]
    sys.stdout.write(json.dumps(os_list(Path(image), version, url), indent=2) + "\n")
