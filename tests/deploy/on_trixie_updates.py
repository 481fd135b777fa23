"""New versions on Debian trixie, and rollbacks to the previous one.

Each test continues from the state that the previous one left.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.deploy.container import REBOOTED
from tests.deploy.game import CONFIG
from tests.deploy.packages import OLDER, Edit, built, changed, packed
from tests.deploy.repository import PLACE, SOURCE, SOURCE_FILE, FlatRepository, Repository
from tests.deploy.roots import BOOTS, HOUSE, fresh
from tests.deploy.table import Table, laid
from tests.deploy.waiting import until

UNITS = (
    "not-starting.service",
    "go-back.service",
    "update.service",
    "update-daily.service",
    "update.timer",
)

VERSION_OF = ("dpkg-query", "-W", "-f", "${Version}")

CACHE = "/var/cache/apt/archives"

SECURITY = "Origin: Debian\nLabel: Debian-Security\nCodename: trixie-security\n"
"""What Debian's repository of security updates says of itself."""

KERNEL, NEXT_KERNEL = "linux-image-amd64", "linux-image-9-amd64"

LIMITS = "52companion-image"
"""The file of the image that has security updates installed."""


def fails_at(old: str, version: str) -> Edit:
    """Return an edit that makes a version fail before it reaches the line `old`."""
    return Edit(
        "companion/app/application.py", old, f'raise RuntimeError("{version} is broken")\n{old}'
    )


VERSIONS = {
    OLDER: (),
    "9.6": (),
    # Fails at once.
    "9.7": (fails_at("class App:", "9.7"),),
    # Fails after it has opened the journal.
    "9.8": (
        Edit(
            "companion/app/application.py",
            "self._box = Box(",
            'raise RuntimeError("9.8 is broken")\n        Box(',
        ),
    ),
    "9.9": (Edit("deploy/etc/companion.toml", "[variants]", "# Of version 9.9\n[variants]"),),
    "9.10": (fails_at("class App:", "9.10"),),
    "9.11": (),
}
"""The edits that make each version: whether it starts, and its configuration."""


class Evening(NamedTuple):
    """A table, and the repository from which its box installs new versions."""

    table: Table
    repository: Repository
    packages: dict[str, Path]

    def publish(self, version: str) -> None:
        self.repository.publish(self.packages[version])

    def update(self, *options: str) -> str:
        """Run `companion update` and return the last line of its output, even if it fails."""
        line = f"companion update {' '.join(options)} 2>&1"
        return self.table.system.said("sh", "-c", line).splitlines()[-1]

    def result(self) -> str:
        """Return the result of the last update that the box finds when it starts."""
        return self.table.system.run("cat", "/run/companion-update/result.json")

    def installed(self) -> str:
        return self.table.system.run(*VERSION_OF, "companion")

    def cached(self) -> set[str]:
        """Return the versions whose packages are in apt's cache."""
        folder = self.table.system.root / CACHE.lstrip("/")
        return {path.name.split("_")[1] for path in folder.glob("companion_*.deb")}

    def goes_back(self, broken: str, before: str) -> None:
        """Assert that a version is started exactly three times and rolled back.

        The previous version then continues the game.
        """
        log = self.table.system.log
        until("the version before is back", lambda: self.installed() == before)
        self.table.goes_on()
        assert log().count(f"RuntimeError: {broken} is broken") == 3
        told = f"version {broken} does not start; the box goes back to version {before}"
        assert said_by(self.table, "companion-not-starting").count(told) == 1
        assert f"version {before} has started" in said_by(self.table, "companion-go-back")
        assert CONFIG in self.table.config.read_text("utf-8")
        assert '"went back"' in self.result()
        assert self.update() == f"{before} is the newest."


def said_by(table: Table, unit: str) -> str:
    """Return the log of another unit since the last boot."""
    return table.system.run(
        "journalctl", "--boot", f"--unit={unit}.service", "--output=cat", "--no-pager"
    )


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    offering = ("unattended-upgrades",)
    root = fresh("trixie", built(), architecture="amd64", including=BOOTS, offering=offering)
    packages = {version: changed(version, *edits) for version, edits in VERSIONS.items()}
    repository = Repository(root)
    with laid(root) as table:
        yield Evening(table, repository, packages)


def test_version_from_the_repository_installs_and_plays(evening: Evening) -> None:
    table = evening.table
    evening.publish(OLDER)
    # The package depends on Python, and so does the repository.
    table.system.run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "python3")
    evening.repository.answers(table.system, on=True)
    own = (
        f"Dir::Etc::sourcelist=/{SOURCE_FILE}",
        "Dir::Etc::sourceparts=-",
        "APT::Get::List-Cleanup=0",
    )
    table.system.run(
        "apt-get", "update", "-qq", *(word for option in own for word in ("-o", option))
    )
    table.system.run("apt-get", "install", "-qq", "-y", "companion")
    table.begins()
    assert evening.cached() == {OLDER}


def test_update_reports_that_there_is_nothing_newer(evening: Evening) -> None:
    assert evening.update() == f"{OLDER} is the newest."
    evening.publish("9.6")
    assert evening.update("--check") == f"{OLDER} is installed, and 9.6 is there."


def test_timer_does_nothing_during_a_game(evening: Evening) -> None:
    system = evening.table.system
    assert system.run("systemctl", "is-active", "companion-update.timer") == "active"
    system.run("systemctl", "start", "companion-update-daily.service")
    assert "Somebody plays" in said_by(evening.table, "companion-update-daily")
    assert evening.installed() == OLDER
    evening.table.away.play(1)


def test_package_installed_by_hand_is_not_updated(evening: Evening) -> None:
    system, source = evening.table.system, evening.table.system.root / SOURCE_FILE
    source.rename(source.with_suffix(".off"))
    system.run("systemctl", "start", "companion-update-daily.service")
    assert said_by(evening.table, "companion-update-daily").count("Somebody plays") == 1
    source.with_suffix(".off").rename(source)


def test_update_reports_a_missing_network_and_the_game_continues(evening: Evening) -> None:
    evening.repository.answers(evening.table.system, on=False)
    assert evening.update().startswith("companion: ")
    assert '"offline"' in evening.result()
    evening.repository.answers(evening.table.system, on=True)
    evening.table.away.play(1)


def test_update_reports_a_full_disk_and_the_game_continues(evening: Evening) -> None:
    system = evening.table.system
    system.run("mount", "-t", "tmpfs", "-o", "size=64k,mode=755", "tmpfs", CACHE)
    system.run("mkdir", f"{CACHE}/partial")
    assert "space" in evening.update()
    assert '"full"' in evening.result()
    system.run("umount", CACHE)
    assert evening.installed() == OLDER
    evening.table.away.play(1)


def test_update_commands_require_root(evening: Evening) -> None:
    for command in ("update", "writable true", "go-back"):
        said = evening.table.system.run(
            "sh", "-c", f"runuser -u nobody -- companion {command} 2>&1; echo $?"
        )
        sentence, status = said.splitlines()
        assert (sentence.startswith("companion: "), "sudo" in sentence, status) == (True, True, "1")


def test_update_during_a_game_continues_the_same_journal(evening: Evening) -> None:
    assert evening.update() == f"{OLDER} → 9.6, the box is started anew."
    evening.table.goes_on()
    assert evening.cached() == {OLDER, "9.6"}


def test_box_user_may_start_only_the_update_unit(evening: Evening) -> None:
    table = evening.table
    ask = "busctl --system call org.freedesktop.systemd1 /org/freedesktop/systemd1"
    ask += " org.freedesktop.systemd1.Manager StartUnit ss {unit} replace 2>&1; echo $?"

    def asked(user: str, unit: str) -> str:
        return table.system.run("runuser", "-u", user, "--", "sh", "-c", ask.format(unit=unit))

    assert asked("companion", "companion-update.service").endswith("\n0")
    assert asked("companion", "companion-go-back.service").endswith("\n1")
    assert asked("nobody", "companion-update.service").endswith("\n1")
    until("it has ended", lambda: "9.6 is the newest." in said_by(table, "companion-update"))
    assert evening.cached() == {"9.6"}


def test_units_pass_systemd_verification(evening: Evening) -> None:
    system = evening.table.system
    for unit in UNITS:
        assert not system.run("sh", "-c", f"systemd-analyze verify --man=no companion-{unit} 2>&1")
    unit = "companion-not-starting.service"
    security = system.run("systemd-analyze", "security", "--no-pager", unit)
    assert float(security.rsplit(f"{unit}: ", 1)[1].split()[0]) <= 1.5


def test_version_that_fails_at_once_is_rolled_back(evening: Evening) -> None:
    evening.publish("9.7")
    assert evening.update() == "9.6 → 9.7, the box is started anew."
    evening.repository.answers(evening.table.system, on=False)
    until("it goes back", lambda: "has started" in said_by(evening.table, "companion-go-back"))
    evening.repository.answers(evening.table.system, on=True)
    evening.goes_back("9.7", "9.6")


def test_version_that_fails_after_opening_the_journal_is_rolled_back(
    evening: Evening,
) -> None:
    evening.publish("9.8")
    assert evening.update() == "9.6 → 9.8, the box is started anew."
    evening.goes_back("9.8", "9.6")


def test_good_version_installs_next_and_keeps_the_configuration(
    evening: Evening,
) -> None:
    evening.publish("9.9")
    assert evening.update() == "9.6 → 9.9, the box is started anew."
    evening.table.goes_on()
    text = evening.table.config.read_text("utf-8")
    assert CONFIG in text
    assert "9.9" not in text


def test_missing_rollback_package_is_reported_on_the_display(evening: Evening) -> None:
    table = evening.table
    evening.repository.withdraw(evening.packages["9.9"])
    table.system.run("rm", f"{CACHE}/companion_9.9_all.deb")
    evening.publish("9.10")
    assert evening.update() == "9.9 → 9.10, the box is started anew."
    until(
        "it says so",
        lambda: "version 9.10 does not start: " in said_by(table, "companion-not-starting"),
    )
    until("it has given up", lambda: table.system.property("ActiveState") in {"failed", "inactive"})
    table.away.stands()


def test_next_version_recovers_the_box(evening: Evening) -> None:
    evening.publish("9.11")
    assert evening.update() == "9.10 → 9.11, the box is started anew."
    evening.table.goes_on()


@pytest.fixture
def kernel_and_shade(evening: Evening, tmp_path: Path) -> None:
    """Two packages that are installed. Debian has a security update for the kernel alone, whose
    package has the next kernel brought by its dependency, as Debian's own has.
    """
    system, root = evening.table.system, evening.table.system.root
    system.run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "unattended-upgrades")
    shutil.copy(HOUSE / "deploy/image" / LIMITS, root / "etc/apt/apt.conf.d")
    (root / "etc/apt/sources.list").unlink()
    source = SOURCE.format(url="http://127.0.0.1:8000/security")
    (root / SOURCE_FILE).with_name("security.sources").write_text(source, "utf-8")
    security = FlatRepository(root / PLACE.lstrip("/") / "security", SECURITY)
    security.publish(packed(tmp_path, NEXT_KERNEL, "2", "all"))
    for name, repository, needs in (
        (KERNEL, security, NEXT_KERNEL),
        ("shade", evening.repository, ""),
    ):
        shutil.copy(packed(tmp_path / "old", name, "1", "all"), root / "root")
        system.run("dpkg", "--install", f"/root/{name}_1_all.deb")
        repository.publish(packed(tmp_path / "new", name, "2", "all", needs))


@pytest.mark.usefixtures("kernel_and_shade")
def test_a_kernel_update_in_mid_evening_disturbs_no_game(evening: Evening) -> None:
    system = evening.table.system
    evening.table.away.play(1)
    system.run("systemctl", "start", "companion-update-daily.service")
    assert system.run(*VERSION_OF, KERNEL) == "1"
    before = system.property("MainPID")
    assert evening.update() == f"Debian's security updates are installed: {KERNEL}."
    evening.table.away.play(1)
    assert system.run(*VERSION_OF, KERNEL, NEXT_KERNEL, "shade") == "221"
    assert system.property("MainPID") == before


def test_the_machine_starts_again_when_nobody_plays(evening: Evening) -> None:
    system = evening.table.system
    system.run("systemctl", "start", "companion-update-daily.service")
    evening.table.away.play(1)
    # In that folder no game has been played, and no button was pressed.
    system.run("rm", "/run/companion/used")
    system.said("companion", "update", "--unless-playing", "--data", "/srv")
    assert system.ended() == REBOOTED
    system.start()
    evening.table.goes_on()


def test_purging_the_package_removes_the_pins_of_failed_versions(evening: Evening) -> None:
    failed = evening.table.system.root / "etc/apt/preferences.d/companion-failed"
    assert "Pin: version 9.7" in failed.read_text("utf-8")
    evening.table.system.run("apt-get", "purge", "-qq", "-y", "companion")
    assert not failed.exists()
