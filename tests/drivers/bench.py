"""The whole box in this process, with models of its parts instead of hardware."""

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
        """The box's game, for reading only."""
        return self.app.box.table


@contextmanager
def running(app: App) -> Iterator[None]:
    """Let the box handle inputs in its own thread, and all of them by the end of the block."""
    playing = threading.Thread(target=app.run)
    playing.start()
    try:
        yield
    finally:
        app.stop()
        playing.join(PATIENCE)


@contextmanager
def on_bench(folder: Path, config: Config, *commands: New | Step) -> Iterator[BenchBox]:
    """Yield a running box with its journal in `folder`, after entering `commands`.

    Its language is English unless one is configured, so that it does not ask for one.
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
