"""The games in the folder `shown`, to be played by tests that read like their rules."""

from pathlib import Path
from typing import Any

from companion.variants import load_variants
from tests.drivers.game import GameDriver

SHOWN = Path(__file__).parent / "shown"


def shown(name: str, players: int = 3, **house: Any) -> GameDriver:
    """Return a new game of the file `name` in the folder `shown`; the last player deals."""
    shelf = load_variants(extra=[SHOWN / f"{name}.toml"])
    assert shelf.problems == ()
    game = GameDriver(variants=shelf.variants)
    game.new(name, players, **house)
    return game
