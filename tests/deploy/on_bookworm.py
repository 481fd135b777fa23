"""A box on Debian bookworm by the script: each test goes on where the one before ended.

The container has no network: what pip needs there is fetched by this machine's pip and lies beside the tree.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.deploy import wheels
from tests.deploy.container import Container
from tests.deploy.game import CONFIG, READER, READER_UNIT, Away
from tests.deploy.packages import copied
from tests.deploy.roots import BOOTS, fresh
from tests.deploy.waiting import until

HERE = Path(__file__).parent

NEEDS = ("python3-venv", "python3-evdev", "python3-spidev")
"""What the script asks for first."""

SCRIPT = "/root/tree/deploy/install-venv.sh"


class Table(NamedTuple):
    """A booted system, and the game on its box."""

    system: Container
    away: Away
    pip: dict[str, str]

    def installs(self) -> str:
        """What the script says; it must succeed."""
        return self.system.run(*(f"{name}={value}" for name, value in self.pip.items()), SCRIPT)

    def goes_on(self) -> None:
        """The box has started once more with the game that was on, and goes on with it."""
        self.away.until_read()
        until("it is ready", lambda: self.system.property("ActiveState") == "active")
        self.away.stands()
        self.away.play(2)


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    root = fresh("bookworm", None, architecture="amd64", including=BOOTS, offering=NEEDS, suite="bookworm")
    copied(root / "root/tree")
    shutil.copy(HERE / "reader.py", root / "root")
    (root / READER.lstrip("/")).mkdir()
    (root / "etc/systemd/system/reader.service").write_text(READER_UNIT, "utf-8")
    pip = wheels.fetch(root / "root/wheels")
    system = Container(root)
    try:
        system.start()
        yield Table(system, Away(root), pip)
    finally:
        system.stop()


def test_the_script_says_first_what_it_needs_and_changes_nothing(table: Table) -> None:
    said = table.system.said("sh", "-c", f"{SCRIPT} 2>&1 || echo $?")
    assert said == f"companion: first: sudo apt install {' '.join(NEEDS)}\n1"
    assert not (table.system.root / "opt/companion").exists()


def test_the_script_installs_and_starts_the_box(table: Table) -> None:
    table.system.run("apt-get", "install", "-qq", "-y", "--no-install-recommends", *NEEDS)
    assert "The box is in /opt/companion" in table.installs()
    until("it is ready", lambda: table.system.property("ActiveState") == "active")
    assert table.system.run("systemctl", "is-enabled", "companion.service") == "enabled"
    assert table.system.property("User") == "companion"


def test_a_game_is_played_over_the_reader(table: Table) -> None:
    table.system.run("systemctl", "enable", "--now", "reader.service")
    file = table.system.root / "etc/companion/companion.toml"
    file.write_text(file.read_text("utf-8") + CONFIG, "utf-8")
    table.system.run("systemctl", "restart", "companion.service")
    table.away.until_read()
    table.away.begin()
    table.away.play(3)


def test_the_script_run_again_in_mid_game_keeps_the_configuration_and_the_game_goes_on(table: Table) -> None:
    table.installs()
    assert CONFIG in (table.system.root / "etc/companion/companion.toml").read_text("utf-8")
    table.goes_on()


def test_after_a_reboot_the_game_is_on(table: Table) -> None:
    table.system.reboot()
    table.goes_on()


def test_every_digest_of_the_journal_agrees(table: Table) -> None:
    played = table.system.run("/usr/local/bin/companion", "replay", "/var/lib/companion/journal.db")
    assert "every digest agrees" in played


def test_a_box_that_is_removed_leaves_its_games_and_nothing_that_starts(table: Table) -> None:
    assert "stays in /etc/companion" in table.system.run(SCRIPT, "--remove")
    assert table.system.said("systemctl", "is-enabled", "companion.service") in {"", "not-found"}
    left = table.system.run("find", "/opt", "/etc", "/usr/local", "-name", "*companion*")
    assert set(left.splitlines()) == {"/etc/companion", "/etc/companion/companion.toml"}
    table.away.stands()
