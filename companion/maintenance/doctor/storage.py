"""Checks that the journal's folder and files are writable, permanent and readable."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.errors import JournalError
from companion.maintenance.doctor.context import ExaminationContext, Finding, doubtful, right, wrong
from companion.maintenance.owner import as_owner
from companion.message import Words, phrase, plural
from companion.table.backup import mounted_sticks
from companion.table.files import JOURNAL
from companion.table.reader import Flaw, box_in, read_only, verify
from companion.words.disk import game_damaged

MEGABYTE = 1_000_000
LITTLE = 200 * MEGABYTE
"""Free bytes on the disk. A command takes less than a thousand, but a full disk stops other
programs too.
"""

_CHECK = "sudo fsck.ext4 /dev/disk/by-label/companion-data"
"""The command that checks the data partition, on which the image keeps the games
(deploy/image/root/etc/fstab).
"""


def folder(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the folder of the journal can be written and keeps its contents."""
    part, here = "Data", context.machine
    there = nearest(context.data)
    name, mount = here.said(context.data), here.mount_of(here.said(there.resolve()))
    if here.is_image and mount.place == "/":
        says = phrase("{name} is not on the card's partition for the games", name=name)
        yield wrong(part, says, phrase("{command}, and restart", command=_CHECK))
    elif mount.is_read_only:
        command = f"sudo mount -o remount,rw {mount.place}"
        advice = phrase("{command}, and see in dmesg whether it fails", command=command)
        yield wrong(part, _read_only(name), advice)
    elif not here.may(there):
        says = phrase("{user} may not write to {name}", user=here.user, name=here.said(there))
        yield wrong(part, says, f"sudo chown {here.user} {here.said(there)}")
    else:
        on = phrase("{name} on {kind}", name=name, kind=mount.kind)
        yield right(part, on if mount.place else name)


def _read_only(name: object) -> Words:
    return phrase("{name} is on a disk that may only be read", name=name)


def space(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the disk has room for more games."""
    part, free = "Disk", context.machine.free(nearest(context.data))
    left = free // MEGABYTE
    if free < LITTLE:
        command = "sudo du -xh --threshold=100M /"
        advice = phrase("see what takes the room: {command}", command=command)
        yield doubtful(part, phrase("only {n} MB free", n=left), advice)
    else:
        yield right(part, phrase("{n} MB free", n=left))


def journal(context: ExaminationContext) -> Iterator[Finding]:
    """Check that every game of the journal is complete."""
    part, folder = "Journal", context.data / JOURNAL
    try:
        if box_in(folder) is None:
            yield right(part, phrase("none yet, the first game begins it"))
            return
        flaws = list(verify(folder))
        reader = read_only(folder)
        games, commands = sum(number > 0 for number in reader.numbers()), reader.sequence
    except (JournalError, OSError) as error:
        command = f"ls -lR {context.machine.said(folder)}"
        yield wrong(part, str(error), phrase("see who may read it: {command}", command=command))
        return
    if flaws:
        yield wrong(part, flawed(flaws), phrase("see what backups have of it: companion restore"))
    else:
        says = phrase(
            "can be read, {games}, {commands}",
            games=games_counted(games),
            commands=commands_counted(commands),
        )
        yield right(part, says)


def games_counted(count: int) -> Words:
    """Return a number of games."""
    return plural("{n} game", "{n} games", count)


def commands_counted(count: int) -> Words:
    """Return a number of commands."""
    return plural("{n} command", "{n} commands", count)


def flawed(flaws: Sequence[Flaw]) -> Words:
    """Return the sentence about the newest damaged game and the number of others."""
    newest, others = flaws[0], len(flaws) - 1
    says = game_damaged(newest.game, newest.entries)
    if others:
        says = plural(
            "{text}, and {n} more game is not whole",
            "{text}, and {n} more games are not whole",
            others,
            text=says,
        )
    return says


def second_copy(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the configured backup folder, or else each USB stick, is writable."""
    part, here, folder = "Backup", context.machine, context.config.copies.folder
    there = nearest(context.data)
    for place in [Path(folder)] if folder else mounted_sticks(here.at("/proc/mounts")):
        mount = here.mount_of(str(place))
        with as_owner(there):  # as the box's user, because root may write anywhere
            may = here.may(here.at(str(place)))
        if mount.is_read_only:
            advice = phrase("have a computer check and repair its file system")
            yield doubtful(part, _read_only(place), advice)
        elif not may:
            says = phrase("the box may not write to {name}", name=place)
            yield doubtful(part, says, f"sudo chown --reference={here.said(there)} {place}")
        else:
            yield right(part, phrase("{name} can be written to", name=place))


def nearest(path: Path) -> Path:
    """Return `path`, or its nearest existing parent."""
    return next(there for there in (path.absolute(), *path.absolute().parents) if there.exists())
