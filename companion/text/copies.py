"""The words about a journal of which something is missing, and about a copy of it."""

from companion.rules.family import Rules, State
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.named import plain
from companion.text.numbers import figure
from companion.text.whose_move import whose_move

_LONG = 100
"""The first number with which "entries missing" is too wide for a headline beside a page's number."""


def what_is_missing(entries: int, *, is_all: bool, is_damaged: bool) -> str:
    """Return what is wrong with the journal, from which so many `entries` are missing."""
    if not is_all and not entries:
        return journal_damaged()
    if not is_all:
        return entries_missing(entries)
    return _("The disk cannot be read") if is_damaged else _("The journal is new")


def journal_damaged() -> str:
    """Return the headline about a journal that is damaged."""
    return _("Journal damaged")


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
    return _("All is kept up to {standing}").format(standing=_standing(state))


def play_on(state: State, missing: int, *, by_hand: bool) -> str:
    """Return what the players can do about `missing` entries, which a key may put in `by_hand`."""
    if not by_hand:
        return ngettext("Enter it again, or play on", "Enter them again, or play on", missing)
    if state.total is None:
        return ngettext("Play on, or put it in", "Play on, or put them in", missing)
    words = ngettext("Play on from {total}, or put it in", "Play on from {total}, or put them in", missing)
    return words.format(total=figure(state.total))


def copy_of(when: str) -> str:
    """Return the headline of what a copy holds, which was last written `when`."""
    return _("Copy, {when}").format(when=when)


def whence(when: str, state: State) -> str:
    """Return when a copy was last written, and after or in which hand of its game.

    >>> from companion.rules.points.state import PointsState
    >>> whence("21:40", PointsState(phase="play", round=6, dealer=0, players=()))
    '21:40, in round 6'
    """
    number, is_over = state.deal_number, state.phase in {"hand-over", "round-over", "game-over"}
    match state.deals_a, is_over:
        case "hand", True:
            words = _("{when}, after hand {number}")
        case "hand", _:
            words = _("{when}, in hand {number}")
        case _, True:
            words = _("{when}, after round {number}")
        case _:
            words = _("{when}, in round {number}")
    return words.format(when=when, number=number)


def holds(rules: Rules, state: State, games: int) -> str:
    """Return how the last game of a copy stands, and how many games it holds."""
    count = ngettext("{n:d} game", "{n:d} games", games).format(n=games)
    return f"{rules.title}: {_standing(state)}. {count}"


def _standing(state: State) -> str:
    """Return the total, if there is one, and whose move it is: ``79, Di to play``."""
    whose = plain(whose_move(state))
    return whose if state.total is None else f"{figure(state.total)}, {whose}"
