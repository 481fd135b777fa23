"""How the table stands, also for a voice: whose move it is, what is over, who has won."""

from typing import Final, assert_never

import msgspec

from companion.rules.family import State
from companion.rules.refusals import GameOver
from companion.text.language import gettext as _
from companion.text.named import Named, Words, named, named_together, parted, plain
from companion.text.numbers import figure
from companion.text.refusals import refusal_sentence
from companion.text.turns import (
    deals,
    deals_hand,
    deals_round,
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
    if state is None:
        return _("Nobody is playing")
    name = state.name_of(state.lit) or ""
    match state.phase:
        case "shield":
            return shield_asked(name)
        case "play" if state.turn is None:
            return _("Round {n} is being played").format(n=state.deal_number)
        case "play" if state.leads:
            return named(_("{name} leads"), name)
        case "play":
            return to_play(name, state.owed)
        case "game-over":
            return outcome(state)
        case "hand-over" | "round-over":
            return deals(state.deals_next)
        case _:
            assert_never(state.phase)


def still_to_play(state: State) -> str:
    """Return that it is somebody's turn as before, and at which total; "" while nobody is to play."""
    player = state.name_of(state.turn)
    if player is None:
        return ""
    if state.total is None:
        return _("{player} still to play").format(player=player)
    return _("{player} still to play at {total}").format(player=player, total=figure(state.total))


def next_deal(state: State) -> Named | None:
    """Return who deals which hand or round next; None until one is over."""
    match state.phase:
        case "hand-over":
            return deals_hand(state.deals_next, state.deal_number + 1)
        case "round-over":
            return deals_round(state.deals_next, state.deal_number + 1)
    return None


def is_over(state: State) -> str:
    """Return that the hand, the round or the game is over; "" while it goes on."""
    match state.phase:
        case "game-over":
            return refusal_sentence(GameOver())
        case "hand-over":
            return hand_is_over(state.deal_number)
        case "round-over":
            return round_is_over(state.deal_number).label
    return ""


def what_is_over(state: State) -> str:
    """Return that the hand, the round or the game is over, and who deals next or has won."""
    return ". ".join((is_over(state), plain(whose_move(state))))


def standing(state: State | None) -> Standing:
    """Return how the table stands; None is a table without a game."""
    if state is None:
        nobody = sentences([plain(whose_move(None))])
        return Standing(nobody, nobody, nobody, known="")
    whose = plain(whose_move(state))
    move, still = sentences([whose]), sentences([still_to_play(state)])
    if state.total is None:
        known = _("Last known points: {points}").format(points=points_of_all(state))
        return Standing(move, move, move, sentences([known]), still)
    total = figure(state.total)
    in_full = whose if state.turn is None else f"{whose}, {direction(state.clockwise)}"
    return Standing(
        move=move,
        brief=sentences([total, whose]),
        full=sentences([_("Total {total}").format(total=total), in_full]),
        known=sentences([_("Last known total {total}").format(total=total)]),
        still=still,
    )


def points_of_all(state: State) -> str:
    """Return everybody's points."""
    return ", ".join(f"{parted(name)} {figure(points)}" for name, points in state.points_of.items())


def outcome(state: State) -> Words:
    """Return who has won or lost a game that is over."""
    match state.won_by:
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
    if len(state.losers) == 1:
        return named(_("{name} loses"), state.players[state.losers[0]].name)
    return _("All lose")
