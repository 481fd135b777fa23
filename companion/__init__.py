"""The table companion: keeps the total, the turn, the direction and the chips at a real card table.

For programs: `Game` is a game under way, `IllegalCommand` is what it raises
(docs/reference/python-api.md). Python
imports the module of a name when the name is first used, so that the way back to the version before
is found even where the rules cannot be imported.

>>> from companion import Game
>>> Game("ninety-nine", ["Ann", "Bo"])
<Game of ninety-nine: total 0, Ann to play>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.errors import CompanionError, IllegalCommand
    from companion.game import Game

__all__ = ["CompanionError", "Game", "IllegalCommand"]

_HOMES: Final = {
    "CompanionError": "companion.errors",
    "Game": "companion.game",
    "IllegalCommand": "companion.errors",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
