"""Whose turn it is, what is over, and who deals, in words."""

from typing import Final, assert_never

import msgspec

from companion.core.refusals import GameOver
from companion.core.seats import State
from companion.message import Fitting, Message, Name, Words, joined, phrase, plural
from companion.words.numbers import Count, Wording, direction, figure, parted, sentences, together
from companion.words.refusals import refusal_sentence


def to_play(name: str, owed: int = 1) -> Message:
    """Return that it is somebody's turn, who may owe several plays."""
    return phrase("{name} to play", name=Name(name)) if owed <= 1 else owes(name, owed)


def owes(name: str, plays: int) -> Message:
    """Return how many plays somebody owes.

    >>> owes("Cy", 2)
    'Cy owes two plays'
    """
    return plural(
        "{name} owes {n} play", "{name} owes {n} plays", plays, name=Name(name), n=Count(plays)
    )


def shield_asked(name: str) -> Message:
    """Return the question for somebody's shield."""
    return phrase("{name}: shield?", name=Name(name))


def deals(name: str) -> Message:
    """Return who deals."""
    return phrase("{name} deals", name=Name(name))


def deals_hand(name: str, hand: int) -> Message:
    """Return who deals which hand."""
    return phrase("{name} deals hand {hand}", name=Name(name), hand=hand)


def deals_round(name: str, number: int) -> Message:
    """Return who deals which round of a trick game."""
    return phrase("{name} deals round {n}", name=Name(name), n=number)


def dealt(name: str) -> Message:
    """Return who has dealt."""
    return phrase("{name} dealt", name=Name(name))


def hand_number(hand: int) -> Words:
    """Return which hand it is."""
    return phrase("hand {n}", n=hand)


def round_number(number: int, rounds: int | None = None) -> Words:
    """Return which round it is, of so many if their number is set.

    >>> round_number(3, 6), round_number(3)
    ('Round 3 of 6', 'Round 3')
    """
    template = phrase("Round {n}") if rounds is None else phrase("Round {n} of {rounds}")
    return template.filled(n=number, rounds=rounds)


def trick_number(number: int, tricks: int) -> Words:
    """Return which of the round's tricks it is."""
    return phrase("trick {trick} of {tricks}", trick=number, tricks=tricks)


def hand_is_over(hand: int) -> Words:
    """Return that a hand is over."""
    return phrase("Hand {n} is over", n=hand)


def round_is_over(number: int) -> Wording:
    """Return that a round is over."""
    whole = phrase("Round {n} is over", n=number)
    return Wording(phrase("Round {n} over", n=number), whole, whole)


def is_out(player: str) -> Message:
    """Return that somebody is out of the game."""
    return phrase("{name} is out", name=Name(player))


MAX_WINNERS_NAMED: Final = 4
"""Maximum number of joint winners by name; of more only their number is said."""

MAX_SENTENCE_LENGTH: Final = 60
"""Maximum characters of a sentence about a game."""


class TurnStatus(msgspec.Struct, frozen=True):
    """How the table stands, as sentences for a voice.

    `move` is whose move it is, `brief` says the total as well, `full` also the direction of play;
    `known` is said while the connection is lost, `still` after a refusal.
    """

    move: Words
    brief: Words
    full: Words
    known: Words
    still: Words = ""


def whose_move(state: State | None) -> Words:
    """Return whose move it is: ``Bo to play``, ``Cy owes two plays``, ``Cy deals``, ``Ann wins``.

    In a round of a points game nobody is to act: ``Round 3 is being played``. None is a table
    without a game.
    """
    if state is None:
        return phrase("Nobody is playing")
    name = state.name_of(state.lit) or ""
    match state.phase:
        case "shield":
            return shield_asked(name)
        case "play" if state.turn is None:
            return phrase("Round {n} is being played", n=state.deal_number)
        case "play" if state.leads:
            return phrase("{name} leads", name=Name(name))
        case "play":
            return to_play(name, state.owed)
        case "game-over":
            return outcome(state)
        case "hand-over" | "round-over":
            return deals(state.deals_next)
        case _:
            assert_never(state.phase)


def still_to_play(state: State) -> Words:
    """Return that it is somebody's turn as before, and at which total;
    "" while nobody is to play.
    """
    player = state.name_of(state.turn)
    if player is None:
        return ""
    if state.total is None:
        return phrase("{player} still to play", player=player)
    return phrase("{player} still to play at {total}", player=player, total=state.total)


def next_deal(state: State) -> Message | None:
    """Return who deals which hand or round next; None until one is over."""
    match state.phase:
        case "hand-over":
            return deals_hand(state.deals_next, state.deal_number + 1)
        case "round-over":
            return deals_round(state.deals_next, state.deal_number + 1)
    return None


def is_over(state: State) -> Words:
    """Return that the hand, the round or the game is over; "" while it goes on."""
    match state.phase:
        case "game-over":
            return refusal_sentence(GameOver())
        case "hand-over":
            return hand_is_over(state.deal_number)
        case "round-over":
            return round_is_over(state.deal_number).label
    return ""


def what_is_over(state: State) -> Words:
    """Return that the hand, the round or the game is over, and who deals next or has won."""
    return joined(". ", (is_over(state), whose_move(state)))


def standing(state: State | None) -> TurnStatus:
    """Return how the table stands; None is a table without a game."""
    if state is None:
        nobody = sentences([whose_move(None)])
        return TurnStatus(nobody, nobody, nobody, known="")
    whose = whose_move(state)
    move, still = sentences([whose]), sentences([still_to_play(state)])
    if state.total is None:
        known = phrase("Last known points: {points}", points=points_of_all(state))
        return TurnStatus(move, move, move, sentences([known]), still)
    total = figure(state.total)
    in_full = whose
    if state.turn is not None and state.clockwise is not None:
        in_full = joined(", ", (whose, direction(state.clockwise)))
    return TurnStatus(
        move=move,
        brief=sentences([total, whose]),
        full=sentences([phrase("Total {total}", total=total), in_full]),
        known=sentences([phrase("Last known total {total}", total=total)]),
        still=still,
    )


def points_of_all(state: State) -> Words:
    """Return everybody's points."""
    return joined(
        ", ",
        (joined(" ", (parted(name), figure(points))) for name, points in state.points_of.items()),
    )


def outcome(state: State) -> Words:
    """Return who has won or lost a game that is over."""
    match state.won_by:
        case ():
            return _lost(state)
        case (winner,):
            return phrase("{name} wins", name=Name(winner))
        case names:
            all_names = phrase("{names} win", names=together([Name(name) for name in names]))
            shared = phrase("{n:d} share the win", n=len(names))
            return (
                Fitting((all_names, shared), MAX_SENTENCE_LENGTH)
                if len(names) <= MAX_WINNERS_NAMED
                else shared
            )


def _lost(state: State) -> Words:
    if len(state.losers) == 1:
        return phrase("{name} loses", name=Name(state.players[state.losers[0]].name))
    return phrase("All lose")


def has_it(taker: Words) -> Words:
    """Return that a player, or a card, has the trick so far."""
    return phrase("{taker} has it so far", taker=taker)
