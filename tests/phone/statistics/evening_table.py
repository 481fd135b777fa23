"""A table for tests of the evening, whose clock advances with each command."""

from collections.abc import Mapping
from pathlib import Path

from companion.core.family import Variant
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.replay import PlayedGame
from companion.phone.statistics.routes import Evenings
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS

FOUR = ("Ann", "Bo", "Cy", "Di")
HOUR = 3600.0


class EveningTable(GameDriver):
    """Games in a folder, with one minute for each command, and their evening as it is read back."""

    def __init__(self, folder: Path, variants: Mapping[str, Variant] = VARIANTS) -> None:
        super().__init__(folder, variants=variants, pace=60.0)
        self.path = folder / "journal"
        self.all_games = AllGames(folder / HISTORY, self.path)
        self.evenings = Evenings(self.all_games)

    def read(self) -> tuple[PlayedGame, ...]:
        return self.evenings.read()

    def begin(self, *players: str, variant: str = "ninety-nine", **house: object) -> None:
        """Start a new game. The last of the `players` deals, the first one acts first."""
        self.new(variant, players or FOUR, **house)
