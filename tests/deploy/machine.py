"""A machine emulated by QEMU, reached with ssh; its first serial port ends here."""

import contextlib
import json
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.deploy.game import Away
from tests.deploy.steps import step
from tests.deploy.waiting import until

PACE = 900.0
"""Seconds allowed for an emulated start; a Pi is many times faster."""

STICK = "stick"
"""QEMU's name for the device in the USB port."""

SLOW = 4_000
"""Bytes a second that a slow stick writes, so that copying a journal takes some seconds."""


class Machine(ABC):
    """The machine whose files are in `folder`.

    Attributes:
        times: the duration of each start in seconds, by name.
        scanner: the name of the port inside the machine that the scanner is at.
    """

    scanner: str
    _user: str

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.times: dict[str, float] = {}
        self._folder = folder
        self._running: subprocess.Popen[bytes] | None = None
        self._ports = {name: _free_port() for name in ("ssh", "page", "serial", "monitor")}
        self._serial: socket.socket | None = None
        self._key = folder / "key"
        self._key.unlink(missing_ok=True)
        ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self._key))

    @property
    def public_key(self) -> str:
        """The line for authorized_keys that admits this machine's key."""
        return self._key.with_suffix(".pub").read_text("ascii").strip()

    @abstractmethod
    def _hardware(self) -> list[str]:
        """QEMU and its options for processor, kernel and disk."""

    def start(self, name: str, stick: Path | None = None) -> None:
        """Switch the machine on, with `stick` in its USB port; return once the box is ready.

        The duration is stored under `name`.
        """
        begun = time.monotonic()
        with step(f"{name}: it starts"):
            self._switch_on()
            if stick is not None:
                self.put_in(stick)
            until("somebody can log in", self._lets_in, PACE)
            until("the box is ready", lambda: self.shown("ActiveState") == "active", PACE)
        self.times[name] = time.monotonic() - begun

    def pull_plug(self) -> None:
        """Pull the plug: everything that is not on the card is lost."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()
        self._hang_up()

    def stop(self) -> None:
        """Switch the machine off as the menu does; pull the plug if it does not stop."""
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
        """Run a command as the user and return its output; fail if the command fails."""
        done = self._ssh(command, given)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def said(self, command: str) -> str:
        """Run a command as the user and return its output, even if it fails."""
        done = self._ssh(command)
        return (done.stdout + done.stderr).strip()

    def shown(self, name: str, unit: str = "companion.service") -> str:
        """Return a property of a unit, by default the box's; "" while nothing answers."""
        return self._ssh(f"systemctl show --value --property {name} {unit}").stdout.strip()

    def log(self, unit: str = "companion.service") -> str:
        """Return the log of a unit since the start."""
        return self.ssh(f"sudo journalctl --boot --unit={unit} --output=cat --no-pager")

    def page(self, path: str) -> bytes:
        """Request a page over the box's network and return the whole answer."""
        with socket.create_connection(("127.0.0.1", self._ports["page"]), 60) as line:
            line.sendall(
                f"GET {path} HTTP/1.1\r\nHost: 10.0.2.15:8098\r\nConnection: close\r\n\r\n".encode()
            )
            return b"".join(iter(lambda: line.recv(65536), b""))

    def send(self, code: str) -> None:
        """Send a scanned code over the serial port, as a scanner does."""
        assert self._serial is not None
        self._serial.sendall(f"{code}\r".encode("ascii"))

    def put_in(self, disk: Path, *, removable: bool = True, slowly: bool = False) -> None:
        """Insert `disk` into the USB port; `slowly` limits the speed of writes to it."""
        file: dict[str, object] = {"driver": "file", "filename": str(disk)}
        if slowly:
            file = {"driver": "throttle", "throttle-group": "slow", "file": file}
        self._order("blockdev-add", {"driver": "raw", "node-name": STICK, "file": file})
        device = {"driver": "usb-storage", "id": STICK, "drive": STICK, "removable": removable}
        self._order("device_add", device)

    def pull(self) -> None:
        """Pull the device from the USB port, even during a write."""
        self._order("device_del", {"id": STICK}, "DEVICE_DELETED")
        self._order("blockdev-del", {"node-name": STICK})

    def _switch_on(self) -> None:
        self._hang_up()
        line = [*self._hardware(), "-no-reboot", "-display", "none", "-monitor", "none"]
        line += ["-qmp", f"tcp:127.0.0.1:{self._ports['monitor']},server=on,wait=off"]
        line += [
            "-serial",
            f"tcp:127.0.0.1:{self._ports['serial']},server=on,wait=off",
            *self._devices(),
        ]
        self._running = subprocess.Popen(line, stdin=subprocess.DEVNULL)
        until("the serial port is there", self._plugged_in)

    def _devices(self) -> list[str]:
        """QEMU's options for the attached devices, except the first serial port."""
        forwarded = f"hostfwd=tcp:127.0.0.1:{self._ports['ssh']}-:22"
        forwarded += f",hostfwd=tcp:127.0.0.1:{self._ports['page']}-:8098"
        line = ["-netdev", f"user,id=net,{forwarded}"]
        line += ["-device", "virtio-net-pci,netdev=net,romfile="]  # it boots from no network
        line += ["-device", "virtio-rng-pci"]
        line += ["-chardev", f"file,id=console,path={self._folder / 'console.log'},append=on"]
        line += ["-device", "virtio-serial-pci", "-device", "virtconsole,chardev=console"]
        return [
            *line,
            "-device",
            "qemu-xhci",
            "-object",
            f"throttle-group,id=slow,x-bps-write={SLOW}",
        ]

    def _order(self, command: str, arguments: Mapping[str, object], event: str = "return") -> Any:
        """Send a QMP command to QEMU; return its answer once `event` has arrived."""
        address = ("127.0.0.1", self._ports["monitor"])
        with socket.create_connection(address, 60) as line, line.makefile() as said:
            answers = map(json.loads, said)
            next(answers)  # the greeting with QEMU's version
            line.sendall(b'{"execute": "qmp_capabilities"}')
            next(answers)
            line.sendall(json.dumps({"execute": command, "arguments": arguments}).encode())
            missing, returned = {"return", event}, None
            while missing:
                answer = next(answers)
                assert "error" not in answer, answer
                missing -= {answer.get("event", "return")}
                returned = answer.get("return", returned)
            return returned

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
        line = self._logged_in(command)
        return subprocess.run(line, input=given, capture_output=True, text=True, check=False)

    def _logged_in(self, command: str) -> list[str]:
        """Return the command line that runs `command` in the machine as its user."""
        line = [
            "ssh",
            "-q",
            "-i",
            str(self._key),
            "-p",
            str(self._ports["ssh"]),
            "-o",
            "BatchMode=yes",
        ]
        line += ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
        line += ["-o", "ConnectTimeout=60", "-o", "ControlMaster=auto", "-o", "ControlPersist=60"]
        return [
            *line,
            "-o",
            f"ControlPath={self._folder}/ssh-%C",
            f"{self._user}@127.0.0.1",
            command,
        ]


READ_JOURNAL = "sudo find /var/lib/companion/journal -name '*.jsonl' -exec grep -h '^{' {} +"


class AwayOnMachine(Away):
    """Scanned cards and command cards for the box in a machine, over the serial port."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(Path("/"))
        self._machine = machine

    def until_read(self) -> None:
        """Return when the box has opened its scanner."""
        files = "sudo ls -l /proc/$(systemctl show --value --property=MainPID companion)/fd"
        until(
            "the box opens its reader",
            lambda: self._machine.scanner in self._machine.said(files),
            PACE,
        )

    def _lines(self) -> list[str]:
        return self._machine.said(READ_JOURNAL).splitlines()

    def _send(self, code: str) -> None:
        self._machine.send(code)


def ran(*line: str) -> str:
    """Run a program on this machine and return its output; it must succeed."""
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
