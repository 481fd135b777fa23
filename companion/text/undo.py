"""Words what undo takes back, and where it leads."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

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
    ToTrick,
    WentOver,
)
from companion.rules.family import State
from companion.text.cards import face_of, several, within
from companion.text.form import aloud
from companion.text.language import gettext as _
from companion.text.named import Named, Words, named, plain
from companion.text.numbers import arrow, digits
from companion.text.turns import is_out, to_play
from companion.text.voice import sentences


class TakenBack(NamedTuple):
    """What a command did: for a line of the display, and as the object of a sentence."""

    short: Words
    label: str


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
                _card(player, cards[0]) if len(cards) == 1 else _set(_("{n} cards by {name}"), player, cards)
            )
        case ToTrick(player, card):
            return _card(player, card)
        case Showed(player, cards):
            return _set(_("{n} shown by {name}"), player, cards)
        case Busted(player):
            return _alike(named(_("{name}'s bust"), player))
        case Shielded(player):
            return _alike(named(_("{name}'s shield"), player))
        case Eliminated(player, "left"):
            return TakenBack(named(_("{name} left"), player), _("{player}'s leaving").format(player=player))
        case Eliminated(player):
            return TakenBack(is_out(player), _("{player}'s answer: no shield").format(player=player))
        case DrawForgotten(player):
            label = _("{player}'s forgotten card").format(player=player)
            return TakenBack(named(_("{name} forgot"), player), label)
        case Dealt(n):
            return TakenBack(_("Deal of hand {n}").format(n=n), _("the deal of hand {n}").format(n=n))
        case RoundDealt(n):
            return TakenBack(_("Deal of round {n}").format(n=n), _("the deal of round {n}").format(n=n))
        case Scored(n):
            return TakenBack(_("Points of round {n}").format(n=n), _("the points of round {n}").format(n=n))
        case Joined(player):
            label = _("{player}'s joining").format(player=player)
            return TakenBack(named(_("{name} joined"), player), label)
        case SeatChanged(player):
            label = _("{player}'s change of seat").format(player=player)
            return TakenBack(named(_("{name} moved"), player), label)
        case SetByHand():
            return TakenBack(_("What was set by hand"), _("what was set by hand"))
        case Repaired():
            return TakenBack(_("What was put right"), _("what was put right"))
        case EndCalled():
            return TakenBack(_("End of the game"), _("the end of the game"))
        case _:
            assert_never(first)


def _alike(words: Named) -> TakenBack:
    return TakenBack(words, plain(words))


def _card(player: str, card: str) -> TakenBack:
    label = _("{player}'s {cards}").format(player=player, cards=within(parse_card(card)))
    return TakenBack(named(_("{card} by {name}"), player, card=face_of(card)), label)


def _set(short: str, player: str, cards: Sequence[str]) -> TakenBack:
    which = several(len(cards), parse_card(cards[0]).rank)
    label = _("{player}'s {cards}").format(player=player, cards=which)
    return TakenBack(named(short, player, n=len(cards)), label)


def undone(events: Sequence[Event]) -> str:
    """Return what a voice says when the command that caused `events` is taken back."""
    return aloud(lambda: sentences([_("Taken back: {what}").format(what=taken_back(events).label)]))


def back_to(now: State, then: State) -> Words:
    """Return the state to return to, on a line of the display: total, hand or round, or whose turn it is."""
    if then.deal_number != now.deal_number or (then.total is None and then.turn is None):
        said = {"hand": _("back to hand {n}"), "round": _("back to round {n}")}[then.deals_a]
        return said.format(n=then.deal_number)
    if then.total is not None and now.total is not None and (then.total != now.total or then.turn is None):
        return f"{digits(now.total)} {arrow()} {digits(then.total)}"
    return "" if then.turn is None else to_play(then.players[then.turn].name)
