"""The current game of a scene, for the dialogs of its family."""

from functools import partial
from typing import TypeVar

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.refusals import NoGame
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState

_Rules = TypeVar("_Rules")
_State = TypeVar("_State")


def _game(rules: type[_Rules], state: type[_State], scene: Scene) -> tuple[_Rules, _State]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game is of another family.
    """
    if not isinstance(scene.rules, rules) or not isinstance(scene.state, state):
        raise Illegal(NoGame())
    return scene.rules, scene.state


adding_game = partial(_game, AddingRules, AddingState)
trick_game = partial(_game, TrickRules, TrickState)
points_game = partial(_game, PointsRules, PointsState)
