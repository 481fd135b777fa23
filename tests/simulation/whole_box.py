"""The whole box behind the panel, on a bench in this process: rules, journal, dialogs, drivers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config import Config
from companion.config.sections import ButtonSettings, DisplaySettings, GameSettings
from companion.devices.clock import SystemClock
from companion.rules.commands import New, Step
from companion.simulation.box import SimulatedBox
from companion.table.table import Table
from tests.service.at_home import running

NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Maximilian")


class WholeBox:
    """A box that is switched on.

    Attributes:
        bench: what the panel shows.
    """

    def __init__(self, bench: SimulatedBox, app: App) -> None:
        self.bench = bench
        self._app = app

    @property
    def table(self) -> Table:
        """The game as the box has it; to be looked at only."""
        return self._app.box.table


@contextmanager
def switched_on(
    folder: Path, new: New | None = None, *steps: Step, first: str = "ninety-nine", wide: bool = False
) -> Iterator[WholeBox]:
    """A box with its journal in `folder`; `new` and `steps` are entered before anybody looks.

    Contacts do not bounce here, and the browser is quicker than any finger. A `wide` display has 256x64
    pixels.
    """
    config = Config(
        display=DisplaySettings(controller="ssd1322", bus="spi") if wide else DisplaySettings(),
        buttons=ButtonSettings(debounce=0),
        game=GameSettings(first=first, seats=NAMES),
    )
    bench = SimulatedBox(config, SystemClock(), "a seed")
    with App(Runtime(config, folder, bench=bench)) as app:
        for command in (*(() if new is None else (new,)), *steps):
            app.box.table.obey(command)
        app.box.tick()
        with running(app):
            yield WholeBox(bench, app)
