"""The current adding game of a scene."""

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.refusals import NoGame


def adding_game(scene: Scene) -> tuple[AddingRules, AddingState]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game is of another family.
    """
    if not isinstance(scene.rules, AddingRules) or not isinstance(scene.state, AddingState):
        raise Illegal(NoGame())
    return scene.rules, scene.state
