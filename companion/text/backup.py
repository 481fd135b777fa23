"""The words about a backup that a new box offers."""

import msgspec

from companion.message import Words, joined, phrase, plural


class LastGame(msgspec.Struct, frozen=True):
    """The last game of a backup: what it is called, the names of its `players`,
    and its `number`.
    """

    title: str
    players: tuple[str, ...]
    number: int


def last_played(when: str) -> Words:
    """Return when the last entry of a backup was accepted."""
    return phrase("last played {when}", when=when)


def last_game(last: LastGame) -> Words:
    """Return what the last game of a backup is called, who sat there, and how many games there are.

    >>> last_game(LastGame("Ninety-nine", ("Ann", "Bo"), 12))
    'Ninety-nine: Ann, Bo. 12 games'
    """
    count = plural("{n:d} game", "{n:d} games", last.number)
    return joined(". ", (joined(": ", (last.title, ", ".join(last.players))), count))
