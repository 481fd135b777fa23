"""A computer of its own: a kernel, disks, and a plug that can be pulled. QEMU is what it is made of."""

import base64
import json
import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from tests.deploy.waiting import until

WITHIN = (
    "systemd",
    "systemd-sysv",
    "dbus",
    "udev",
    "ca-certificates",
    "systemd-timesyncd",
    "e2fsprogs",
    "fdisk",
    "linux-image-cloud-amd64",
    "initramfs-tools",
    "zstd",
    "network-manager",
    "qemu-guest-agent",
)
"""What a system needs to start by itself as a Pi's does, to join networks, and to be asked from outside."""

KERNEL_LINE = "root=LABEL=system ro console=ttyS0 quiet panic=-1"

FSTAB = """\
# What Raspberry Pi OS writes, with labels for its partitions.
proc            /proc           proc    defaults          0       0
LABEL=BOOT      /boot/firmware  vfat    defaults          0       2
LABEL=system    /               ext4    defaults,noatime  0       1
"""

SIZES = {"system": "4G", "boot": "64M", "data": "256M"}


class Answer(NamedTuple):
    """How a command within has ended, and what it said."""

    status: int
    said: str


class Machine:
    """The system of the folder `root` on three disks: its own, one for its boot files, an empty one for data.

    Attributes:
        disks: where each disk is kept, by its name.
        without: the disks that are not plugged in at the next start.
    """

    def __init__(self, root: Path, kept: Path) -> None:
        self.disks = {disk: kept / f"{disk}.img" for disk in SIZES}
        self.without: set[str] = set()
        self._agent = kept / "agent"
        self._console = kept / "machine.log"
        self._kernel = kept / "vmlinuz"
        self._initrd = kept / "initrd.img"
        self._running: subprocess.Popen[bytes] | None = None
        (root / "etc/fstab").write_text(FSTAB, "utf-8")
        (root / "boot/firmware").mkdir(exist_ok=True)
        shutil.copy(next((root / "boot").glob("vmlinuz-*")), self._kernel)
        shutil.copy(next((root / "boot").glob("initrd.img-*")), self._initrd)
        for disk, path in self.disks.items():
            path.unlink(missing_ok=True)
            _done("truncate", "-s", SIZES[disk], str(path))
        _done("mkfs.ext4", "-q", "-L", "system", "-d", str(root), str(self.disks["system"]))
        _done("mkfs.vfat", "-n", "BOOT", str(self.disks["boot"]))

    def start(self) -> None:
        """Switches it on, and returns when everything is started that can be."""
        self._agent.unlink(missing_ok=True)
        # An emulated processor: KVM within a rented machine may be there and fail in the midst of it.
        # QEMU 7.2 emulates cmpxchg16b wrongly now and then, and Linux falls over it (cx16).
        line = ["qemu-system-x86_64", "-machine", "q35,accel=tcg", "-cpu", "max,cx16=off", "-m", "768"]
        line += ["-display", "none", "-monitor", "none", "-nic", "none", "-no-reboot"]
        line += ["-serial", f"file:{self._console}"]
        line += ["-kernel", str(self._kernel), "-initrd", str(self._initrd)]
        line += ["-append", KERNEL_LINE, "-device", "virtio-serial"]
        line += ["-chardev", f"socket,path={self._agent},server=on,wait=off,id=agent"]
        line += ["-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"]
        for disk, path in self.disks.items():
            if disk not in self.without:
                line += ["-drive", f"file={path},format=raw,if=none,id={disk}"]
                line += ["-device", f"virtio-blk-pci,drive={disk},serial={disk}"]
        self._running = subprocess.Popen(line, stdin=subprocess.DEVNULL)
        until("it starts", self._started, seconds=300)

    def reboot(self) -> None:
        """Starts it again, as `systemctl reboot` does."""
        self._end("reboot")
        self.start()

    def stop(self) -> None:
        """Switches it off, if it is on; pulls the plug where nobody within answers."""
        if self._running is not None and self._running.poll() is None:
            try:
                self._end("poweroff")
            except OSError:
                self.pull_plug()

    def pull_plug(self) -> None:
        """What was not on a disk is lost."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()

    def run(self, *command: str) -> str:
        """What a command of root's says; it must succeed."""
        answer = self.answer(*command)
        assert answer.status == 0, f"{' '.join(command)}: {answer.said}"
        return answer.said

    def said(self, *command: str) -> str:
        """What a command of root's says, whether it succeeds or not."""
        return self.answer(*command).said

    def answer(self, *command: str) -> Answer:
        """How a command of root's ends, and what it says on both its outputs."""
        environ = ["PATH=/usr/sbin:/usr/bin", "HOME=/root"]
        environ += ["LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        line = ["-c", 'exec "$@" 2>&1 </dev/null', "sh", *command]
        begun = self._ask("guest-exec", path="/bin/sh", arg=line, env=environ, **{"capture-output": True})
        ended: dict[str, Any] = {}

        def over() -> bool:
            ended.update(self._ask("guest-exec-status", pid=begun["pid"]))
            return bool(ended["exited"])

        until(f"{' '.join(command)} ends", over, seconds=300)
        said = base64.b64decode(ended.get("out-data", "")).decode("utf-8", "replace")
        return Answer(ended.get("exitcode", -1), said.strip())

    def property(self, name: str) -> str:
        """What systemd knows of the box's unit."""
        return self.run("systemctl", "show", "--value", "--property", name, "companion.service")

    def log(self) -> str:
        """What the box has said since the last start."""
        return self.run("journalctl", "--boot", "--unit=companion.service", "--output=cat", "--no-pager")

    def _started(self) -> bool:
        assert self._running is not None
        assert self._running.poll() is None, f"it has ended, see {self._console}"
        try:
            return self.said("systemctl", "is-system-running") in {"running", "degraded"}
        except OSError:  # nobody answers yet
            return False

    def _end(self, how: str) -> None:
        assert self._running is not None
        self._ask("guest-exec", path="/usr/bin/systemctl", arg=[how])
        try:
            self._running.wait(120)
        except subprocess.TimeoutExpired:
            self.pull_plug()
            raise

    def _ask(self, what: str, **given: Any) -> dict[str, Any]:
        """What the agent within answers; OSError as long as there is none."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(60)
            line.connect(os.fspath(self._agent))
            line.sendall(json.dumps({"execute": what, "arguments": given}).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer = json.loads(answers.readline())
        assert "error" not in answer, answer
        returned: dict[str, Any] = answer["return"]
        return returned


def _done(*line: str) -> None:
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
