"""The runtime: one object with everything that the program needs to build and run one box."""

import random
from pathlib import Path
from threading import Timer

import msgspec

from companion.app.write_watch import MakeTimer
from companion.config import Config
from companion.devices import keyboard_reader, serial_reader
from companion.devices.worker import MakeWorker, Worker
from companion.host.clock import BoxClock
from companion.host.systemd import ServiceNotifier
from companion.simulation.box import SimulatedBox


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
