"""A box on Debian trixie, from the installation of the package to its removal.

Each test continues from the state that the previous one left.
"""

import json
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.container import Container
from tests.deploy.game import CONFIG
from tests.deploy.packages import built, previous
from tests.deploy.roots import BOOTS, bring, fresh
from tests.deploy.steps import step
from tests.deploy.table import Table, laid
from tests.deploy.waiting import until

GPIOCHIP = "gpiochip"
"""The pins' driver in /proc/devices (Linux, drivers/gpio/gpiolib-cdev.c); its major is dynamic."""

FREE_MAJOR = 240
"""The first major for local use (Documentation/admin-guide/devices.txt)."""

WITHIN = {
    "/dev/gpiomem": ("c", FREE_MAJOR + 1, 0),
    "/dev/ttyS0": ("c", 4, 64),
    "/dev/i2c-1": ("c", 89, 1),
    "/dev/spidev0.0": ("c", 153, 0),
    "/dev/ttyACM7": ("c", 166, 7),
    "/dev/ttyUSB7": ("c", 188, 7),
    "/dev/ttyAMA0": ("c", 204, 64),
    "/dev/input/event31": ("c", 13, 95),
    "/dev/snd/pcmC7D0p": ("c", 116, 127),
}
WITHOUT = {
    "/dev/mem": ("c", 1, 1),
    "/dev/kmsg2": ("c", 1, 11),
    "/dev/tty5": ("c", 4, 5),
    "/dev/ttyS1": ("c", 4, 65),
    "/dev/gpiomem0": ("c", FREE_MAJOR + 2, 0),
    "/dev/hidraw0": ("c", 245, 0),
    "/dev/watchdog9": ("c", 249, 9),
    "/dev/loop0": ("b", 7, 0),
}


@pytest.fixture(scope="module")
def new() -> Path:
    return built()


@pytest.fixture(scope="module")
def table(new: Path) -> Iterator[Table]:
    before = previous()
    root = fresh("trixie", new, architecture="amd64", including=BOOTS)
    shutil.copy(before, root / "root" / "before.deb")
    bring(root, "devices.py")
    with laid(root) as table:
        yield table


def test_previous_package_installs_and_starts_the_box(table: Table) -> None:
    table.system.run("apt-get", "install", "-qq", "-y", "/root/before.deb")
    table.until_ready()
    assert table.system.run("systemctl", "is-enabled", "companion.service") == "enabled"
    assert table.system.property("User") == "companion"


def test_game_is_played_by_scanner(table: Table) -> None:
    table.begins()


def test_game_continues_after_an_upgrade_without_questions(table: Table, new: Path) -> None:
    table.system.run("apt-get", "install", "-qq", "-y", "/root/companion.deb")
    table.goes_on()
    version = table.system.run("dpkg-query", "-W", "-f", "${Version}", "companion")
    assert new.name == f"companion_{version}_all.deb"
    assert CONFIG in table.config.read_text("utf-8")


def test_killed_box_restarts_and_continues_the_game(table: Table) -> None:
    table.system.run("systemctl", "kill", "--signal=KILL", "companion.service")
    table.goes_on()
    assert table.system.property("NRestarts") == "1"


def test_watchdog_restarts_a_hanging_box_and_the_game_continues(table: Table) -> None:
    with step("a box that hangs is ready again"):
        table.system.run("systemctl", "kill", "--signal=STOP", "companion.service")
        until("it has started anew", lambda: table.system.property("NRestarts") == "2", seconds=15)
        table.until_ready()
    table.goes_on()
    until("it is told that the watchdog did it", lambda: "Watchdog timeout" in table.system.log())


def test_game_continues_after_a_reboot(table: Table) -> None:
    table.system.reboot()
    table.goes_on()


def test_kernel_spares_the_box_below_half_of_the_memory(
    table: Table,
) -> None:
    assert table.system.property("OOMScoreAdjust") == "-500"


def pins(system: Container) -> tuple[str, int, int]:
    """Return the pins' device node, its major number, and the list of drivers for the container.

    systemd looks up the driver's major by name in /proc/devices. A kernel without GPIO does not
    have that name. The container then gets a list with one more line, so that systemd finds what a
    Pi has. The instructions to the kernel and its decisions are not affected.
    """
    listed = Path("/proc/devices").read_text("ascii")
    majors = [
        int(line.split()[0]) for line in listed.splitlines() if line.split()[1:] == [GPIOCHIP]
    ]
    if not majors:
        longer = listed.replace("\n\nBlock devices", f"\n{FREE_MAJOR} {GPIOCHIP}\n\nBlock devices")
        (system.root / "root/devices").write_text(longer, "ascii")
        system.run("mount", "--bind", "/root/devices", "/proc/devices")
    return "c", majors[0] if majors else FREE_MAJOR, 0


def test_unit_can_open_only_the_devices_of_the_box(table: Table) -> None:
    system = table.system
    reached = {**WITHIN, "/dev/gpiochip0": pins(system)}
    system.run("mkdir", "-p", "/dev/input", "/dev/snd")
    for path, (kind, major, minor) in (reached | WITHOUT).items():
        system.run("rm", "-f", path)
        system.run("mknod", "-m", "666", path, kind, str(major), str(minor))
    system.run("cp", "/root/devices.py", "/var/lib/companion/devices.py")
    look = "/usr/bin/python3 /var/lib/companion/devices.py"
    folder = system.root / "etc/systemd/system/companion.service.d"
    folder.mkdir()
    within = f"{look} /var/lib/companion/devices.json {' '.join(reached | WITHOUT)}"
    (folder / "look.conf").write_text(f"[Service]\nExecStartPre={within}\n", "utf-8")
    system.run("chmod", "644", "/var/lib/companion/devices.py")
    system.run("systemctl", "daemon-reload")
    system.run("systemctl", "restart", "companion.service")
    found = json.loads((system.root / "var/lib/companion/devices.json").read_text("ascii"))
    system.run("python3", "/root/devices.py", "/root/devices.json", *reached, *WITHOUT)
    outside = json.loads((system.root / "root/devices.json").read_text("ascii"))
    assert "EPERM" not in outside.values(), outside
    assert {path for path, error in found.items() if error == "EPERM"} == set(WITHOUT), found
    (folder / "look.conf").unlink()
    folder.rmdir()
    system.run("systemctl", "daemon-reload")
    table.goes_on()


def test_unit_passes_systemd_verification(table: Table) -> None:
    # systemd-analyze complains on standard error and exits with 0 all the same. A minimal system
    # has no manual pages.
    assert not table.system.run(
        "sh", "-c", "systemd-analyze verify --man=no companion.service 2>&1"
    )
    security = table.system.run("systemd-analyze", "security", "--no-pager", "companion.service")
    exposure = float(security.rsplit("companion.service: ", 1)[1].split()[0])
    assert exposure <= 2.0  # 0.5 of it for asking whether the clock is synchronized


def test_every_journal_digest_matches(table: Table) -> None:
    journal = "/var/lib/companion/journal"
    assert table.system.run("companion", "replay", journal).startswith(f"{journal}: ")


@pytest.mark.parametrize("command", ["variants", "variants show ninety-nine", "referee"])
def test_all_users_can_read_the_games(table: Table, command: str) -> None:
    said = table.system.run("sh", "-c", f"runuser -u nobody -- companion {command} 2>&1 </dev/null")
    assert ("Ninety-nine" in said) == (command != "referee")
    assert ("/var/lib/companion/variants: " in said) == (command != "variants show ninety-nine")


def test_doctor_reads_the_journal_of_the_service_or_asks_for_sudo(table: Table) -> None:
    found = {finding["part"]: finding["says"] for finding in doctor(table)}
    assert found["Data"].startswith("/var/lib/companion ")
    assert " 1 game, " in found["Journal"]
    (refused,) = doctor(table, "runuser", "-u", "nobody", "--")
    assert (refused["part"], refused["verdict"], refused["advice"].split()[0]) == (
        "Data",
        "wrong",
        "sudo",
    )


def doctor(table: Table, *as_whom: str) -> list[dict[str, str]]:
    """Return the doctor's findings; it never exits with 0, because there is no Pi."""
    found: list[dict[str, str]] = json.loads(
        table.system.said(*as_whom, "companion", "doctor", "--json")
    )
    return found


def test_damaged_journal_is_reported_in_one_sentence(table: Table) -> None:
    copy = table.system.root / "root" / "journal"
    shutil.copytree(table.away.journal, copy)
    (game,) = copy.glob("*/000/1-*.jsonl")
    game.write_bytes(game.read_bytes().replace(b'"cmd": "play"', b'"cmd": "pl4y"', 1))
    said = table.system.said("sh", "-c", "companion replay /root/journal 2>&1")
    assert said.startswith("companion: /root/journal: ")
    assert " 1 " in said
    assert "\n" not in said


def test_removing_the_package_keeps_the_games(table: Table) -> None:
    table.system.run("apt-get", "remove", "-qq", "-y", "companion")
    assert not (table.system.root / "usr/bin/companion").exists()
    table.away.stands()


def test_game_continues_after_reinstallation(table: Table) -> None:
    table.system.run("apt-get", "install", "-qq", "-y", "/root/companion.deb")
    table.goes_on()


@pytest.mark.attack("update", "read the copy that a purged package leaves", "only root may")
def test_purging_the_package_leaves_a_copy_that_only_root_can_read(table: Table) -> None:
    table.system.run("apt-get", "purge", "-qq", "-y", "companion")
    root = table.system.root
    assert not (root / "var/lib/companion").exists()
    assert not (root / "etc/companion").exists()
    (backup,) = (root / "var/backups").glob("companion-*.tar.gz")
    assert backup.stat().st_mode & 0o777 == 0o600
    with tarfile.open(backup) as copy:
        assert "companion/journal" in copy.getnames()
    assert table.system.said("systemctl", "is-enabled", "companion.service") == "not-found"
