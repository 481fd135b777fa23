"""The boot file: the start of the board when its supply comes on."""

from pathlib import Path

import pytest

from companion.devices.scanner_node import FrameAssembler
from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, REPL, UNDO, Board, Ended, wired


def test_hello_lists_the_parts_of_the_node(board: Board) -> None:
    frames = FrameAssembler().feed(board.switch_on().line)
    assert frames[0] == ("H", BOOT, "1", "1", "1", "0.1.0", "gm65,keys,led,beeper")


def test_every_start_has_its_own_boot_id(board: Board) -> None:
    board.switch_on()
    board.switch_off()
    frames = FrameAssembler().feed(board.switch_on(boot="00C0FFEE").line)
    assert frames[0][1] == "00C0FFEE"


def test_byte_03_in_a_corrupted_line_does_not_stop_the_firmware(board: Board) -> None:
    assert board.switch_on().interrupt == -1


def test_watchdog_is_fed_at_each_step(board: Board) -> None:
    did = board.switch_on()
    assert did.watchdog is not None
    assert 2000 <= did.watchdog <= 8388  # the longest watchdog time of an RP2040
    assert [board.step(5).fed for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("pin", [REPL, UNDO])
def test_key_held_at_start_leaves_the_repl_on_the_line(board: Board, pin: str) -> None:
    with pytest.raises(Ended) as ended:
        board.switch_on(levels={pin: 0})
    assert ended.value.why == "repl"
    assert "was not started" in ended.value.printed


def test_repl_key_pressed_later_is_an_ordinary_key(bench: Bench) -> None:
    bench.start()
    bench.step(levels={UNDO: 0})
    assert bench.run(10).step().fed == 1
    assert bench.heard("K") == [("K", BOOT, "1", "UNDO", "d")]


def test_error_is_printed_and_restarts_the_board(tmp_path: Path) -> None:
    with Board(wired(tmp_path, MODULE="gm56")) as board:
        board.switch_on()  # it prints, and waits until the line has carried the text
        with pytest.raises(Ended) as ended:
            board.step(500)
    assert ended.value.why == "reset"
    assert "gm56" in ended.value.printed


@pytest.mark.parametrize(("module", "baud"), [("gm65", 9600), ("de2120", 115200), ("lines", 9600)])
def test_each_module_has_its_baud_rate(tmp_path: Path, module: str, baud: int) -> None:
    with Board(wired(tmp_path, MODULE=module)) as board:
        did = board.switch_on()
    assert did.baud == baud
    assert FrameAssembler().feed(did.line)[0][6].startswith(f"{module},")


def test_node_without_extra_parts_reports_only_its_module(tmp_path: Path) -> None:
    with Board(wired(tmp_path, KEYS={}, LED=None, BEEPER=None)) as board:
        did = board.switch_on()
        assert FrameAssembler().feed(did.line)[0][6] == "gm65"
        assert board.step(3000).pins == {}


def test_clock_wrap_around_has_no_effect(board: Board) -> None:
    board.switch_on(ticks=2**30 - 1500)
    beats = [board.ticks for _ in range(400) if b"~T " in board.step(10).line]
    assert len(beats) == 4
    assert beats[0] > beats[-1]
