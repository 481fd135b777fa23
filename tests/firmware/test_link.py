"""The link, frame by frame, and against the real one of the box over bad cables."""

from binascii import crc_hqx

import pytest

from companion.devices.scanner_node import framed
from tests.depth import FULL
from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, RIGHT, Board
from tests.firmware.cable import Faults
from tests.firmware.traffic import Figures, Traffic

pytestmark = pytest.mark.proof

HELLO = ("1", "0.1.0", "gm65,keys,led,beeper")
ASK = framed("?")


def cards(bench: Bench, count: int, *, beginning: int = 1) -> None:
    for number in range(beginning, beginning + count):
        bench.pass_card(f"CARD{number:03}")


def numbers(bench: Bench) -> list[int]:
    """Return the numbers of the cards in the order in which they were reported."""
    return [int(words[2]) for words in bench.heard("S")]


def state(bench: Bench) -> tuple[str, ...]:
    """Return the fields of the next hello: oldest, next."""
    bench.clear().run(5, ASK)
    return bench.heard("H")[0][2:4]


def summed(body: bytes) -> bytes:
    """Return a line with the right checksum for any bytes."""
    return b"~%s*%04X\n" % (body, crc_hqx(body, 0))


@pytest.fixture
def started(bench: Bench) -> Bench:
    return bench.start().clear()


# Which frames are sent, and when.


def test_card_is_reported_in_the_step_in_which_it_was_read(started: Bench) -> None:
    started.from_module = b"1QSF\r"
    started.step()
    assert started.frames == [("S", BOOT, "1", "31515346")]


def test_node_says_hello_when_asked(started: Bench) -> None:
    assert started.run(5, ASK).frames == [("H", BOOT, "1", "1", *HELLO)]
    started.pass_card("1QSF").clear()
    assert started.run(5, ASK).heard("H") == [("H", BOOT, "1", "2", *HELLO)]


def test_node_sends_a_heartbeat_every_second(started: Bench) -> None:
    assert len(started.run(10_000, each=10).heard("T")) == 10


def test_unacknowledged_messages_are_resent_after_half_a_second(started: Bench) -> None:
    started.pass_card("1QSF").clear()
    assert started.run(480).scans() == []
    assert started.run(70).scans() == ["1QSF"]
    assert len(started.clear().run(5000).scans()) in (9, 10)


def test_acknowledged_messages_are_never_resent(started: Bench) -> None:
    cards(started, 3)
    started.acknowledge(2).clear().run(2000)
    assert set(numbers(started)) == {3}
    assert state(started) == ("3", "4")
    started.acknowledge(3)
    assert state(started) == ("4", "4")


@pytest.mark.parametrize(
    "frame",
    [
        framed(f"A {BOOT} 4"),  # a number not used yet
        framed("A 00C0FFEE 3"),  # from another start
        framed(f"A {BOOT.lower()} 3"),
        framed(f"A {BOOT} 3 3"),
        framed(f"A {BOOT}"),
        framed(f"A {BOOT} -3"),
        framed(f"A  {BOOT} 3"),
        framed(f"B {BOOT} 3"),
        framed(f"A {BOOT} 3").replace(b"*", b"* "),
        framed(f"A {BOOT} 3").lower(),
        framed(f"A {BOOT} 3").replace(b"~", b""),
        framed(f"A {BOOT} 3").replace(b" 3", b" 2"),
        framed(f"A {BOOT} 3").replace(b"\n", b"x\n"),
        framed(f"A {BOOT} 3" + " " * 300),
        b"~" + b"A" * 400 + framed(f"A {BOOT} 3")[1:],
        b"~\n~*\n~*0000\n\x03\x04\xff\n",
        summed(b"A \xff\xfe 3"),
        summed(b"A %s 3\x00" % BOOT.encode()),
        summed(b"A %s* 3" % BOOT.encode()),
        summed(b""),
        summed(b" "),
    ],
)
def test_invalid_acknowledgements_remove_no_messages(started: Bench, frame: bytes) -> None:
    cards(started, 3)
    started.run(5, frame).run(50)
    assert state(started) == ("1", "4")


def test_frame_begins_at_the_last_mark_of_a_line(started: Bench) -> None:
    cards(started, 3)
    started.run(5, b"\xff~A 5F3A" + framed(f"A {BOOT} 3"))
    assert state(started) == ("4", "4")


def test_acknowledgement_is_recognized_in_pieces(started: Bench) -> None:
    cards(started, 3)
    for byte in framed(f"A {BOOT} 3"):
        started.step(line=bytes((byte,)))
    assert state(started) == ("4", "4")


# How many messages are sent at once.


def test_eight_waiting_messages_are_resent_at_a_time_in_turn(started: Bench) -> None:
    cards(started, 40)
    started.run(1000).clear()
    for _ in range(5):
        started.run(500)
    assert max(numbers(started).count(number) for number in range(1, 41)) <= 2
    assert set(numbers(started)) == set(range(1, 41))
    assert len(numbers(started)) <= 8 * 6


def test_messages_after_an_acknowledged_one_are_resent_first(started: Bench) -> None:
    cards(started, 40)
    started.run(1700).acknowledge(10).run(600)
    started.clear().acknowledge(12).run(600)
    assert numbers(started)[0] < 22


def test_hello_request_restarts_with_the_oldest_message_at_once(started: Bench) -> None:
    cards(started, 20)
    started.run(700).clear().run(60, ASK)
    assert numbers(started) == list(range(1, 9))


def test_waiting_messages_are_sent_as_fast_as_they_are_acknowledged(started: Bench) -> None:
    cards(started, 60)
    started.run(1000).clear().run(5, ASK)
    for number in range(1, 61):
        started.acknowledge(number)
    assert state(started) == ("61", "61")


def test_question_is_answered_with_the_node_keys_after_any_number(started: Bench) -> None:
    """The card behind the question stays unacknowledged; forty later keys are still reported."""
    started.pass_card("1ASx")
    for press in range(40):
        started.step(levels={RIGHT: press % 2})
        started.run(20)
    assert {int(words[2]) for words in started.heard("K")} == set(range(2, 42))


# What happens when there is no room.


def test_card_without_room_is_counted_but_not_stored(started: Bench) -> None:
    cards(started, 128)
    assert state(started) == ("1", "129")
    cards(started, 3, beginning=129)
    assert state(started) == ("1", "129")
    assert started.clear().run(1500).heard("T")[0][4] == "3"


def test_next_card_is_stored_once_there_is_room_again(started: Bench) -> None:
    cards(started, 129)
    started.acknowledge(1).clear()
    started.pass_card("1QSF")
    assert ("S", BOOT, "129", "31515346") in started.frames


def test_blocked_line_does_not_hold_up_the_node(started: Bench) -> None:
    for _ in range(100):
        started.step(20, full=True)
    started.from_module = b"1QSF\r"
    started.step(full=True)
    assert started.clear().run(60).scans() == ["1QSF"]
    assert len(started.run(2000).heard("T")) == 2


# From one end to the other.


CARDS = 400 if FULL else 150

FAULTS = {
    "none": Faults(),
    "lost": Faults(lost=100),
    "doubled": Faults(doubled=100),
    "flipped": Faults(flipped=100),
    "bursts": Faults(burst=300),
    "all": Faults.alike(400),
}


def run(board: Board, faults: Faults, scans: int, *, box: int = 0, node: int = 0) -> Figures:
    figures = Traffic(board, seed=scans, faults=faults, box_restarts=box, node_restarts=node).run(
        scans
    )
    assert figures.undetected == 0
    return figures


@pytest.mark.parametrize("kind", FAULTS)
def test_every_card_is_reported_once_and_in_order_over_bad_cables(board: Board, kind: str) -> None:
    figures = run(board, FAULTS[kind], CARDS)
    assert (figures.told, figures.doubled, figures.out_of_order, figures.lost) == (CARDS, 0, 0, 0)


def test_every_card_is_reported_once_when_the_box_restarts_in_between(board: Board) -> None:
    figures = run(board, FAULTS["all"], CARDS, box=20)
    assert figures.box_restarts > CARDS // 40
    assert (figures.told, figures.doubled, figures.out_of_order, figures.lost) == (CARDS, 0, 0, 0)


def test_cards_lost_in_a_node_restart_are_reported(board: Board) -> None:
    figures = run(board, FAULTS["all"], CARDS, box=60, node=20)
    assert figures.node_restarts > CARDS // 40
    assert figures.faultless
    assert figures.told + figures.reported == CARDS
