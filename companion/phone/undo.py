"""What one tap on a phone would take back."""

from companion.dialogs.context import Scene
from companion.phone.view_model import UndoOffer
from companion.text.cards import aloud
from companion.text.language import gettext as _
from companion.text.undo import taken_back, then_again
from companion.text.voice import sentences


def undo_of(scene: Scene) -> UndoOffer | None:
    """Return the last command, else the start of the game, and the state without it; None without both."""
    if len(scene.moments) > 1:
        before, last = scene.moments[-2:]
        what = _("Take back {what}").format(what=taken_back(last.events).label)
        return _offer("undo", what, then_again(before.state, last))
    if scene.can_reopen:
        return _offer("reopen", _("Take back the start"), _("the game before this one goes on"))
    return None


def _offer(cmd: str, what: str, then: str) -> UndoOffer:
    return UndoOffer(cmd, what, then, aloud(sentences([f"{what}?", then])))
