"""The whole box in this process, with models at the far end of its drivers."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config import Config
from companion.config.sections import TextSettings
from companion.core.commands import New, Step
from companion.simulation.box import SimulatedBox
from companion.table.table import Table
from tests.drivers.scanner import PATIENCE


class BenchBox(NamedTuple):
    """A box that is switched on, and the bench with the models of its parts."""

    bench: SimulatedBox
    app: App

    @property
    def table(self) -> Table:
        """The game as the box has it; only to be looked at."""
        return self.app.box.table


@contextmanager
def running(app: App) -> Iterator[None]:
    """The box takes inputs, on a thread of its own; at the end it has taken all of them."""
    playing = threading.Thread(target=app.run)
    playing.start()
    try:
        yield
    finally:
        app.stop()
        playing.join(PATIENCE)


@contextmanager
def on_bench(folder: Path, config: Config, *commands: New | Step) -> Iterator[BenchBox]:
    """A box that runs with its journal in `folder`; `commands` are entered before anybody looks.

    Its language is English if none is configured, so that it does not ask for one.
    """
    if not config.text.language:
        config = msgspec.structs.replace(config, text=TextSettings(language="en"))
    bench = SimulatedBox(config, time, "a seed")
    with App(Runtime(config, folder, bench=bench)) as app:
        for command in commands:
            app.box.table.obey(command)
        app.box.tick()
        with running(app):
            yield BenchBox(bench, app)
