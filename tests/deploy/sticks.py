"""USB sticks for a machine: created, inserted until mounted, pulled, and read here."""

import shutil
from pathlib import Path

from companion.table.backup import FOLDER
from companion.table.restore import backups_in, holding
from tests.deploy.machine import Machine, ran
from tests.deploy.waiting import until

SIZE = 128 * 1024**2
"""Size of a stick in bytes."""

FIRST = 1024**2
"""Bytes before the partition of a stick."""


def blank(folder: Path, name: str) -> Path:
    """Create a stick as it is sold: one partition with FAT."""
    stick = folder / f"{name}.img"
    with stick.open("wb") as file:
        file.truncate(SIZE)
    ran("sh", "-c", f"echo start=2048,type=c | sfdisk -q {stick}")
    ran(
        "mkfs.vfat",
        "-F",
        "32",
        "-n",
        name,
        "--offset",
        str(FIRST // 512),
        str(stick),
        str((SIZE - FIRST) // 1024),
    )
    return stick


def mounted(machine: Machine) -> list[str]:
    """Return the mount points of sticks."""
    return machine.said(
        "findmnt --noheadings --raw --output TARGET | grep ^/run/media/"
    ).splitlines()


def until_mounted(machine: Machine) -> str:
    """Wait until the inserted stick is mounted, and return its mount point."""
    until("the stick is mounted", lambda: mounted(machine) != [])
    (place,) = mounted(machine)
    return place


def pulled(machine: Machine) -> None:
    """Pull the stick; return once it is unmounted."""
    machine.pull()
    until("the stick is unmounted", lambda: not mounted(machine))


def kept_on(stick: Path, folder: Path) -> int:
    """Return how many commands the backups on a pulled stick hold."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
    ran("mcopy", "-n", "-s", "-i", f"{stick}@@{FIRST}", f"::{FOLDER}", str(folder))
    return max(holding(backup).entries for backup in backups_in(folder / FOLDER))
