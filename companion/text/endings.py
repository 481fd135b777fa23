"""How a game ended."""

from typing import Final

from companion.rules.adding.state import AddingState
from companion.rules.family import State, winners
from companion.text.language import gettext as _
from companion.text.named import Words, named
from companion.text.numbers import together

MOST_NAMED: Final = 4
"""Maximum number of joint winners by name; of more only their number is said."""

LONGEST: Final = 60
"""Maximum characters of a sentence about a game."""


def outcome(state: State) -> Words:
    """Return who has won or lost a game that is over."""
    match winners(state):
        case ():
            return _lost(state)
        case (winner,):
            return named(_("{name} wins"), winner)
        case names:
            said = _("{names} win").format(names=together(names))
            if len(names) <= MOST_NAMED and len(said) <= LONGEST:
                return said
            return _("{n:d} share the win").format(n=len(names))


def _lost(state: State) -> Words:
    losers = state.losers if isinstance(state, AddingState) else ()
    if len(losers) == 1:
        return named(_("{name} loses"), state.players[losers[0]].name)
    return _("All lose")
