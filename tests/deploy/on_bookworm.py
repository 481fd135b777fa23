"""A box on Debian bookworm by the script: each test goes on where the one before ended.

The container has no network: what pip needs there is fetched by this machine's pip and lies beside the tree.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy import wheels
from tests.deploy.game import CONFIG
from tests.deploy.packages import copied
from tests.deploy.roots import BOOTS, fresh
from tests.deploy.table import Table, laid

NEEDS = ("python3-venv", "python3-evdev", "python3-spidev")
"""What the script asks for first."""

SCRIPT = "/root/tree/deploy/install-venv.sh"


@pytest.fixture(scope="module")
def root() -> Path:
    return fresh("bookworm", None, architecture="amd64", including=BOOTS, offering=NEEDS, suite="bookworm")


@pytest.fixture(scope="module")
def pip(root: Path) -> dict[str, str]:
    """What the script's pip must be told to do without a network."""
    return wheels.fetch(root / "root/wheels")


@pytest.fixture(scope="module")
def table(root: Path, pip: dict[str, str]) -> Iterator[Table]:  # noqa: ARG001  # it is there before the network goes
    copied(root / "root/tree")
    with laid(root) as table:
        yield table


def install(table: Table, pip: dict[str, str]) -> str:
    """What the script says; it must succeed."""
    return table.system.run(*(f"{name}={value}" for name, value in pip.items()), SCRIPT)


def test_the_script_says_first_what_it_needs_and_changes_nothing(table: Table) -> None:
    said = table.system.said("sh", "-c", f"{SCRIPT} 2>&1 || echo $?")
    assert said == f"companion: first: sudo apt install {' '.join(NEEDS)}\n1"
    assert not (table.system.root / "opt/companion").exists()


def test_the_script_installs_and_starts_the_box(table: Table, pip: dict[str, str]) -> None:
    table.system.run("apt-get", "install", "-qq", "-y", "--no-install-recommends", *NEEDS)
    assert "/opt/companion" in install(table, pip)
    table.until_ready()
    assert table.system.run("systemctl", "is-enabled", "companion.service") == "enabled"
    assert table.system.property("User") == "companion"


def test_a_game_is_played_over_the_reader(table: Table) -> None:
    table.begins()


def test_the_script_run_again_in_mid_game_keeps_the_configuration_and_the_game_goes_on(
    table: Table, pip: dict[str, str]
) -> None:
    install(table, pip)
    assert CONFIG in table.config.read_text("utf-8")
    table.goes_on()


def test_after_a_reboot_the_game_is_on(table: Table) -> None:
    table.system.reboot()
    table.goes_on()


def test_every_digest_of_the_journal_agrees(table: Table) -> None:
    journal = "/var/lib/companion/journal.db"
    assert table.system.run("/usr/local/bin/companion", "replay", journal).startswith(f"{journal}: ")


def test_a_box_that_is_removed_leaves_its_games_and_nothing_that_starts(table: Table) -> None:
    assert "/etc/companion" in table.system.run(SCRIPT, "--remove")
    assert table.system.said("systemctl", "is-enabled", "companion.service") in {"", "not-found"}
    left = table.system.run("find", "/opt", "/etc", "/usr/local", "-name", "*companion*")
    assert set(left.splitlines()) == {"/etc/companion", "/etc/companion/companion.toml"}
    table.away.stands()
