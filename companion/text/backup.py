"""The words about a backup that a new box offers."""

from companion.text.language import gettext as _
from companion.text.language import ngettext


def last_played(when: str) -> str:
    """Return when the last entry of a backup was accepted."""
    return _("last played {when}").format(when=when)


def last_game(title: str, players: str, games: int) -> str:
    """Return what the last game of a backup is called, who sat there, and how many `games` it holds.

    >>> last_game("Ninety-nine", "Ann, Bo", 12)
    'Ninety-nine: Ann, Bo. 12 games'
    """
    count = ngettext("{n:d} game", "{n:d} games", games).format(n=games)
    return f"{title}: {players}. {count}"
