"""The steps of `companion update`, their order and its messages."""

import os
from pathlib import Path

import msgspec
import pytest

from companion.core.commands import as_json
from companion.errors import UpdateError
from companion.host.update_result import SECURING, UpdateResult
from companion.maintenance.owner import QUIET, RECENT, is_played, is_used
from companion.maintenance.update import look, update
from companion.table.files import JOURNAL, STARTED
from companion.table.lines import Entry, JournalNote
from companion.table.recorded import Reopen
from tests.journals import journal_at
from tests.maintenance.rollback.boxes import DEAL
from tests.maintenance.update.machine import BOOT, FULL, OFFLINE, UNMET, UNSIGNED, Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    machine.apt.source.touch()
    machine.keep(machine.installed)
    return machine


def play(machine: Machine, ago: float, boot: str = "b0070002") -> None:
    """Play a card `ago` seconds before now, by default in another boot of the machine."""
    journal = journal_at(machine.data / JOURNAL, boot)
    journal.append(msgspec.structs.replace(DEAL, game=journal.games + 1))
    journal.append(
        Entry(journal.game, machine.now - ago, '{"cmd": "draw"}', b"", clock=machine.steady - ago)
    )
    journal.note(JournalNote(journal.sequence, machine.now, "noise", {}))
    journal.close()


def test_update_downloads_before_the_system_is_writable(machine: Machine) -> None:
    said = update(machine.updater, spares_players=False)
    assert said == "0.1.0 → 0.2.0, the box is started anew."
    assert machine.did == ["ask", "download 0.2.0", "writable", "install 0.2.0", "sealed"]
    assert machine.results == [UpdateResult("updated", "0.2.0", "0.1.0")]


def test_newest_version_leaves_the_system_sealed(machine: Machine) -> None:
    machine.newest = machine.installed
    assert update(machine.updater, spares_players=False) == "0.1.0 is the newest."
    assert machine.did == ["ask"]
    assert machine.results == [UpdateResult("newest", "0.1.0")]


@pytest.mark.parametrize(
    ("newest", "said"),
    [("0.2.0", "0.1.0 is installed, and 0.2.0 is there."), ("0.1.0", "0.1.0 is the newest.")],
)
def test_look_only_fetches_the_lists(machine: Machine, newest: str, said: str) -> None:
    machine.newest = newest
    assert look(machine.updater) == said
    assert (machine.did, machine.results) == (["ask"], [])


@pytest.fixture
def image(machine: Machine) -> Machine:
    """A box of the image with the newest version, for which Debian has security updates."""
    machine.newest = machine.installed
    machine.apt.security.touch()
    machine.security_updates = "libc6 linux-image-arm64"
    return machine


ASKS = ["ask", "ask for all", "look for security updates"]
INSTALLS = ["all writable", "secure", "sealed"]


def test_security_updates_are_downloaded_before_the_system_is_writable(image: Machine) -> None:
    said = update(image.updater, spares_players=False)
    assert said == "Debian's security updates are installed: libc6 linux-image-arm64."
    assert image.did == [*ASKS, *INSTALLS]
    assert image.results[-2:] == [
        UpdateResult(SECURING, "0.1.0"),
        UpdateResult("secured", "0.1.0"),
    ]


def test_security_updates_come_after_the_newest_version_is_installed(image: Machine) -> None:
    image.newest = "0.2.0"
    update(image.updater, spares_players=True)
    assert image.did[-3:] == ["writable", "install 0.2.0", "sealed"]
    image.did.clear()
    update(image.updater, spares_players=True)
    assert image.did == [*ASKS, *INSTALLS, "systemctl reboot"]


def test_machine_starts_again_only_when_nobody_plays(image: Machine) -> None:
    update(image.updater, spares_players=False)
    play(image, 0)
    update(image.updater, spares_players=True)
    assert "systemctl reboot" not in image.did
    image.now += QUIET
    assert update(image.updater, spares_players=True) == "0.1.0 is the newest."
    assert image.did[-1] == "systemctl reboot"


def test_game_that_begins_during_the_download_keeps_security_updates_off(image: Machine) -> None:
    def now() -> float:
        if image.did[-1:] == ASKS[-1:]:
            play(image, 0)
        return image.now

    assert "plays" in update(image.updater._replace(now=now), spares_players=True)
    assert image.did == ASKS
    assert image.results[-1] == UpdateResult("newest", "0.1.0")


def test_failed_security_update_leaves_its_reason_and_the_system_sealed(image: Machine) -> None:
    image.fails["secure"] = "Packages that were upgraded:\nE: No space left on device\n"
    with pytest.raises(UpdateError, match="No space left"):
        update(image.updater, spares_players=True)
    assert image.did == [*ASKS, *INSTALLS]
    assert image.results[-1] == UpdateResult("full")


def test_without_unattended_upgrade_debian_is_left_alone(image: Machine) -> None:
    image.has_unattended_upgrade = False
    assert update(image.updater, spares_players=True) == "0.1.0 is the newest."
    assert image.did == ASKS[:2]


def test_replaced_version_is_downloaded_if_not_in_the_cache(machine: Machine) -> None:
    machine.apt.forget(())
    update(machine.updater, spares_players=False)
    assert machine.did[1:3] == ["download 0.1.0", "download 0.2.0"]
    assert machine.said == []


def test_update_without_a_possible_rollback_warns(machine: Machine) -> None:
    machine.apt.forget(())
    machine.fails["download 0.1.0"] = "E: Version '0.1.0' for 'companion' was not found\n"
    update(machine.updater, spares_players=False)
    assert machine.installed == "0.2.0"
    assert ["0.1.0" in line for line in machine.said] == [True]


def test_old_packages_are_removed_except_the_last_ready_one(machine: Machine) -> None:
    for version in ("0.0.7", "0.0.8", "0.0.9"):
        machine.keep(version)
    (machine.data / STARTED).write_text("0.0.9", "ascii")
    update(machine.updater, spares_players=False)
    kept = {path.name.split("_")[1] for path in machine.apt.archives.iterdir()}
    assert kept == {"0.0.9", "0.1.0", "0.2.0"}


@pytest.mark.parametrize(
    ("step", "said", "why", "words"),
    [
        ("ask", OFFLINE, "offline", "^Failed to fetch http"),
        ("ask", UNSIGNED, "unsigned", "is not signed"),
        ("download 0.2.0", FULL, "full", "enough free space"),
        (
            "install 0.2.0",
            "dpkg: error processing archive\nE: Sub-process returned 1\n",
            "refused",
            "dpkg: error",
        ),
    ],
)
def test_failure_is_reported_in_the_words_of_apt(
    machine: Machine, step: str, said: str, why: str, words: str
) -> None:
    machine.fails[step] = said
    with pytest.raises(UpdateError, match=words) as failed:
        update(machine.updater, spares_players=False)
    assert failed.value.why == why
    assert machine.results[-1] == UpdateResult(why)
    assert machine.installed == "0.1.0"
    assert machine.did.count("writable") == machine.did.count("sealed")


def test_unmet_dependency_refreshes_all_sources(machine: Machine) -> None:
    machine.fails["download 0.2.0"] = UNMET
    update(machine.updater, spares_players=False)
    assert machine.did[1:4] == ["download 0.2.0", "ask for all", "download 0.2.0"]
    assert machine.installed == "0.2.0"


def test_all_sources_are_refreshed_without_an_own_source(machine: Machine) -> None:
    machine.apt.source.unlink()
    update(machine.updater, spares_players=False)
    assert machine.did[0] == "ask for all"


def test_update_does_nothing_during_a_game(machine: Machine) -> None:
    play(machine, QUIET - 1)
    assert "plays" in update(machine.updater, spares_players=True)
    assert machine.did == []


def test_box_without_games_does_not_hide_the_game_of_another(machine: Machine) -> None:
    play(machine, QUIET - 1)
    (box,) = (machine.data / JOURNAL).iterdir()
    box.rename(box.with_name("ffffffff"))
    box.mkdir()
    assert "plays" in update(machine.updater, spares_players=True)


def test_game_that_begins_during_the_download_is_not_interrupted(machine: Machine) -> None:
    play(machine, QUIET)
    machine.fails["download 0.2.0"] = UNMET

    def ask_for_all() -> float:
        if "ask for all" in machine.did:
            play(machine, 0)
        return machine.now

    updater = machine.updater._replace(now=ask_for_all)
    assert "plays" in update(updater, spares_players=True)
    assert machine.installed == "0.1.0"
    assert "writable" not in machine.did


def test_earlier_game_is_ignored_while_the_clock_is_unset(machine: Machine) -> None:
    play(machine, 0)
    unset = machine.updater._replace(now=lambda: None)
    used = unset._replace(is_used=lambda within: within == QUIET)
    assert "plays" in update(used, spares_players=True)
    update(unset, spares_players=True)
    assert machine.installed == "0.2.0"


@pytest.mark.parametrize("wrong", [-7 * 86_400.0, 7 * 86_400.0])
def test_recent_game_of_this_boot_defers_the_update_whatever_its_date(
    machine: Machine, wrong: float
) -> None:
    play(machine, QUIET - 1, BOOT)
    machine.now -= wrong
    assert "plays" in update(machine.updater, spares_players=True)
    machine.steady += 1
    update(machine.updater, spares_players=True)
    assert machine.installed == "0.2.0"


def test_game_dated_in_the_future_defers_the_update_for_three_hours_of_this_boot(
    machine: Machine,
) -> None:
    play(machine, -365 * 86_400.0)
    machine.steady = QUIET - 1
    assert "plays" in update(machine.updater, spares_players=True)
    machine.steady = QUIET
    update(machine.updater, spares_players=True)
    assert machine.installed == "0.2.0"


def test_game_ahead_on_the_steady_clock_is_ignored(machine: Machine) -> None:
    play(machine, -QUIET, BOOT)
    update(machine.updater, spares_players=True)
    assert machine.installed == "0.2.0"


def test_last_use_in_the_future_is_ignored(tmp_path: Path) -> None:
    used = tmp_path / "used"
    used.touch()
    os.utime(used, (5000, 5000))
    assert is_used(5000 + RECENT - 1, RECENT, used)
    assert not is_used(5000 - RECENT, RECENT, used)


def test_reopened_game_after_an_undone_one_counts_as_played(machine: Machine) -> None:
    journal = journal_at(machine.data / JOURNAL)
    for number in (1, 2):
        journal.append(msgspec.structs.replace(DEAL, game=number))
    journal.append(Entry(1, machine.now - QUIET, as_json(Reopen()), b""))
    journal.append(Entry(1, machine.now - QUIET + 1, '{"cmd": "draw"}', b""))
    journal.close()
    assert "plays" in update(machine.updater, spares_players=True)


def test_update_does_nothing_while_the_box_is_in_use(machine: Machine) -> None:
    machine.is_used = True
    assert "plays" in update(machine.updater, spares_players=True)
    assert machine.did == []
    update(machine.updater, spares_players=False)
    assert machine.installed == "0.2.0"


def test_update_from_the_menu_runs_at_once(machine: Machine) -> None:
    play(machine, 1)
    update(machine.updater, spares_players=False)
    assert machine.installed == "0.2.0"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\n" * 99, b'{"n":1}\n', b'{}\n{"n":1,"boot":"","at":"now"}\n']
)
def test_unreadable_journal_does_not_block_the_update(machine: Machine, content: bytes) -> None:
    play(machine, 0)
    for file in (machine.data / JOURNAL).rglob("*.jsonl"):
        file.write_bytes(content)
    update(machine.updater, spares_players=True)
    assert machine.installed == "0.2.0"


@pytest.mark.attack(
    "update",
    "let the update, as root, read a game through a link or a pipe",
    "it is not followed",
)
def test_link_and_pipe_in_the_journal_are_not_followed(machine: Machine, tmp_path: Path) -> None:
    play(machine, 0)
    (game,) = (machine.data / JOURNAL).glob("*/000/1-*.jsonl")
    game.rename(tmp_path / "elsewhere")
    game.symlink_to(tmp_path / "elsewhere")
    assert not is_played(machine.data, machine.now, machine.steady, BOOT)
    game.unlink()
    os.mkfifo(game)
    assert not is_played(machine.data, machine.now, machine.steady, BOOT)
    game.unlink()
    (tmp_path / "elsewhere").rename(game)
    assert is_played(machine.data, machine.now, machine.steady, BOOT)
