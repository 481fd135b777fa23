"""An evening at the table: the games that were played without a long pause."""

import logging
from collections.abc import Iterable, Iterator
from typing import Final

from companion.errors import DamagedError
from companion.table.reader import Entry

PAUSE: Final = 6 * 60 * 60
"""Seconds without a command after which another evening begins."""

_log = logging.getLogger(__name__)


def games_of_the_evening(newest_first: Iterable[Entry]) -> Iterator[Entry]:
    """The last command of each game of the evening of the first of these entries, the newest game first.

    A game that was taken back for the one before to go on is none of them.

    Raises:
        DamagedError: the entries cannot be read up to the evening's beginning.
    """
    game: int | None = None
    met = False
    later: float | None = None
    for entry in newest_first:
        if later is None:
            game = entry.game
        elif later - entry.at > PAUSE or game is None:
            break
        later = entry.at
        if entry.game != game:
            continue
        if not met:
            yield entry
            met = True
        if entry.variant is not None:
            game, met = entry.previous, False


def winners_of_the_evening(newest_first: Iterable[Entry]) -> tuple[str, ...]:
    """Who won the games of the evening of the first of these entries, in the order they were won.

    A game counts as its last command left it, and not at all when it was taken back for the one before
    to go on. Entries that cannot be read end the evening: a scoreboard must not stop the play.
    """
    won: list[str] = []
    try:
        for entry in games_of_the_evening(newest_first):
            won[:0] = entry.winners
    except DamagedError as damage:
        _log.warning("The evening is counted from where the journal can be read: %s", damage)
    return tuple(won)
