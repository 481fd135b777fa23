"""The words about entries that the disk has lost, and about those that a backup had."""

from companion.message import Message, Words, joined, phrase, plural
from companion.rules.family import State
from companion.text.numbers import figure
from companion.text.whose_move import whose_move

_LONG = 100
"""The first number with which "entries missing" is too wide
for a headline beside a page's number.
"""


def lost_entries(entries: int) -> Message:
    """Return what to do about so many lost `entries`.

    >>> str(lost_entries(2))
    'The disk has lost the last 2 entries: enter them again'
    """
    return plural(
        "The disk has lost the last entry: enter it again",
        "The disk has lost the last {n:d} entries: enter them again",
        entries,
    )


def entries_back(entries: int) -> Message:
    """Return that so many `entries` came back from a backup.

    >>> str(entries_back(2))
    'The disk had lost 2 entries: the backup has them, and they count again'
    """
    return plural(
        "The disk had lost {n:d} entry: the backup has it, and it counts again",
        "The disk had lost {n:d} entries: the backup has them, and they count again",
        entries,
    )


def games_whole(games: int, when: str) -> Words:
    """Return that all games were verified `when`, and nothing is wrong with them.

    >>> games_whole(312, "21:40")
    'All 312 games are whole, verified at 21:40'
    """
    return plural(
        "{n:d} game is whole, verified at {when}",
        "All {n:d} games are whole, verified at {when}",
        games,
        when=when,
    )


def game_damaged(game: int, entries: int) -> Words:
    """Return that entries of a `game` are lost, and no backup has them; 0 if nobody knows how many.

    >>> game_damaged(12, 3), game_damaged(13, 0)
    ('Game 12 is damaged: 3 entries are missing', 'Game 13 is missing')
    """
    if not entries:
        return phrase("Game {number} is missing", number=game)
    return plural(
        "Game {number} is damaged: {n:d} entry is missing",
        "Game {number} is damaged: {n:d} entries are missing",
        entries,
        number=game,
        n=entries,
    )


def backup_silent(place: str) -> Message:
    """Return that the backup in this place cannot be read, because its disk hangs."""
    return phrase(
        "{place} does not answer: pull it out. Play goes on without a backup", place=place
    )


def entries_missing(entries: int) -> Words:
    """Return how many entries of a journal are missing;
    a long number leaves a headline no room for more.

    >>> entries_missing(3), entries_missing(120)
    ('3 entries missing', '120 missing')
    """
    if entries < _LONG:
        return plural("{n:d} entry missing", "{n:d} entries missing", entries)
    return plural("{n:d} missing", "{n:d} missing", entries)


def kept_up_to(state: State) -> Words:
    """Return up to where all is kept: ``All is kept up to 79, Di to play``."""
    if state.total is None:
        return phrase("All is kept up to round {number}", number=state.deal_number)
    standing = joined(", ", (figure(state.total), whose_move(state)))
    return phrase("All is kept up to {standing}", standing=standing)


def play_on(state: State, missing: int, *, by_hand: bool) -> Words:
    """Return what the players can do about `missing` entries, which a key may put in `by_hand`."""
    if not by_hand:
        return plural("Enter it again, or play on", "Enter them again, or play on", missing)
    if state.total is None:
        return plural("Play on, or put it in", "Play on, or put them in", missing)
    words = plural(
        "Play on from {total}, or put it in", "Play on from {total}, or put them in", missing
    )
    return words.filled(total=state.total)
