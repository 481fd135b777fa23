"""The table companion, which keeps the total, turn, direction and chips at a real card table.

For programs: `Game` is a game in progress, `IllegalCommand` the exception that it raises
(docs/reference/python-api.md). Python imports a name's module when the name is first used, so that
the rollback command still works if the rules cannot be imported.

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
