"""Tests of a noisy scanner: one calm notice, one note with the next card, and every card counts."""

import re
from pathlib import Path

import pytest

from companion.box.acknowledgements import NOISE_WAIT
from companion.box.scans import ODD_ONES, PLAIN_AFTER, SILENCE
from companion.inputs import Noise, Receipt, Scan
from companion.screens.model import PlayScreen
from tests.box.conftest import Sit
from tests.box.test_acknowledgements import ACES, BOOT, PAIR, NodeTable
from tests.drivers.box import BoxDriver, sticker

FOREIGN = "4006381333931"
LINES = 2 * int(ODD_ONES)
SAYS = "Noise. Scanner sends noise. Unplug it if this does not stop."


def babble(rig: BoxDriver, lines: int = LINES, seconds: float = 0.01) -> BoxDriver:
    """Send `lines` lines that are not labels, one every `seconds`."""
    for _ in range(lines):
        rig.box.handle(Scan(FOREIGN, rig.clock.now))
        rig.wait(seconds)
    return rig


def file_of(rig: BoxDriver) -> bytes:
    path = rig.table.journal.path_of(rig.table.journal.game)
    assert path is not None
    return path.read_bytes().rstrip()


@pytest.mark.parametrize("given", [Noise("odd bytes", 42), Scan(FOREIGN, 1.0)])
def test_noise_alone_writes_nothing(sit: Sit, given: Noise | Scan) -> None:
    rig = sit("ninety-nine")
    before = file_of(rig)
    rig.box.handle(given)
    assert file_of(rig) == before


def test_repeated_noise_is_one_note_in_the_line_of_the_next_card(sit: Sit) -> None:
    rig = sit("ninety-nine")
    before = file_of(rig)
    for count in (1, 2, 3):
        rig.box.handle(Noise("odd bytes", count))
    babble(rig, 2).box.handle(Scan("2K", rig.clock.now))
    rig.show_card("8H")
    assert file_of(rig).removeprefix(before).count(b"\n{") == 1
    odd, unknown = rig.notes
    facts = {"reader": "Reader", "what": "odd bytes", "count": 3, "text": "", "times": 3}
    assert (odd.kind, odd.facts, odd.after) == ("noise", facts, 1)
    facts = {"reader": "Reader", "text": "2K", "times": 3}
    assert (unknown.kind, unknown.facts, unknown.after) == ("unknown label", facts, 1)


def test_noise_after_the_next_card_is_another_note(sit: Sit) -> None:
    rig = sit("ninety-nine")
    for card in ("8H", "3C"):
        rig.box.handle(Noise("odd bytes", 1))
        rig.show_card(card)
    assert [(note.after, note.facts["times"]) for note in rig.notes] == [(1, 1), (2, 1)]


def test_noise_is_noted_in_the_first_line_of_a_new_game(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Noise("odd bytes", 1))
    rig.table.obey(PAIR)
    assert [note.kind for note in rig.notes] == ["noise"]


def test_noise_is_on_disk_when_the_box_has_stopped(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Noise("odd bytes", 1))
    rig.table.close()
    assert [note.kind for note in rig.notes] == ["noise"]


def test_continuous_noise_is_one_calm_notice_while_it_lasts(sit: Sit) -> None:
    rig = babble(sit("ninety-nine"), seconds=0.01)
    refused = len(rig.buzzer.played)
    assert rig.says == SAYS
    assert babble(rig, 100, SILENCE / 2).says == SAYS
    assert len(rig.buzzer.played) == refused
    assert not rig.ring.shown[-1].refused
    assert rig.snapshot.scene.noisy == ("Reader",)
    rig.wait(SILENCE)
    assert rig.told[-1].scene.noisy == ()
    assert isinstance(rig.wait(SILENCE).picture, PlayScreen)


def test_bytes_dropped_by_the_scanner_are_noise(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Noise("too much", 4096))
    assert (rig.says, rig.buzzer.played) == (SAYS, [])


def test_foreign_code_at_the_scanner_does_not_count_as_noise(sit: Sit) -> None:
    rig = babble(sit("ninety-nine"), 100, 0.5)
    assert rig.snapshot.scene.noisy == ()
    assert rig.notice.mark == "cross"


def test_card_counts_during_noise_and_shows_the_game(sit: Sit) -> None:
    rig = babble(sit("ninety-nine")).show_card("8H")
    assert rig.total == 8
    assert isinstance(babble(rig).picture, PlayScreen), "the notice does not come again"
    assert rig.show_card("2D").total == 10


def test_single_letter_during_noise_is_not_read_as_a_plain_card(sit: Sit) -> None:
    rig = babble(sit("ninety-nine")).scan("8", plain=True)
    assert rig.total == 0
    assert rig.wait(PLAIN_AFTER).scan("8", plain=True).total == 8


def test_notice_can_be_dismissed(sit: Sit) -> None:
    rig = babble(sit("ninety-nine")).press("OK")
    assert isinstance(babble(rig).picture, PlayScreen)


def test_cards_to_scan_again_are_named_during_noise(sit: Sit) -> None:
    rig = babble(sit("ninety-nine"))
    rig.box.handle(Noise("not kept", 2))
    assert re.search(r"\b2\b", rig.says)


def test_lights_go_out_during_uninterrupted_noise(sit: Sit) -> None:
    rig = babble(sit("ninety-nine")).show_card("8H")
    assert rig.ring.shown[-1].accepted
    for _ in range(100):  # no tick in between
        rig.clock.now += 0.01
        rig.box.handle(Scan(FOREIGN, rig.clock.now))
    assert not rig.ring.shown[-1].accepted


def babbling_node(table: NodeTable) -> NodeTable:
    for _ in range(LINES):
        table.read += 1
        table.box.handle(Scan(FOREIGN, table.clock.now, receipt=Receipt(BOOT, table.read)))
    return table


def test_noise_of_a_node_is_acknowledged_several_lines_at_a_time(tmp_path: Path) -> None:
    table = babbling_node(NodeTable(tmp_path, PAIR))
    lines, read = len(table.lines), table.read
    babbling_node(table)
    assert (len(table.lines), table.node.taken_up_to) == (lines, table.on_disk)
    assert table.on_disk < read
    table.wait(NOISE_WAIT)
    assert (len(table.lines), table.on_disk, table.node.taken_up_to) == (
        lines + 1,
        table.read,
        table.read,
    )


def test_card_of_a_noisy_node_counts_and_is_acknowledged(tmp_path: Path) -> None:
    table = babbling_node(NodeTable(tmp_path, PAIR))
    card = table.read = table.read + 1
    table.scan(sticker("8H"), receipt=Receipt(BOOT, card))
    assert (table.total, table.on_disk, table.node.taken_up_to) == (8, card, card)
    assert table.node.verdicts[-1] == (card, True)


def test_noise_acknowledges_no_card_that_waits_for_an_answer(tmp_path: Path) -> None:
    table = babbling_node(NodeTable(tmp_path, ACES))
    table.wait(NOISE_WAIT)
    before = table.read
    table.read += 1
    table.scan(sticker("AH"), receipt=Receipt(BOOT, table.read))
    babbling_node(table).wait(NOISE_WAIT)
    assert (table.on_disk, table.node.taken_up_to) == (before, before)
    table.press("OK")
    assert (table.total, table.on_disk, table.node.taken_up_to) == (11, table.read, table.read)
