"""How the table stands, also for a voice: whose move it is, what is over, who has won."""

from typing import Final, assert_never

import msgspec

from companion.rules.adding.state import AddingState
from companion.rules.family import State, deals_next, winners
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.text.language import gettext as _
from companion.text.named import Named, Words, named, named_together, parted, plain
from companion.text.numbers import figure
from companion.text.turns import (
    deals,
    deals_hand,
    deals_round,
    game_is_over,
    hand_is_over,
    round_is_over,
    shield_asked,
    to_play,
)
from companion.text.voice import direction, sentences

MOST_NAMED: Final = 4
"""Maximum number of joint winners by name; of more only their number is said."""

LONGEST: Final = 60
"""Maximum characters of a sentence about a game."""


class Standing(msgspec.Struct, frozen=True):
    """How the table stands, as sentences for a voice.

    `move` is whose move it is, `brief` says the total as well, `full` also the direction of play; `known` is
    said while the connection is lost, `still` after a refusal.
    """

    move: str
    brief: str
    full: str
    known: str
    still: str = ""


def whose_move(state: State | None) -> Words:
    """Return whose move it is: ``Bo to play``, ``Cy owes two plays``, ``Cy deals``, ``Ann wins``.

    In a round of a points game nobody is to act: ``Round 3 is being played``. None is a table without a game.
    """
    match state:
        case None:
            return _("Nobody is playing")
        case AddingState(phase="shield", named=int() as seat):
            return shield_asked(state.players[seat].name)
        case AddingState(turn=int() as seat, owed=owed):
            return to_play(state.players[seat].name, owed)
        case TrickState(turn=int() as seat, trick=()):
            return named(_("{name} leads"), state.players[seat].name)
        case PointsState(phase="play", round=number):
            return _("Round {n} is being played").format(n=number)
        case _ if state.turn is not None:
            return to_play(state.players[state.turn].name)
        case _ if state.phase == "game-over":
            return outcome(state)
    return deals(deals_next(state))


def still_to_play(state: State) -> str:
    """Return that it is somebody's turn as before, and at which total; "" while nobody is to play."""
    player = state.name_of(state.turn)
    if player is None:
        return ""
    match state:
        case AddingState():
            said = _("{player} still to play at {total}")
            return said.format(player=player, total=figure(state.total))
        case TrickState() | PointsState():
            return _("{player} still to play").format(player=player)
        case _:
            assert_never(state)


def next_deal(state: State) -> Named | None:
    """Return who deals which hand or round next; None until one is over."""
    match state:
        case AddingState(phase="hand-over"):
            return deals_hand(deals_next(state), state.hand + 1)
        case TrickState(phase="round-over") | PointsState(phase="round-over"):
            return deals_round(deals_next(state), state.round + 1)
    return None


def is_over(state: State) -> str:
    """Return that the hand, the round or the game is over; "" while it goes on."""
    match state:
        case _ if state.phase == "game-over":
            return game_is_over()
        case AddingState(phase="hand-over"):
            return hand_is_over(state.hand)
        case TrickState(phase="round-over") | PointsState(phase="round-over"):
            return round_is_over(state.round).label
    return ""


def standing(state: State | None) -> Standing:
    """Return how the table stands; None is a table without a game."""
    if state is None:
        nobody = sentences([plain(whose_move(None))])
        return Standing(nobody, nobody, nobody, known="")
    whose = plain(whose_move(state))
    move, still = sentences([whose]), sentences([still_to_play(state)])
    match state:
        case AddingState():
            total = figure(state.total)
            in_full = whose if state.turn is None else f"{whose}, {direction(state.clockwise)}"
            return Standing(
                move=move,
                brief=sentences([total, whose]),
                full=sentences([_("Total {total}").format(total=total), in_full]),
                known=sentences([_("Last known total {total}").format(total=total)]),
                still=still,
            )
        case TrickState() | PointsState():
            known = _("Last known points: {points}").format(points=points_of_all(state))
            return Standing(move, move, move, sentences([known]), still)
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
            said = named_together(_("{names} win"), names)
            if len(names) <= MOST_NAMED and len(plain(said)) <= LONGEST:
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
