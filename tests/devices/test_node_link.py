"""The box's end of the link, frame by frame."""

from companion.devices.scanner_node import (
    HELLO,
    MAX_WAITING,
    SILENT,
    NodeLink,
    framed,
    taken,
    verdict,
)
from companion.inputs import Edge, Noise, PartBack, PartLost, Receipt, Scan

BOOT, OTHER = "5F3A1C22", "00C0FFEE"
KEYS_HELD = ("OK d", "OK u", "RIGHT d")


def hello(oldest: int = 1, following: int = 1, boot: str = BOOT) -> bytes:
    return framed(f"H {boot} {oldest} {following} 1 0.1 gm65,led")


def card(sequence: int, text: str = "1QSF", boot: str = BOOT) -> bytes:
    return framed(f"S {boot} {sequence} {text.encode().hex().upper()}")


def beat(oldest: int, following: int, lost: int = 0, module: str = "ok", boot: str = BOOT) -> bytes:
    return framed(f"T {boot} {oldest} {following} {lost} {module}")


def scan(sequence: int, text: str = "1QSF", boot: str = BOOT) -> Scan:
    return Scan(text, 1.0, receipt=Receipt(boot, sequence))


class Line:
    """A link after a hello; a call returns the inputs it reports, and `answer` is what it sent."""

    def __init__(self, **on_disk: int) -> None:
        self.on_disk = {name.removeprefix("b"): number for name, number in on_disk.items()}
        self.link = NodeLink(self.on_disk)
        self.answer = b""

    def __call__(self, *frames: bytes) -> list[object]:
        heard = self.link.feed(b"".join(frames), at=1.0)
        self.answer = heard.answer
        return list(heard.inputs)


def test_card_is_reported_with_its_receipt() -> None:
    assert Line()(hello(), card(1), card(2, "2KHE")) == [scan(1), scan(2, "2KHE")]


def test_card_without_a_line_end_is_reported_as_such() -> None:
    unended = framed(f"U {BOOT} 1 31515346")
    assert Line()(hello(), unended) == [Scan("1QSF", 1.0, receipt=Receipt(BOOT, 1), ended=False)]


def test_repeated_message_is_reported_once() -> None:
    line = Line()
    assert line(hello(), card(1), card(1)) == [scan(1)]
    assert line(card(1)) == []
    assert line.answer == b""  # it is not on disk yet


def test_repeated_message_on_disk_is_acknowledged_again() -> None:
    line = Line()
    line(hello(), card(1), card(2))
    line.on_disk[BOOT] = 2
    assert line(card(1)) == []
    assert line.answer == taken(Receipt(BOOT, 2)) == framed(f"A {BOOT} 2")


def test_repeated_message_on_the_disk_of_a_backup_is_acknowledged_again() -> None:
    """A backup is a different journal from the one that the link knows."""
    line = Line()
    line(hello(), card(1))
    assert line.link.acknowledged(Receipt(BOOT, 1)) == taken(Receipt(BOOT, 1))
    assert line(card(1)) == []
    assert line.answer == taken(Receipt(BOOT, 1))
    line(hello(boot=OTHER), card(1, boot=OTHER), card(1, boot=OTHER))
    assert line.answer == b""


def test_message_after_a_gap_is_dropped() -> None:
    line = Line()
    assert line(hello(), card(2)) == []
    assert line(card(1), card(2)) == [scan(1), scan(2)]


def test_unknown_node_is_asked_for_hello() -> None:
    line = Line()
    assert line(card(1)) == []
    assert line.answer == HELLO
    assert line(hello(), card(1)) == [scan(1)]


def test_restarted_box_continues_after_the_last_message_on_disk() -> None:
    line = Line(b5F3A1C22=3)
    assert line(hello(3, 6)) == []
    assert line.answer == framed(f"A {BOOT} 3")
    assert line(card(3), card(4), card(5)) == [scan(4), scan(5)]


def test_unknown_boot_begins_with_the_oldest_message() -> None:
    assert Line()(hello(7, 9), card(7), card(8)) == [scan(7), scan(8)]


def test_node_restart_reports_unread_messages() -> None:
    line = Line()
    line(hello(), card(1), beat(1, 4))
    line.on_disk[BOOT] = 1
    (noise,) = line(hello(boot=OTHER))
    assert noise == Noise("restarted", 2)
    assert line(card(1, boot=OTHER)) == [scan(1, boot=OTHER)]


def test_node_restart_with_nothing_unread_is_reported() -> None:
    line = Line()
    line(hello(), card(1), beat(1, 2))
    (noise,) = line(hello(boot=OTHER))
    assert noise == Noise("restarted")


def test_returning_node_continues_where_it_was() -> None:
    """Its earlier inputs may still wait for an answer at the table, and then are not on disk."""
    line = Line()
    line(hello(), card(1))
    line(hello(boot=OTHER), card(1, boot=OTHER))
    (noise, *told) = line(hello(1, 3), card(1), card(2))
    assert isinstance(noise, Noise)
    assert told == [scan(2)]
    assert line(hello(boot=OTHER), card(1, boot=OTHER), card(2, boot=OTHER))[1:] == [
        scan(2, boot=OTHER)
    ]


def test_overflowed_card_is_reported() -> None:
    line = Line()
    assert line(hello(), beat(1, 65, lost=1)) == [Noise("not kept", 1)]
    assert line(beat(1, 65, lost=1)) == []
    assert line(beat(1, 65, lost=3)) == [Noise("not kept", 2)]


def test_lost_cards_are_reported() -> None:
    line = Line(b5F3A1C22=3)
    assert line(hello(6, 7)) == [Noise("lost", 2)]
    assert line(card(6)) == [scan(6)]


def test_keys_of_the_node_are_contacts() -> None:
    line = Line()
    told = line(hello(), framed(f"K {BOOT} 1 OK d"), framed(f"K {BOOT} 2 OK u"))
    assert told == [
        Edge("OK", down=True, at=1.0, receipt=Receipt(BOOT, 1)),
        Edge("OK", down=False, at=1.0, receipt=Receipt(BOOT, 2)),
    ]


def test_node_restart_releases_held_keys() -> None:
    """Otherwise the choice would keep scrolling: the node that knows the key is gone."""
    line = Line()
    line(
        hello(),
        *(framed(f"K {BOOT} {number} {said}") for number, said in enumerate(KEYS_HELD, start=1)),
    )
    released, noise = line(hello(boot=OTHER))
    assert released == Edge("RIGHT", down=False, at=1.0)
    assert isinstance(noise, Noise)
    assert line.link.let_go(2.0) == []


def test_lost_heartbeat_releases_held_keys() -> None:
    line = Line()
    line(hello(), framed(f"K {BOOT} 1 RIGHT d"))
    released, lost = line.link.quiet(1.1 + SILENT)
    assert released == Edge("RIGHT", down=False, at=1.1 + SILENT)
    assert isinstance(lost, PartLost)


def test_unresponsive_module_is_a_lost_part_until_it_answers() -> None:
    line = Line()
    reason = "the node says that its barcode module does not answer"
    assert line(hello(), beat(1, 1, module="silent")) == [PartLost("Reader", reason)]
    assert line(beat(1, 1, module="silent")) == []
    assert line(beat(1, 1)) == [PartBack("Reader")]


def test_silent_module_is_reported_again_after_reopening() -> None:
    """The report that the port is back also means that the scanner is back."""
    line = Line()
    line(hello(), beat(1, 1, module="silent"))
    line.link.open()
    (lost,) = line(hello(), beat(1, 1, module="silent"))
    assert isinstance(lost, PartLost)


def test_node_that_lost_unread_messages_is_asked_again() -> None:
    line = Line()
    line(hello())
    assert line(beat(2, 3)) == []
    assert line.answer == HELLO
    assert line(hello(2, 3), card(2)) == [Noise("lost", 1), scan(2)]


def test_node_without_a_heartbeat_is_a_lost_part() -> None:
    line = Line()
    line(hello())
    assert line.link.quiet(1.0 + SILENT) == []
    assert line.link.quiet(1.1 + SILENT) == [PartLost("Reader", "the reader node does not answer")]
    assert line.link.quiet(9.0 + SILENT) == []
    assert line(beat(1, 1)) == [PartBack("Reader")]


def test_heartbeat_holding_messages_already_on_disk_is_answered() -> None:
    line = Line()
    line(hello(), card(1))
    line.on_disk[BOOT] = 1
    line(beat(1, 2))
    assert line.answer == framed(f"A {BOOT} 1")
    line(beat(2, 2))
    assert line.answer == b""


def test_frames_of_another_or_no_protocol_are_ignored() -> None:
    line = Line()
    for body in (
        "H 5F 1 1 1 0.1 gm65",
        f"S {BOOT} x 31",
        f"S {BOOT} 1 3",
        f"K {BOOT} 1 JUMP d",
        f"K {BOOT} 1 OK x",
        f"T {BOOT} 1 1 0",
        "LATER 5F3A1C22 1",
        "1QSF",
    ):
        assert line(framed(body)) == []
    assert not line.link.is_node
    line(hello())
    assert line.link.is_node


def test_verdicts_are_framed_for_the_node_that_sent_the_input() -> None:
    receipt = Receipt(BOOT, 12)
    assert verdict(receipt, accepted=True) == framed(f"V {BOOT} 12 +")
    assert verdict(receipt, accepted=False) == framed(f"V {BOOT} 12 -")
    line = Line()
    line(hello())
    assert line.link.is_mine(receipt)
    assert not line.link.is_mine(Receipt(OTHER, 12))


def test_other_protocol_version_is_reported() -> None:
    line = Line()
    reason = "the node speaks version 2 of the link, not 1"
    assert line(framed(f"H {BOOT} 1 1 2 0.9 gm65")) == [PartLost("Reader", reason)]
    assert line(framed(f"H {BOOT} 1 1 2 0.9 gm65")) == []


def test_reused_boot_id_starts_a_new_sequence() -> None:
    line = Line(b5F3A1C22=40)
    assert line(hello(1, 1), card(1)) == [scan(1)]


def test_inputs_beyond_the_disk_queue_stay_with_the_node() -> None:
    """The node keeps them and sends them again."""
    line = Line(b5F3A1C22=6)
    cards = [card(number) for number in range(7, 7 + 2 * MAX_WAITING)]
    assert line(hello(7, 7), *cards) == [scan(number) for number in range(7, 7 + MAX_WAITING)]
    line.on_disk[BOOT] = 6 + MAX_WAITING // 2
    sent_again = range(7 + MAX_WAITING, 7 + MAX_WAITING + MAX_WAITING // 2)
    assert line(*cards[MAX_WAITING:]) == [scan(number) for number in sent_again]


def test_node_that_served_another_box_is_accepted() -> None:
    first = 10 * MAX_WAITING
    assert Line()(hello(first, first + 1), card(first)) == [scan(first)]
