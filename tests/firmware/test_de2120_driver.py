"""The driver of the DE2120, whose commands are words and whose answers are one byte."""

from collections.abc import Iterator

import pytest

from tests.firmware.bench import Bench
from tests.firmware.board import Board, wired

YES, NO = b"\x06", b"\x15"
COMMANDS = [b"^_^SCMCNT.", b"^_^CNTALW3.", b"^_^BEPSUC0."]
"""Scans all the time; the same code again after a second; no beep of its own."""


@pytest.fixture(scope="module")
def de2120(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    with Board(wired(tmp_path_factory.mktemp("de2120"), MODULE="de2120")) as made:
        yield made


@pytest.fixture
def bench(de2120: Board) -> Bench:
    """A node whose module the test plays: it sends no answers by itself."""
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


def test_each_setting_is_sent_after_the_answer_to_the_previous_one(bench: Bench) -> None:
    bench.start()
    assert bench.to_module == COMMANDS[:1]
    assert set_up(bench).to_module[-3:] == COMMANDS


def test_refused_setting_is_skipped(bench: Bench) -> None:
    set_up(bench, NO).run(5000, each=50)
    assert bench.to_module == COMMANDS
    assert said_of_the_module(bench) == "ok"


def test_card_directly_after_an_answer_is_read(bench: Bench) -> None:
    bench.start()
    bench.from_module = YES + b"1QSF\r"
    assert bench.run(5).scans() == ["1QSF"]


def test_card_during_setup_is_read(bench: Bench) -> None:
    bench.start()
    bench.from_module = b"1QSF\r"
    assert bench.run(5).scans() == ["1QSF"]


def test_unresponsive_module_is_reported_silent_and_retried(bench: Bench) -> None:
    bench.start().run(5000, each=50)
    assert said_of_the_module(bench) == "silent"
    bench.clear()
    while not bench.to_module:
        bench.run(50, each=50)
    assert bench.to_module == COMMANDS[:1]
    bench.from_module = YES
    bench.run(1500)
    assert said_of_the_module(bench) == "ok"


def test_configured_module_is_not_queried_again(bench: Bench) -> None:
    set_up(bench).clear().run(60_000, each=100)
    assert bench.to_module == []
