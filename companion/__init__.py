"""The table companion, which keeps the total, turn, direction and chips at a real card table.

For programs: `Game` is a game in progress, of the class `AddingGame`, `TrickGame` or `PointsGame`;
`IllegalCommand` is the exception that it raises (docs/reference/python-api.md). Python imports a
name's module when the name is first used, so that the rollback command still works if the rules
cannot be imported.

>>> from companion import Game
>>> Game("ninety-nine", ["Ann", "Bo"])
<AddingGame ninety-nine: total 0, Ann to play>
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.errors import CompanionError, IllegalCommand, VariantError
    from companion.game import AddingGame, Game, Plays, PointsGame, TrickGame
    from companion.variants import load_variants

__all__ = [
    "AddingGame",
    "CompanionError",
    "Game",
    "IllegalCommand",
    "Plays",
    "PointsGame",
    "TrickGame",
    "VariantError",
    "load_variants",
]

_HOMES = {
    **dict.fromkeys(("AddingGame", "Game", "Plays", "PointsGame", "TrickGame"), "game"),
    **dict.fromkeys(("CompanionError", "IllegalCommand", "VariantError"), "errors"),
    "load_variants": "variants",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        return version("table-companion")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"companion.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
