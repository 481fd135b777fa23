"""Only what changed goes over the bus: a whole picture takes 93 ms at 100 kHz."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.oled.memory import MEMORIES, ControllerName, changed, content
from companion.screens.model import DarkScreen, Frame
from tests.depth import one_in
from tests.devices.bench import BUILDS, STATUS, Bench, digits

WHOLE = 1034
"""What luma sends of a picture of 128x64: 1024 bytes, and the commands before it."""


def sent_by(bench: Bench, text: str) -> int:
    before = bench.line.sent
    bench.show(digits(text))
    return bench.line.sent - before


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1309", "sh1106"])
def test_another_total_takes_less_than_a_third(kind: ControllerName) -> None:
    bench = Bench(kind)
    bench.show(digits("42"))
    assert sent_by(bench, "57") < WHOLE / 3


def test_one_more_digit_costs_about_that_digit() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    # 28 columns on 6 pages, in blocks of 32 bytes with two bytes of their own, and one window.
    assert sent_by(bench, "422") <= 28 * 6 + 6 * 2 + 10 + STATUS


def test_the_same_picture_again_sends_nothing_of_it() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    assert sent_by(bench, "42") == STATUS


def test_going_dark_is_one_command() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    before = bench.line.sent
    bench.display.show(Frame(DarkScreen()))
    bench.display.step()
    assert bench.line.sent - before == STATUS + 3


def test_a_step_of_the_shift_sends_everything() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"), step=0)
    before = bench.line.sent
    bench.show(digits("42"), step=1)
    assert bench.line.sent - before > 1024


@pytest.mark.parametrize(("kind", "bus"), BUILDS)
def test_a_corner_pixel_is_a_window_of_one_cell(kind: ControllerName, bus: str) -> None:
    del bus
    memory = MEMORIES[kind]
    before = bytes(memory.columns * memory.rows * memory.cell)
    after = before[:-1] + b"\x01"
    (window,) = changed(memory, before, after)
    assert window == (memory.rows - 1, memory.columns - 1, memory.rows - 1, memory.columns - 1)


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106", "ssd1322"])
@one_in(5)
@given(data=st.data())
def test_the_windows_hold_every_change_and_cost_no_more_than_all(
    kind: ControllerName, data: st.DataObject
) -> None:
    memory = MEMORIES[kind]
    size = memory.columns * memory.rows * memory.cell
    before = bytes(size)
    after = bytearray(before)
    for at in data.draw(st.lists(st.integers(0, size - 1), max_size=60)):
        after[at] = 0xFF
    windows = changed(memory, before, bytes(after))
    line = memory.columns * memory.cell
    rebuilt = bytearray(before)
    for window in windows:
        sent = iter(content(memory, bytes(after), window))
        for row in range(window.top, window.bottom + 1):
            for at in range(window.left * memory.cell, (window.right + 1) * memory.cell):
                rebuilt[row * line + at] = next(sent)
    assert rebuilt == after
    assert memory.tall or all(window.top == window.bottom for window in windows)
