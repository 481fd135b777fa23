"""Computes the changes to a machine before any is made: files, their new texts, and the reasons."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from companion.config import Config
from companion.config.models import Pi, pi_of
from companion.devices.serial_reader import AUTO, HEADER_PORT, find_port
from companion.errors import DeviceError, NeverSeenError, SetupError
from companion.maintenance.doctor.machine import Machine
from companion.maintenance.doctor.serial_port import HEADER_UARTS, kernel_name
from companion.maintenance.setup import boot_config
from companion.maintenance.setup.command_line import quietened
from companion.maintenance.setup.host_name import checked, renamed
from companion.maintenance.setup.requirements import Needs, needs_of

MODULES: Final = "/etc/modules-load.d/companion.conf"
UNITS: Final = "/etc/systemd/system"
"""The folder in which a link to /dev/null masks a unit (systemd.unit, "masked")."""

CLOUD_INIT_OFF: Final = "/etc/cloud/cloud-init.disabled"
"""A file that disables cloud-init (cloud-init documentation, "Disable cloud-init")."""

_I2C_MODULE: Final = "i2c-dev"
_SHIPPED_UNITS: Final = ("/usr/lib/systemd/system", "/lib/systemd/system")


class Change(msgspec.Struct, frozen=True):
    """One file: its new `text`, None for a unit to mask, and the changes in it with reasons."""

    path: str
    text: str | None
    what: tuple[str, ...]

    @property
    def described(self) -> list[str]:
        """Return the changes as lines: "file: what, why"."""
        return [f"{self.path}: {what}" for what in self.what]


class Plan(msgspec.Struct, frozen=True):
    """What a box needs on this machine, the changes in order, and remarks for the owner, a sentence each.

    `ports` are the names of the header's serial port, which must have no console; `host` is the final name of
    the machine. The owner's lines `in_the_way` in config.txt, by number, must go before the changes have
    effect.
    """

    pi: Pi
    needs: Needs
    ports: frozenset[str]
    host: str
    changes: tuple[Change, ...]
    remarks: tuple[str, ...]
    in_the_way: tuple[int, ...]


def plan_of(machine: Machine, config: Config, name: str | None = None) -> Plan:
    """Return the changes that `machine` needs for the box, and for the host `name` if given.

    Raises:
        SetupError: this is no Pi, its changes would not persist, a firmware file is missing or damaged, or
            the name is invalid.
    """
    if not machine.is_pi:
        raise SetupError("this is no Raspberry Pi, so there is nothing to set up")
    if name is not None:
        checked(name)
    mount = machine.mount_of("/etc")
    if mount is not None and mount.kind == "overlay":
        advice = "sudo raspi-config nonint do_overlayfs 1, restart, and set it up then"
        raise SetupError(f"the system is on an overlay that forgets what is written: {advice}")
    pi = pi_of(machine.model)
    usb = _has_usb_reader(machine)
    needs = needs_of(config, pi, usb_reader=usb)
    ports = _header_names(machine, pi)
    written = boot_config.rewritten(_boot_config(machine, needs), needs.settings, pi)
    host = machine.text("/etc/hostname") or machine.text("/proc/sys/kernel/hostname")
    changes = (
        *_config_txt(machine, written),
        *(_console(machine, ports) if needs.header_reader else ()),
        *(_modem(machine, needs) if needs.header_reader else ()),
        *(_modules(machine) if needs.i2c else ()),
        *(_name(machine, host, name) if name is not None else ()),
    )
    unknown = () if pi.known else (f"{machine.model} is not known here and is set up like a Pi 4",)
    undone = () if name is None else _undone(machine, name)
    remarks = (*unknown, *written.remarks, *needs.remarks, *undone, *_found(machine, config, needs))
    return Plan(pi, needs, ports, name or host, changes, remarks, written.in_the_way)


def read(machine: Machine, path: str) -> str:
    """Return the text of a file with its line ends and any invalid UTF-8 unchanged; "" without a file.

    Raises:
        OSError: it exists but cannot be read.
    """
    try:
        return machine.at(path).read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def _has_usb_reader(machine: Machine) -> bool:
    try:
        find_port(AUTO, header="", dev=machine.at("/dev"))
    except NeverSeenError:
        return False
    except DeviceError:  # there are several
        return True
    return True


def _header_names(machine: Machine, pi: Pi) -> frozenset[str]:
    """Return the names that kernel and command line may use for the header's serial port."""
    if not pi.is_5:
        return frozenset(HEADER_UARTS)
    kernel = pi.header.removeprefix("/dev/")
    moved = kernel_name(machine, machine.at(f"/dev/{HEADER_PORT}")) == kernel
    return frozenset({kernel, HEADER_PORT} if moved else {kernel})


def _boot_config(machine: Machine, needs: Needs) -> str:
    path = machine.boot_file("config.txt")
    if needs.settings and not machine.at(path).exists():
        raise SetupError(
            f"there is no {path}: is the boot partition mounted? See what mount /boot/firmware says"
        )
    return read(machine, path)


def _config_txt(machine: Machine, written: boot_config.Rewritten) -> Iterator[Change]:
    path = machine.boot_file("config.txt")
    if written.text != read(machine, path):
        new = [f"{setting.line}, as {setting.why}" for setting in written.added]
        gone = [f"{line} goes, as it is needed there no longer" for line in written.gone]
        yield Change(path, written.text, tuple(new + gone) or ("the lines of companion setup, in order",))


def _console(machine: Machine, ports: frozenset[str]) -> Iterator[Change]:
    path = machine.boot_file("cmdline.txt")
    quiet = quietened(read(machine, path), ports)
    if quiet.gone:
        why = "goes, as the reader would hear what is said there"
        yield Change(path, quiet.text, tuple(f"{word} {why}" for word in quiet.gone))
    for port in sorted(ports):
        yield from _masked(
            machine, f"serial-getty@{port}.service", "no login may be asked for on the reader's line"
        )


def _modem(machine: Machine, needs: Needs) -> Iterator[Change]:
    """Mask the service for Bluetooth on the UART, if the system still has it ("Configuring UARTs")."""
    unit = "hciuart.service"
    shipped = any(machine.at(f"{folder}/{unit}").exists() for folder in _SHIPPED_UNITS)
    if shipped and any(setting.name == "disable-bt" for setting in needs.settings):
        yield from _masked(machine, unit, "the UART that it looks for Bluetooth on is the reader's")


def _masked(machine: Machine, unit: str, why: str) -> Iterator[Change]:
    path = f"{UNITS}/{unit}"
    file = machine.at(path)
    if not (file.is_symlink() and str(file.readlink()) == "/dev/null"):
        yield Change(path, None, (f"masked, as {why}",))


def _modules(machine: Machine) -> Iterator[Change]:
    files = ["/etc/modules", *map(machine.said, sorted(machine.at("/etc/modules-load.d").glob("*.conf")))]
    if not any(_I2C_MODULE in machine.text(file).splitlines() for file in files):
        why = "which gives the display /dev/i2c-1, is loaded with every start"
        yield Change(MODULES, f"{_I2C_MODULE}\n", (f"{_I2C_MODULE}, {why}",))


def _name(machine: Machine, old: str, new: str) -> Iterator[Change]:
    if read(machine, "/etc/hostname").strip() != new:
        yield Change("/etc/hostname", f"{new}\n", (f"{new}, as the box is to be called",))
    hosts = read(machine, "/etc/hosts")
    found = renamed(hosts, old, new)
    if found != hosts:
        yield Change("/etc/hosts", found, (f"127.0.1.1 is {new}, as the machine must find its own name",))


def _undone(machine: Machine, name: str) -> Iterator[str]:
    """Yield changes to cloud-init, which would restore the old name from Raspberry Pi Imager.

    It does so at every start, and rewrites /etc/hosts (RPi-Distro/raspi-config#297).
    """
    if not machine.at("/usr/bin/cloud-init").exists() or machine.at(CLOUD_INIT_OFF).exists():
        return
    file = machine.boot_file("user-data")
    found = re.search(r"""^hostname:\s*["']?([\w.-]+)""", read(machine, file), re.MULTILINE)
    if found and found[1] != name:
        says = f"with the next start cloud-init calls this machine {found[1]} again, as {file} says"
        yield f"{says}: sudo touch {CLOUD_INIT_OFF} keeps {name}"


def _found(machine: Machine, config: Config, needs: Needs) -> Iterator[str]:
    if needs.header_reader and config.reader.port == AUTO:
        yield (
            "no reader with a USB plug is there, so that the header is made ready for one; if yours has "
            "a plug, plug it in first"
        )
    if needs.header_reader and not machine.at(machine.boot_file("cmdline.txt")).exists():
        yield "there is no cmdline.txt: see that no console talks on the reader's line (cat /proc/cmdline)"
    if config.phone.enabled and not machine.at("/usr/sbin/avahi-daemon").exists():
        yield "phones find the box by its address only: for a name, sudo apt install avahi-daemon"
