"""The runtime: one object with everything that the program needs to build and run one box."""

import time
from pathlib import Path

import msgspec

from companion.config import Config
from companion.devices.ports import Clock
from companion.host.systemd import ServiceNotifier
from companion.simulation.box import SimulatedBox


class Runtime(msgspec.Struct, frozen=True):
    """The configuration, the folders, the clock, and the interface to the machine around the box.

    `data` is the folder of the journal and of the paired phones, `variants` that of the user's own variants.
    The models of `bench` take the place of hardware; on a Pi there are none. `port` replaces the configured
    port of the web server; 0 takes any free one.
    """

    config: Config
    data: Path
    variants: Path | None = None
    clock: Clock = time
    bench: SimulatedBox | None = None
    service: ServiceNotifier = ServiceNotifier({})
    port: int | None = None
