"""Words where a power cut left the game."""

from collections.abc import Sequence

from companion.message import Words, phrase
from companion.rules.family import HistoryEntry
from companion.text.undo import taken_back


def last_entry(moments: Sequence[HistoryEntry]) -> Words:
    """Return what was entered last, and the total after it in a game that has one.

    >>> from companion.rules.commands import New, Play
    >>> from companion.rules.game import GameHistory
    >>> from companion.variants import load_variants
    >>> game = GameHistory(load_variants().variants)
    >>> _events = game.obey(New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Bo"))
    >>> _events = game.obey(Play(card="8H"))
    >>> last_entry(game.moments)
    'Last: 8♥ by Ann, total 8'
    """
    last = moments[-1]
    what = taken_back(last.events).short
    if last.state.total is None:
        return phrase("Last: {what}", what=what)
    return phrase("Last: {what}, total {total}", what=what, total=last.state.total)
