"""Tests of a box without a game: it offers another box's backup and continues from it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.box.power import StartBackup
from companion.box.requests import UNANSWERED
from companion.core.commands import New, Play, Undo
from companion.dialogs.notices import BackupOfferedDialog
from companion.errors import JournalError
from companion.inputs import PartBack, PartLost
from companion.screens.model import ListScreen, PartFailedScreen, PlayScreen
from companion.table.backup import FOLDER, Backup
from companion.table.journal import Journal
from companion.table.reader import read_only
from companion.table.restore import Offer, offer, take
from tests.drivers.box import BoxDriver, HandClock
from tests.drivers.game import GameDriver
from tests.journals import journal_at

GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Cy")


class Evening:
    """Another box that was played on and whose USB stick is now in this one."""

    def __init__(self, folder: Path, rigs: list[BoxDriver]) -> None:
        self.folder, self.backups = folder / "new", folder / FOLDER
        self.finished: list[str] = []
        self._rigs = rigs
        other = folder / "other"
        game = GameDriver(other)
        game.obey(GAME)
        game.play("8H 7H")
        game.table.close()
        list(Backup(self.backups).keep_up(read_only(other / "journal")))

    def switch_on(self, take: Callable[[Offer], Journal] | None = None) -> BoxDriver:
        path = self.folder / "journal"
        offered = offer(path, [self.backups], [])
        finish = partial(self.finished.append, "finished")
        backup = StartBackup(offered, HandClock().time, take or self._take, finish)
        self._rigs.append(BoxDriver(self.folder, backup=lambda _journal: backup))
        return self._rigs[-1]

    def _take(self, offered: Offer) -> Journal:
        take(self.folder / "journal", offered.backup)
        return journal_at(self.folder / "journal")


@pytest.fixture
def evening(tmp_path: Path, rigs: list[BoxDriver]) -> Evening:
    return Evening(tmp_path, rigs)


def asks(rig: BoxDriver) -> bool:
    """Return whether the box asks whether to use the backup."""
    return isinstance(rig.dialog, BackupOfferedDialog)


def test_offered_backup_continues_the_game(evening: Evening) -> None:
    rig = evening.switch_on()
    assert asks(rig)
    rig.press("OK")
    assert isinstance(rig.picture, PlayScreen)
    assert (rig.total, rig.to_act) == (15, "Cy")
    assert rig.show_card("2D").total == 17
    rig.table.close()
    assert isinstance(evening.switch_on().picture, PlayScreen), "and it does not ask again"


def test_backup_is_shown_before_it_is_used(evening: Evening) -> None:
    rig = evening.switch_on().press("MORE")
    assert all(name in rig.says for name in GAME.players)
    assert asks(rig.press("UNDO"))
    assert rig.press("MORE", "OK").total == 15


def test_declined_backup_starts_an_empty_box(evening: Evening) -> None:
    assert isinstance(evening.switch_on().press("UNDO").picture, ListScreen)


def test_cards_and_phones_cannot_play_before_the_answer(evening: Evening) -> None:
    rig = evening.switch_on().show_card("8H")
    assert rig.table.state is None
    assert isinstance(rig.still_asks, BackupOfferedDialog)
    assert asks(rig.wait(5))
    for command in (GAME, Play(card="2D"), Undo()):
        answer = rig.rule(command)
        assert answer == UNANSWERED
    assert rig.table.journal.sequence == 0


def test_backup_that_cannot_be_copied_changes_nothing(evening: Evening) -> None:
    def gone(_offer: Offer) -> Journal:
        raise JournalError("The stick is gone")

    rig = evening.switch_on(gone).press("OK")
    assert isinstance(rig.still_asks, BackupOfferedDialog)
    assert asks(rig.press("OK"))
    assert rig.table.journal.sequence == 0


def test_switching_off_finishes_the_backup_before_it_is_safe_to_unplug(evening: Evening) -> None:
    rig = evening.switch_on().press("OK")
    rig.screen.watching = lambda: evening.finished.append(
        type(rig.screen.frames[-1].picture).__name__
    )
    rig.hold("MORE").choose("Switch off").press("OK")
    assert evening.finished[-2:] == ["finished", "SafeToUnplugScreen"]


def test_unwritable_backup_is_announced_once_like_any_part(evening: Evening) -> None:
    rig = evening.switch_on().press("OK")
    rig.box.handle(PartLost("Backup", "/media/stick: No space left on device"))
    failed = rig.picture
    assert isinstance(failed, PartFailedScreen)
    assert rig.snapshot.scene.missing == ("Backup",)
    rig.wait(5).box.handle(PartLost("Backup", "/media/stick: No space left on device"))
    assert isinstance(rig.picture, PlayScreen)
    rig.box.handle(PartBack("Backup"))
    assert not rig.snapshot.scene.missing
    assert rig.wait(5).show_card("2D").total == 17
