"""Only changes go over the bus, because a whole picture takes 93 ms at 100 kHz."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.oled.memory import MEMORIES, ControllerName, changed, content
from companion.screens.model import DarkScreen, Frame
from tests.depth import one_in
from tests.devices.bench import BUILDS, STATUS, Bench, digits

WHOLE = 1034
"""Bytes that are sent for a picture of 128x64: 1024, and the commands before them."""


def sent_by(bench: Bench, text: str) -> int:
    before = bench.faults.sent
    bench.show(digits(text))
    return bench.faults.sent - before


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1309", "sh1106"])
def test_new_total_sends_less_than_a_third_of_a_picture(kind: ControllerName) -> None:
    bench = Bench(kind)
    bench.show(digits("42"))
    assert sent_by(bench, "57") < WHOLE / 3


def test_additional_digit_sends_about_one_digit() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    # 28 columns on 6 pages, in blocks of 32 bytes with two bytes of their own, and one window.
    assert sent_by(bench, "422") <= 28 * 6 + 6 * 2 + 10 + STATUS


def test_repeated_picture_sends_only_the_status_query() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    assert sent_by(bench, "42") == STATUS


def test_going_dark_is_one_command() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    before = bench.faults.sent
    bench.display.show(Frame(DarkScreen()))
    bench.display.step()
    assert bench.faults.sent - before == STATUS + 3


def test_shift_step_sends_the_whole_picture() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"), step=0)
    before = bench.faults.sent
    bench.show(digits("42"), step=1)
    assert bench.faults.sent - before > 1024


@pytest.mark.parametrize(("kind", "bus"), BUILDS)
def test_changed_corner_pixel_is_a_window_of_one_cell(kind: ControllerName, bus: str) -> None:
    del bus
    memory = MEMORIES[kind]
    before = bytes(memory.columns * memory.rows * memory.cell)
    after = before[:-1] + b"\x01"
    (window,) = changed(memory, before, after)
    assert window == (memory.rows - 1, memory.columns - 1, memory.rows - 1, memory.columns - 1)


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106", "ssd1322"])
@one_in(5)
@given(data=st.data())
def test_windows_cover_every_change_and_cost_at_most_a_whole_picture(
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
