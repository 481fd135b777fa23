"""Wording of disk failures, lost entries and the backup."""

from companion.core.cards import Card
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.errors import DiskFault
from companion.message import Message, Name, Words, joined, phrase, plural
from companion.words.cards import face
from companion.words.numbers import figure
from companion.words.turns import points_of_all, round_number, whose_move

_LONG = 100
"""The first number too long for "entries missing" to fit in a headline next to a page number."""


def lost_entries(entries: int) -> Message:
    """Return the instruction to enter `entries` lost entries again.

    >>> str(lost_entries(2))
    'The disk has lost the last 2 entries: enter them again'
    """
    return plural(
        "The disk has lost the last entry: enter it again",
        "The disk has lost the last {n:d} entries: enter them again",
        entries,
    )


def games_whole(games: int, when: str) -> Words:
    """Return the sentence confirming that all games were verified `when` without a fault.

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
    """Return the sentence about `entries` missing from every copy of a `game`; 0 if unknown.

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


def entries_missing(entries: int) -> Words:
    """Return how many entries of a journal are missing, shortened if the number is long.

    >>> entries_missing(3), entries_missing(120)
    ('3 entries missing', '120 missing')
    """
    if entries < _LONG:
        return plural("{n:d} entry missing", "{n:d} entries missing", entries)
    return plural("{n:d} missing", "{n:d} missing", entries)


def kept_up_to(state: State) -> Words:
    """Return the last state that is fully stored: ``All is kept up to 79, Di to play``."""
    if state.total is None:
        return phrase("Complete up to round {number}", number=state.deal_number)
    standing = joined(", ", (figure(state.total), whose_move(state)))
    return phrase("Complete up to {standing}", standing=standing)


def play_on(missing: int, *, by_hand: bool) -> Words:
    """Return the players' options for `missing` entries; with `by_hand`, a key can insert them."""
    if not by_hand:
        return plural("Enter it again, or play on", "Enter them again, or play on", missing)
    return plural("Play on, or enter it", "Play on, or enter them", missing)


class LastGame(Frozen):
    """The last game of a backup: its title, the names of its `players` and its `number`."""

    title: str
    players: tuple[str, ...]
    number: int


def last_game(last: LastGame) -> Words:
    """Return the title and players of a backup's last game, and the number of games.

    >>> last_game(LastGame("Ninety-nine", ("Ann", "Bo"), 12))
    'Ninety-nine: Ann, Bo. 12 games'
    """
    count = plural("{n:d} game", "{n:d} games", last.number)
    return joined(". ", (joined(": ", (last.title, ", ".join(last.players))), count))


def disk_words(fault: DiskFault) -> Message:
    """Return a brief description of a disk fault, as on the page of missing parts.

    >>> str(disk_words("full"))
    'The disk is full'
    """
    return {
        "full": phrase("The disk is full"),
        "read-only": phrase("The disk is read-only"),
        "failing": phrase("The disk is failing"),
        "gone": phrase("The journal is missing"),
    }[fault]


def disk_sentence(fault: DiskFault, card: Card | None = None) -> Message:
    """Return the disk fault and how to fix it so that the `card` or refused command can be stored.

    >>> str(disk_sentence("full", Card("7", "H")))
    'The disk is full: 7♥ does not count. Run sudo apt clean, then play 7♥ again'
    """
    first = {
        "full": phrase("Run sudo apt clean"),
        "read-only": phrase("Restart the box"),
        "failing": phrase("Restart the box"),
        "gone": phrase("Put it back and restart"),
    }[fault]
    what = disk_words(fault)
    if card is None:
        so = phrase("{fault}: plays are not counted", fault=what)
        cure = phrase("{first}, then try again", first=first)
    else:
        played = face(card)
        so = phrase("{fault}: {card} does not count", fault=what, card=played)
        cure = phrase("{first}, then play {card} again", first=first, card=played)
    return Message("{so}. {cure}", (("so", so), ("cure", cure)))


def slow_disk() -> tuple[Words, Words]:
    """Return the headline and sentence shown to the players while a write takes long."""
    return phrase("The disk is slow"), phrase("wait: not saved yet")


def disk_notice(fault: DiskFault | None, *, waits: bool) -> Words:
    """Return the disk notice for phones, also while the box `waits` for a write; "" if all is well.

    >>> disk_notice(None, waits=True)
    'The disk is slow, wait: not saved yet'
    """
    if waits:
        return joined(", ", slow_disk())
    return "" if fault is None else disk_sentence(fault)


def what_stands(state: State) -> Words:
    """Return the facts to write down to continue without the box: the total and whose turn it is.

    Without a total, they are the round and the points of all players.
    """
    if state.total is None:
        return joined(": ", (round_number(state.deal_number), points_of_all(state)))
    next_one = state.name_of(state.lit) or state.deals_next
    return joined(", ", (figure(state.total), Name(next_one)))
