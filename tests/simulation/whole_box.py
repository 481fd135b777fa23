"""The whole box behind the panel, on a bench in this process: rules, journal, dialogs, drivers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import Config
from companion.config.sections import ButtonSettings, DisplaySettings, GameSettings, TextSettings
from companion.core.commands import New, Step
from tests.drivers.bench import BenchBox, on_bench

NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Maximilian")


@contextmanager
def switched_on(
    folder: Path,
    new: New | None = None,
    *steps: Step,
    first: str = "ninety-nine",
    wide: bool = False,
    language: str = "en",
) -> Iterator[BenchBox]:
    """Yield a box with its journal in `folder`; `new` and `steps` are entered first.

    Contacts do not bounce here, and the browser is quicker than any finger. A `wide` display has
    256x64 pixels.
    """
    config = Config(
        display=DisplaySettings(controller="ssd1322", bus="spi") if wide else DisplaySettings(),
        buttons=ButtonSettings(debounce=0),
        game=GameSettings(first=first, seats=NAMES),
        text=TextSettings(language),
    )
    commands = () if new is None else (new, *steps)
    with on_bench(folder, config, *commands) as box:
        yield box
