"""The terminal: what comes first counts."""

import os
import threading
from collections.abc import Iterator

import pytest

from companion.inputs import Edge, Input, PartBack, PartLost
from companion.maintenance.doctor.prompts import Terminal, Typed

LONG = 10.0


@pytest.fixture
def keyboard() -> Iterator[tuple[int, int]]:
    """Both ends of a keyboard: what is read, and what is typed on."""
    reads, types = os.pipe()
    yield reads, types
    os.close(reads)


@pytest.fixture
def terminal(keyboard: tuple[int, int]) -> Iterator[Terminal]:
    made = Terminal(print, keyboard[0])
    yield made
    made.close()


def test_what_is_typed_comes_without_its_end(terminal: Terminal, keyboard: tuple[int, int]) -> None:
    os.write(keyboard[1], b"n\n")
    assert terminal.next(LONG) == Typed("n")
    os.write(keyboard[1], b"\n")
    assert terminal.next(LONG) == Typed("")
    assert terminal.answers
    os.close(keyboard[1])


def test_the_end_of_the_keyboard_is_the_end_of_answers(
    terminal: Terminal, keyboard: tuple[int, int]
) -> None:
    os.close(keyboard[1])
    assert terminal.next(LONG) is None
    assert not terminal.answers
    terminal.report(PartBack("Reader"))
    assert terminal.next(LONG) == PartBack("Reader")


def test_reports_come_in_order_and_before_what_is_typed(
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


def test_a_report_from_another_thread_ends_the_waiting() -> None:
    terminal = Terminal(print, None)
    assert not terminal.answers
    thread = threading.Timer(0.0, terminal.report, [PartBack("Display")])
    thread.start()
    assert terminal.next(LONG) == PartBack("Display")
    thread.join()
    assert terminal.next(-1.0) is None
    terminal.close()


def test_what_is_said_is_printed(capsys: pytest.CaptureFixture[str], terminal: Terminal) -> None:
    terminal.say("Press OK.")
    assert capsys.readouterr().out == "Press OK.\n"
