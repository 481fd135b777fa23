"""Evenings: sequences of games without a long pause."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from companion.errors import DamagedError
from companion.table.reader import Entry

PAUSE: Final = 6 * 60 * 60
"""Seconds without a command after which the next one begins a new evening."""

_log = logging.getLogger(__name__)


def games_of_the_evening(newest_first: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the last command of each game of the latest evening, newest game first.

    The latest evening is that of the first entry. A game does not count if it was taken back to return to the
    one before.

    Raises:
        DamagedError: the entries cannot be read back to the evening's beginning.
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


def counts_of_the_evening(
    newest_first: Iterable[Entry], names_of: Callable[[Entry], Sequence[str]]
) -> dict[str, int]:
    """Return in how many games of the latest evening `names_of` its last command names each player.

    The latest evening is that of the first entry; a game counts as its last command left it, and not at all
    if it was taken back; the player named first comes first. Unreadable entries end the evening, because a
    scoreboard must not stop the game.
    """
    counts: dict[str, int] = {}
    try:
        for entry in games_of_the_evening(newest_first):
            for name in reversed(names_of(entry)):
                counts[name] = counts.pop(name, 0) + 1  # behind those of later games
    except DamagedError as damage:
        _log.warning("The evening is counted from where the journal can be read: %s", damage)
    return dict(reversed(counts.items()))
