"""The box that is looked at: what it should be made of, and the machine that it is on."""

import fcntl
import os
from pathlib import Path
from typing import Final

import msgspec

from companion.config import Config
from companion.config.board import Pins
from companion.config.schema_errors import written
from companion.maintenance.doctor.machine import Machine
from companion.simulation.box import SimulatedBox

OWN_FILE: Final = "~/.config/companion/companion.toml"
"""Where a configuration goes that is not there yet (companion/config/places.py)."""


class ExaminationContext(msgspec.Struct, frozen=True):
    """A box.

    Args:
        config: which parts it should have.
        pins: its wiring.
        data: the folder of the journal.
        machine: what it runs on.
        file: the configuration file, None for the defaults.
        bench: the models in place of hardware, None for the real parts.
        played: whether a companion is running with this folder and has the parts.
    """

    config: Config
    pins: Pins
    data: Path
    machine: Machine
    file: Path | None = None
    bench: SimulatedBox | None = None
    played: bool = False

    def write(self, section: str, key: str, value: object, base: int = 10) -> str:
        """Advice to change one line of the configuration."""
        return f"write {key} = {written(value, base)} below [{section}] in {self.file or OWN_FILE}"


def is_played(folder: Path) -> bool:
    """Whether a companion keeps its journal in `folder` at this moment; nothing is made or changed."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        # Shared, so that two doctors are not in each other's way.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system that knows no locks
        return False
    else:
        return False
    finally:
        os.close(descriptor)
