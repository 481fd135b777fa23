"""The examined box: its machine, the permissions of its user, and its configured parts.

All paths of the machine are below one root, so that tests can use a folder.
"""

import fcntl
import os
import pwd
import shutil
import stat
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import Final

import msgspec

from companion.config import Config
from companion.config.board import PI_MODEL, Pins, pi_model
from companion.devices.keyboard_reader import Opener as OpenKeyboard
from companion.devices.keyboard_reader import open_keyboard
from companion.devices.ports import Clock
from companion.devices.serial_reader import Opener as OpenPort
from companion.devices.serial_reader import open_port
from companion.foreign.files import Mount, mounts_in
from companion.foreign.schema_errors import written
from companion.host.clock import clock_is_synchronized
from companion.inputs import PartName
from companion.maintenance.doctor.findings import Finding, in_use, wrong
from companion.message import Words, phrase
from companion.simulation.box import SimulatedBox

SUDO_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The folders in which sudo looks for commands: secure_path in Debian's /etc/sudoers."""

IMAGE_BUSES: Final = "/etc/default/raspi-firmware-custom"
"""The file in which the image enables the buses of the header."""


def this_user() -> str:
    """Return the name of the user who started this program, or the number of a nameless one."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def may_use(path: Path) -> bool:
    """Return whether this user may read and write `path`."""
    # Effective, because the doctor acts as the owner of the journal if root has started it.
    return os.access(path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def free_bytes(path: Path) -> int:
    """Return the number of free bytes on the disk of `path`."""
    return shutil.disk_usage(path).free


def this_program() -> str:
    """Return the command that starts this program under sudo: its name, or its path if sudo does
    not find it.
    """
    found = shutil.which("companion", path=SUDO_PATH)
    return "companion" if found else quote(f"{sys.prefix}/bin/companion")


class Machine(msgspec.Struct, frozen=True):
    """A machine: its files below `root`, its clock, and the current user's permissions.

    `program` is the command that starts the companion under sudo. `bus` returns an open I2C bus
    with smbus2's methods by number; None means the machine's own.
    """

    root: Path = Path("/")
    clock: Clock = time
    user: str = msgspec.field(default_factory=this_user)
    may: Callable[[Path], bool] = may_use
    free: Callable[[Path], int] = free_bytes
    synchronized: Callable[[], bool] = clock_is_synchronized
    program: str = msgspec.field(default_factory=this_program)
    bus: Callable[[int], object | None] = lambda _port: None
    open_port: OpenPort = open_port
    open_keyboard: OpenKeyboard = open_keyboard

    def at(self, path: str) -> Path:
        """Return the location of the machine's `path` below the root."""
        return self.root / path.lstrip("/")

    def said(self, path: Path) -> str:
        """Return the path on the machine of `path`, without the root."""
        return f"/{path.relative_to(self.root)}" if path.is_relative_to(self.root) else str(path)

    def text(self, path: str) -> str:
        """Return the content of a file, or "" if it does not exist or cannot be read."""
        try:
            return self.at(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def model(self) -> str:
        """Return the model that the kernel of a Pi reports, like "Raspberry Pi 4 Model B Rev
        1.4".
        """
        return pi_model(self.at(str(PI_MODEL)))

    @property
    def is_pi(self) -> bool:
        """Return whether this is a Raspberry Pi."""
        return "Raspberry Pi" in self.model

    @property
    def is_image(self) -> bool:
        """Return whether this system is the project's own image."""
        return self.at(IMAGE_BUSES).exists()

    @property
    def sudo(self) -> str:
        """Return the command before one that changes the system, which the image has read-only."""
        return "sudo companion writable" if self.is_image else "sudo"

    def group_of(self, path: Path) -> str:
        """Return the name of a file's group, or else its number."""
        rows = (line.split(":") for line in self.text("/etc/group").splitlines())
        names = {row[2]: row[0] for row in rows if len(row) == 4}
        number = str(path.stat().st_gid)
        return names.get(number, number)

    def mount_of(self, path: str) -> Mount:
        """Return the file system of the machine's `path`; one without a place if the kernel lists
        none.
        """
        found = Mount("", "", ())
        for mount in mounts_in(self.at("/proc/mounts")):
            inside = path == mount.place or path.startswith(mount.place.rstrip("/") + "/")
            if inside and len(mount.place) >= len(found.place):
                found = mount
        return found


def bus_on(machine: Machine, bus: str, otherwise: Words) -> Words:
    """Return the advice to switch on a bus of the header; `otherwise` is that for Raspberry Pi OS.

    The image has neither raspi-config nor dtparam, and comments in its file explain the options.
    """
    if not machine.is_image:
        return otherwise
    command = f"sudo companion writable nano {IMAGE_BUSES}"
    return phrase("{command}, choose {bus} as it says there, and restart", command=command, bus=bus)


def write_boot(lines: Words) -> Words:
    """Return the advice to write `lines` into the Pi's config.txt."""
    return phrase(
        "write {lines} into {file} and restart", lines=lines, file="/boot/firmware/config.txt"
    )


_SHARED = stat.S_IRGRP | stat.S_IWGRP


def check_permission(machine: Machine, part: str, path: Path, usual: str) -> Finding | None:
    """Return the finding that prevents the user from using the existing device at `path`, or None.

    `usual` is the group to which Raspberry Pi OS assigns such devices.
    """
    if machine.may(path):
        return None
    name, group = machine.said(path), machine.group_of(path)
    if group == "root" or path.stat().st_mode & _SHARED != _SHARED:
        share = f"sudo chgrp {usual} {name} && sudo chmod g+rw {name}"
        return wrong(
            part,
            phrase("only root may use {name}", name=name),
            phrase("{command}, which lasts until the next start", command=share),
        )
    join = f"{machine.sudo} usermod -aG {group} {machine.user}"
    return wrong(
        part,
        phrase(
            "{name} belongs to the group {group}, and {user} may not use it",
            name=name,
            group=group,
            user=machine.user,
        ),
        phrase("{command}, then log out and in again", command=join),
    )


OWN_FILE: Final = "~/.config/companion/companion.toml"
"""The place for a new configuration file (companion/config/places.py)."""


_OFF: Final[Mapping[PartName, tuple[str, object]]] = {
    **dict.fromkeys(("Display", "Second display"), ("controller", "none")),
    **dict.fromkeys(("Reader", "Second reader"), ("port", "none")),
}
"""The key and the value that leave a part out of the box; the others have `enabled`."""


class ExaminationContext(msgspec.Struct, frozen=True):
    """A box to examine: its parts as configured in `file`, and its journal in the folder `data`.

    The models of `bench`, if any, replace hardware. `played` is true if a running companion uses
    the folder and the parts. `voice` is the folder of the table's own voice.
    """

    config: Config
    pins: Pins
    data: Path
    machine: Machine
    file: Path | None = None
    bench: SimulatedBox | None = None
    played: bool = False
    voice: Path | None = None

    @property
    def fitted(self) -> Config:
        """The configuration, including the display that a simulated box always has."""
        return self.config if self.bench is None else self.bench.config

    def write(self, part: PartName, key: str, value: object, base: int = 10) -> Words:
        """Return advice to change one line of the part's section of the configuration."""
        section = part.lower().replace(" ", "_")
        line = f"{key} = {written(value, base)}"
        return phrase(
            "write {line} below [{section}] in {file}",
            line=line,
            section=section,
            file=self.file or OWN_FILE,
        )

    def without(self, part: PartName) -> Words:
        """Return the advice for a box that does not have the part."""
        key, value = _OFF.get(part, ("enabled", False))
        return phrase("in a box without it, {do}", do=self.write(part, key, value))


def closed(
    context: ExaminationContext, part: str, path: Path, usual: str, what: Words = ""
) -> Finding | None:
    """Return the finding that keeps the doctor from the existing device at `path`, or None.

    `usual` is the group of such devices; `what` names it while a running companion uses it.
    """
    refused = check_permission(context.machine, part, path, usual)
    if refused is None and context.played:
        return in_use(part, what or context.machine.said(path))
    return refused


def is_played(folder: Path) -> bool:
    """Return whether a companion is using the journal in `folder`, without changing anything."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        # A shared lock, so that two doctors do not block each other.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:  # other errors mean that the file system does not support locks
        return isinstance(error, BlockingIOError)
    finally:
        os.close(descriptor)
    return False
