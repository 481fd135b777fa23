"""The dependencies of one run of the program, and the watch over slow writes."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Timer

import msgspec

from companion.config import Config
from companion.core.frozen import Frozen
from companion.devices import keyboard_reader, serial_reader
from companion.devices.ports import MakeWorker, Worker
from companion.host.clock import BoxClock
from companion.host.systemd import ServiceNotifier
from companion.simulation.box import SimulatedBox

MakeTimer = Callable[[float, Callable[[], None]], Timer]
"""Makes a thread that calls a function after a number of seconds."""

SLOW = 1.0
"""Seconds after which the players see that the box is waiting for its disk."""


@contextmanager
def watched_write(say_slow: Callable[[], None], make_timer: MakeTimer) -> Iterator[None]:
    """Call `say_slow`, in another thread, if the write in the block takes longer than `SLOW`
    seconds.

    The box's thread waits until `say_slow` has returned, so the two never run at the same time.
    """
    lock, is_over = Lock(), False

    def late() -> None:
        with lock:
            if not is_over:
                say_slow()

    timer = make_timer(SLOW, late)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            is_over = True
        timer.cancel()


class Runtime(Frozen):
    """The configuration, the folders, the clock and the interface to the machine.

    `data` is the folder of the journal and the paired phones, `variants` the folder of the user's
    own variants, `voice` that of their own voice. The models of `bench` replace hardware; on a Pi
    `bench` is None. `port` replaces the configured port of the web server; 0 selects any free port.

    `chance` draws lots and codes. `worker` makes the worker that runs each part, `timer` makes
    timers, and the openers open the ports of readers. A box without threads and hardware passes its
    own.
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
    voice: Path | None = None
