"""Whose turn it is, who deals, and the end of a hand, round or game, in words."""

from collections.abc import Mapping, Sequence

from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.message import Fitting, Message, Name, Words, joined, phrase, plural
from companion.words.cards import face
from companion.words.numbers import Count, Wording, direction, figure, parted, sentences, together


def to_play(name: str, owed: int = 1) -> Message:
    """Return the sentence announcing a player's turn with `owed` plays."""
    return phrase("{name} to play", name=Name(name)) if owed <= 1 else owes(name, owed)


def owes(name: str, plays: int) -> Message:
    """Return the sentence saying how many plays a player owes.

    >>> owes("Cy", 2)
    'Cy owes two plays'
    """
    return plural(
        "{name} owes {n} play", "{name} owes {n} plays", plays, name=Name(name), n=Count(plays)
    )


def shield_asked(name: str) -> Message:
    """Return the question for a player's shield."""
    return phrase("{name}: shield?", name=Name(name))


def deals(name: str) -> Message:
    """Return the sentence naming the dealer."""
    return phrase("{name} deals", name=Name(name))


def deals_hand(name: str, hand: int) -> Message:
    """Return the sentence naming the dealer of a hand."""
    return phrase("{name} deals hand {hand}", name=Name(name), hand=hand)


def deals_round(name: str, number: int) -> Message:
    """Return the sentence naming the dealer of a round of a trick game."""
    return phrase("{name} deals round {n}", name=Name(name), n=number)


def dealt(name: str) -> Message:
    """Return the sentence naming the player who has dealt."""
    return phrase("{name} dealt", name=Name(name))


def hand_number(hand: int) -> Words:
    """Return the label of a hand."""
    return phrase("hand {n}", n=hand)


def round_number(number: int, rounds: int | None = None) -> Words:
    """Return the label of a round, with the number of `rounds` if that is fixed and not over.

    >>> round_number(6, 6), round_number(7, 6), round_number(3)
    ('Round 6 of 6', 'Round 7', 'Round 3')
    """
    ends = rounds is not None and number <= rounds  # A tie may add rounds after the last one.
    template = phrase("Round {n} of {rounds}") if ends else phrase("Round {n}")
    return template.filled(n=number, rounds=rounds)


def trick_number(number: int, tricks: int) -> Words:
    """Return the label of a trick within the round's `tricks`."""
    return phrase("trick {trick} of {tricks}", trick=number, tricks=tricks)


def hand_is_over(hand: int) -> Words:
    """Return the sentence announcing the end of a hand."""
    return phrase("Hand {n} is over", n=hand)


def round_is_over(number: int) -> Wording:
    """Return the wording for the end of a round."""
    whole = phrase("Round {n} is over", n=number)
    return Wording(phrase("Round {n} over", n=number), whole, whole)


def is_out(player: str) -> Message:
    """Return the sentence announcing that a player is out of the game."""
    return phrase("{name} is out", name=Name(player))


MAX_WINNERS_NAMED = 4
"""Maximum number of joint winners listed by name; a larger group is only counted."""

MAX_SENTENCE_LENGTH = 60
"""Maximum length of a sentence about a game, in characters."""


class TurnStatus(Frozen):
    """The state of the table as sentences for a screen reader.

    `move` is whose turn it is, `brief` adds the total, and `full` also the direction of play.
    `known` is read out while the connection is lost, `still` after a refusal.
    """

    move: Words
    brief: Words
    full: Words
    known: Words
    still: Words = ""


def whose_move(state: State | None) -> Words:
    """Return whose turn it is: ``Bo to play``, ``Cy owes two plays``, ``Cy deals``, ``Ann wins``.

    During a round of a points game no player has the turn: ``Round 3 is being played``. None is a
    table without a game.
    """
    if state is None:
        return phrase("Nobody is playing")
    name = state.name_of(state.lit) or ""
    match state.phase:
        case "shield":
            return shield_asked(name)
        case "play" if state.opens is not None:
            # Its player is not known.
            return phrase("{card} leads", card=face(state.opens))
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


def still_to_play(state: State) -> Words:
    """Return whose turn it still is, and at which total; "" if no player has the turn."""
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
    """Return the sentence announcing the end of the hand, round or game; "" before it."""
    match state.phase:
        case "game-over":
            return phrase("The game is over")
        case "hand-over":
            return hand_is_over(state.deal_number)
        case "round-over":
            return round_is_over(state.deal_number).label
    return ""


def what_is_over(state: State) -> Words:
    """Return the end of the hand, round or game, with the next dealer or the winner."""
    return joined(". ", (is_over(state), whose_move(state)))


def standing(state: State | None) -> TurnStatus:
    """Return the state of the table; None is a table without a game."""
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
    """Return the points of all players."""
    return by_name(state.points_of)


def by_name(numbers: Mapping[str, int]) -> Words:
    """Return each name with its number.

    >>> by_name({"Ann": 4, "Seat 2": 10})
    'Ann 4, Seat 2: 10'
    """
    return joined(
        ", ", (joined(" ", (parted(name), figure(number))) for name, number in numbers.items())
    )


def one_more_round(names: Sequence[str]) -> Words:
    """Return the sentence saying that these players are equally good, and another round is played.

    >>> one_more_round(("Ann", "Bo"))
    'Ann and Bo are equal: one more round'
    """
    if len(names) > MAX_WINNERS_NAMED:
        return phrase("{n:d} are equal: one more round", n=len(names))
    equal = together([Name(name) for name in names])
    return phrase("{names} are equal: one more round", names=equal)


def outcome(state: State) -> Words:
    """Return who has won or lost a finished game."""
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
    """Return the phrase saying that a player or a card is winning the trick."""
    return phrase("{taker} has it so far", taker=taker)
