"""How the table stands: whose move it is or who has won, and what a screen reader says about it."""

from typing import Final, assert_never

import msgspec

from companion.rules.adding.state import AddingState
from companion.rules.family import State, deals_next, winners
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.named import Named, Words, named, parted, plain
from companion.text.numbers import Count, figure, together
from companion.text.voice import direction, sentences

MOST_NAMED: Final = 4
"""Maximum number of joint winners by name; of more only their number is said."""

LONGEST: Final = 60
"""Maximum characters of a sentence about a game."""


class Standing(msgspec.Struct, frozen=True):
    """How the table stands, as sentences for a voice.

    `move` is whose move it is, `brief` says the total as well, `full` also the direction of play; `known` is
    said while the connection is lost.
    """

    move: str
    brief: str
    full: str
    known: str


def whose_move(state: State) -> Words:
    """Return whose move it is: ``Bo to play``, ``Cy owes two plays``, ``Cy deals``, ``Ann wins``.

    In a round of a points game nobody is to act: ``Round 3 is being played``.
    """
    match state:
        case AddingState(phase="shield", named=int() as seat):
            return named(_("{name}: shield?"), state.players[seat].name)
        case AddingState(turn=int() as seat, owed=owed) if owed > 1:
            return owes(state.players[seat].name, owed)
        case TrickState(turn=int() as seat, trick=()):
            return named(_("{name} leads"), state.players[seat].name)
        case PointsState(phase="play", round=number):
            return _("Round {n} is being played").format(n=number)
        case _ if state.turn is not None:
            return to_play(state.players[state.turn].name)
        case _ if state.phase == "game-over":
            return outcome(state)
    return named(_("{name} deals"), deals_next(state))


def to_play(name: str) -> Named:
    """Return that it is somebody's turn."""
    return named(_("{name} to play"), name)


def owes(name: str, plays: int) -> Named:
    """Return how many plays somebody owes.

    >>> plain(owes("Cy", 2))
    'Cy owes two plays'
    """
    return named(ngettext("{name} owes {n} play", "{name} owes {n} plays", plays), name, n=Count(plays))


def standing(state: State | None) -> Standing:
    """Return how the table stands; None is a table without a game."""
    if state is None:
        nobody = sentences([_("Nobody is playing")])
        return Standing(nobody, nobody, nobody, known="")
    whose = plain(whose_move(state))
    move = sentences([whose])
    match state:
        case AddingState():
            total = figure(state.total)
            in_full = move if state.turn is None else sentences([f"{whose}, {direction(state.clockwise)}"])
            return Standing(
                move=move,
                brief=sentences([total, move]),
                full=sentences([_("Total {total}").format(total=total), in_full]),
                known=sentences([_("Last known total {total}").format(total=total)]),
            )
        case TrickState() | PointsState():
            known = _("Last known points: {points}").format(points=points_of_all(state))
            return Standing(move, move, move, sentences([known]))
        case _:
            assert_never(state)


def points_of_all(state: TrickState | PointsState) -> str:
    """Return everybody's points."""
    return ", ".join(f"{parted(player.name)} {figure(player.points)}" for player in state.players)


def outcome(state: State) -> Words:
    """Return who has won or lost a game that is over."""
    match winners(state):
        case ():
            return _lost(state)
        case (winner,):
            return named(_("{name} wins"), winner)
        case names:
            said = _("{names} win").format(names=together(names))
            if len(names) <= MOST_NAMED and len(said) <= LONGEST:
                return said
            return _("{n:d} share the win").format(n=len(names))


def _lost(state: State) -> Words:
    losers = state.losers if isinstance(state, AddingState) else ()
    if len(losers) == 1:
        return named(_("{name} loses"), state.players[losers[0]].name)
    return _("All lose")


def is_out(player: str) -> Named:
    """Return that somebody is out of the game."""
    return named(_("{name} is out"), player)
