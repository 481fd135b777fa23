"""Checks that the journal's folder and files are writable, permanent and readable."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.maintenance.update.owner import as_owner
from companion.table.backup import mounted_sticks
from companion.table.files import JOURNAL
from companion.table.reader import box_in, read_only
from companion.table.verify import Flaw, verify

MEMORY: Final = {"tmpfs", "ramfs"}
NETWORK: Final = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"}
"""File systems that may confirm data before it is on a disk."""

MEGABYTE: Final = 1_000_000
TOO_LITTLE, LITTLE = 20 * MEGABYTE, 200 * MEGABYTE
"""Free bytes on the disk. A command takes less than a thousand, but a full disk stops other
programs too.
"""

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
        yield wrong(
            part, says, f"sudo mount -o remount,rw {mount.place}, and see in dmesg whether it fails"
        )
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
    """Check that every game of the journal is complete."""
    part, folder = "Journal", context.data / JOURNAL
    try:
        if box_in(folder) is None:
            yield right(part, "none yet, the first game begins it")
            return
        flaws = list(verify(folder))
        reader = read_only(folder)
        games, commands = sum(number > 0 for number in reader.numbers()), reader.sequence
    except (JournalError, OSError) as error:
        yield wrong(part, str(error), f"see who may read it: ls -lR {context.machine.said(folder)}")
        return
    if flaws:
        yield wrong(part, flawed(flaws), "see what backups have of it: companion restore")
    else:
        kept = f"{games} game{'s' * (games != 1)}, {commands} command{'s' * (commands != 1)}"
        yield right(part, f"can be read, {kept}")


def flawed(flaws: Sequence[Flaw]) -> str:
    """Return the sentence about the newest damaged game and the number of others."""
    newest, others = flaws[0], len(flaws) - 1
    says = f"game {newest.game} is {newest.what}"
    if newest.entries:
        says += f": {newest.entries} {'entries are' if newest.entries > 1 else 'entry is'} missing"
    return (
        f"{says}, and {others} more game{'s are' if others > 1 else ' is'} not whole"
        if others
        else says
    )


def second_copy(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the configured backup folder, or else each USB stick, is writable."""
    part, here, folder = "Backup", context.machine, context.config.copies.folder
    there = nearest(context.data)
    for place in [Path(folder)] if folder else mounted_sticks(here.at("/proc/mounts")):
        mount = here.mount_of(str(place))
        with as_owner(there):  # as the box's user, because root may write anywhere
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
