"""The signals of the node's light and beeper."""

from itertools import pairwise

import pytest

from companion.devices.scanner_node import framed
from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, Did

HIGH, HIGHER = 2400, 3136
"""Hertz."""


def light(did: Did) -> bool:
    return did.lit


def tone(did: Did) -> int:
    return did.tone


def verdict(number: int, sign: str) -> bytes:
    return framed(f"V {BOOT} {number} {sign}")


def told(bench: Bench, line: bytes) -> list[int]:
    """Return the tones that follow the line from the box, silence included."""
    bench.step(line=line)
    return [seen for _, seen in bench.watch(1000, tone) if isinstance(seen, int)]


@pytest.fixture
def judged(bench: Bench) -> Bench:
    """A node whose first card was read and acknowledged, but has no verdict yet."""
    return bench.start().pass_card("1QSF").acknowledge(1)


@pytest.mark.parametrize(("sign", "pitch"), [("+", HIGH), ("-", HIGHER)])
def test_light_and_beep_begin_in_the_step_of_the_verdict(
    judged: Bench, sign: str, pitch: int
) -> None:
    did = judged.step(line=verdict(1, sign))
    assert (did.lit, did.tone) == (True, pitch)


def test_each_accepted_card_turns_the_light_on_again(bench: Bench) -> None:
    bench.start().run(500)  # until the flash of a healthy node is over
    seen = [False]
    for number in (1, 2, 3):
        bench.pass_card(f"CARD{number}").acknowledge(number)
        seen.append(bench.step(line=verdict(number, "+")).lit)
        seen += [lit is True for _, lit in bench.watch(150, light)]
    assert sum(not before and after for before, after in pairwise(seen)) == 3


def test_acceptance_is_one_short_high_beep(judged: Bench) -> None:
    assert told(judged, verdict(1, "+")) == [HIGH, 0]


def test_refusal_is_two_short_higher_beeps(judged: Bench) -> None:
    assert told(judged, verdict(1, "-")) == [HIGHER, 0, HIGHER, 0]


def test_refusal_is_three_flashes(judged: Bench) -> None:
    judged.step(line=verdict(1, "-"))
    seen = list(judged.watch(800, light))
    assert [lit for _, lit in seen] == [True, False, True, False, True, False]
    assert seen[-1][0] < 600


def test_doubled_verdict_frame_beeps_once(judged: Bench) -> None:
    judged.step(line=verdict(1, "+"))
    judged.run(500)
    assert told(judged, verdict(1, "+")) == [0]


@pytest.mark.parametrize(
    "frame",
    [
        framed(f"V {BOOT} 2 +"),  # a card that was not read yet
        framed("V 00C0FFEE 1 +"),  # from another start
        framed(f"V {BOOT} 1 ?"),
        framed(f"V {BOOT} 1 + +"),
        framed(f"V {BOOT} -1 +"),
        framed(f"V {BOOT} 1 +").replace(b"+", b"-"),
        framed(f"V {BOOT} 1 +")[:-1],
    ],
)
def test_invalid_verdicts_are_not_shown(judged: Bench, frame: bytes) -> None:
    assert told(judged, frame) == [0]


def test_card_without_room_beeps_three_times(bench: Bench) -> None:
    bench.start()
    for number in range(128):
        bench.pass_card(f"CARD{number:03}")
    bench.from_module = b"CARD128\r"
    assert [seen for _, seen in bench.watch(1500, tone)] == [HIGHER, 0] * 3


def test_healthy_node_flashes_briefly_every_three_seconds(judged: Bench) -> None:
    flashes = [passed for passed, lit in judged.watch(7_000, light) if lit]
    assert [later - earlier for earlier, later in pairwise(flashes)] == [3000] * (len(flashes) - 1)
    assert len(flashes) > 1


def test_node_blinks_while_the_box_does_not_acknowledge(bench: Bench) -> None:
    bench.start().pass_card("1QSF").run(2500)
    assert [lit for _, lit in bench.watch(1000, light)] in (
        [True, False] * 2 + [True],
        [False, True] * 2 + [False],
    )
    bench.acknowledge(1).run(10)
    assert sum(bool(lit) for _, lit in bench.watch(2900, light)) <= 1


def test_node_flashes_twice_while_the_module_does_not_answer(bench: Bench) -> None:
    bench.plugged = False
    bench.start().run(4000)
    flashes = [passed for passed, lit in bench.watch(3200, light) if lit]
    assert sorted({later - earlier for earlier, later in pairwise(flashes)} & {250, 1250}) == [
        250,
        1250,
    ]
