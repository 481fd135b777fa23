"""Words what undo takes back, and where it leads."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from companion.message import Aloud, Message, Name, Words, joined, phrase
from companion.rules.cards import parse_card
from companion.rules.events import (
    Busted,
    Dealt,
    DrawForgotten,
    Eliminated,
    EndCalled,
    Event,
    Joined,
    LaterEvent,
    Played,
    Repaired,
    RoundDealt,
    Scored,
    SeatChanged,
    SetByHand,
    Shielded,
    Showed,
    TrickCardPlayed,
    WentOver,
)
from companion.rules.family import State
from companion.text.cards import face_of, several, within
from companion.text.numbers import arrow, figure
from companion.text.turns import is_out, to_play
from companion.text.voice import sentences


class TakenBack(NamedTuple):
    """What a command did: for a line of the display, and as the object of a sentence."""

    short: Words
    label: Words


def taken_back(events: Sequence[Event]) -> TakenBack:  # noqa: C901, PLR0912  # one case for each event
    """Return what the command did that caused `events`.

    >>> taken_back([Busted("Ann")]).label
    "Ann's bust"
    """
    first = events[0]
    if isinstance(first, LaterEvent):
        raise TypeError(f"{type(first).__name__} begins no command")
    match first:
        case Played(player, cards) | WentOver(player, cards):
            return (
                _card(player, cards[0])
                if len(cards) == 1
                else _set(phrase("{n} cards by {name}"), player, cards)
            )
        case TrickCardPlayed(player, card):
            return _card(player, card)
        case Showed(player, cards):
            return _set(phrase("{n} shown by {name}"), player, cards)
        case Busted(player):
            return _alike(phrase("{name}'s bust", name=Name(player)))
        case Shielded(player):
            return _alike(phrase("{name}'s shield", name=Name(player)))
        case Eliminated(player, "left"):
            return TakenBack(
                phrase("{name} left", name=Name(player)), phrase("{player}'s leaving", player=player)
            )
        case Eliminated(player):
            return TakenBack(is_out(player), phrase("{player}'s answer: no shield", player=player))
        case DrawForgotten(player):
            label = phrase("{player}'s forgotten card", player=player)
            return TakenBack(phrase("{name} forgot", name=Name(player)), label)
        case Dealt(n):
            return TakenBack(phrase("Deal of hand {n}", n=n), phrase("the deal of hand {n}", n=n))
        case RoundDealt(n):
            return TakenBack(phrase("Deal of round {n}", n=n), phrase("the deal of round {n}", n=n))
        case Scored(n):
            return TakenBack(phrase("Points of round {n}", n=n), phrase("the points of round {n}", n=n))
        case Joined(player):
            label = phrase("{player}'s joining", player=player)
            return TakenBack(phrase("{name} joined", name=Name(player)), label)
        case SeatChanged(player):
            label = phrase("{player}'s change of seat", player=player)
            return TakenBack(phrase("{name} moved", name=Name(player)), label)
        case SetByHand():
            return TakenBack(phrase("What was set by hand"), phrase("what was set by hand"))
        case Repaired():
            return TakenBack(phrase("What was put right"), phrase("what was put right"))
        case EndCalled():
            return TakenBack(phrase("End of the game"), phrase("the end of the game"))
        case _:
            assert_never(first)


def _alike(words: Message) -> TakenBack:
    return TakenBack(words, words)


def _card(player: str, card: str) -> TakenBack:
    label = phrase("{player}'s {cards}", player=player, cards=within(parse_card(card)))
    return TakenBack(phrase("{card} by {name}", name=Name(player), card=face_of(card)), label)


def _set(short: Message, player: str, cards: Sequence[str]) -> TakenBack:
    which = several(len(cards), parse_card(cards[0]).rank)
    label = phrase("{player}'s {cards}", player=player, cards=which)
    return TakenBack(short.filled(name=Name(player), n=len(cards)), label)


def undone(events: Sequence[Event]) -> Words:
    """Return what a voice says when the command that caused `events` is taken back."""
    return Aloud(sentences([phrase("Taken back: {what}", what=taken_back(events).label)]))


def back_to(now: State, then: State) -> Words:
    """Return the state to return to, on a line of the display: total, hand or round, or whose turn it is."""
    if then.deal_number != now.deal_number or (then.total is None and then.turn is None):
        said = {"hand": phrase("back to hand {n}"), "round": phrase("back to round {n}")}[then.deals_a]
        return said.filled(n=then.deal_number)
    if then.total is not None and now.total is not None and (then.total != now.total or then.turn is None):
        return joined(" ", (figure(now.total), arrow(), figure(then.total)))
    return "" if then.turn is None else to_play(then.players[then.turn].name)
