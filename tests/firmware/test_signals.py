"""What the node's light and beeper say."""

from itertools import pairwise

import pytest

from companion.devices.node.link import framed
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
    """The tones that follow when the box says so, silence included."""
    bench.step(line=line)
    return [seen for _, seen in bench.watch(1000, tone) if isinstance(seen, int)]


@pytest.fixture
def judged(bench: Bench) -> Bench:
    """A node whose first card was read and acknowledged, and not yet judged."""
    return bench.start().pass_card("1QSF").acknowledge(1)


@pytest.mark.parametrize(("sign", "pitch"), [("+", HIGH), ("-", HIGHER)])
def test_light_and_beep_begin_in_the_step_in_which_the_verdict_comes(
    judged: Bench, sign: str, pitch: int
) -> None:
    did = judged.step(line=verdict(1, sign))
    assert (did.lit, did.tone) == (True, pitch)


def test_each_card_that_is_accepted_turns_the_light_on_anew(bench: Bench) -> None:
    bench.start().run(500)  # until the flash of a node that is well has passed
    seen = [False]
    for number in (1, 2, 3):
        bench.pass_card(f"CARD{number}").acknowledge(number)
        seen.append(bench.step(line=verdict(number, "+")).lit)
        seen += [lit is True for _, lit in bench.watch(150, light)]
    assert sum(not before and after for before, after in pairwise(seen)) == 3


def test_accepted_is_one_short_high_beep(judged: Bench) -> None:
    assert told(judged, verdict(1, "+")) == [HIGH, 0]


def test_refused_is_two_short_higher_beeps(judged: Bench) -> None:
    assert told(judged, verdict(1, "-")) == [HIGHER, 0, HIGHER, 0]


def test_refused_is_three_flashes(judged: Bench) -> None:
    judged.step(line=verdict(1, "-"))
    seen = list(judged.watch(800, light))
    assert [lit for _, lit in seen] == [True, False, True, False, True, False]
    assert seen[-1][0] < 600


def test_a_line_that_doubles_its_frames_does_not_beep_twice(judged: Bench) -> None:
    judged.step(line=verdict(1, "+"))
    judged.run(500)
    assert told(judged, verdict(1, "+")) == [0]


@pytest.mark.parametrize(
    "frame",
    [
        framed(f"V {BOOT} 2 +"),  # a card that was not read yet
        framed("V 00C0FFEE 1 +"),  # of another start
        framed(f"V {BOOT} 1 ?"),
        framed(f"V {BOOT} 1 + +"),
        framed(f"V {BOOT} -1 +"),
        framed(f"V {BOOT} 1 +").replace(b"+", b"-"),
        framed(f"V {BOOT} 1 +")[:-1],
    ],
)
def test_what_is_no_verdict_is_not_shown(judged: Bench, frame: bytes) -> None:
    assert told(judged, frame) == [0]


def test_a_card_that_finds_no_room_beeps_three_times(bench: Bench) -> None:
    bench.start()
    for number in range(128):
        bench.pass_card(f"CARD{number:03}")
    bench.from_module = b"CARD128\r"
    assert [seen for _, seen in bench.watch(1500, tone)] == [HIGHER, 0] * 3


def test_all_is_well_is_a_short_flash_every_three_seconds(judged: Bench) -> None:
    flashes = [passed for passed, lit in judged.watch(7_000, light) if lit]
    assert [later - earlier for earlier, later in pairwise(flashes)] == [3000] * (len(flashes) - 1)
    assert len(flashes) > 1


def test_it_blinks_while_the_box_does_not_take_what_was_read(bench: Bench) -> None:
    bench.start().pass_card("1QSF").run(2500)
    assert [lit for _, lit in bench.watch(1000, light)] in (
        [True, False] * 2 + [True],
        [False, True] * 2 + [False],
    )
    bench.acknowledge(1).run(10)
    assert sum(bool(lit) for _, lit in bench.watch(2900, light)) <= 1


def test_it_flashes_twice_while_the_module_does_not_answer(bench: Bench) -> None:
    bench.plugged = False
    bench.start().run(4000)
    flashes = [passed for passed, lit in bench.watch(3200, light) if lit]
    assert sorted({later - earlier for earlier, later in pairwise(flashes)} & {250, 1250}) == [
        250,
        1250,
    ]
