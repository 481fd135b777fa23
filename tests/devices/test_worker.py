"""A worker steps when woken or when its last step's delay is over, and stops when closed."""

import threading

import pytest

from companion.devices.ports import Worker


class ThreeWaits(threading.Event):
    """An event whose first three waits return at once; the fourth sets `over`."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []
        self.over = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        if len(self.waits) == 3:
            self.over.set()
            return super().wait(10)
        self.waits.append(timeout)
        return False


def test_worker_waits_as_long_as_each_step_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    delays, woken = iter([0.25, None, 5.0]), ThreeWaits()
    worker = Worker(lambda: next(delays, None), "test")
    monkeypatch.setattr(worker, "_wake", woken)
    worker.start()
    assert woken.over.wait(10)
    assert worker.close(timeout=10)
    assert woken.waits == [0.25, None, 5.0]


def test_waking_the_worker_runs_another_step() -> None:
    first, second = threading.Event(), threading.Event()

    def step() -> None:
        (second if first.is_set() else first).set()

    worker = Worker(step, "test")
    worker.start()
    assert first.wait(10)
    worker.wake()
    assert second.wait(10)
    assert worker.close(timeout=10)


def test_closing_an_unstarted_worker_returns_at_once() -> None:
    assert Worker(lambda: None, "test").close()


def test_closing_a_hanging_worker_reports_failure() -> None:
    entered, release = threading.Event(), threading.Event()

    def step() -> None:
        entered.set()
        release.wait(10)

    worker = Worker(step, "test")
    worker.start()
    assert entered.wait(10)
    assert not worker.close(timeout=0)
    release.set()
    assert worker.close(timeout=10)
