"""What the program needs for one run of the box, as one object for everything that builds a part of it."""

from pathlib import Path

import msgspec

from companion.config import Config
from companion.devices.clock import SystemClock
from companion.devices.ports import Clock
from companion.host.systemd import ServiceNotifier
from companion.simulation.box import SimulatedBox


class Runtime(msgspec.Struct, frozen=True):
    """The configuration, the folders, the clock, and what stands for the machine around the box.

    Args:
        config: the configuration.
        data: the folder of the journal and of the phones that may rule.
        variants: the folder of variants of one's own, or None.
        clock: the time.
        bench: the models in place of hardware, or None on a Pi.
        service: hears that the box is ready, that it does not hang, that it ends.
        port: the pages listen here in place of the configured port; 0 takes any free one.
    """

    config: Config
    data: Path
    variants: Path | None = None
    clock: Clock = SystemClock()
    bench: SimulatedBox | None = None
    service: ServiceNotifier = ServiceNotifier({})
    port: int | None = None
