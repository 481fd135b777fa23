"""Tests of cards from a scanner node: each is written with its effect, counts once, and its
question is asked again after a restart.
"""

import shutil
from pathlib import Path
from typing import Self

import pytest

from companion.core.commands import New, Play
from companion.core.questions import WhichValue
from companion.core.refusals import OverTarget
from companion.dialogs.menu import MenuDialog
from companion.dialogs.questions import ChooseAnswerDialog, DisputeDialog
from companion.dialogs.taking_back import TakeBackDialog
from companion.inputs import Edge, KeyName, Receipt, Scan
from companion.labels.codec import CommandLabel, write_label
from companion.table.reader import read_only
from tests.drivers.box import TAP, BoxDriver, sticker
from tests.journals import journal_at

BOOT, OTHER = "5F3A1C22", "00C0FFEE"
PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))
ACE = ChooseAnswerDialog(WhichValue(Play(card="AH/1"), "Ann", (1, 11), 11), 1)
ACES = New(variant="arizona-ninety-eight", players=("Ann", "Bo"))


class Node:
    """A scanner node that records the messages it receives."""

    def __init__(self) -> None:
        self.taken_up_to = 0
        self.verdicts: list[tuple[int, bool]] = []

    def taken(self, receipt: Receipt) -> None:
        if receipt.boot == BOOT:
            self.taken_up_to = receipt.sequence

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        self.verdicts.append((receipt.sequence, accepted))


class NodeTable(BoxDriver):
    """A box whose cards come from a scanner node."""

    def __init__(self, folder: Path, game: New | None = None) -> None:
        super().__init__(folder, game)
        self.node = Node()
        self.box.acknowledgements.readers = (self.node,)
        self.read = 0

    def passed(self, card: str) -> Self:
        """Scan `card` at the node."""
        self.read += 1
        return self.comes(self.read, card)

    def comes(self, sequence: int, card: str) -> Self:
        self.read = sequence
        return self.wait(3).scan(sticker(card), receipt=Receipt(BOOT, sequence))

    def tapped(self, *keys: KeyName, boot: str = BOOT) -> Self:
        """Press `keys` of the node that `boot` identifies: the scanner node or another one."""
        for key in keys:
            for down in (True, False):
                self.read += 1
                self.wait(TAP)
                self.box.handle(Edge(key, down, self.clock.now, Receipt(boot, self.read)))
        return self

    @property
    def lines(self) -> list[str]:
        """Return the lines of the current game's file."""
        path = self.table.journal.path_of(self.table.journal.game)
        assert path is not None
        return path.read_text("ascii").rstrip("\n").split("\n")

    @property
    def on_disk(self) -> int:
        """Return the last receipt on disk, as another program reads it."""
        journal = read_only(self.path)
        return max(journal.record(number).receipts.get(BOOT, 0) for number in journal.numbers())


@pytest.fixture
def table(tmp_path: Path) -> NodeTable:
    return NodeTable(tmp_path, PAIR)


def test_played_card_and_its_receipt_are_on_disk_before_it_is_shown(table: NodeTable) -> None:
    seen: list[tuple[int, int]] = []
    table.screen.watching = lambda: seen.append((table.on_disk, len(table.kept)))
    table.passed("8H")
    assert seen[0] == (1, 2)
    assert (table.node.taken_up_to, table.node.verdicts) == (1, [(1, True)])


def test_card_and_receipt_are_written_in_one_line(table: NodeTable) -> None:
    """Whenever the disk fails, the card and its receipt are either both written or both lost."""
    table.passed("8H")
    assert f'"receipts":{{"{BOOT}":1}}' in table.lines[-1]
    assert '"card": "8H/1"' in table.lines[-1]


def test_refused_card_is_acknowledged(table: NodeTable) -> None:
    table.passed("KH").passed("5H")
    assert table.refusal == OverTarget(104, 99, was=99)
    assert (table.on_disk, table.node.taken_up_to) == (2, 2)
    assert table.node.verdicts == [(1, True), (2, False)]


def test_note_of_a_refused_card_and_its_receipt_are_written_in_one_line(table: NodeTable) -> None:
    table.passed("KH").passed("5H")
    assert table.lines[-1].startswith('{"note":"refused"')
    assert f'"receipts":{{"{BOOT}":2}}' in table.lines[-1]


def test_unknown_label_is_acknowledged(table: NodeTable) -> None:
    table.box.handle(Scan("5012345678900", 1.0, receipt=Receipt(BOOT, 1)))
    assert (table.on_disk, table.node.verdicts) == (1, [(1, False)])


def test_repeated_scan_is_acknowledged_without_a_notice(table: NodeTable) -> None:
    table.passed("8H")
    table.box.handle(Scan(sticker("8H"), table.clock.now, receipt=Receipt(BOOT, 2)))
    assert (table.on_disk, table.node.verdicts) == (2, [(1, True)])


def test_card_with_a_question_is_acknowledged_once_answered(tmp_path: Path) -> None:
    table = NodeTable(tmp_path, ACES).passed("AH")
    assert table.dialog == ACE
    assert (table.on_disk, table.node.taken_up_to, table.node.verdicts) == (0, 0, [])
    table.press("OK")
    assert table.total == 11
    assert (table.on_disk, table.node.taken_up_to, table.node.verdicts) == (1, 1, [(1, True)])


def test_dismissed_question_acknowledges_its_card(tmp_path: Path) -> None:
    table = NodeTable(tmp_path, ACES).passed("AH").press("UNDO")
    assert (table.on_disk, table.node.taken_up_to, table.node.verdicts) == (1, 1, [])


def test_unrelated_note_does_not_acknowledge_a_card_with_an_open_question(tmp_path: Path) -> None:
    table = NodeTable(tmp_path, ACES).passed("AH")
    table.box.handle(Scan("5012345678900", 1.0))
    table.table.note("part lost", part="Lights")
    assert table.on_disk == 0


def started_again(table: NodeTable, folder: Path) -> NodeTable:
    """Cut the power and start the box again with the files on the disk."""
    shutil.copytree(table.path, folder / "journal")
    return NodeTable(folder)


def test_open_question_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    first = NodeTable(tmp_path, ACES).passed("AH")
    assert first.dialog == ACE
    again = started_again(first, tmp_path / "later")
    assert again.comes(1, "AH").dialog == ACE
    again.press("OK")
    assert (again.total, again.on_disk) == (11, 1)


def test_unfinished_set_is_collected_again_after_a_restart(tmp_path: Path) -> None:
    """Without the MORE before them, the cards would be single plays, so the node does not resend
    them.
    """
    first = NodeTable(tmp_path, ACES).passed("2C")
    first.press("MORE").passed("8C").passed("8D")
    assert (first.on_disk, first.node.taken_up_to) == (3, 3)
    again = started_again(first, tmp_path / "later")
    assert again.total == 2
    again.press("MORE").comes(4, "8C").comes(5, "8D").press("OK")
    assert (again.total, again.on_disk) == (18, 5)


def test_late_command_cards_of_a_node_are_not_deduplicated(tmp_path: Path) -> None:
    """Two UNDO cards scanned while the cable was out arrive together; the second undoes one step
    more.
    """
    table = NodeTable(tmp_path, PAIR).passed("8H").passed("9C")
    undo = write_label(CommandLabel("UNDO"))
    for sequence in (3, 4):
        table.box.handle(Scan(undo, table.clock.now, receipt=Receipt(BOOT, sequence)))
    assert table.dialog == TakeBackDialog(2)


def test_revoke_is_acknowledged_once_the_table_answers(tmp_path: Path) -> None:
    table = NodeTable(tmp_path, New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy", "Di")))
    for card in ("7D", "3C", "8D", "9D", "2D", "4D"):
        table.passed(card)
    table.passed("6D")
    assert table.asking(DisputeDialog)
    assert (table.on_disk, table.node.verdicts[-1]) == (6, (7, False))
    table.press("MORE")
    assert (table.on_disk, table.node.verdicts[-1]) == (7, (7, True))


def test_keys_of_a_node_are_acknowledged(table: NodeTable) -> None:

    for sequence, down in enumerate((True, False), start=1):
        table.wait(1)
        table.box.handle(Edge("UNDO", down, table.clock.now, Receipt(BOOT, sequence)))
    assert table.on_disk == 2


def test_keys_in_the_menu_are_acknowledged_at_once(table: NodeTable) -> None:
    """A node stores 64 inputs. If it kept all of them during the menu, no further key would fit."""
    table.hold("MORE").tapped("RIGHT", "LEFT", "RIGHT")
    assert table.dialog == MenuDialog(1)
    assert (table.on_disk, table.node.taken_up_to) == (6, 6)


def test_card_refused_by_the_menu_is_acknowledged(table: NodeTable) -> None:
    """After a restart a resent card would be played, although the players saw it refused."""
    table.hold("MORE").passed("8H")
    assert table.still_asks == MenuDialog()
    assert (table.on_disk, table.node.verdicts) == (1, [(1, False)])
    table.tapped("RIGHT")
    assert table.on_disk == 3


def test_card_refused_during_a_question_is_acknowledged_with_it(tmp_path: Path) -> None:
    table = NodeTable(tmp_path, ACES).passed("AH").passed("8H")
    assert table.still_asks == ACE
    assert table.on_disk == 0
    table.press("OK", "OK")
    assert table.total == 11
    assert table.on_disk == 2


def test_keys_after_a_question_are_acknowledged_with_it(tmp_path: Path) -> None:
    table = NodeTable(tmp_path, ACES).passed("AH").tapped("LEFT")
    assert table.on_disk == 0
    table.tapped("OK")
    assert table.total == 1
    assert table.on_disk == 5


def test_question_answered_at_another_node_acknowledges_its_card(tmp_path: Path) -> None:
    """Each node has its own receipts, and neither displaces the other's."""
    table = NodeTable(tmp_path, ACES).passed("AH").tapped("OK", boot=OTHER)
    assert table.total == 11
    assert (table.on_disk, table.node.taken_up_to) == (1, 1)


def test_scans_before_switching_off_are_acknowledged(table: NodeTable) -> None:
    table.hold("MORE").passed("8H").tapped("LEFT", "OK", "OK")
    assert table.box.shutdown.is_done
    assert table.on_disk == table.node.taken_up_to == 6


def test_journal_keeps_one_receipt_for_each_boot(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "journal")
    for boot, sequence in ((BOOT, 1), (OTHER, 5), (BOOT, 2)):
        journal.pending[boot] = sequence
        journal.take()
    journal.take()
    journal.close()
    assert journal_at(tmp_path / "journal").taken == {BOOT: 2, OTHER: 5}
