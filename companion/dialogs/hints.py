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
from companion.text.named import Named, Words
from companion.text.numbers import either

FEW = 4
"""Up to so many answers are shown side by side; more are dialled, or listed if they have gaps."""

Command = New | Step


def whose(scene: Scene, command: Command) -> Words:
    """Return who answers, for the right end of a title: the player to act, or the dealer."""
    if isinstance(command, New):
        return Named(command.dealer if isinstance(command.dealer, str) else command.players[-1])
    _, state = scene.game()
    if isinstance(command, Deal):
        return Named(deals_next(state))
    return "" if state.turn is None else Named(state.players[state.turn].name)


def preview(scene: Scene, command: Command) -> str:
    """Return the result of a command as a key's label: ``→ 95``, ``over 98``, ``1 or 11?``."""
    try:
        state = scene.preview(command)
    except Illegal as refused:
        match refused.refusal:
            case OverTarget(_, target):
                return f"over {target}"
            case ChoiceNeeded(options):
                return "dial it" if len(options) > FEW else f"{either([str(option) for option in options])}?"
            case SuitNeeded():
                return "which suit?"
            case TargetNeeded():
                return "whom?"
            case AlreadyPlayed(_, "tricks"):
                return "is played"
            case AlreadyPlayed(card):
                return "all played" if parse_card(card).suit is None else "lies there"
            case TooSoon():
                return "too soon"
            case TurnAnother():
                return "another"
            case NotInDeck():
                return "not in deck"
            case RestrictedLead():
                return "not broken"
            case Revoke():
                return "revoke"
        return "not now"
    return f"→ {state.total}" if isinstance(state, AddingState) else "play"
