"""The program ends on request, whatever it is waiting for."""

import queue
import signal
import threading
from collections.abc import Iterator

import pytest

from companion.host.systemd import stopped_by_signals

ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PATIENCE = 20.0


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    before = {number: signal.signal(number, lambda *_: None) for number in ENDS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDS)
def test_signal_to_another_thread_stops_a_waiting_main_thread(number: int) -> None:
    given: queue.SimpleQueue[str] = queue.SimpleQueue()
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        with stopped_by_signals(lambda: given.put("stop")):
            threading.Timer(0, lambda: signal.pthread_kill(other.ident or 0, number)).start()
            assert given.get(timeout=PATIENCE) == "stop"
    finally:
        done.set()
        other.join()


def test_nohup_ignores_a_closing_terminal() -> None:
    given: queue.SimpleQueue[str] = queue.SimpleQueue()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with stopped_by_signals(lambda: given.put("stop")):
        signal.raise_signal(signal.SIGHUP)
    assert given.empty()


def test_other_signals_do_not_stop_the_program() -> None:
    given: queue.SimpleQueue[str] = queue.SimpleQueue()
    before = signal.signal(signal.SIGUSR1, lambda *_: given.put("seen"))
    try:
        with stopped_by_signals(lambda: given.put("stop")):
            signal.raise_signal(signal.SIGUSR1)
        assert given.get(timeout=PATIENCE) == "seen"
        assert given.empty()
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_signals_have_no_effect_during_shutdown() -> None:
    given: queue.SimpleQueue[str] = queue.SimpleQueue()
    with stopped_by_signals(lambda: given.put("stop")):
        pass
    signal.raise_signal(signal.SIGTERM)
    assert given.empty()
