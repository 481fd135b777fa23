"""The examined box: its configured parts, and its machine."""

import fcntl
import os
from pathlib import Path
from typing import Final

import msgspec

from companion.app.runtime import Runtime
from companion.config import Config
from companion.config.board import Pins
from companion.config.schema_errors import written
from companion.host.clock import BoxClock
from companion.inputs import PartName
from companion.maintenance.doctor.machine import Machine
from companion.message import Words, phrase
from companion.simulation.box import SimulatedBox

OWN_FILE: Final = "~/.config/companion/companion.toml"
"""The place for a new configuration file (companion/config/places.py)."""


class ExaminationContext(msgspec.Struct, frozen=True):
    """A box to examine: its parts as configured in `file`, and its journal in the folder `data`.

    The models of `bench`, if any, replace hardware. `played` is true if a running companion uses
    the folder and the parts. `voice` is the folder of the table's own voice.
    """

    config: Config
    pins: Pins
    data: Path
    machine: Machine
    file: Path | None = None
    bench: SimulatedBox | None = None
    played: bool = False
    voice: Path | None = None

    @property
    def fitted(self) -> Config:
        """The configuration, including the display that a simulated box always has."""
        return self.config if self.bench is None else self.bench.config

    def runtime(self) -> Runtime:
        """Return the runtime from which the box builds its parts."""
        clock = BoxClock(self.machine.clock, self.machine.synchronized)
        return Runtime(self.config, self.data, clock=clock, bench=self.bench, voice=self.voice)

    def write(self, part: PartName, key: str, value: object, base: int = 10) -> Words:
        """Return advice to change one line of the part's section of the configuration."""
        section = part.lower().replace(" ", "_")
        line = f"{key} = {written(value, base)}"
        return phrase(
            "write {line} below [{section}] in {file}",
            line=line,
            section=section,
            file=self.file or OWN_FILE,
        )


def is_played(folder: Path) -> bool:
    """Return whether a companion is using the journal in `folder`, without changing anything."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        # A shared lock, so that two doctors do not block each other.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:  # other errors mean that the file system does not support locks
        return isinstance(error, BlockingIOError)
    finally:
        os.close(descriptor)
    return False
