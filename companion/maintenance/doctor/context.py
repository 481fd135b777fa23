"""The examined box: its machine, the permissions of its user, its configured parts; and what is
found there, as a list for people or as JSON for programs.

All paths of the machine are below one root, so that tests can use a folder.
"""

import fcntl
import os
import pwd
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Literal

import msgspec
from msgspec import Struct

from companion.config import Config
from companion.config.board import PI_MODEL, Pins, pi_model
from companion.devices.keyboard_reader import Opener as OpenKeyboard
from companion.devices.keyboard_reader import open_keyboard
from companion.devices.lights import Bus, open_bus
from companion.devices.ports import Clock
from companion.devices.serial_reader import Opener as OpenPort
from companion.devices.serial_reader import open_port
from companion.foreign.files import Mount, mounts_in
from companion.foreign.schema_errors import written
from companion.host.clock import clock_is_synchronized
from companion.inputs import PartName
from companion.message import Words, in_context, phrase, render
from companion.simulation.box import SimulatedBox
from companion.words.parts import part_word

Verdict = Literal["right", "doubtful", "in use", "wrong"]

MARKS: dict[Verdict, str] = {"right": "ok", "doubtful": "??", "in use": "--", "wrong": "!!"}
"""A sign for each verdict, which needs no colors."""

_NAMES = {
    name.text: name
    for name in (
        in_context("part", "Configuration"),
        in_context("part", "Machine"),
        in_context("part", "Supply"),
        in_context("part", "Clock"),
        in_context("part", "Wi-Fi"),
        in_context("part", "Data"),
        in_context("part", "Disk"),
        in_context("part", "Journal"),
        in_context("part", "Sounder"),
        in_context("part", "Reader"),
        in_context("part", "Second reader"),
        in_context("part", "Own voice"),
    )
}
"""Names that the players' words for the parts lack, or that the configuration has otherwise."""

_NARROWEST = 40
"""Minimum columns at which lines are wrapped."""


class Finding(Struct, frozen=True):
    """The state of one `part`: `says` describes it, `advice` is what to do, if anything.

    "in use" means that a running companion has the parts, so they could not be examined. The texts
    are in the language in use when the part was examined; the part keeps its English name.
    """

    part: str
    verdict: Verdict
    says: str
    advice: str = ""


def right(part: str, says: Words) -> Finding:
    """Return a finding that the part works."""
    return Finding(part, "right", render(says))


def doubtful(part: str, says: Words, advice: Words) -> Finding:
    """Return a finding that the part works but could work better, or cannot be checked from
    here.
    """
    return Finding(part, "doubtful", render(says), render(advice))


def in_use() -> Finding:
    """Return the finding that a running companion has the parts of the box."""
    says = phrase("the companion that is running has the parts of the box")
    advice = phrase("stop that companion to have them looked at")
    return Finding("Machine", "in use", render(says), render(advice))


def wrong(part: str, says: Words, advice: Words) -> Finding:
    """Return a finding that the part cannot be used in this state."""
    return Finding(part, "wrong", render(says), render(advice))


def part_name(part: str) -> Words:
    """Return the name of a part in the language in use."""
    return _NAMES.get(part) or part_word(part)


def all_well(findings: Iterable[Finding]) -> bool:
    """Return whether nothing is wrong."""
    return all(finding.verdict != "wrong" for finding in findings)


def listed(findings: Sequence[Finding], width: int = 100) -> str:
    """Return the findings as a list of lines of about `width` columns."""
    names = [str(part_name(finding.part)) for finding in findings]
    longest = max(map(len, names), default=0)
    lines = []
    for name, finding in zip(names, findings, strict=True):
        before = f"[{MARKS[finding.verdict]}] {name:<{longest}}  "
        lines.append(_wrapped(before, finding.says, width))
        if finding.advice:
            lines.append(_wrapped(" " * len(before) + "-> ", finding.advice, width))
    return "\n".join(lines) + "\n"


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings as a JSON list of objects with the fields of `Finding`."""
    return msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n"


def _wrapped(before: str, text: str, width: int) -> str:
    """Return a text after `before`, whose further lines are below its beginning."""
    return fill(
        text,
        max(width, len(before) + _NARROWEST),
        initial_indent=before,
        subsequent_indent=" " * len(before),
        break_long_words=False,
        break_on_hyphens=False,
    )


IMAGE_BUSES = "/etc/default/raspi-firmware-custom"
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


class Machine(Struct, frozen=True):
    """A machine: its files below `root`, its clock, and the current user's permissions.

    `bus` opens an I2C bus by its number.
    """

    root: Path = Path("/")
    clock: Clock = time
    user: str = msgspec.field(default_factory=this_user)
    may: Callable[[Path], bool] = may_use
    free: Callable[[Path], int] = free_bytes
    synchronized: Callable[[], bool] = clock_is_synchronized
    bus: Callable[[int], Bus] = open_bus
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
    def sudo(self) -> str:
        """The command before one that changes the system, which the image has read-only."""
        return "sudo companion writable" if self.is_image else "sudo"

    @property
    def is_image(self) -> bool:
        """Return whether this system is the project's own image."""
        return self.at(IMAGE_BUSES).exists()

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


def check_permission(machine: Machine, part: str, path: Path, group: str) -> Finding | None:
    """Return the finding that the user may not use the existing device at `path`, or None.

    `group` is the one to which Raspberry Pi OS and the image assign such devices.
    """
    if machine.may(path):
        return None
    says = phrase("{user} may not use {name}", user=machine.user, name=machine.said(path))
    join = f"{machine.sudo} usermod -aG {group} {machine.user}"
    return wrong(part, says, phrase("{command}, then log out and in again", command=join))


OWN_FILE = "~/.config/companion/companion.toml"
"""The place for a new configuration file (companion/config/places.py)."""


_OFF: Mapping[PartName, tuple[str, object]] = {
    **dict.fromkeys(("Display", "Second display"), ("controller", "none")),
    **dict.fromkeys(("Reader", "Second reader"), ("port", "none")),
}
"""The key and the value that leave a part out of the box; the others have `enabled`."""


class ExaminationContext(Struct, frozen=True):
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

    def write(self, part: PartName, key: str, value: object, base: int = 10) -> Words:
        """Return advice to change one line of the part's section of the configuration."""
        return phrase(
            "write {line} below [{section}] in {file}",
            line=f"{key} = {written(value, base)}",
            section=part.lower().replace(" ", "_"),
            file=self.file or OWN_FILE,
        )

    def without(self, part: PartName) -> Words:
        """Return the advice for a box that does not have the part."""
        key, value = _OFF.get(part, ("enabled", False))
        return phrase("in a box without it, {do}", do=self.write(part, key, value))


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
