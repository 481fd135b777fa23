"""The machine that the doctor looks at. Everything is below one root, so that a folder can stand for it."""

import ctypes
import os
import pwd
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

import msgspec

from companion.config.board import PI_MODEL, is_pi
from companion.devices.clock import SystemClock
from companion.devices.keyboard_reader import Opener as OpenKeyboard
from companion.devices.keyboard_reader import open_keyboard
from companion.devices.ports import Clock
from companion.devices.serial_reader import Opener as OpenPort
from companion.devices.serial_reader import open_port

_PI_5: Final = re.compile(r"Raspberry Pi (Compute Module )?5(00)?\b")
"""Those whose header hangs on the RP1 chip: Pi 5, Pi 500, Compute Module 5."""

SUDO_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where sudo looks for a command: secure_path in the /etc/sudoers of Debian."""

_UNSYNCHRONISED: Final = 5
"""TIME_ERROR, what adjtimex(2) returns while the clock has not been set by the network."""


class User(msgspec.Struct, frozen=True):
    """Who is asking, and the groups of this login by their numbers."""

    name: str
    groups: frozenset[int]


class Mount(NamedTuple):
    """A file system: where it begins, its type, and whether it may be written to."""

    place: str
    kind: str
    writable: bool


def this_user() -> User:
    """Whoever has started this program."""
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        name = str(os.geteuid())
    return User(name, frozenset((os.getegid(), *os.getgroups())))


def may_use(path: Path) -> bool:
    """Whether this user may read and write `path`."""
    return os.access(path, os.R_OK | os.W_OK)


def free_bytes(path: Path) -> int:
    """What is left on the disk below `path`."""
    return shutil.disk_usage(path).free


def clock_is_synchronised() -> bool:
    """Whether the kernel knows of somebody who sets its clock by the network, whichever program does."""
    # adjtimex with `modes` of 0, which the empty buffer holds, only asks; struct timex has 208 bytes.
    return int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))) != _UNSYNCHRONISED


def this_program() -> str:
    """What to type after sudo to start this program: its path where sudo does not find its name."""
    found = shutil.which("companion", path=SUDO_PATH)
    return "companion" if found else quote(f"{sys.prefix}/bin/companion")


def _own_bus(_port: int) -> object | None:
    return None


class Machine(msgspec.Struct, frozen=True):
    """A machine: its files below `root`, its clock, and what this user may do on it.

    Args:
        root: where its files begin.
        clock: its time.
        user: who is asking.
        may: whether the user may read and write a path.
        free: how many bytes are left below a path.
        synchronised: whether the network has set the clock.
        program: what to type after sudo to start the companion.
        bus: an open I2C bus with smbus2's methods for a number; None for the machine's own.
        open_port: opens a serial port.
        open_keyboard: opens a scanner that types.
    """

    root: Path = Path("/")
    clock: Clock = SystemClock()
    user: User = msgspec.field(default_factory=this_user)
    may: Callable[[Path], bool] = may_use
    free: Callable[[Path], int] = free_bytes
    synchronised: Callable[[], bool] = clock_is_synchronised
    program: str = msgspec.field(default_factory=this_program)
    bus: Callable[[int], object | None] = _own_bus
    open_port: OpenPort = open_port
    open_keyboard: OpenKeyboard = open_keyboard

    def at(self, path: str) -> Path:
        """Where the machine's own `path` lies."""
        return self.root / path.lstrip("/")

    def said(self, path: Path) -> str:
        """What the machine itself calls `path`."""
        return f"/{path.relative_to(self.root)}" if path.is_relative_to(self.root) else str(path)

    def text(self, path: str) -> str:
        """What stands in a file; "" where there is none or it may not be read."""
        try:
            return self.at(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def model(self) -> str:
        """What the kernel of a Pi says that it is: "Raspberry Pi 4 Model B Rev 1.4"."""
        return self.text(str(PI_MODEL))

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return is_pi(self.at(str(PI_MODEL)))

    @property
    def is_pi_5(self) -> bool:
        """Whether the header's serial port has the name that it has on a Pi 5."""
        return _PI_5.search(self.model) is not None

    def boot_file(self, name: str) -> str:
        """Where a file of the boot partition lies, "config.txt": elsewhere before Debian 12."""
        new = f"/boot/firmware/{name}"
        return new if self.at(new).exists() or not self.at(f"/boot/{name}").exists() else f"/boot/{name}"

    def group_of(self, path: Path) -> str:
        """The name of the group that a file belongs to; its number where it has no name."""
        number = str(path.stat().st_gid)
        return next((name for name, of, _ in self._groups() if of == number), number)

    def is_member(self, group: str) -> bool:
        """Whether the user has been put into `group`, now or for the next login."""
        return any(name == group and self.user.name in members for name, _, members in self._groups())

    def mount_of(self, path: str) -> Mount | None:
        """The file system on which the machine's own `path` lies, as far as the kernel tells."""
        found = None
        for line in self.text("/proc/mounts").splitlines():
            _, place, kind, options, *_ = line.split(" ")
            place = place.encode("ascii", "replace").decode("unicode_escape")  # spaces are \040
            inside = path == place or path.startswith(place.rstrip("/") + "/")
            if inside and (found is None or len(place) >= len(found.place)):
                found = Mount(place, kind, "ro" not in options.split(","))
        return found

    def _groups(self) -> list[tuple[str, str, list[str]]]:
        rows = [line.split(":") for line in self.text("/etc/group").splitlines()]
        return [(row[0], row[2], row[3].split(",")) for row in rows if len(row) == 4]
