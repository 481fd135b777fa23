"""Describes what undo would take back, and the state after it, in the words of the page."""

from collections.abc import Sequence
from typing import assert_never

from companion.dialogs.context import Scene
from companion.phone.view_model import UndoOffer
from companion.phone.words import card_said, several
from companion.rules.adding.state import AddingState
from companion.rules.cards import parse_card
from companion.rules.events import (
    Busted,
    Dealt,
    DrawForgotten,
    Eliminated,
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
from companion.rules.tricks.state import TrickState
from companion.screens.table_pictures import deals_next
from companion.text.numbers import figure


def undo_of(scene: Scene) -> UndoOffer | None:
    """Return the last command and the state after taking it back; None if there is none."""
    if len(scene.moments) < 2:
        return None
    before, last = scene.moments[-2:]
    return UndoOffer(_what(last.events[0]), _then(before.state, last))


def _what(event: Event) -> str:
    if isinstance(event, LaterEvent):
        raise TypeError(f"{type(event).__name__} begins no command")
    match event:
        case Played(player, cards) | WentOver(player, cards):
            card = parse_card(cards[0])
            return f"{player}'s {several(len(cards), card.rank) if len(cards) > 1 else card_said(card)}"
        case ToTrick(player, card):
            return f"{player}'s {card_said(parse_card(card))}"
        case Busted(player):
            return f"{player}'s bust"
        case Shielded(player):
            return f"{player}'s shield"
        case Eliminated(player, "left"):
            return f"{player}'s leaving"
        case Eliminated(player):
            return f"{player}'s answer: no shield"
        case DrawForgotten(player):
            return f"{player}'s forgotten card"
        case Showed(player, cards):
            return f"{player}'s {several(len(cards), parse_card(cards[0]).rank)}"
        case Dealt(number):
            return f"the deal of hand {number}"
        case RoundDealt(number) | Scored(number):
            return f"the {'deal' if isinstance(event, RoundDealt) else 'points'} of round {number}"
        case _:
            assert_never(event)


def _then(then: State, last: HistoryEntry) -> str:
    match then, last.state:
        case AddingState(), AddingState() as now:
            return _adding(then, now, last.events)
        case TrickState(), TrickState():
            return _tricks(then)
        case AddingState() | TrickState(), _:
            raise ValueError("a game stays of one family")
        case never:
            assert_never(never)


def _adding(then: AddingState, now: AddingState, events: Sequence[Event]) -> str:
    total = figure(then.total)
    if then.phase == "hand-over":
        return f"hand {then.hand} is over, {deals_next(then)} to deal"
    if then.phase == "shield":
        return f"{then.name_of(then.named)} is asked for the shield"
    turn = then.name_of(then.turn)
    out = [event.player for event in events if isinstance(event, Eliminated)]
    if any(isinstance(event, Paid) for event in events):
        return f"{turn} to play at {total}, chip returned"
    if out:
        return f"{turn} to play at {total}, {'' if out[0] == turn else f'{out[0]} '}in again"
    stays = "stays" if then.total == now.total else "again"
    turned = "" if then.clockwise == now.clockwise else f", {'' if then.clockwise else 'counter'}clockwise"
    return f"{total} {stays}, {turn} to play{turned}"


def _tricks(then: TrickState) -> str:
    if then.phase == "round-over":
        return f"round {then.round} is over, {deals_next(then)} to deal"
    turn = then.name_of(then.turn)
    if then.trick:
        return f"{turn} to play, trick {then.number}"
    return f"{turn} to lead trick {then.number} of round {then.round}"
