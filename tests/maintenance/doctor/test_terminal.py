"""The terminal answers with whichever input arrives first."""

import os
import threading
from collections.abc import Iterator

import pytest

from companion.inputs import Edge, Input, PartBack, PartLost
from companion.maintenance.doctor.prompts import Terminal, Typed

LONG = 10.0


@pytest.fixture
def keyboard() -> Iterator[tuple[int, int]]:
    """Both ends of a keyboard: one to read from, one to type on."""
    reads, types = os.pipe()
    yield reads, types
    os.close(reads)


@pytest.fixture
def terminal(keyboard: tuple[int, int]) -> Iterator[Terminal]:
    made = Terminal(print, keyboard[0])
    yield made
    made.close()


def test_typed_line_has_no_line_end(terminal: Terminal, keyboard: tuple[int, int]) -> None:
    os.write(keyboard[1], b"n\n")
    assert terminal.next(LONG) == Typed("n")
    os.write(keyboard[1], b"\n")
    assert terminal.next(LONG) == Typed("")
    assert terminal.answers
    os.close(keyboard[1])


def test_closed_keyboard_gives_no_more_answers(
    terminal: Terminal, keyboard: tuple[int, int]
) -> None:
    os.close(keyboard[1])
    assert terminal.next(LONG) is None
    assert not terminal.answers
    terminal.report(PartBack("Reader"))
    assert terminal.next(LONG) == PartBack("Reader")


def test_reports_arrive_in_order_before_typed_lines(
    terminal: Terminal, keyboard: tuple[int, int]
) -> None:
    os.write(keyboard[1], b"y\n")
    reports: list[Input] = [
        PartLost("Reader", "gone"),
        Edge("OK", down=True, at=1.0),
        PartBack("Reader"),
    ]
    for report in reports:
        terminal.report(report)
    assert [terminal.next(LONG) for _ in range(4)] == [*reports, Typed("y")]
    assert terminal.next(0) is None
    os.close(keyboard[1])


def test_report_from_another_thread_ends_the_wait() -> None:
    terminal = Terminal(print, None)
    assert not terminal.answers
    thread = threading.Timer(0.0, terminal.report, [PartBack("Display")])
    thread.start()
    assert terminal.next(LONG) == PartBack("Display")
    thread.join()
    assert terminal.next(-1.0) is None
    terminal.close()


def test_spoken_text_is_printed(capsys: pytest.CaptureFixture[str], terminal: Terminal) -> None:
    terminal.say("Press OK.")
    assert capsys.readouterr().out == "Press OK.\n"
