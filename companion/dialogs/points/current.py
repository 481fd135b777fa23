"""The current points game of a scene."""

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.refusals import NoGame


def points_game(scene: Scene) -> tuple[PointsRules, PointsState]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game is of another family.
    """
    if not isinstance(scene.rules, PointsRules) or not isinstance(scene.state, PointsState):
        raise Illegal(NoGame())
    return scene.rules, scene.state
