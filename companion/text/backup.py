"""The words about a backup that a new box offers."""

import msgspec

from companion.text.language import gettext as _
from companion.text.language import ngettext


class LastGame(msgspec.Struct, frozen=True):
    """The last game of a backup: what it is called, the names of its `players`, and its `number`."""

    title: str
    players: tuple[str, ...]
    number: int


def last_played(when: str) -> str:
    """Return when the last entry of a backup was accepted."""
    return _("last played {when}").format(when=when)


def last_game(last: LastGame) -> str:
    """Return what the last game of a backup is called, who sat there, and how many games there are.

    >>> last_game(LastGame("Ninety-nine", ("Ann", "Bo"), 12))
    'Ninety-nine: Ann, Bo. 12 games'
    """
    count = ngettext("{n:d} game", "{n:d} games", last.number).format(n=last.number)
    return f"{last.title}: {', '.join(last.players)}. {count}"
