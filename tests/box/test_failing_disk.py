"""Tests of a failing disk: it is announced like an unplugged part, and nothing counts until it
works again.
"""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.health import AGAIN
from companion.box.requests import Rejected
from companion.core.cards import Card
from companion.core.commands import New, Play
from companion.errors import DiskError, DiskFault
from companion.inputs import Edge, Receipt
from companion.screens.model import NoticeScreen, PlayScreen
from companion.screens.table_pictures import names_of, not_safe, not_saved, waiting_picture
from companion.table.reader import read_only
from companion.words.disk import disk_words
from tests.box.test_acknowledgements import BOOT, Node
from tests.drivers.box import BoxDriver, sticker
from tests.table.failing_disk import FailingDisk
from tests.worded import worded

TRIO = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Cy")
BACK = NoticeScreen("All OK", "Saving works again", table=TRIO.players)


class Rig(BoxDriver):
    """A box on a disk that can be made to fail."""

    def __init__(self, folder: Path, disk: FailingDisk, game: New = TRIO) -> None:
        super().__init__(folder, game)
        self.disk = disk

    def receipts(self) -> dict[str, int]:
        """Return the receipts on disk, as another program reads them."""
        journal = read_only(self.path)
        return dict(journal.record(self.table.journal.game).receipts)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FailingDisk:
    return FailingDisk(monkeypatch)


@pytest.fixture
def table(tmp_path: Path, disk: FailingDisk, rigs: list[BoxDriver]) -> Iterator[Rig]:
    """Yield a box with 8♥ on disk and Bo to act, whose disk is full from now on."""
    rig = Rig(tmp_path, disk)
    rigs.append(rig)
    rig.show_card("8H").wait(3)
    disk.number = errno.ENOSPC
    yield rig
    mended(rig)  # The box can only be closed when its disk works.


def mended(rig: Rig) -> None:
    rig.disk.number = 0


def test_refused_card_is_named_with_what_to_do_and_then_counts_once(table: Rig) -> None:
    table.show_card("7D")
    assert table.told[-1].whole == not_saved("full", Card("7", "D", 1), table.state)
    assert table.notice.page == "1/2"
    assert (table.total, table.to_act, table.buzzer.played[-1]) == (8, "Bo", "refused")
    mended(table)
    table.wait(3).show_card("7D")
    assert (table.total, table.to_act, table.table.journal.sequence) == (15, "Cy", 3)
    assert worded(table.picture) == worded(BACK)


def test_refused_joker_of_several_is_named(
    tmp_path: Path, disk: FailingDisk, rigs: list[BoxDriver]
) -> None:
    house = {"jokers": 2}
    rig = Rig(
        tmp_path, disk, New(variant="arizona-ninety-eight", players=("Ann", "Bo"), house=house)
    )
    rigs.append(rig)
    disk.number = errno.ENOSPC
    rig.scan(sticker("JK2")).press("OK")
    assert rig.snapshot.scene.unsaved == Card("JK", None, 1)
    mended(rig)


def test_refused_set_is_not_named(tmp_path: Path, disk: FailingDisk, rigs: list[BoxDriver]) -> None:
    rig = Rig(tmp_path, disk, New(variant="arizona-ninety-eight", players=("Ann", "Bo")))
    rigs.append(rig)
    disk.number = errno.ENOSPC
    rig.press("MORE").show_card("8C").show_card("8D").press("OK")
    assert rig.snapshot.scene.unsaved is None
    assert rig.told[-1].whole == not_saved("full", None, rig.state)
    mended(rig)


@pytest.mark.parametrize(("number", "fault"), [(errno.EROFS, "read-only"), (errno.EIO, "failing")])
def test_each_disk_fault_has_its_own_notice(table: Rig, number: int, fault: DiskFault) -> None:
    table.disk.number = number
    shown = table.show_card("7D").told[-1].whole
    assert shown == not_saved(fault, Card("7", "D", 1), table.state)


def test_undo_returns_to_the_game_and_the_triangle_stays(table: Rig) -> None:
    table.show_card("7D").press("UNDO")
    shown = table.showing(PlayScreen)
    assert worded((shown.total, shown.name, shown.card, shown.missing)) == (8, "Bo", "7♦", True)
    assert table.wait(3).show_card("9D").snapshot.scene.unsaved == Card("9", "D", 1)
    assert table.notice.mark == "cross"
    assert table.total == 8


def test_refused_card_tries_the_disk_once(table: Rig) -> None:
    table.show_card("7D").press("UNDO")
    before = table.disk.tries
    table.show_card("9D")
    assert table.disk.tries == before + 1


def test_card_left_in_front_of_the_scanner_is_refused_once(table: Rig) -> None:
    before = table.show_card("7D").buzzer.played.count("refused")
    assert table.show_card("7D").buzzer.played.count("refused") == before


def test_notice_disappears_when_the_disk_works_again(table: Rig) -> None:
    table.show_card("7D").wait(AGAIN)
    assert isinstance(table.picture, NoticeScreen), "a notice that asks for a key stays until a key"
    mended(table)
    assert worded(table.wait(AGAIN).picture) == worded(BACK)
    shown = table.wait(5).showing(PlayScreen)
    assert worded((shown.card, shown.missing)) == ("8♥", False)
    assert [(note.kind, note.facts) for note in table.notes] == [
        ("part back", {"part": "Journal", "reason": "full"})
    ]


def test_ok_tries_the_disk_at_once(table: Rig) -> None:
    table.show_card("7D").press("OK", "OK")
    assert table.snapshot.question is None
    assert isinstance(table.picture, NoticeScreen)
    assert table.buzzer.played[-1] == "refused"
    mended(table)
    assert worded(table.press("OK").picture) == worded(BACK)


def test_more_shows_what_to_write_down(table: Rig) -> None:
    table.show_card("7D").press("MORE")
    assert table.picture == not_safe(table.state)
    assert isinstance(table.press("OK").picture, PlayScreen)


def test_points_are_to_be_written_down_in_games_without_a_total(
    tmp_path: Path, disk: FailingDisk, rigs: list[BoxDriver]
) -> None:
    rig = Rig(tmp_path, disk, New(variant="polignac", players=("Ann", "Bo", "Cy", "Di")))
    rigs.append(rig)
    assert rig.table.state is not None
    said = not_safe(rig.table.state)
    assert all(f"{name} 0" in worded(said.sentence) for name in names_of(rig.table.state))


def test_unwritten_note_announces_the_failing_disk(table: Rig) -> None:
    table.show_card("8H")
    assert table.snapshot.scene.disk == "full"
    assert table.snapshot.scene.unsaved is None
    assert table.wait(5).told[-1].whole == not_saved("full", None, table.state)


def test_undo_is_refused_on_a_failing_disk(table: Rig) -> None:
    table.press("UNDO", "OK")
    assert table.told[-1].whole == not_saved("full", None, table.state)
    assert table.total == 8


def test_refusal_on_a_failing_disk_is_shown_on_phone_and_display(table: Rig) -> None:
    answer = table.rule(Play(card="7D"))
    assert isinstance(answer, Rejected)
    assert isinstance(answer.error, DiskError)
    assert answer.error.fault == "full"
    assert table.told[-1].whole == not_saved("full", Card("7", "D"), table.state)


def test_about_names_the_fault(table: Rig) -> None:
    table.show_card("7D").press("UNDO").hold("MORE").choose("About")
    assert table.rows[-1] == worded(disk_words("full"))


def test_box_is_not_safe_to_unplug_until_the_score_was_read(table: Rig) -> None:
    table.show_card("7D").press("UNDO").hold("MORE").choose("Switch off").press("OK")
    assert table.picture == not_safe(table.state, asks=True)
    assert not table.box.shutdown.is_done
    table.press("OK")
    assert (table.box.shutdown.is_done, table.box.shutdown.is_saved) == (True, False)
    assert table.picture == not_safe(table.state)


def test_play_continues_after_the_switch_off_question(table: Rig) -> None:
    table.hold("MORE").choose("Switch off").press("OK", "UNDO")
    mended(table)
    assert table.wait(5).show_card("7D").total == 15


def test_node_forgets_what_the_disk_has_refused(table: Rig) -> None:
    node = Node()
    table.box.acknowledgements.readers = (node,)
    table.scan(sticker("7D"), receipt=Receipt(BOOT, 7))
    assert (node.verdicts, node.taken_up_to) == ([(7, False)], 7)
    mended(table)
    table.wait(3).scan(sticker("7D"), receipt=Receipt(BOOT, 8))
    assert node.taken_up_to == 8
    assert (table.table.journal.sequence, table.receipts()) == (3, {BOOT: 8})


def test_refusal_is_resent_to_a_node_once_the_disk_works(table: Rig) -> None:
    """While the cable is out the node keeps the card. Without a receipt on disk it would count
    after a restart.
    """
    table.scan(sticker("7D"), receipt=Receipt(BOOT, 7))
    node = Node()
    table.box.acknowledgements.readers = (node,)
    mended(table)
    table.wait(AGAIN)
    assert node.taken_up_to == 7
    assert table.receipts() == {BOOT: 7}


def test_node_does_not_keep_the_keys_that_switch_a_box_with_a_failing_disk_off(table: Rig) -> None:
    """Resent after the restart, the keys would mean something else."""
    node = Node()
    table.box.acknowledgements.readers = (node,)
    table.hold("MORE").choose("Switch off").press("OK")
    for sequence, down in enumerate((True, False), start=1):
        table.wait(1)
        table.box.handle(Edge("OK", down, table.clock.now, Receipt(BOOT, sequence)))
    assert table.box.shutdown.is_done
    assert node.taken_up_to == 1


def test_slow_disk_lights_both_lights_and_the_card_counts_once(
    tmp_path: Path, disk: FailingDisk, rigs: list[BoxDriver]
) -> None:
    rig = Rig(tmp_path, disk)
    rigs.append(rig)
    node = Node()
    rig.box.acknowledgements.readers = (node,)
    waited: list[tuple[object, int]] = []

    def wait() -> None:
        disk.on_sync = None
        rig.box.show_waiting()
        lights = rig.ring.shown[-1]
        waited.append((rig.frame.picture, node.taken_up_to))
        told = rig.told[-1]
        assert (told.waits, told.whole, told.sequence) == (True, rig.frame.picture, 1), (
            "phones hear it"
        )
        assert (lights.accepted, lights.refused) == (True, True)

    disk.on_sync = wait
    rig.scan(sticker("8H"), receipt=Receipt(BOOT, 1))
    assert waited == [(waiting_picture(), 0)], "the node keeps its card until it is on the disk"
    assert (rig.total, rig.table.journal.sequence, node.taken_up_to) == (8, 2, 1)
    assert isinstance(rig.frame.picture, PlayScreen)
    assert rig.ring.shown[-1].refused is False
    assert not rig.told[-1].waits
