"""A card freshly written with the image, in an emulated machine: QEMU's `virt` with a Cortex-A53.

Kernel and command line are read from the first partition at each start, as the Pi's firmware reads
them. Only a real Pi has the firmware itself, the overlays and the header.
"""

import json
import lzma
import shutil
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from tests.deploy.machine import PACE, Machine, ran
from tests.deploy.roots import HOUSE
from tests.deploy.steps import step

IMAGE = HOUSE / "build" / "image" / "companion-arm64.img.xz"
SIZE = 6 * 1024**3
"""Bytes of the card. It is larger than the image, which has to grow."""

USER = "ann"
NAME = "friday-table"

FIRST_RUN = """\
#!/bin/sh

set +e

CURRENT_HOSTNAME=$(cat /etc/hostname | tr -d " \\t\\n\\r")
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname {name}
else
   echo {name} >/etc/hostname
fi
FIRSTUSER=$(getent passwd 1000 | cut -d: -f1)
FIRSTUSERHOME=$(getent passwd 1000 | cut -d: -f6)
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom enable_ssh -k '{key}'
fi
if [ -f /usr/lib/userconf-pi/userconf ]; then
   /usr/lib/userconf-pi/userconf '{user}' ''
fi
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_wlan 'The attic; 2' '{psk}' 'DE'
fi
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_keymap 'de'
   /usr/lib/raspberrypi-sys-mods/imager_custom set_timezone 'Europe/Berlin'
fi
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
"""The file that Raspberry Pi Imager writes to a card whose list has "init_format": "systemd"."""

FIRST_LINE = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot "
    "systemd.unit=kernel-command-line.target"
)


class Card(Machine):
    """The card, and the machine that it is in.

    Attributes:
        file: the whole card.
    """

    scanner = "ttyAMA0"
    _user = USER

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.file = folder / "card.img"
        with step("the image is written to a card"):
            self._write_image()

    def _write_image(self) -> None:
        with lzma.open(IMAGE) as packed, self.file.open("wb") as card:
            shutil.copyfileobj(packed, card, 1024 * 1024)
            card.truncate(SIZE)

    def customize(self) -> None:
        """Write to the card what Raspberry Pi Imager writes to it."""
        script = FIRST_RUN.format(name=NAME, user=USER, key=self.public_key, psk="ab" * 32)
        self.write("firstrun.sh", script)
        self.write("cmdline.txt", self.read("cmdline.txt").rstrip("\n") + FIRST_LINE + "\n")

    def read(self, name: str) -> str:
        """Return the text of a file on the first partition."""
        return self._copied(name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        """Write a file on the first partition."""
        file = self._folder / name
        file.write_text(text, "utf-8")
        self.put(file, name)

    def put(self, file: Path, name: str) -> None:
        """Copy a file to the first partition as `name`."""
        ran("mcopy", "-o", "-i", self._boot, str(file), f"::{name}")

    def partition(self, number: int) -> tuple[int, int]:
        """Return the start and the length of a partition, in bytes."""
        said = ran("sfdisk", "--json", str(self.file))
        found = json.loads(said)["partitiontable"]["partitions"][number - 1]
        return found["start"] * 512, found["size"] * 512

    def digest(self, number: int) -> str:
        """Return a hash of the content of a partition."""
        start, size = self.partition(number)
        sums = sha256()
        with self.file.open("rb") as card:
            card.seek(start)
            while size:
                part = card.read(min(size, 1024 * 1024))
                sums.update(part)
                size -= len(part)
        return sums.hexdigest()

    def start_first(self) -> None:
        """Start the card for the first time; this start ends with a restart of its own."""
        begun = time.monotonic()
        with step("the first start, which does what Imager has asked for"):
            self._switch_on()
            assert self._running is not None
            self._running.wait(PACE)
        self.times["the first start, to its restart"] = time.monotonic() - begun

    @property
    def _boot(self) -> str:
        """The first partition in the notation of mtools."""
        return f"{self.file}@@{self.partition(1)[0]}"

    def _copied(self, name: str) -> Path:
        file = self._folder / Path(name).name
        file.unlink(missing_ok=True)
        ran("mcopy", "-i", self._boot, f"::{name}", str(file))
        return file

    def _config(self) -> Mapping[str, str]:
        """Return the settings of config.txt, as the firmware reads them."""
        words = (line.replace("=", " ").split() for line in self.read("config.txt").splitlines())
        return {word[0]: word[1] for word in words if len(word) == 2}

    def _hardware(self) -> list[str]:
        config = self._config()
        kernel, initrd = self._copied(config["kernel"]), self._copied(config["initramfs"])
        line = [
            "qemu-system-aarch64",
            "-machine",
            "virt",
            "-cpu",
            "cortex-a53",
            "-smp",
            "2",
            "-m",
            "512",
        ]
        line += ["-accel", "tcg,thread=multi", "-kernel", str(kernel), "-initrd", str(initrd)]
        line += ["-append", f"{self.read('cmdline.txt').strip()} console=hvc0"]
        line += ["-drive", f"file={self.file},format=raw,if=none,id=card"]
        return [*line, "-device", "virtio-blk-pci,drive=card"]
