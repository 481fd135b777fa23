"""USB sticks that are inserted into a running box and pulled again.

Each test continues from the state that the previous one left.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.labels.codec import CommandLabel, write_label
from companion.table.backup import FOLDER
from tests.deploy.machine import AwayOnMachine, Machine, ran
from tests.deploy.packages import built
from tests.deploy.pc import Pc
from tests.deploy.roots import KEPT
from tests.deploy.sticks import SIZE, blank, kept_on, mounted, pulled, until_mounted
from tests.deploy.waiting import until

LONG_LOOK = """\
ACTION=="add", KERNEL=="sd*", RUN{program}+="/bin/sh -c 'until [ -e /run/known ]; do sleep 0.1; done'"
"""  # noqa: E501  # a udev rule is a single line
"""A udev rule that holds up a stick until the test releases it."""

LONG_CHECK = """\
[Service]
ExecStartPre=sh -c "until [ -e /run/checked ]; do sleep 0.1; done"
"""
"""A drop-in that prolongs the check of a stick until the test ends it."""


class Box(NamedTuple):
    """The machine, and the game on its box."""

    machine: Machine
    away: AwayOnMachine


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return blank(tmp_path_factory.mktemp("stick"), "CARDS")


@pytest.fixture(scope="module")
def box(stick: Path) -> Iterator[Box]:
    pc = Pc(KEPT / "machine", built(), ("dosfstools", "exfatprogs", "e2fsprogs"))
    try:
        pc.start("the PC", stick)
        yield Box(pc, AwayOnMachine(pc))
    finally:
        pc.stop()


def test_stick_present_at_power_on_is_mounted(box: Box) -> None:
    until_mounted(box.machine)
    pulled(box.machine)


def test_stick_inserted_while_the_box_runs_receives_the_backup(box: Box, stick: Path) -> None:
    machine, away = box
    assert "ro" in machine.ssh("findmnt --noheadings --output OPTIONS /").split(",")
    away.until_read()
    machine.put_in(stick)
    place = until_mounted(machine)
    options = machine.ssh(f"findmnt --noheadings --output OPTIONS {place}").split(",")
    assert {"rw", "nosuid", "nodev", "noexec", "flush"} <= set(options)
    away.begin()
    until("the backup is on the stick", lambda: ".jsonl" in machine.said(f"ls {place}/{FOLDER}/*"))


def test_stick_is_used_again_after_it_is_reinserted(box: Box, stick: Path, tmp_path: Path) -> None:
    machine, away = box
    pulled(machine)
    away.play(2)
    machine.put_in(stick)
    until_mounted(machine)
    machine.ssh("sudo systemctl stop companion")
    pulled(machine)
    assert kept_on(stick, tmp_path) == len(away.kept())


def test_game_continues_when_the_stick_is_pulled_during_a_write(
    box: Box, stick: Path, tmp_path: Path
) -> None:
    machine, away = box
    slow = blank(tmp_path, "SLOW")
    machine.put_in(slow, slowly=True)
    place = until_mounted(machine)
    machine.ssh("sudo systemctl start companion")
    away.until_read()
    away.next_hand()
    until("a backup is begun", lambda: FOLDER in machine.said(f"ls {place}").split())
    pulled(machine)
    until("the box says so", lambda: f"Backup lost: {place}" in machine.log())
    away.until_read()
    away.play(2)
    assert machine.shown("NRestarts") == "0"
    machine.put_in(stick)
    until_mounted(machine)
    machine.ssh("sudo systemctl stop companion")
    pulled(machine)
    assert kept_on(stick, tmp_path) == len(away.kept())


@pytest.mark.parametrize(("kind", "verdict"), [("exfat", "right"), ("ext4", "doubtful")])
def test_stick_without_partitions_is_mounted_and_doctor_reports_write_access(
    box: Box, kind: str, verdict: str, tmp_path: Path
) -> None:
    machine = box.machine
    stick = tmp_path / "stick.img"
    with stick.open("wb") as file:
        file.truncate(SIZE)
    ran(f"mkfs.{kind}", str(stick))
    machine.put_in(stick)
    place = until_mounted(machine)
    assert machine.ssh(f"findmnt --noheadings --output FSTYPE {place}") == kind
    found = json.loads(machine.said("sudo companion doctor --json"))
    assert [one["verdict"] for one in found if one["part"] == "Backup"] == [verdict]
    pulled(machine)


@pytest.mark.parametrize(("name", "removable"), [("DISK", False), ("FSTAB", True)])
def test_disks_and_fstab_entries_are_not_mounted(
    box: Box, name: str, removable: bool, tmp_path: Path
) -> None:
    machine = box.machine
    machine.put_in(blank(tmp_path, name), removable=removable)
    until(
        "its partition is there",
        lambda: name in machine.said("lsblk --noheadings --output LABEL").split(),
    )
    machine.ssh("udevadm settle")
    until("no mount is due", lambda: jobs(machine) == "")
    assert mounted(machine) == []
    machine.pull()


def test_udev_rules_pass_verification(box: Box) -> None:
    box.machine.ssh("udevadm verify /usr/lib/udev/rules.d/*-companion*.rules")


def test_stick_present_at_installation_is_offered(box: Box, stick: Path) -> None:
    machine, away = box
    machine.ssh("mount -o remount,rw / && dpkg --remove companion && rm -r /var/lib/companion/*")
    machine.put_in(stick)
    until(
        "its partition is there",
        lambda: "CARDS" in machine.said("lsblk --noheadings --output LABEL"),
    )
    machine.ssh("udevadm settle")
    assert mounted(machine) == []
    machine.ssh("dpkg --install /root/companion.deb")
    taken_over(machine, away)


def test_start_waits_until_a_present_stick_is_detected_and_checked(box: Box, stick: Path) -> None:
    machine, away = box
    machine.ssh("systemctl stop companion && rm -r /var/lib/companion/*")
    pulled(machine)
    machine.ssh("mkdir -p /run/udev/rules.d && tee /run/udev/rules.d/10-long.rules", LONG_LOOK)
    machine.ssh("udevadm control --reload")
    checks = "/run/systemd/system/systemd-fsck@.service.d"
    machine.ssh(
        f"mkdir -p {checks} && tee {checks}/long.conf && systemctl daemon-reload", LONG_CHECK
    )
    machine.put_in(stick)
    until("the kernel knows it", lambda: "sda" in machine.said("ls /sys/block").split())
    machine.ssh("systemctl start --no-block companion")
    until("the box waits", lambda: "companion.service start waiting" in jobs(machine))
    assert "run-media-" not in jobs(machine)
    machine.ssh("touch /run/known")
    until("its check has begun", lambda: "systemd-fsck@" in jobs(machine))
    until("nothing else is due", lambda: "companion-sticks.service" not in jobs(machine))
    assert "companion.service start waiting" in jobs(machine)
    machine.ssh("touch /run/checked")
    taken_over(machine, away)


def test_stick_stays_mounted_until_the_box_has_stopped(
    box: Box, stick: Path, tmp_path: Path
) -> None:
    machine, away = box
    away.play(2)
    machine.stop()
    assert kept_on(stick, tmp_path) == len(away.expected.kept)


def jobs(machine: Machine) -> str:
    """Return systemd's pending jobs, one a line, with single spaces between the words."""
    lines = machine.ssh("systemctl list-jobs --no-legend").splitlines()
    return "\n".join(" ".join(line.split()) for line in lines)


def taken_over(machine: Machine, away: AwayOnMachine) -> None:
    """Assert that the box, its journal being new, offers the backup and restores it on OK."""
    away.until_read()
    assert away.kept() == []
    machine.send(write_label(CommandLabel("OK")))
    until("the backup is in use", lambda: len(away.kept()) == len(away.expected.kept))
    away.stands()
