"""The runtime: one object with everything that the program needs to build and run one box."""

from pathlib import Path

import msgspec

from companion.config import Config
from companion.devices.clock import SystemClock
from companion.devices.ports import Clock
from companion.host.systemd import ServiceNotifier
from companion.simulation.box import SimulatedBox


class Runtime(msgspec.Struct, frozen=True):
    """The configuration, the folders, the clock, and the interface to the machine around the box.

    Args:
        config: the configuration.
        data: the folder of the journal and of the paired phones.
        variants: the folder of the user's own variants, or None.
        clock: the source of the time.
        bench: the models in place of hardware, or None on a Pi.
        service: the service manager, which the app notifies when it is ready, alive and stopping.
        port: replaces the configured port of the web server; 0 takes any free one.
    """

    config: Config
    data: Path
    variants: Path | None = None
    clock: Clock = SystemClock()
    bench: SimulatedBox | None = None
    service: ServiceNotifier = ServiceNotifier({})
    port: int | None = None
