"""How the table stands, also for a voice: whose move it is, what is over, who has won."""

from typing import Final, assert_never

import msgspec

from companion.rules.adding.state import AddingState
from companion.rules.family import State, deals_next, winners
from companion.rules.tricks.state import TrickState
from companion.text.language import QuestionText, ngettext
from companion.text.language import gettext as _
from companion.text.lengths import Said
from companion.text.named import Named, Words, named, named_together, parted, plain
from companion.text.numbers import Count, figure
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


def whose_move(state: State) -> Words:
    """Return whose move it is: ``Bo to play``, ``Cy owes two plays``, ``Cy deals``, ``Ann wins``."""
    match state:
        case AddingState(phase="shield", named=int() as seat):
            return named(_("{name}: shield?"), state.players[seat].name)
        case AddingState(turn=int() as seat, owed=owed):
            return to_play(state.players[seat].name, owed)
        case TrickState(turn=int() as seat, trick=()):
            return named(_("{name} leads"), state.players[seat].name)
        case _ if state.turn is not None:
            return to_play(state.players[state.turn].name)
        case _ if state.phase == "game-over":
            return outcome(state)
    return deals(deals_next(state))


def to_play(name: str, owed: int = 1) -> Named:
    """Return that it is somebody's turn, who may owe several plays."""
    return named(_("{name} to play"), name) if owed <= 1 else owes(name, owed)


def owes(name: str, plays: int) -> Named:
    """Return how many plays somebody owes.

    >>> plain(owes("Cy", 2))
    'Cy owes two plays'
    """
    return named(ngettext("{name} owes {n} play", "{name} owes {n} plays", plays), name, n=Count(plays))


def still_to_play(state: State) -> str:
    """Return that it is somebody's turn as before, and at which total; "" while nobody is to play."""
    player = state.name_of(state.turn)
    if player is None:
        return ""
    match state:
        case AddingState():
            said = _("{player} still to play at {total}")
            return said.format(player=player, total=figure(state.total))
        case TrickState():
            return _("{player} still to play").format(player=player)
        case _:
            assert_never(state)


def deals(name: str) -> Named:
    """Return who deals."""
    return named(_("{name} deals"), name)


def deals_hand(name: str, hand: int) -> Named:
    """Return who deals which hand."""
    return named(_("{name} deals hand {hand}"), name, hand=hand)


def deals_round(name: str, number: int) -> Named:
    """Return who deals which round of a trick game."""
    return named(_("{name} deals round {n}"), name, n=number)


def next_deal(state: State) -> Named | None:
    """Return who deals which hand or round next; None until one is over."""
    match state:
        case AddingState(phase="hand-over"):
            return deals_hand(deals_next(state), state.hand + 1)
        case TrickState(phase="round-over"):
            return deals_round(deals_next(state), state.round + 1)
    return None


def is_over(state: State) -> str:
    """Return that the hand, the round or the game is over; "" while it goes on."""
    match state:
        case _ if state.phase == "game-over":
            return game_is_over()
        case AddingState(phase="hand-over"):
            return hand_is_over(state.hand)
        case TrickState(phase="round-over"):
            return round_is_over(state.round).label
    return ""


def hand_is_over(hand: int) -> str:
    """Return that a hand is over."""
    return _("Hand {n} is over").format(n=hand)


def round_is_over(number: int) -> Said:
    """Return that a round of a trick game is over."""
    whole = _("Round {n} is over").format(n=number)
    return Said(_("Round {n} over").format(n=number), whole, whole)


def game_is_over() -> str:
    """Return that the game is over."""
    return _("The game is over")


def standing(state: State | None) -> Standing:
    """Return how the table stands; None is a table without a game."""
    if state is None:
        nobody = sentences([_("Nobody is playing")])
        return Standing(nobody, nobody, nobody, known="")
    whose = plain(whose_move(state))
    if state.phase == "shield":
        whose = QuestionText(whose)
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
        case TrickState():
            known = _("Last known points: {points}").format(points=points_of_all(state))
            return Standing(move, move, move, sentences([known]), still)
        case _:
            assert_never(state)


def points_of_all(state: TrickState) -> str:
    """Return everybody's points."""
    return ", ".join(f"{parted(player.name)} {player.points}" for player in state.players)


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
