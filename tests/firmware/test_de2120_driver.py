"""The driver of the DE2120: its commands are words, its answers one byte."""

from collections.abc import Iterator

import pytest

from tests.firmware.bench import Bench
from tests.firmware.board import Board, wired

YES, NO = b"\x06", b"\x15"
COMMANDS = [b"^_^SCMCNT.", b"^_^CNTALW3.", b"^_^BEPSUC0."]
"""Reads all the time; the same code again after a second; no beep of its own."""


@pytest.fixture(scope="module")
def de2120(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    with Board(wired(tmp_path_factory.mktemp("de2120"), MODULE="de2120")) as made:
        yield made


@pytest.fixture
def bench(de2120: Board) -> Bench:
    """The module is played by the test: it does not answer by itself."""
    de2120.switch_off()
    made = Bench(de2120)
    made.plugged = False
    return made


def set_up(bench: Bench, answer: bytes = YES) -> Bench:
    bench.start()
    for _ in COMMANDS:
        bench.from_module += answer
        bench.run(5)
    return bench


def said_of_the_module(bench: Bench) -> str:
    return bench.heard("T")[-1][5]


def test_one_setting_after_the_other_is_sent_when_the_last_was_answered(bench: Bench) -> None:
    bench.start()
    assert bench.to_module == COMMANDS[:1]
    assert set_up(bench).to_module[-3:] == COMMANDS


def test_a_setting_that_it_refuses_is_left_as_it_is(bench: Bench) -> None:
    set_up(bench, NO).run(5000, each=50)
    assert bench.to_module == COMMANDS
    assert said_of_the_module(bench) == "ok"


def test_a_card_right_behind_the_answer_is_read(bench: Bench) -> None:
    bench.start()
    bench.from_module = YES + b"1QSF\r"
    assert bench.run(5).scans() == ["1QSF"]


def test_a_card_while_it_is_set_up_is_read(bench: Bench) -> None:
    bench.start()
    bench.from_module = b"1QSF\r"
    assert bench.run(5).scans() == ["1QSF"]


def test_one_that_does_not_answer_is_silent_and_tried_again(bench: Bench) -> None:
    bench.start().run(5000, each=50)
    assert said_of_the_module(bench) == "silent"
    bench.clear()
    while not bench.to_module:
        bench.run(50, each=50)
    assert bench.to_module == COMMANDS[:1]
    bench.from_module = YES
    bench.run(1500)
    assert said_of_the_module(bench) == "ok"


def test_once_set_up_it_is_left_in_peace(bench: Bench) -> None:
    set_up(bench).clear().run(60_000, each=100)
    assert bench.to_module == []
