"""A card that was just written with the image, in a machine that QEMU emulates: its `virt` with a Cortex-A53.

Kernel and command line are read from the first partition at each start, as the Pi's firmware reads them; the
firmware itself, the overlays and the header are what only a Pi has. What is played goes over the first serial
port, whose far end is here, and people log in with ssh.
"""

import base64
import contextlib
import json
import lzma
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tests.deploy.game import Away
from tests.deploy.roots import HOUSE
from tests.deploy.steps import step
from tests.deploy.waiting import until

IMAGE: Final = HOUSE / "build" / "image" / "companion-arm64.img.xz"
SIZE: Final = 6 * 1024**3
"""Bytes of the card: more than the image, which has to grow."""

USER: Final = "ann"
NAME: Final = "friday-table"

PACE: Final = 900.0
"""Seconds that an emulated start may take; a Pi is many times faster."""

FIRST_RUN: Final = """\
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
"""What Raspberry Pi Imager leaves on a card whose list says "init_format": "systemd"."""

FIRST_LINE: Final = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
)


class Card:
    """The card, and the machine that it is in.

    Attributes:
        file: the whole card.
        times: how long each start took, by its name, in seconds.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "card.img"
        self.times: dict[str, float] = {}
        self._folder = folder
        self._running: subprocess.Popen[bytes] | None = None
        self._ports = {name: _free_port() for name in ("ssh", "page", "serial")}
        self._serial: socket.socket | None = None
        with step("the image is written to a card"), lzma.open(IMAGE) as packed, self.file.open("wb") as card:
            shutil.copyfileobj(packed, card, 1024 * 1024)
            card.truncate(SIZE)
        self._key = folder / "key"
        self._key.unlink(missing_ok=True)
        _done("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self._key))

    def customize(self) -> None:
        """Leaves on the card what Raspberry Pi Imager leaves there."""
        key = self._key.with_suffix(".pub").read_text("ascii").strip()
        script = FIRST_RUN.format(name=NAME, user=USER, key=key, psk="ab" * 32)
        self.write("firstrun.sh", script)
        self.write("cmdline.txt", self.read("cmdline.txt").rstrip("\n") + FIRST_LINE + "\n")

    def read(self, name: str) -> str:
        """A file of the first partition."""
        return self._copied(name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        """Puts a file on the first partition."""
        file = self._folder / name
        file.write_text(text, "utf-8")
        _done("mcopy", "-o", "-i", self._boot, str(file), f"::{name}")

    def partition(self, number: int) -> tuple[int, int]:
        """Where a partition begins and how long it is, in bytes."""
        said = _done("sfdisk", "--json", str(self.file))
        found = json.loads(said)["partitiontable"]["partitions"][number - 1]
        return found["start"] * 512, found["size"] * 512

    def digest(self, number: int) -> str:
        """A hash of all that stands in a partition."""
        start, size = self.partition(number)
        sums = sha256()
        with self.file.open("rb") as card:
            card.seek(start)
            while size:
                part = card.read(min(size, 1024 * 1024))
                sums.update(part)
                size -= len(part)
        return sums.hexdigest()

    def start(self, name: str) -> None:
        """Switches it on; returns once the box is ready, and notes under `name` how long that took."""
        begun = time.monotonic()
        with step(f"{name}: it starts"):
            self._switch_on()
            until("somebody can log in", self._lets_in, PACE)
            until("the box is ready", lambda: self.shown("ActiveState") == "active", PACE)
        self.times[name] = time.monotonic() - begun

    def start_first(self) -> None:
        """The first start of a card: it ends with a restart by itself."""
        begun = time.monotonic()
        with step("the first start, which does what Imager has asked for"):
            self._switch_on()
            assert self._running is not None
            self._running.wait(PACE)
        self.times["the first start, to its restart"] = time.monotonic() - begun

    def pull_plug(self) -> None:
        """Pulls the plug: what is not on the card is lost."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()
        self._hang_up()

    def stop(self) -> None:
        """Switches it off as the menu does, or pulls the plug where it does not end."""
        if self._running is None or self._running.poll() is not None:
            return
        with contextlib.suppress(AssertionError):
            self.ssh("sudo systemctl poweroff")
        try:
            self._running.wait(240)
        except subprocess.TimeoutExpired:
            self.pull_plug()
        self._hang_up()

    def ssh(self, command: str, given: str = "") -> str:
        """Runs a command as the user; returns what it says, and fails if it does."""
        done = self._ssh(command, given)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def said(self, command: str) -> str:
        """Runs a command as the user; returns what it says, whether it succeeds or not."""
        done = self._ssh(command)
        return (done.stdout + done.stderr).strip()

    def shown(self, name: str, unit: str = "companion.service") -> str:
        """Returns a property of a unit, the box's if no other is named; "" while nobody answers."""
        return self._ssh(f"systemctl show --value --property {name} {unit}").stdout.strip()

    def log(self, unit: str = "companion.service") -> str:
        """Returns the log of a unit since the start."""
        return self.ssh(f"sudo journalctl --boot --unit={unit} --output=cat --no-pager")

    def page(self, path: str) -> bytes:
        """Asks for a page from the box's network; returns the whole answer."""
        with socket.create_connection(("127.0.0.1", self._ports["page"]), 60) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 10.0.2.15:8098\r\nConnection: close\r\n\r\n".encode())
            return b"".join(iter(lambda: line.recv(65536), b""))

    def send(self, code: str) -> None:
        """A code of the reader on the serial port, as a module sends it."""
        assert self._serial is not None
        self._serial.sendall(f"{code}\r".encode("ascii"))

    @property
    def _boot(self) -> str:
        """The first partition, as mtools names it."""
        return f"{self.file}@@{self.partition(1)[0]}"

    def _copied(self, name: str) -> Path:
        file = self._folder / name
        file.unlink(missing_ok=True)
        _done("mcopy", "-i", self._boot, f"::{name}", str(file))
        return file

    def _config(self) -> Mapping[str, str]:
        """Reads config.txt as the firmware does."""
        words = (line.replace("=", " ").split() for line in self.read("config.txt").splitlines())
        return {word[0]: word[1] for word in words if len(word) == 2}

    def _switch_on(self) -> None:
        self._hang_up()
        config = self._config()
        kernel, initrd = self._copied(config["kernel"]), self._copied(config["initramfs"])
        line = ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a53", "-smp", "2", "-m", "512"]
        line += ["-accel", "tcg,thread=multi", "-no-reboot", "-display", "none", "-monitor", "none"]
        line += ["-kernel", str(kernel), "-initrd", str(initrd)]
        line += ["-append", f"{self.read('cmdline.txt').strip()} console=hvc0"]
        line += ["-drive", f"file={self.file},format=raw,if=none,id=card"]
        line += ["-device", "virtio-blk-pci,drive=card"]
        forwarded = f"hostfwd=tcp:127.0.0.1:{self._ports['ssh']}-:22"
        forwarded += f",hostfwd=tcp:127.0.0.1:{self._ports['page']}-:8098"
        line += ["-netdev", f"user,id=net,{forwarded}", "-device", "virtio-net-pci,netdev=net"]
        line += ["-device", "virtio-rng-pci"]
        line += ["-chardev", f"file,id=console,path={self._folder / 'console.log'},append=on"]
        line += ["-device", "virtio-serial-pci", "-device", "virtconsole,chardev=console"]
        line += ["-serial", f"tcp:127.0.0.1:{self._ports['serial']},server=on,wait=off"]
        self._running = subprocess.Popen(line, stdin=subprocess.DEVNULL)
        until("the serial port is there", self._plugged_in)

    def _plugged_in(self) -> bool:
        assert self._running is not None
        assert self._running.poll() is None, "QEMU has ended"
        try:
            self._serial = socket.create_connection(("127.0.0.1", self._ports["serial"]))
        except OSError:
            return False
        return True

    def _hang_up(self) -> None:
        if self._serial is not None:
            self._serial.close()
            self._serial = None

    def _lets_in(self) -> bool:
        assert self._running is not None
        assert self._running.poll() is None, f"it has ended, see {self._folder / 'console.log'}"
        return self._ssh("true").returncode == 0

    def _ssh(self, command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        line = ["ssh", "-q", "-i", str(self._key), "-p", str(self._ports["ssh"]), "-o", "BatchMode=yes"]
        line += ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
        line += ["-o", "ConnectTimeout=60", "-o", "ControlMaster=auto", "-o", "ControlPersist=60"]
        line += ["-o", f"ControlPath={self._folder}/ssh-%C", f"{USER}@127.0.0.1", command]
        return subprocess.run(line, input=given, capture_output=True, text=True, check=False)


READ_JOURNAL: Final = """
import base64, json, sqlite3, sys
database = sqlite3.connect("file:/var/lib/companion/journal.db?mode=ro", uri=True)
def plain(value):
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
print(json.dumps([[plain(value) for value in row] for row in database.execute(sys.argv[1])]))
"""


class AwayOnCard(Away):
    """Cards and command cards for the box on a card, over the serial port."""

    def __init__(self, card: Card) -> None:
        super().__init__(Path("/"))
        self._card = card

    def until_read(self) -> None:
        """Returns when the box has opened its reader."""
        files = "sudo ls -l /proc/$(systemctl show --value --property=MainPID companion)/fd"
        until("the box opens its reader", lambda: "ttyAMA0" in self._card.said(files), PACE)

    def _read(self, query: str) -> list[tuple[Any, ...]]:
        said = self._card.said(f"sudo python3 -c {_quoted(READ_JOURNAL)} {_quoted(query)}")
        try:
            rows = json.loads(said)
        except ValueError:  # it is just being made
            return []
        return [tuple(_value(value) for value in row) for row in rows]

    def _send(self, code: str) -> None:
        self._card.send(code)


def _value(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\"'\"'") + "'"


def _done(*line: str) -> str:
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
