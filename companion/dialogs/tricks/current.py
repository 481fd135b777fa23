"""The current trick game of a scene."""

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.rules.refusals import NoGame
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState


def trick_game(scene: Scene) -> tuple[TrickRules, TrickState]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game is of another family.
    """
    if not isinstance(scene.rules, TrickRules) or not isinstance(scene.state, TrickState):
        raise Illegal(NoGame())
    return scene.rules, scene.state
