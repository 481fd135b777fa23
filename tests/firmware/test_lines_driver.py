"""A module that sends lines and is set up by its owner."""

from collections.abc import Iterator

import pytest

from tests.firmware.bench import Bench
from tests.firmware.board import Board, wired


@pytest.fixture(scope="module")
def any_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    with Board(wired(tmp_path_factory.mktemp("lines"), MODULE="lines")) as made:
        yield made


@pytest.fixture
def bench(any_module: Board) -> Bench:
    any_module.switch_off()
    return Bench(any_module).start()


@pytest.mark.parametrize("line_end", [b"\r", b"\n", b"\r\n"])
def test_code_ends_with_cr_lf_or_both(bench: Bench, line_end: bytes) -> None:
    bench.from_module = b"1QSF" + line_end + b"18H0" + line_end
    assert bench.run(5).scans() == ["1QSF", "18H0"]


def test_code_without_a_line_end_is_reported_as_such_after_a_pause(bench: Bench) -> None:
    bench.from_module = b"1QSF"
    assert bench.run(150).unended() == []
    assert bench.run(10).unended() == ["1QSF"]
    bench.from_module = b"\r18H0\r"
    assert bench.run(200).scans() == ["18H0"]


def test_module_is_sent_nothing_and_always_reported_as_working(bench: Bench) -> None:
    bench.run(20_000, each=50)
    assert bench.to_module == []
    assert {words[5] for words in bench.heard("T")} == {"ok"}


def test_repeatedly_sent_card_is_reported_once(bench: Bench) -> None:
    for _ in range(10):
        bench.from_module = b"1QSF\r"
        bench.run(300, each=50)
    assert {words[2] for words in bench.heard("S")} == {"1"}


def test_answer_of_another_module_invalidates_its_line(bench: Bench) -> None:
    bench.from_module = b"\x061QSF\r18H0\r"
    assert bench.run(5).scans() == ["18H0"]
