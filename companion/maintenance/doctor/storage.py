"""Checks the journal's folder and file: writable, permanent, readable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.errors import DamagedError, JournalError
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.maintenance.update.owner import as_owner
from companion.table.copy_places import mounted_sticks
from companion.table.files import JOURNAL, read_count
from companion.table.reader import read_only
from companion.table.replacement import standing_of

MEMORY: Final = {"tmpfs", "ramfs"}
NETWORK: Final = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"}
"""File systems on which SQLite's write-ahead log does not work (sqlite.org, "Write-Ahead Logging")."""

MEGABYTE: Final = 1_000_000
TOO_LITTLE, LITTLE = 20 * MEGABYTE, 200 * MEGABYTE
"""Free bytes on the disk. A command takes less than a thousand, but a full disk stops more than the box."""

_PARTITION: Final = "/dev/disk/by-label/companion-data"
"""The data partition, on which the image keeps the games (deploy/image/root/etc/fstab)."""

_ELSEWHERE: Final = "start with --data and a folder on the memory card"


def folder(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the folder of the journal can be written and keeps its contents."""
    part, here = "Data", context.machine
    there = nearest(context.data)
    name, mount = here.said(context.data), here.mount_of(here.said(there.resolve()))
    if not there.is_dir():
        yield wrong(part, f"{here.said(there)} is no folder", "start with --data and a folder")
    elif here.is_image and mount is not None and mount.place == "/":
        says = f"{name} is not on the card's partition for the games"
        yield wrong(part, says, f"sudo fsck.ext4 {_PARTITION}, and restart")
    elif mount is not None and not mount.writable:
        says = f"{name} is on a disk that may only be read"
        yield wrong(part, says, f"sudo mount -o remount,rw {mount.place}, and see in dmesg whether it fails")
    elif not here.may(there):
        says = f"{here.user.name} may not write to {here.said(there)}"
        yield wrong(part, says, f"sudo chown {here.user.name} {here.said(there)}")
    elif mount is not None and mount.kind in MEMORY:
        says = f"{name} is in memory ({mount.kind}), so that every game is gone without power"
        yield wrong(part, says, _ELSEWHERE)
    elif mount is not None and mount.kind in NETWORK:
        says = f"{name} is on a network ({mount.kind}), where a journal is not safe"
        yield wrong(part, says, _ELSEWHERE)
    elif mount is not None and mount.kind == "overlay" and here.is_pi and not here.is_image:
        says = f"{name} is on an overlay, and what is written there may be gone without power"
        yield doubtful(part, says, "sudo raspi-config nonint do_overlayfs 1, then restart")
    else:
        yield right(part, name if mount is None else f"{name} on {mount.kind}")


def space(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the disk has room for more games."""
    part, there = "Disk", nearest(context.data)
    free = context.machine.free(there)
    says = f"{free // MEGABYTE} MB free"
    advice = "see what takes the room: sudo du -xh --threshold=100M /"
    if free < TOO_LITTLE:
        yield wrong(part, f"only {says}", advice)
    elif free < LITTLE:
        yield doubtful(part, f"only {says}", advice)
    else:
        yield right(part, says)


def journal(context: ExaminationContext) -> Iterator[Finding]:
    """Check that all of the journal can be read."""
    part, file = "Journal", context.data / JOURNAL
    name = context.machine.said(file)
    try:
        if not file.exists():
            yield right(part, "none yet, the first game begins it")
            return
        entries = read_only(file)
        lost = standing_of(entries, read_count(file)).losses.last_missing
    except DamagedError as error:
        as_root = "sudo " if context.machine.user.name == "root" else ""
        advice = f"{as_root}cp {name} ~ to keep it: the next companion run saves what plays again"
        yield wrong(part, str(error), advice)
    except (JournalError, OSError) as error:
        yield wrong(part, str(error), f"see who may read it: ls -l {name}*")
    else:
        games, commands = entries.games, entries.sequence
        kept = f"{games} game{'s' * (games != 1)}, {commands} command{'s' * (commands != 1)}"
        if lost:
            yield wrong(part, f"has {kept}, {lost} more are lost", "enter again what was played last")
        else:
            yield right(part, f"can be read, {kept}")
        entries.close()


def second_copy(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the configured folder for the second copy, else each stick, can be written."""
    part, here, folder = "Second copy", context.machine, context.config.copies.folder
    there = nearest(context.data)
    for place in [Path(folder)] if folder else mounted_sticks(here.at("/proc/mounts")):
        mount = here.mount_of(str(place))
        with as_owner(there):  # the box's own user; root may write anywhere
            may = here.may(here.at(str(place)))
        if mount is not None and not mount.writable:
            advice = "have a computer check and repair its file system"
            yield doubtful(part, f"{place} is on a disk that may only be read", advice)
        elif not may:
            says = f"the box may not write to {place}"
            yield doubtful(part, says, f"sudo chown --reference={here.said(there)} {place}")
        else:
            yield right(part, f"{place} can be written to")


def nearest(path: Path) -> Path:
    """Return `path`, or its nearest existing parent."""
    return next(there for there in (path.absolute(), *path.absolute().parents) if there.exists())
