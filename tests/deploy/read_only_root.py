"""A box on a read-only system, its plug pulled: each test goes on where the one before ended.

It is no container, as systemd in one leaves out every line of fstab that names a device. Here a root that is
mounted read-only, a partition that is missing and a machine without power are real, on an emulated processor.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.deploy.game import CONFIG, READER, Away
from tests.deploy.machine import FSTAB, WITHIN, Answer, Machine
from tests.deploy.packages import built
from tests.deploy.roots import HOUSE, KEPT, fresh, inside
from tests.deploy.table import add_reader
from tests.deploy.waiting import until

KEPT_COMMANDS = """
import json, sqlite3
try:
    of = sqlite3.connect("file:/var/lib/companion/journal.db?mode=ro", uri=True)
    rows = of.execute("SELECT command, digest FROM commands ORDER BY sequence").fetchall()
except sqlite3.OperationalError:
    rows = []
print(json.dumps([[command, digest.hex()] for command, digest in rows]))
"""

DATA = "/dev/disk/by-id/virtio-data"
SYSTEM = "/dev/disk/by-id/virtio-system"
BOOT = "/dev/disk/by-id/virtio-boot"

WIFI = ("nmcli", "connection", "add", "type", "wifi", "con-name", "Friday", "ifname", "*", "ssid", "Friday")

NEWER = "99.0"


class Across(Away):
    """The same game, on a box that is reached only by its machine's agent."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(Path("/nowhere"))
        self._machine = machine
        self._seen = ""

    def until_read(self) -> None:
        """Returns when the box has opened its reader since this was asked last."""
        seen = ("sh", "-c", f"test -s {READER}/opened && cat /proc/sys/kernel/random/boot_id {READER}/opened")

        def opened() -> bool:
            answer = self._machine.answer(*seen)
            before, self._seen = self._seen, answer.said if answer.status == 0 else self._seen
            return self._seen != before

        until("the box opens its reader", opened, seconds=180)

    def kept(self) -> list[tuple[str, bytes]]:
        """The commands that are on disk, each with the digest of the state it led to."""
        rows = json.loads(self._machine.run("python3", "-c", KEPT_COMMANDS))
        return [(command, bytes.fromhex(digest)) for command, digest in rows]

    def _send(self, code: str) -> None:
        self._machine.run("sh", "-c", 'echo "$1" >"$2/codes"', "sh", code, READER)


class Table(NamedTuple):
    """A machine, and the game on its box."""

    machine: Machine
    away: Across

    def read_only(self, *words: str) -> Answer:
        """What the command of this test does."""
        return self.machine.answer("companion-read-only", *words)

    def goes_on(self) -> None:
        """The box has the game that was on, and plays it."""
        self.away.until_read()
        self.away.stands()
        self.away.play(2)

    def disk_of(self, path: str) -> str:
        """The label of the file system that a file is on."""
        self.machine.run("test", "-e", path)
        return self.machine.run("findmnt", "-no", "LABEL", "-T", path)

    def fstab(self) -> str:
        """What is mounted with the next start."""
        return self.machine.run("cat", "/etc/fstab")

    def cards(self) -> dict[str, str]:
        """The sums of the system's own disks: of all there is on them, whether a file or not."""
        return {disk: _sum(self.machine.disks[disk]) for disk in ("system", "boot")}


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    newer = built(HOUSE, NEWER)
    root = fresh("machine", built(), architecture="amd64", including=WITHIN)
    shutil.copy(newer, root / "root/newer.deb")
    add_reader(root)
    (root / READER.lstrip("/")).symlink_to("/run/reader")
    # Installing on a system that runs is tried on_trixie.
    inside(root, "apt-get", "install", "-qq", "-y", "/root/companion.deb")
    inside(root, "systemctl", "enable", "reader.service")
    with (root / "etc/companion/companion.toml").open("a", encoding="utf-8") as config:
        config.write(CONFIG)
    machine = Machine(root, KEPT)
    shutil.rmtree(root)
    try:
        machine.start()
        yield Table(machine, Across(machine))
    finally:
        machine.stop()


def test_a_game_is_played_on_a_system_that_is_written(table: Table) -> None:
    table.away.until_read()
    table.away.begin()
    table.away.play(2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("on",), "which partition"),
        (("on", "/dev/nothing"), "there is no device /dev/nothing"),
        (("on", SYSTEM, "--format"), "is the system's own partition"),
        (("on", BOOT, "--format"), "is in use at /boot/firmware"),
        (("on", DATA), "no file system"),
        (("on", DATA, "--fromat"), "does not know --fromat"),
        (("on", DATA, "--format"), "nothing was changed"),  # nobody says yes
        (("writable", "true"), "it is off"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(table: Table, words: tuple[str, ...], said: str) -> None:
    answer = table.read_only(*words)
    assert answer.status == 1
    assert said in answer.said
    assert table.fstab() == FSTAB.strip()
    assert table.machine.answer("blkid", "-p", DATA).status == 2  # still without anything


def test_a_dry_run_says_the_lines_of_fstab_and_changes_nothing(table: Table) -> None:
    answer = table.read_only("on", DATA, "--format", "--dry-run")
    assert answer.status == 0
    assert "/var/lib/companion none bind" in answer.said
    assert table.fstab() == FSTAB.strip()
    assert table.machine.answer("blkid", "-p", DATA).status == 2


def test_the_games_move_to_the_partition_and_the_game_goes_on_at_once(table: Table) -> None:
    answer = table.read_only("on", DATA, "--format", "--yes")
    assert answer.status == 0, answer.said
    assert (
        table.machine.run("findmnt", "-no", "LABEL", "-T", "/var/lib/companion/journal.db")
        == "companion-data"
    )
    table.goes_on()
    assert table.machine.run("cat", "/etc/fstab.before-read-only") == FSTAB.strip()


def test_a_second_time_there_is_nothing_to_do(table: Table) -> None:
    before = table.fstab()
    answer = table.read_only("on", DATA, "--yes")
    assert (answer.status, table.fstab()) == (0, before)
    assert "nothing to do" in answer.said


def test_after_a_restart_nothing_of_the_system_can_be_written(table: Table) -> None:
    table.machine.reboot()
    for place in ("/", "/etc", "/boot/firmware", "/var/lib"):
        assert table.machine.answer("touch", f"{place}/written").status == 1
    status = table.read_only("status")
    assert status.status == 0, status.said
    assert table.machine.said("systemctl", "--failed", "--plain", "--no-legend") == ""
    table.goes_on()


def test_tomorrow_wifi_and_clock_are_known_and_the_logs_are_gone(table: Table) -> None:
    machine = table.machine
    machine.run(*WIFI)
    machine.run("logger", "word-of-today")
    assert "word-of-today" in machine.run("journalctl", "--no-pager")
    machine.run("touch", "/var/log/today")
    machine.reboot()
    assert "Friday" in machine.run("nmcli", "-g", "NAME", "connection")
    assert table.disk_of("/var/lib/systemd/timesync/clock") == "companion-data"
    assert "word-of-today" not in machine.run("journalctl", "--no-pager")
    assert machine.answer("test", "-e", "/var/log/today").status == 1


def test_a_plug_that_is_pulled_loses_no_card_and_writes_nothing_of_the_system(table: Table) -> None:
    before = table.cards()
    table.goes_on()
    table.machine.pull_plug()
    table.machine.start()
    table.goes_on()
    table.machine.pull_plug()
    assert table.cards() == before


def test_without_its_partition_the_box_begins_no_other_game(table: Table) -> None:
    machine = table.machine
    before = table.cards()
    machine.without = {"data"}
    machine.start()
    assert machine.property("ActiveState") == "inactive"
    assert "Dependency failed" in machine.run("journalctl", "--no-pager", "--unit=companion.service")
    sentence = "the disk with the games in /var/lib/companion is missing: plug it in"

    def times() -> int:
        log = machine.run("journalctl", "--no-pager", "--unit=companion-not-starting.service")
        return log.count(sentence)

    until("it is said what is missing", lambda: times() == 1)
    assert machine.answer("systemctl", "start", "companion.service").status == 1
    until("it is said once more", lambda: times() == 2)
    ended = ("systemctl", "is-active", "companion-not-starting.service")
    until("it has ended, and has not failed", lambda: machine.said(*ended) == "inactive")
    status = table.read_only("status")
    assert status.status == 1
    assert "is missing, and the games are on it" in table.read_only("off", "--yes").said
    machine.stop()
    assert table.cards() == before
    machine.without = set()
    machine.start()
    table.goes_on()


def test_an_update_goes_on_with_the_game_and_leaves_the_system_read_only(table: Table) -> None:
    machine = table.machine
    answer = table.read_only("writable", "apt-get", "install", "-qq", "-y", "/root/newer.deb")
    assert answer.status == 0, answer.said
    assert machine.answer("touch", "/written").status == 1 or "sudo reboot" in answer.said
    assert machine.run("dpkg-query", "-W", "-f", "${Version}", "companion") == NEWER
    table.goes_on()
    machine.reboot()
    assert machine.answer("touch", "/written").status == 1
    table.goes_on()


def test_a_command_that_fails_leaves_the_system_read_only_too(table: Table) -> None:
    assert table.read_only("writable", "sh", "-c", "touch /written && exit 7").status == 7
    assert "Read-only file system" in table.machine.said("rm", "/written")


def test_off_brings_the_games_back_and_the_system_as_it_was(table: Table) -> None:
    machine = table.machine
    answer = table.read_only("off", "--yes")
    assert answer.status == 0, answer.said
    assert table.fstab() == FSTAB.strip()
    table.goes_on()
    machine.reboot()
    table.goes_on()
    assert machine.run("findmnt", "-no", "LABEL", "-T", "/var/lib/companion/journal.db") == "system"
    assert (
        machine.said("sh", "-c", "grep -rl companion-read-only /etc --exclude=fstab.before-read-only") == ""
    )
    assert "Friday" in machine.run("nmcli", "-g", "NAME", "connection")
    assert table.read_only("status").status == 3
    machine.stop()


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
