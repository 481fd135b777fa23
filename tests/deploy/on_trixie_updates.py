"""New versions on Debian trixie, and the way back: each test goes on where the one before ended."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.migrations import MIGRATIONS
from tests.deploy.game import CONFIG
from tests.deploy.packages import OLDER, Edit, built, changed
from tests.deploy.roots import BOOTS, fresh
from tests.deploy.table import Table, laid
from tests.deploy.waiting import until

NOW = len(MIGRATIONS)
"""The version of the journals that this tree writes."""


def newer_journals(steps: int) -> Edit:
    """So many steps more to the journals that a version writes, in which nothing changes."""
    last = f"_version_{NOW}"
    return Edit("companion/table/migrations.py", f"{last})", f"{last}{', lambda _: None' * steps})")


VERSIONS = {
    OLDER: (),
    "9.6": (newer_journals(1),),
    "9.7": (newer_journals(1),),
    "9.8": (
        newer_journals(1),
        Edit(
            "companion/app/application.py",
            "class App:",
            'raise RuntimeError("9.8 is broken")\n\n\nclass App:',
        ),
    ),
    "9.9": (
        newer_journals(2),
        Edit(
            "companion/app/application.py",
            "self._box = Box(",
            'raise RuntimeError("9.9 is broken")\n        Box(',
        ),
    ),
    "9.10": (
        newer_journals(2),
        Edit("deploy/etc/companion.toml", "[variants]", "# Of version 9.10\n[variants]"),
    ),
}
"""What is new in each, or wrong: the journals that it writes, whether it starts, its configuration."""


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    new = built()
    root = fresh("trixie", new, architecture="amd64", including=BOOTS)
    for version, edits in VERSIONS.items():
        shutil.copy(changed(version, *edits), root / "root" / f"{version}.deb")
    with laid(root) as table:
        yield table


def install(table: Table, package: str) -> str:
    """What apt says."""
    confold = ("-o", "Dpkg::Options::=--force-confold")
    return table.system.run("apt-get", "install", "-q", "-y", *confold, f"/root/{package}.deb")


def installed(table: Table) -> str:
    return table.system.run("dpkg-query", "-W", "-f", "${Version}", "companion")


def journal_version(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        return int(version)


def kept(table: Table) -> Path:
    return table.system.root / "var/lib/companion-kept"


def kept_version(table: Table) -> str:
    package = table.system.run("dpkg-deb", "--field", "/var/lib/companion-kept/companion.deb", "Version")
    assert json.loads((kept(table) / "started.json").read_text("utf-8"))["version"] == package
    return package


def fails_three_times(table: Table, broken: str, before: str) -> None:
    """It is started three times and no more, and then the box says how to go back."""
    system = table.system
    assert "has not been kept" not in install(table, broken)
    wanted = f"version {broken} does not start; sudo companion go-back goes back to version {before}"
    unit = ("journalctl", "--boot", "--unit=companion-not-starting.service", "--output=cat", "--no-pager")
    until("the box says how to go back", lambda: wanted in system.run(*unit))
    assert failures(table, broken) == 3
    until("it may be started again", lambda: system.property("ActiveState") == "inactive")
    assert failures(table, broken) == 3
    assert system.run("systemctl", "show", "--value", "-p", "Result", "companion-not-starting") == "success"
    assert kept_version(table) == before


def failures(table: Table, broken: str) -> int:
    return table.system.log().count(f"RuntimeError: {broken} is broken")


def goes_back(table: Table, before: str) -> str:
    """What the command says."""
    words = table.system.run("companion", "go-back", "--yes")
    assert installed(table) == before
    table.goes_on()
    assert CONFIG in table.config.read_text("utf-8")
    return words


def test_a_version_with_an_older_journal_plays(table: Table) -> None:
    install(table, OLDER)
    table.begins()
    assert journal_version(table.away.journal) == NOW


def test_it_is_kept_before_it_is_upgraded_and_the_game_goes_on_in_a_newer_journal(table: Table) -> None:
    new = install(table, "9.6")
    assert "not kept" not in new
    assert "has not been kept" not in new
    assert kept_version(table) == OLDER
    copy = table.away.journal.with_name(f"journal-version-{NOW}.db")
    assert (journal_version(copy), journal_version(table.away.journal)) == (NOW, NOW + 1)
    table.goes_on()


def test_what_is_kept_has_the_configuration_as_it_was_shipped(table: Table) -> None:
    package = "/var/lib/companion-kept/companion.deb"
    table.system.run("dpkg-deb", "--extract", package, "/root/kept")
    shipped = table.system.root / "root/kept/etc/companion/companion.toml"
    assert CONFIG not in shipped.read_text("utf-8")
    # Every file that dpkg treats as configuration, whatever is added later.
    for line in table.system.run("dpkg-query", "-W", "-f", "${Conffiles}", "companion").splitlines():
        if line.strip():
            conffile, told = line.split()[:2]
            assert table.system.run("md5sum", f"/root/kept{conffile}").split()[0] == told


def test_once_a_card_has_been_accepted_there_is_no_way_back(table: Table) -> None:
    said = table.system.run("sh", "-c", "companion go-back --yes 2>&1; echo $?")
    *_, sentence, status = said.splitlines()
    assert (sentence.startswith("companion: "), kept_version(table) in sentence, status) == (True, True, "1")
    assert table.system.property("ActiveState") == "active"
    table.away.stands()
    table.away.play(1)


def test_systemd_finds_nothing_to_say_of_the_unit_that_tells_it(table: Table) -> None:
    unit = "companion-not-starting.service"
    assert not table.system.run("sh", "-c", f"systemd-analyze verify {unit} 2>&1")
    security = table.system.run("systemd-analyze", "security", "--no-pager", unit)
    assert float(security.rsplit(f"{unit}: ", 1)[1].split()[0]) <= 1.5


def test_whoever_is_not_root_is_told_so(table: Table) -> None:
    said = table.system.run("sh", "-c", "runuser -u nobody -- companion go-back --yes 2>&1; echo $?")
    sentence, status = said.splitlines()
    assert (sentence.startswith("companion: "), "sudo" in sentence, status) == (True, True, "1")


def test_a_version_that_fails_at_once_says_how_to_go_back(table: Table) -> None:
    now = installed(table)
    fails_three_times(table, "9.8", now)
    table.away.stands()


def test_somebody_who_has_mended_something_can_start_it_at_once(table: Table) -> None:
    table.system.said("systemctl", "start", "companion.service")
    until("it is started again", lambda: failures(table, "9.8") > 3)


def test_it_is_gone_back_from_with_the_journal_as_it_is(table: Table) -> None:
    goes_back(table, kept_version(table))
    assert not list(table.away.journal.parent.glob("journal-newer-*"))


def test_a_version_that_fails_after_it_has_changed_the_journal_says_how_to_go_back(table: Table) -> None:
    fails_three_times(table, "9.9", installed(table))
    assert journal_version(table.away.journal) == NOW + 2


def test_it_is_gone_back_from_with_every_card_of_before(table: Table) -> None:
    goes_back(table, kept_version(table))
    newer = table.away.journal.with_name("journal-newer-1.db")
    assert (journal_version(table.away.journal), journal_version(newer)) == (NOW + 1, NOW + 2)


def test_a_version_that_comes_once_more_leaves_the_one_that_is_kept(table: Table) -> None:
    before = installed(table)
    install(table, "9.7")
    table.goes_on()
    assert "companion:" not in table.system.run("apt-get", "reinstall", "-q", "-y", "/root/9.7.deb")
    table.goes_on()
    assert kept_version(table) == before


def test_whoever_goes_back_from_a_version_that_plays_is_told_only_that_the_one_before_has_started(
    table: Table,
) -> None:
    before = kept_version(table)
    words = goes_back(table, before)
    assert "companion:" not in words
    assert f" {before} " in words.splitlines()[-1]


def test_a_good_version_follows_and_leaves_the_configuration_as_it_was_written(table: Table) -> None:
    install(table, "9.10")
    table.goes_on()
    assert journal_version(table.away.journal) == NOW + 2
    text = table.config.read_text("utf-8")
    assert CONFIG in text
    assert "9.10" not in text


def test_dpkg_alone_keeps_nothing_and_says_so(table: Table) -> None:
    said = table.system.run("sh", "-c", "dpkg -i --force-confold /root/companion.deb 2>&1")
    assert "companion: the version that goes has not been kept, so there is no way back to it" in said


def test_what_was_kept_goes_with_the_package(table: Table) -> None:
    table.system.run("apt-get", "purge", "-qq", "-y", "companion")
    assert not kept(table).exists()
    assert not (table.system.root / "etc/apt/apt.conf.d/50companion").exists()
