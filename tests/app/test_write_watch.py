"""Tests of slow writes: each is announced once, and never after it has ended."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from threading import Timer

from companion.app.runtime import SLOW, watched_write


class HandTimer(Timer):
    """Calls its function when the test requests it, in the test's thread."""

    made: "list[HandTimer]"

    def start(self) -> None:
        self.made.append(self)

    def go_off(self) -> None:
        self.function()


def watch() -> tuple[list[str], list[HandTimer], Callable[[], AbstractContextManager[None]]]:
    said: list[str] = []
    made: list[HandTimer] = []

    def timer(seconds: float, call: Callable[[], None]) -> Timer:
        assert seconds == SLOW
        made_one = HandTimer(seconds, call)
        made_one.made = made
        return made_one

    return said, made, lambda: watched_write(lambda: said.append("slow"), timer)


def test_slow_write_is_announced_while_it_lasts() -> None:
    said, timers, writes = watch()
    with writes():
        timers[-1].go_off()
        assert said == ["slow"]
    assert timers[-1].finished.is_set(), "its thread ends"


def test_finished_write_is_not_announced() -> None:
    said, timers, writes = watch()
    with suppress(OSError), writes():
        raise OSError
    timers[-1].go_off()
    assert said == []
