"""What undo takes back, and the state after it."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from companion.rules.adding.state import AddingState
from companion.rules.cards import parse_card
from companion.rules.events import (
    Busted,
    Dealt,
    DrawForgotten,
    Eliminated,
    EndCalled,
    Event,
    LaterEvent,
    Paid,
    Played,
    RoundDealt,
    Scored,
    Shielded,
    Showed,
    ToTrick,
    WentOver,
)
from companion.rules.family import HistoryEntry, State
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.text.cards import face_of, several, within
from companion.text.language import gettext as _
from companion.text.named import Named, Words, named, plain
from companion.text.numbers import digits, figure
from companion.text.turns import to_play
from companion.text.voice import direction
from companion.text.whose_move import is_out, is_over, whose_move


class TakenBack(NamedTuple):
    """What a command did: for a line of the display, and as the object of a sentence."""

    short: Words
    label: str


def taken_back(events: Sequence[Event]) -> TakenBack:  # noqa: PLR0912  # one case for each event
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


def back_to(now: State, then: State) -> Words:
    """Return the state to return to, on a line of the display: total, hand or round, or whose turn it is."""
    match now, then:
        case AddingState(), AddingState():
            if then.hand != now.hand:
                return _("back to hand {n}").format(n=then.hand)
            if then.total != now.total or then.turn is None:
                return f"{digits(now.total)} → {digits(then.total)}"
        case TrickState(), TrickState():
            if then.round != now.round or then.turn is None:
                return _("back to round {n}").format(n=then.round)
        case PointsState(), PointsState():
            return _("back to round {n}").format(n=then.round)
        case AddingState() | TrickState() | PointsState(), _:
            pass
        case never:
            assert_never(never)
    return "" if then.turn is None else to_play(then.players[then.turn].name)


def then_again(then: State, last: HistoryEntry) -> str:
    """Return how the table stands once the `last` command, which led away from `then`, is taken back."""
    match then, last.state:
        case AddingState(), AddingState() as now:
            return _adding(then, now, last.events)
        case TrickState(), TrickState():
            return _tricks(then)
        case PointsState(), PointsState():
            return _over(then) if then.phase == "round-over" else _no_points_yet(then)
        case AddingState() | TrickState() | PointsState(), _:
            raise ValueError("a game stays of one family")
        case never:
            assert_never(never)


def _adding(then: AddingState, now: AddingState, events: Sequence[Event]) -> str:
    if then.phase == "hand-over":
        return _over(then)
    if then.phase == "shield":
        return _("{player} is asked for the shield").format(player=then.name_of(then.named))
    turn = then.name_of(then.turn)
    out = [event.player for event in events if isinstance(event, Eliminated)]
    if any(isinstance(event, Paid) for event in events):
        said = _("{player} to play at {total}, chip returned")
    elif out and out[0] == turn:
        said = _("{player} to play at {total}, in again")
    elif out:
        said = _("{player} to play at {total}, {other} in again")
    else:
        said = (
            _("{total} stays, {player} to play")
            if then.total == now.total
            else _("{total} again, {player} to play")
        )
        if then.clockwise != now.clockwise:
            said = f"{said}, {direction(then.clockwise)}"
    return said.format(player=turn, total=figure(then.total), other=out[0] if out else "")


def _tricks(then: TrickState) -> str:
    if then.phase == "round-over":
        return _over(then)
    said = (
        _("{player} to play, trick {trick}")
        if then.trick
        else _("{player} to lead trick {trick} of round {round}")
    )
    return said.format(player=then.name_of(then.turn), trick=then.number, round=then.round)


def _over(then: State) -> str:
    return ". ".join((is_over(then), plain(whose_move(then))))


def _no_points_yet(then: PointsState) -> str:
    return _("round {round} has no points yet").format(round=then.round)
