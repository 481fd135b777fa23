"""The boot file: what the board does when it gets its supply."""

from pathlib import Path

import pytest

from companion.devices.node.link import FrameAssembler
from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, REPL, UNDO, Board, Ended, wired


def test_it_says_hello_and_what_it_has(board: Board) -> None:
    frames = FrameAssembler().feed(board.switch_on().line)
    assert frames[0] == ("H", BOOT, "1", "1", "1", "0.1.0", "gm65,keys,led,beeper")


def test_every_start_has_a_boot_of_its_own(board: Board) -> None:
    board.switch_on()
    board.switch_off()
    frames = FrameAssembler().feed(board.switch_on(boot="00C0FFEE").line)
    assert frames[0][1] == "00C0FFEE"


def test_a_byte_03_in_a_spoiled_line_does_not_stop_it(board: Board) -> None:
    assert board.switch_on().interrupt == -1


def test_the_watchdog_is_fed_at_each_step(board: Board) -> None:
    did = board.switch_on()
    assert did.watchdog is not None
    assert 2000 <= did.watchdog <= 8388  # the most an RP2040 counts to
    assert [board.step(5).fed for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("pin", [REPL, UNDO])
def test_held_at_the_start_leaves_the_repl_to_the_line(board: Board, pin: str) -> None:
    with pytest.raises(Ended) as ended:
        board.switch_on(levels={pin: 0})
    assert ended.value.why == "repl"
    assert "was not started" in ended.value.printed


def test_held_later_it_is_a_key(bench: Bench) -> None:
    bench.start()
    bench.step(levels={UNDO: 0})
    assert bench.run(10).step().fed == 1
    assert bench.heard("K") == [("K", BOOT, "1", "UNDO", "d")]


def test_an_error_is_printed_and_restarts_the_board(tmp_path: Path) -> None:
    with Board(wired(tmp_path, MODULE="gm56")) as board:
        board.switch_on()  # it prints, and waits for the line to carry that
        with pytest.raises(Ended) as ended:
            board.step(500)
    assert ended.value.why == "reset"
    assert "gm56" in ended.value.printed


@pytest.mark.parametrize(("module", "baud"), [("gm65", 9600), ("de2120", 115200), ("lines", 9600)])
def test_each_module_has_its_rate(tmp_path: Path, module: str, baud: int) -> None:
    with Board(wired(tmp_path, MODULE=module)) as board:
        did = board.switch_on()
    assert did.baud == baud
    assert FrameAssembler().feed(did.line)[0][6].startswith(f"{module},")


def test_a_node_without_anything_else_says_so(tmp_path: Path) -> None:
    with Board(wired(tmp_path, KEYS={}, LED=None, BEEPER=None)) as board:
        did = board.switch_on()
        assert FrameAssembler().feed(did.line)[0][6] == "gm65"
        assert board.step(3000).pins == {}


def test_the_clock_wraps_round_unnoticed(board: Board) -> None:
    board.switch_on(ticks=2**30 - 1500)
    beats = [board.ticks for _ in range(400) if b"~T " in board.step(10).line]
    assert len(beats) == 4
    assert beats[0] > beats[-1]
