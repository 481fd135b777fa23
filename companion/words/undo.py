"""Wording of undone commands, the state undo leads to, and the last entry before a power cut."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.cards import parse_card
from companion.core.events import (
    BidsEntered,
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
from companion.core.family import HistoryEntry
from companion.core.seats import State
from companion.message import Aloud, Message, Name, Words, phrase
from companion.words.cards import face_of, several, within
from companion.words.numbers import change, sentences
from companion.words.turns import is_out, to_play


class TakenBack(NamedTuple):
    """A command's effect, as a line of the display and as the object of a sentence."""

    short: Words
    label: Words


def taken_back(events: Sequence[Event]) -> TakenBack:  # noqa: C901, PLR0912  # one case for each event
    """Return the effect of the command that caused `events`.

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
                phrase("{name} left", name=Name(player)),
                phrase("{player}'s leaving", player=player),
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
            return TakenBack(
                phrase("Points of round {n}", n=n), phrase("the points of round {n}", n=n)
            )
        case BidsEntered(n):
            return TakenBack(phrase("Bids of round {n}", n=n), phrase("the bids of round {n}", n=n))
        case Joined(player):
            label = phrase("{player}'s joining", player=player)
            return TakenBack(phrase("{name} joined", name=Name(player)), label)
        case SeatChanged(player):
            label = phrase("{player}'s change of seat", player=player)
            return TakenBack(phrase("{name} moved", name=Name(player)), label)
        case SetByHand():
            return TakenBack(phrase("Change made by hand"), phrase("the change made by hand"))
        case Repaired():
            return TakenBack(phrase("Correction"), phrase("the correction"))
        case EndCalled():
            return TakenBack(phrase("End of the game"), phrase("the end of the game"))


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
    """Return the screen reader's sentence for undoing the command that caused `events`."""
    return Aloud(sentences([phrase("Undone: {what}", what=taken_back(events).label)]))


def back_to(now: State, before: State) -> Words:
    """Return the state that undo restores, as a line of the display: total, hand, round or turn."""
    if before.deal_number != now.deal_number or (before.total is None and before.turn is None):
        template = {"hand": phrase("back to hand {n}"), "round": phrase("back to round {n}")}[
            before.deals_a
        ]
        return template.filled(n=before.deal_number)
    if (
        before.total is not None
        and now.total is not None
        and (before.total != now.total or before.turn is None)
    ):
        return change(now.total, before.total)
    return "" if before.turn is None else to_play(before.players[before.turn].name)


def last_entry(moments: Sequence[HistoryEntry]) -> Words:
    """Return the last entry, and the total after it in a game that has one.

    >>> from companion.core.commands import New, Play
    >>> from companion.games.history import GameHistory
    >>> from companion.variants import load_variants
    >>> game = GameHistory(load_variants().variants)
    >>> _events = game.obey(New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Bo"))
    >>> _events = game.obey(Play(card="8H"))
    >>> last_entry(game.moments)
    'Last: 8♥ by Ann, total 8'
    """
    last = moments[-1]
    what = taken_back(last.events).short
    if last.state.total is None:
        return phrase("Last: {what}", what=what)
    return phrase("Last: {what}, total {total}", what=what, total=last.state.total)
