"""A Raspberry Pi in a folder: its files, its buses and its users."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import pins_of, read_config
from companion.devices.keyboard_reader import Keyboard, KeyEvent
from companion.devices.serial_reader import SerialPort
from companion.errors import DeviceError
from companion.maintenance.doctor import examine
from companion.maintenance.doctor.context import ExaminationContext, Finding, Machine
from companion.maintenance.doctor.probe import SET_UP
from companion.simulation.controller import Ssd1309
from companion.simulation.displays import SimulatedI2c
from tests.devices.faults import Faults
from tests.drivers.game import GameDriver
from tests.maintenance.doctor.far_end import ModuleEnd

NOW = 1_780_000_000.0
"""2026-05-28 20:26:40 UTC."""

PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"

BY_ID = "/dev/serial/by-id"


class _Pin(MockPWMPin):  # type: ignore[misc]  # gpiozero carries no types
    """A pin that may be wired to ground, against any pull-up."""

    grounded = False

    def _get_state(self) -> Any:
        return 0 if self.grounded else super()._get_state()


class LgpioInMemory(MockFactory):  # type: ignore[misc]  # gpiozero carries no types
    """gpiozero's mock pins under the name of lgpio."""

    __module__ = "gpiozero.pins.lgpio"

    def __init__(self) -> None:
        super().__init__(pin_class=_Pin)
        self.reset()  # before gpiozero 2.0 all factories share their pins

    def close(self) -> None:
        """Leave contacts as they are, as the header of a Pi does."""


class Clock:
    """A clock that does not move."""

    now = NOW

    def monotonic(self) -> float:
        return 0.0

    def time(self) -> float:
        return self.now


class FakePi:
    """A Pi 4 with all parts of the default configuration, in working order.

    Each test breaks what it is about: a file, `locked` for paths that the user may not open,
    `opened` for the far ends of ports.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.clock = Clock()
        self.locked: set[str] = set()
        self.free = 5_000_000_000
        self.synchronized = True
        self.line = SimulatedI2c({0x3C: Ssd1309()})
        self.faults = Faults(self.line)
        self.factory = LgpioInMemory()
        self.asked: list[tuple[str, int]] = []
        self.at_port: Callable[[str, int], SerialPort] = lambda _path, _baud: ModuleEnd(SET_UP)
        self.typing: Callable[[str], Keyboard] = _no_keyboard
        self.write("/proc/device-tree/model", f"{PI_4}\0")
        self.write(
            "/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n"
        )
        self.write("/proc/cmdline", "console=tty1 root=PARTUUID=1 rootwait\n")
        self.write("/sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
        self.write("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        self.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
        for node in ("i2c-1", "gpiochip0", "ttyS0"):
            self.write(f"/dev/{node}")
        self.link("/dev/serial0", "ttyS0")
        self.data.mkdir(parents=True)

    @property
    def data(self) -> Path:
        return self.root / "home" / "pi" / "games"

    def write(self, path: str, text: str = "") -> Path:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        file.chmod(0o660)
        return file

    def link(self, path: str, target: str) -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        file.symlink_to(target)

    def remove(self, *paths: str) -> None:
        for path in paths:
            (self.root / path.lstrip("/")).unlink()

    def mount(self, *lines: str) -> None:
        """Mount these lines in addition to a root on disk."""
        self.write(
            "/proc/mounts", "".join(f"{line} 0 0\n" for line in ("/dev/sda2 / ext4 rw", *lines))
        )

    def plug(self, name: str, kernel: str = "ttyACM0") -> None:
        """Plug in a scanner with a USB plug."""
        self.write(f"/dev/{kernel}")
        self.link(f"{BY_ID}/{name}", f"../../{kernel}")

    def answer_with(self, end: SerialPort) -> None:
        """Connect every port that is opened to `end`."""
        self.at_port = lambda _path, _baud: end

    def fail_at_ports(self, error: Exception) -> None:
        """Make opening any port fail."""

        def fail(_path: str, _baud: int) -> SerialPort:
            raise error

        self.at_port = fail

    def reserve(self, number: int) -> None:
        """Let another program occupy this pin."""
        taken = self.factory.pin

        def busy(asked: int) -> Any:
            if asked == number:
                raise OSError("GPIO busy")
            return taken(asked)

        self.factory.pin = busy

    def play(self) -> Path:
        """Play a game of one card into a journal, and return its file."""
        game = GameDriver(self.data)
        game.new("ninety-nine", 2)
        game.play("8H")
        game.table.close()
        (accepted,) = self.data.glob("journal/*/accepted")
        os.utime(accepted, (NOW, NOW))
        (file,) = accepted.parent.glob("000/1-*.jsonl")
        return file

    def ground(self, pin: int) -> None:
        """Connect a pin to ground, by a short circuit or a held button."""
        self.factory.pin(pin).grounded = True

    def into_pi_5(self) -> None:
        """Give the machine the serial ports of a Pi 5: one for debugging, one on the header."""
        self.write("/proc/device-tree/model", f"{PI_5}\0")
        self.link("/dev/serial0", "ttyAMA10")
        self.write("/dev/ttyAMA10")
        self.write("/dev/ttyAMA0")

    @property
    def machine(self) -> Machine:
        return Machine(
            root=self.root,
            clock=self.clock,
            user="pi",
            may=lambda path: self.said(path) not in self.locked,
            free=lambda _: self.free,
            synchronized=lambda: self.synchronized,
            bus=lambda _: self.line,
            open_port=self._open,
            open_keyboard=self._open_keyboard,
        )

    def said(self, path: Path) -> str:
        return f"/{path.relative_to(self.root)}"

    def context(self, text: str = "", **changes: Any) -> ExaminationContext:
        """Return the box of a configuration on this Pi."""
        config = read_config(text)
        return msgspec.structs.replace(
            ExaminationContext(config, pins_of(config), self.data, self.machine), **changes
        )

    def found(self, part: str, text: str = "", **changes: Any) -> list[Finding]:
        """Return the doctor's findings on one part."""
        return [
            finding for finding in examine(self.context(text, **changes)) if finding.part == part
        ]

    def one(self, part: str, text: str = "", **changes: Any) -> Finding:
        """Return the doctor's only finding on one part."""
        (finding,) = self.found(part, text, **changes)
        return finding

    def _open_keyboard(self, path: str) -> Keyboard:
        return self.typing(path)

    def _open(self, path: str, baud: int) -> SerialPort:
        self.asked.append((self.said(Path(path)), baud))
        return self.at_port(path, baud)


class KeyboardInMemory:
    """A keyboard scanner that has not typed yet."""

    closed = False
    grabbed = False

    def fileno(self) -> int:
        return -1

    def grab(self) -> None:
        self.grabbed = True

    def read(self) -> Iterable[KeyEvent]:
        return ()

    def close(self) -> None:
        self.closed = True


def _no_keyboard(path: str) -> Keyboard:
    raise OSError(19, "No such device", path)


def only(text: str = "") -> str:
    """Return a configuration with only the parts that `text` adds."""
    nothing = {
        "display": 'controller = "none"',
        "lights": "enabled = false",
        "sounder": "enabled = false",
        "buttons": "enabled = false",
        "reader": 'port = "none"',
    }
    return text + "".join(
        f"\n[{part}]\n{line}\n" for part, line in nothing.items() if f"[{part}]" not in text
    )


def pi_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> FakePi:
    """Return a Pi in good order whose pins are in memory."""
    fake = FakePi(folder)
    monkeypatch.setattr(
        "companion.maintenance.doctor.pi.choose_pin_factory",
        lambda _name, **_probe: fake.factory,
    )
    return fake


def no_pins(monkeypatch: pytest.MonkeyPatch, why: str, advice: str = "") -> None:
    """Make every request of the doctor for pins fail with `why`."""

    def fail(_name: str, **_probe: object) -> Any:
        raise DeviceError(why, advice, part="Pins")

    monkeypatch.setattr("companion.maintenance.doctor.pi.choose_pin_factory", fail)


def install_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make lgpio and RPi.GPIO unavailable."""
    for module in ("lgpio", "RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, module, None)
