"""A read-only system becomes writable and is always sealed again, even after a failure."""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.errors import UpdateError
from companion.maintenance.system import (
    EVERYTHING,
    SYSTEM,
    WITHIN,
    CommandResult,
    is_read_only,
    is_unmounted,
    run,
    writable,
)

FSTAB = """\
# PARTUUID=0-1 /boot vfat ro 0 2
PARTUUID=0-1  /boot/firmware  vfat  defaults,ro  0  2
PARTUUID=0-2  /               ext4  ro,noatime   0  1
PARTUUID=0-3  /var/lib/companion-data  ext4  rw,noatime  0  2
tmpfs /media tmpfs ro
half a line
"""


class Mounts:
    """A fake mount that records remounts, one word each; those in `stuck` fail."""

    def __init__(self, folder: Path, fstab: str = FSTAB, stuck: Sequence[str] = ()) -> None:
        self.did: list[str] = []
        self.said: list[str] = []
        self.stuck = stuck
        self.fstab, self.lock = folder / "fstab", folder / "lock"
        self.fstab.write_text(fstab, "utf-8")

    def run(self, command: Sequence[str]) -> CommandResult:
        *_, how, place = command
        did = f"{how.removeprefix('remount,')} {place}"
        self.did.append(did)
        return (
            CommandResult(32, "mount point is busy.\n")
            if did in self.stuck
            else CommandResult(0, "")
        )

    def change(self, places: Sequence[str] = EVERYTHING, **environ: str) -> None:
        with writable(
            places, self.run, self.said.append, environ, fstab=self.fstab, lock=self.lock
        ):
            self.did.append("change")


def test_read_only_system_is_writable_only_during_the_change(tmp_path: Path) -> None:
    mounts = Mounts(tmp_path)
    mounts.change()
    assert mounts.did == ["rw /boot/firmware", "rw /", "change", "ro /", "ro /boot/firmware"]


def test_package_needs_no_boot_partition(tmp_path: Path) -> None:
    mounts = Mounts(tmp_path)
    mounts.change(SYSTEM)
    assert mounts.did == ["rw /", "change", "ro /"]


@pytest.mark.parametrize("fstab", ["", "/dev/sda1 / ext4 defaults 0 1\n"])
def test_writable_system_is_not_remounted(tmp_path: Path, fstab: str) -> None:
    mounts = Mounts(tmp_path, fstab)
    mounts.change()
    assert mounts.did == ["change"]


def test_system_without_fstab_is_writable(tmp_path: Path) -> None:
    assert is_read_only(SYSTEM, tmp_path / "none") == ()


def test_place_is_unmounted_only_if_in_fstab_and_not_mounted(tmp_path: Path) -> None:
    fstab = tmp_path / "fstab"
    fstab.write_text(f"{FSTAB}/dev/sda1 /proc proc rw\n/dev/sda2 {tmp_path} none bind\n", "utf-8")
    assert is_unmounted(tmp_path, fstab)
    assert not is_unmounted(Path("/proc"), fstab)
    assert not is_unmounted(tmp_path / "else", fstab)


def test_command_within_writable_remounts_nothing(tmp_path: Path) -> None:
    mounts = Mounts(tmp_path)
    mounts.change(**{WITHIN: "yes"})
    assert mounts.did == ["change"]


def test_failed_change_seals_the_system(tmp_path: Path) -> None:
    mounts = Mounts(tmp_path)
    with (
        pytest.raises(ZeroDivisionError),
        writable(SYSTEM, mounts.run, mounts.said.append, {}, fstab=mounts.fstab, lock=mounts.lock),
    ):
        _ = 1 / 0
    assert mounts.did == ["rw /", "ro /"]


def test_system_that_does_not_become_writable_is_not_changed(tmp_path: Path) -> None:
    mounts = Mounts(tmp_path, stuck=["rw /"])
    with pytest.raises(UpdateError, match="mount point is busy"):
        mounts.change()
    assert mounts.did == ["rw /boot/firmware", "rw /", "ro /", "ro /boot/firmware"]


def test_system_that_stays_writable_is_reported(tmp_path: Path) -> None:
    mounts = Mounts(tmp_path, stuck=["ro /"])
    mounts.change()
    assert ["until the next start" in line for line in mounts.said] == [True]
    assert mounts.did[-1] == "ro /boot/firmware"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_request_to_end_waits_for_the_change(tmp_path: Path, number: int) -> None:
    mounts, before = Mounts(tmp_path), signal.getsignal(number)
    with writable(SYSTEM, mounts.run, mounts.said.append, {}, fstab=mounts.fstab, lock=mounts.lock):
        os.kill(os.getpid(), number)
        mounts.did.append("change")
    assert mounts.did == ["rw /", "change", "ro /"]
    assert signal.getsignal(number) == before


def test_run_prints_and_returns_both_outputs(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import sys; print('one', flush=True); print('two', file=sys.stderr); sys.exit(3)"
    assert run((sys.executable, "-c", program)) == CommandResult(3, "one\ntwo\n")
    assert capfd.readouterr().out == "one\ntwo\n"


def test_missing_command_has_the_status_of_a_shell() -> None:
    assert run(("no-such-command-here",)).status == 127
