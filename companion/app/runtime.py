"""What one run of the program is made of, and the watch over slow writes."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Timer
from typing import Final

import msgspec

from companion.config import Config
from companion.devices import keyboard_reader, serial_reader
from companion.devices.worker import MakeWorker, Worker
from companion.host.clock import BoxClock
from companion.host.systemd import ServiceNotifier
from companion.simulation.box import SimulatedBox

MakeTimer = Callable[[float, Callable[[], None]], Timer]
"""Makes the thread that calls a function after some seconds."""

SLOW: Final = 1.0
"""Seconds after which the players are told that the box waits for its disk."""


class WriteWatch:
    """Calls `say_slow` once for a write that takes longer than `SLOW` seconds,
    while the box waits for it.

    The box's thread does not go on before `say_slow` has returned, so that the two never work at
    once.

    Args:
        say_slow: tells the players; another thread calls it.
        timer: makes the timer of one write.
    """

    def __init__(self, say_slow: Callable[[], None], timer: MakeTimer) -> None:
        self._say_slow, self._timer = say_slow, timer

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the write that the block does."""
        lock, is_over = Lock(), False

        def late() -> None:
            with lock:
                if not is_over:
                    self._say_slow()

        timer = self._timer(SLOW, late)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            with lock:
                is_over = True
            timer.cancel()


class Runtime(msgspec.Struct, frozen=True):
    """The configuration, the folders, the clock, and the interface to the machine around the box.

    `data` is the folder of the journal and of the paired phones, `variants` that of the user's own
    variants. The models of `bench` take the place of hardware; on a Pi there are none. `port`
    replaces the configured port of the web server; 0 takes any free one.

    `chance` draws lots and codes. `worker` makes what runs each part, `timer` what calls a function
    later, and the openers open what readers are plugged into: a box without threads and hardware
    hands in its own.
    """

    config: Config
    data: Path
    variants: Path | None = None
    clock: BoxClock = msgspec.field(default_factory=BoxClock)
    bench: SimulatedBox | None = None
    service: ServiceNotifier = ServiceNotifier({})
    port: int | None = None
    chance: random.Random = random.SystemRandom()
    worker: MakeWorker = Worker
    timer: MakeTimer = Timer
    open_serial: serial_reader.Opener = serial_reader.open_port
    open_keyboard: keyboard_reader.Opener = keyboard_reader.open_keyboard
