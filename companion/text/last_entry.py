"""Words where a power cut left the game."""

from collections.abc import Sequence

from companion.rules.family import HistoryEntry
from companion.text.language import gettext as _
from companion.text.named import plain
from companion.text.numbers import figure
from companion.text.undo import taken_back


def last_entry(moments: Sequence[HistoryEntry]) -> str:
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
    what = plain(taken_back(last.events).short)
    if last.state.total is None:
        return _("Last: {what}").format(what=what)
    return _("Last: {what}, total {total}").format(what=what, total=figure(last.state.total))
