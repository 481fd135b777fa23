"""The words about entries that the disk has lost, and about those that a backup had."""

from companion.message import Message, phrase, plural
from companion.rules.family import State
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.named import plain
from companion.text.numbers import figure
from companion.text.whose_move import whose_move

_LONG = 100
"""The first number with which "entries missing" is too wide for a headline beside a page's number."""


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


def games_whole(games: int, when: str) -> str:
    """Return that all games were verified `when`, and nothing is wrong with them.

    >>> games_whole(312, "21:40")
    'All 312 games are whole, verified at 21:40'
    """
    return ngettext(
        "{n:d} game is whole, verified at {when}",
        "All {n:d} games are whole, verified at {when}",
        games,
    ).format(n=games, when=when)


def game_damaged(game: int, entries: int) -> str:
    """Return that entries of a `game` are lost, and no backup has them; 0 if nobody knows how many.

    >>> game_damaged(12, 3), game_damaged(13, 0)
    ('Game 12 is damaged: 3 entries are missing', 'Game 13 is missing')
    """
    if not entries:
        return _("Game {number} is missing").format(number=game)
    return ngettext(
        "Game {number} is damaged: {n:d} entry is missing",
        "Game {number} is damaged: {n:d} entries are missing",
        entries,
    ).format(number=game, n=entries)


def backup_silent(place: str) -> Message:
    """Return that the backup in this place cannot be read, because its disk hangs."""
    return phrase("{place} does not answer: pull it out. Play goes on without a backup", place=place)


def entries_missing(entries: int) -> str:
    """Return how many entries of a journal are missing; a long number leaves a headline no room for more.

    >>> entries_missing(3), entries_missing(120)
    ('3 entries missing', '120 missing')
    """
    if entries < _LONG:
        return ngettext("{n:d} entry missing", "{n:d} entries missing", entries).format(n=entries)
    return ngettext("{n:d} missing", "{n:d} missing", entries).format(n=entries)


def kept_up_to(state: State) -> str:
    """Return up to where all is kept: ``All is kept up to 79, Di to play``."""
    if state.total is None:
        return _("All is kept up to round {number}").format(number=state.deal_number)
    standing = f"{figure(state.total)}, {plain(whose_move(state))}"
    return _("All is kept up to {standing}").format(standing=standing)


def play_on(state: State, missing: int, *, by_hand: bool) -> str:
    """Return what the players can do about `missing` entries, which a key may put in `by_hand`."""
    if not by_hand:
        return ngettext("Enter it again, or play on", "Enter them again, or play on", missing)
    if state.total is None:
        return ngettext("Play on, or put it in", "Play on, or put them in", missing)
    words = ngettext("Play on from {total}, or put it in", "Play on from {total}, or put them in", missing)
    return words.format(total=figure(state.total))
