"""Runs system commands, and makes a read-only system writable for changes.

The image mounts the system read-only through its /etc/fstab. On other systems nothing is remounted.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.errors import UpdateError
from companion.foreign.files import mounts_in
from companion.host.update_result import LOCK

FSTAB = Path("/etc/fstab")
SYSTEM = ("/",)
"""The mount points where packages are installed. The boot partition is not needed, so its FAT stays
read-only.
"""

EVERYTHING = ("/", "/usr", "/boot", "/boot/firmware")

WITHIN = "COMPANION_WRITABLE"
"""Set for a command run by `companion writable`: the system is writable and its lock is held."""


COMMAND_NOT_FOUND = 127
"""The status of a command that is not there, as in a shell."""


class CommandResult(NamedTuple):
    """The exit status of a command, and its output on both streams."""

    status: int
    output: str


Run = Callable[[Sequence[str]], CommandResult]
"""Runs a system command to its end."""


def print_line(line: str) -> None:
    """Print a line at once, so that it appears while a command is still running."""
    print(line, flush=True)


def run(command: Sequence[str], say: Callable[[str], None] = print_line) -> CommandResult:
    """Run `command` non-interactively, `say` each line of its output, and return status and output.

    It runs in English, because its output is searched. A missing command has the status
    `COMMAND_NOT_FOUND`.
    """
    environ = {"DEBIAN_FRONTEND": "noninteractive", "NEEDRESTART_SUSPEND": "1", "LC_ALL": "C.UTF-8"}
    lines = []
    try:
        with subprocess.Popen(  # noqa: S603  # our own
            command,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                say(line.rstrip("\n"))
                lines.append(line)
    except FileNotFoundError as error:
        return CommandResult(COMMAND_NOT_FOUND, f"{error.filename}: {error.strerror}\n")
    return CommandResult(process.returncode, "".join(lines))


def ask(command: Sequence[str]) -> CommandResult:
    """Run `command` as `run` does, and print nothing."""
    return run(command, lambda _line: None)


def is_read_only(places: Sequence[str], fstab: Path = FSTAB) -> tuple[str, ...]:
    """Return the mount points among `places` that `fstab` mounts read-only, in its order."""
    return tuple(
        mount.place for mount in mounts_in(fstab) if mount.place in places and mount.is_read_only
    )


def is_unmounted(place: Path, fstab: Path = FSTAB) -> bool:
    """Return whether `fstab` lists a file system at `place` that is not mounted."""
    listed = {mount.place for mount in mounts_in(fstab)}
    return str(place) in listed and not place.is_mount()


@contextmanager
def writable(
    places: Sequence[str],
    run: Run = run,
    say: Callable[[str], None] = print_line,
    environ: Mapping[str, str] = os.environ,
    *,
    fstab: Path = FSTAB,
    lock: Path = LOCK,
) -> Iterator[None]:
    """Make the read-only ones among `places` writable within the block; only one block runs at a
    time.

    Signals that can be ignored do not end the program within the block.

    Raises:
        UpdateError: one of them cannot be made writable; all are read-only again.
    """
    import fcntl  # noqa: PLC0415  # missing on Windows, where this module is imported for the names of the commands

    if environ.get(WITHIN):
        yield
        return
    read_only = is_read_only(places, fstab)
    with lock.open("wb") as held, _signals_ignored():
        fcntl.flock(held, fcntl.LOCK_EX)
        try:
            for place in read_only:
                done = run(("mount", "-o", "remount,rw", place))
                if done.status:
                    raise UpdateError(f"{place} cannot be made writable: {done.output.strip()}")
            yield
        finally:
            for place in reversed(read_only):
                if run(("mount", "-o", "remount,ro", place)).status:
                    say(
                        f"{place} stays writable until the next start, as something replaced is "
                        f"still in use"
                    )


@contextmanager
def _signals_ignored() -> Iterator[None]:
    """Discard requests to end within the block. A handler discards them instead of SIG_IGN, which
    child commands would inherit.
    """
    numbers = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
