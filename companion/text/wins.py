"""Who wins a game that is played for points:
what decides it, when it ends, and who is best so far.
"""

from collections.abc import Mapping, Sequence

from companion.message import Words, in_context, joined, phrase, plural
from companion.rules.options import Wins
from companion.text.lengths import Wording


def who_wins(wins: Wins) -> Wording:
    """Return whose points win.

    >>> who_wins("lowest").label
    'lowest wins'
    """
    if wins == "highest":
        sentence = phrase("the most points; players with equally many share the win")
        return Wording(phrase("high wins"), phrase("highest wins"), sentence)
    sentence = phrase("the fewest points; players with equally few share the win")
    return Wording(phrase("low wins"), phrase("lowest wins"), sentence)


def played_to(wins: Wins, target: int | None, rounds: int | None) -> Words:
    """Return what is played to, as far as it is set, and whose points win.

    >>> played_to("lowest", 100, None), played_to("highest", None, 7)
    ('to 100, lowest wins', '7 rounds, highest wins')
    """
    conditions: list[Words] = [] if target is None else [phrase("to {points}", points=target)]
    if rounds is not None:
        conditions.append(plural("{n:d} round", "{n:d} rounds", rounds))
    return joined(", ", (*conditions, who_wins(wins).label))


def how_far(target: int | None, number: int, rounds: int | None) -> Words:
    """Return how far a game is after so many rounds, for the display; "" if its players end it.

    >>> how_far(100, 3, None), how_far(None, 3, 7)
    ('up to 100', 'after 3 of 7')
    """
    if target is not None:
        return phrase("up to {points}", points=target)
    return "" if rounds is None else phrase("after {n} of {rounds}", n=number, rounds=rounds)


def in_front(wins: Wins, best: Sequence[str], players: int) -> Mapping[str, Words]:
    """Return what is read beside the names of the best of so many players; nothing if most are.

    >>> in_front("lowest", ("Ann",), 3), in_front("lowest", ("Ann", "Bo"), 3)
    ({'Ann': 'lowest'}, {})
    """
    if len(best) * 2 > players:
        return {}
    word = in_context("points", "highest") if wins == "highest" else in_context("points", "lowest")
    return dict.fromkeys(best, word)
