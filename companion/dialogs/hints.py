"""The hints beside keys and titles: what a command would make, and whose answer it is."""

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.rules.adding.state import AddingState
from companion.rules.cards import parse_card
from companion.rules.commands import Deal, New, Step
from companion.rules.family import deals_next
from companion.rules.refusals import (
    AlreadyPlayed,
    ChoiceNeeded,
    NotInDeck,
    OverTarget,
    RestrictedLead,
    Revoke,
    SuitNeeded,
    TargetNeeded,
    TooSoon,
    TurnAnother,
)
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.named import Named, Words

FEW = 4
"""Up to so many answers are shown side by side; more are dialled, or listed if they have gaps."""

Command = New | Step


def whose(scene: Scene, command: Command) -> Words:
    """Return who answers, for the right end of a title: the player to act, or the dealer."""
    if isinstance(command, New):
        return Named(command.dealer if isinstance(command.dealer, str) else command.players[-1])
    state = scene.game()[1]
    if isinstance(command, Deal):
        return Named(deals_next(state))
    return "" if state.turn is None else Named(state.players[state.turn].name)


def preview(scene: Scene, command: Command) -> str:
    """Return the result of a command as a key's label: ``→ 95``, ``over 98``, ``1 or 11?``."""
    try:
        state = scene.preview(command)
    except Illegal as refused:
        return _why_not(refused)
    return f"→ {state.total}" if isinstance(state, AddingState) else pgettext("key", "play")


def _why_not(refused: Illegal) -> str:  # noqa: PLR0912  # one case a refusal
    match refused.refusal:
        case OverTarget(_, target):
            return _("over {target}").format(target=target)
        case ChoiceNeeded(options) if len(options) > FEW:
            return pgettext("key", "dial it")
        case ChoiceNeeded(options):
            return f"{'/'.join(map(str, options))}?"
        case SuitNeeded():
            return pgettext("key", "which suit?")
        case TargetNeeded():
            return pgettext("key", "whom?")
        case AlreadyPlayed(_, "tricks"):
            return pgettext("key", "is played")
        case AlreadyPlayed(card) if parse_card(card).suit is None:
            return pgettext("key", "all played")
        case AlreadyPlayed():
            return pgettext("key", "lies there")
        case TooSoon():
            return pgettext("key", "too soon")
        case TurnAnother():
            return pgettext("key", "another")
        case NotInDeck():
            return pgettext("key", "not in deck")
        case RestrictedLead():
            return pgettext("key", "not broken")
        case Revoke():
            return pgettext("key", "revoke")
    return pgettext("key", "not now")
