"""Describes the commands of an adding game and their consequences, in the words of the page."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from companion.errors import Illegal
from companion.phone.event_row import EventRow, Kind
from companion.phone.words import counted, several
from companion.rules.adding.effects import AddOneOf, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call
from companion.rules.cards import parse_card
from companion.rules.events import (
    Busted,
    CardDrawn,
    Dealt,
    DrawForgotten,
    Eliminated,
    Event,
    GameEnded,
    HandEnded,
    LaterEvent,
    NamedBy,
    Paid,
    PileStarted,
    Played,
    PlaysOwed,
    Reshuffled,
    Reversed,
    RoundDealt,
    Scored,
    Shielded,
    Showed,
    TargetReached,
    ToTrick,
    TurnedUp,
    WentOver,
)
from companion.rules.refusals import OverTarget
from companion.screens.table_pictures import deals_next
from companion.text.cards import face_of
from companion.text.numbers import figure, number, with_minus
from companion.text.refusals import sentence

_EXACTLY: Final = {
    "reset": "the total is 0 again",
    "point": "{player} gets a point",
    "drink": "{player} drinks",
}


def adding_event_row(
    rules: AddingRules, before: AddingState | None, state: AddingState, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led from the state `before` it to `state`."""
    first, *others = events
    kind, player, text = _done(rules, before, state, first, others)
    return EventRow(
        kind=kind,
        hand=state.hand,
        player=player,
        text=text,
        cards=tuple(_cards(events)),
        total=state.total,
        turns=any(isinstance(event, Reversed) for event in events),
        after=tuple(_after(before, state, events)),
    )


def _done(
    rules: AddingRules,
    before: AddingState | None,
    state: AddingState,
    first: Event,
    others: Sequence[Event],
) -> tuple[Kind, str | None, str]:
    if isinstance(first, LaterEvent | RoundDealt | ToTrick | Scored):
        raise TypeError(f"{type(first).__name__} begins no row of an adding game")
    match first:
        case Dealt(hand, player):
            up = [face_of(event.card) for event in others if isinstance(event, TurnedUp)]
            turned = f", turns up {up[0]}" if up else ""
            call = state.call
            choice = chosen(rules, call) if call is not None and call.value is not None else ""
            return "deal", player, f"deals hand {hand}{turned}{f', {choice}' if choice else ''}"
        case Played(player, _, _, call):
            named = [event.named for event in others if isinstance(event, NamedBy)]
            return "play", player, _played(rules, state, call, named)
        case WentOver(player, _, total):
            was = before.total if before is not None else state.total
            return "over", player, with_minus(sentence(Illegal(OverTarget(total, rules.target, was))))
        case Busted(player):
            return "bust", player, f"busts at {figure(before.total if before is not None else state.total)}"
        case Shielded(player):
            return "shield", player, "shows the shield"
        case Eliminated(player, "left"):
            return "left", player, "goes home"
        case Eliminated(player):
            return "out", player, "has no shield"
        case DrawForgotten(player):
            return "forgot", player, "forgets to draw"
        case Showed(player, cards):
            return "show", player, f"shows {several(len(cards), parse_card(cards[0]).rank)}"
        case _:
            assert_never(first)


def _played(rules: AddingRules, state: AddingState, call: str, named: Sequence[str]) -> str:
    """Return the variant's words for the call, else what was chosen or set, else the bare total."""
    said = figure(state.total)
    if call:
        return f"“{call} {said}”"
    if named:
        return f"names {named[0]}"
    choice = chosen(rules, state.call) if state.call is not None else ""
    return choice or f"“{said}”"


def chosen(rules: AddingRules, call: Call) -> str:
    """Return the player's choice (``took ten off``), or another effect (``set it``); "" for an addition."""
    effect = rules.effect(call.cards[-1])
    is_set = len(call.cards) > 1
    match effect, call.value:
        case Effect(change=AddOneOf(numbers)), int() as value if min(numbers) >= 0:
            return f"each counts {figure(value)}" if is_set else f"counts {figure(value)}"
        case Effect(change=AddOneOf()), int() as value:
            amount = f"{number(abs(value))} each" if is_set else number(abs(value))
            return f"took {amount} off" if value < 0 else f"added {amount}"
        case Effect(change=SetWithin()), int() as value:
            return f"set it to {figure(value)}"
        case Effect(change=SetTo()), _:
            return "set it"
        case Effect(change=Multiply(2)), _ if not is_set:
            return "doubled it"
    return ""


def _cards(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case Played(cards=cards) | WentOver(cards=cards) | Showed(cards=cards):
                yield from cards
            case TurnedUp(card=card) | Shielded(card=card):
                yield card


def _after(before: AddingState | None, state: AddingState, events: Sequence[Event]) -> Iterator[str]:
    """Yield the consequences, as sentences without full stops."""
    for event in events:
        said = _of_cards(before, state, event) or _of_people(state, event)
        if said:
            yield said


def _of_cards(before: AddingState | None, state: AddingState, event: Event) -> str:
    match event:
        case CardDrawn(player, 0, due) if due:
            return f"{player} draws nothing"
        case CardDrawn(player, cards, due) if cards < due:
            return f"{player} draws only {number(cards)} of {number(due)}"
        case Reshuffled(cards):
            return f"{cards} {'card is' if cards == 1 else 'cards are'} shuffled again"
        case PileStarted():
            return "A new pile begins"
        case Paid(player, left):
            return f"{player} pays {f'a chip: {number(left)} left' if left else 'the last chip'}"
        case TargetReached(player, exact, what):
            said = _exactly(before, state, player, what)
            return f"{figure(exact)} exactly: {said}" if said else ""
    return ""


def _of_people(state: AddingState, event: Event) -> str:
    match event:
        case PlaysOwed(player, plays):
            return f"{player} owes {counted(plays, 'play')}"
        case NamedBy(_, named) if state.phase == "shield":
            return f"{named} may show the shield"
        case Eliminated(player, why) if why != "left":
            return f"{player} is out{': no card left' if why == 'no cards' else ''}"
        case HandEnded():
            return f"{deals_next(state)} deals next"
        case GameEnded(None, losers):
            return f"{losers[0]} loses" if len(losers) == 1 else f"All {number(len(losers))} lose"
        case GameEnded(winner):
            return f"{winner} wins"
    return ""


def _exactly(before: AddingState | None, state: AddingState, player: str, what: str) -> str:
    if what == "chip":
        had = before.pot if before is not None else 0
        return f"{player} takes a chip" if state.pot < had else ""
    return _EXACTLY[what].format(player=player)
