"""Words the events of an adding game and what comes of them."""

from collections.abc import Sequence
from typing import assert_never

from companion.message import Aloud, Name, Words, joined, phrase, plural
from companion.rules.adding.effects import AddOneOf, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call
from companion.rules.cards import parse_card
from companion.rules.events import (
    Busted,
    CardDrawn,
    ChipsLeft,
    Dealt,
    DrawForgotten,
    Eliminated,
    EndCalled,
    Event,
    GameEnded,
    HandEnded,
    LastCardDrawn,
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
    SharedEvent,
    Shielded,
    Showed,
    TargetReached,
    TrickCardPlayed,
    TurnedUp,
    WentOver,
)
from companion.rules.refusals import OverTarget
from companion.text.cards import card_word, face_of, several
from companion.text.events.row import EventRow, Kind
from companion.text.events.seating import chips_left
from companion.text.form import beside_the_name, with_signs
from companion.text.numbers import Count, figure
from companion.text.refusals import refusal_sentence
from companion.text.turns import deals, deals_hand, hand_is_over, is_out, owes
from companion.text.undo import undone
from companion.text.variants import translated
from companion.text.voice import direction, sentences
from companion.text.whose_move import outcome


def adding_event_row(
    rules: AddingRules, before: AddingState | None, state: AddingState, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led from the state `before` it to `state`."""
    first = events[0]
    if isinstance(first, LaterEvent | RoundDealt | TrickCardPlayed | Scored | EndCalled | SharedEvent):
        raise TypeError(f"{type(first).__name__} begins no row of an adding game")
    was = before.total if before is not None else state.total
    kind: Kind
    words: Words
    cards: tuple[str, ...] = ()
    brief: Words | None = None
    headline: Words = ""
    match first:
        case Dealt(hand, player):
            kind, words = "deal", deals_hand(player, hand)
            cards = tuple(event.card for event in events if isinstance(event, TurnedUp))
        case Played(player, cards):
            kind, (words, brief) = "play", _played(rules, state, events)
        case WentOver(player, cards, total):
            kind, words = "over", refusal_sentence(OverTarget(total, rules.target, was))
            headline = phrase("{name} busts", name=Name(player))
        case Busted(player):
            kind, words = "bust", phrase("{name} busts at {total}", name=Name(player), total=was)
            headline = words
        case Shielded(player, card):
            kind, words, cards = "shield", phrase("{name} shows the shield", name=Name(player)), (card,)
        case Eliminated(player, "left"):
            kind, words = "left", phrase("{name} goes home", name=Name(player))
            headline = words
        case Eliminated(player):
            kind, words = "out", phrase("{name} has no shield", name=Name(player))
            headline = is_out(player)
        case DrawForgotten(player):
            kind, words = "forgot", phrase("{name} forgets to draw", name=Name(player))
        case Showed(player, cards):
            shown = several(len(cards), parse_card(cards[0]).rank)
            kind, words = "show", phrase("{name} shows {cards}", name=Name(player), cards=shown)
        case _:
            assert_never(first)
    text = with_signs(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.hand,
        player=player,
        text=text,
        brief=text if brief is None else with_signs(brief),
        cards=cards,
        total=state.total,
        turns=any(isinstance(event, Reversed) for event in events),
        after=tuple(
            with_signs(after) for event in events if (after := _consequence(rules, before, state, event))
        ),
        said=Aloud(_said(rules, before, state, events, words)),
        undone=undone(events),
        headline=headline,
        paid=next((event.player for event in events if isinstance(event, Paid)), None),
    )


def _played(rules: AddingRules, state: AddingState, events: Sequence[Event]) -> tuple[Words, Words]:
    """Return the call, whom the card named, what was chosen, or the bare total; and the same in brief."""
    total = figure(state.total)
    for event in events:
        match event:
            case Played(call=call) if call:
                return _quoted(joined(" ", (translated(call), total))), _quoted(translated(call))
            case NamedBy(player, other):
                names = phrase("{name} names {other}", name=Name(player), other=other)
                return names, beside_the_name(names)
    choice = chosen(rules, state.call)
    return choice or _quoted(total), choice


def _quoted(said: Words) -> Words:
    return phrase("“{said}”", said=said)


def chosen(rules: AddingRules, call: Call | None) -> Words:
    """Return the player's choice (``took ten off``), or another effect (``set it``); "" for an addition."""
    if call is None:
        return ""
    effect = rules.effect(call.cards[-1])
    is_set = len(call.cards) > 1
    match effect, call.value:
        case Effect(change=AddOneOf(numbers)), int() as value if min(numbers) >= 0:
            said = phrase("each counts {n}") if is_set else phrase("counts {n}")
            return said.filled(n=value)
        case Effect(change=AddOneOf()), int() as value if value < 0:
            return (phrase("took {n} each off") if is_set else phrase("took {n} off")).filled(n=Count(-value))
        case Effect(change=AddOneOf()), int() as value:
            return (phrase("added {n} each") if is_set else phrase("added {n}")).filled(n=Count(value))
        case Effect(change=SetWithin()), int() as value:
            return phrase("set it to {n}", n=value)
        case Effect(change=SetTo()), _any:
            return phrase("set it")
        case Effect(change=Multiply(2)), _any if not is_set:
            return phrase("doubled it")
    return ""


def _consequence(  # noqa: C901, PLR0912  # one case for each event
    rules: AddingRules, before: AddingState | None, state: AddingState, event: Event
) -> Words:
    """Return a consequence as a sentence without its end; "" for one that the row shows otherwise."""
    match event:
        case TurnedUp(card=card):
            choice = (
                chosen(rules, state.call) if state.call is not None and state.call.value is not None else ""
            )
            said = phrase("{card} is turned up: {choice}") if choice else phrase("{card} is turned up")
            return said.filled(card=face_of(card), choice=choice)
        case CardDrawn(player, 0, due) if due:
            return phrase("{player} draws nothing", player=player)
        case CardDrawn(player, cards, due) if cards < due:
            said = phrase("{player} draws only {n} of {due}")
            return said.filled(player=player, n=Count(cards), due=Count(due))
        case LastCardDrawn(player, card):
            said = phrase("{player} draws {card}, the last card of the stock")
            return said.filled(player=player, card=face_of(card))
        case Reshuffled(n):
            return plural("{n:d} card is shuffled again", "{n:d} cards are shuffled again", n)
        case PileStarted():
            return phrase("A new pile begins")
        case ChipsLeft():
            return chips_left(event)
        case Paid(player, 0, chips):
            said = plural("{player} pays the last chip", "{player} pays the last {chips} chips", chips)
            return said.filled(player=player, chips=Count(chips))
        case Paid(player, left, chips):
            said = plural("{player} pays a chip: {n} left", "{player} pays {chips} chips: {n} left", chips)
            return said.filled(player=player, chips=Count(chips), n=Count(left))
        case TargetReached(player, number, what):
            is_due = what != "chip" or (before is not None and state.pot < before.pot)
            said = phrase("{number} exactly: {what}")
            return said.filled(number=number, what=exactly(player, what)) if is_due else ""
        case PlaysOwed(player, plays):
            return owes(player, plays)
        case NamedBy(_namer, player) if state.phase == "shield":
            return phrase("{player} may show the shield", player=player)
        case Eliminated(player, "no cards"):
            return phrase("{player} is out: no card left", player=player)
        case Eliminated(player, why) if why != "left":
            return is_out(player)
        case HandEnded(player):
            return deals(player)
        case GameEnded():
            return outcome(state)
    return ""


def exactly(player: str, what: str) -> Words:
    """Return what comes of it that a player has reached a total exactly."""
    match what:
        case "chip":
            return phrase("{name} takes a chip", name=Name(player))
        case "point":
            return phrase("{name} gets a point", name=Name(player))
        case "drink":
            return phrase("Everyone but {name} drinks", name=Name(player))
    return phrase("The total is 0 again")


def _said(
    rules: AddingRules, before: AddingState | None, state: AddingState, events: Sequence[Event], text: Words
) -> Words:
    """Return all that happened, without whose move it is then."""
    first = events[0]
    said: list[Words] = [text]
    match first:
        case Played(player, cards):
            passes = before is not None and before.total == state.total and bool(first.call)
            turned = any(isinstance(event, Reversed) for event in events)
            said = [_with_cards(player, cards), _called(state, passes=passes, turned=turned)]
        case WentOver(player, cards, total):
            was = before.total if before is not None else state.total
            said = [_with_cards(player, cards), refusal_sentence(OverTarget(total, rules.target, was))]
    for event in events:
        match event:
            case Reversed():
                said.append(direction(state.clockwise))
            case HandEnded() if not isinstance(first, Busted):
                said.append(hand_is_over(state.hand))
            case _other if not isinstance(event, HandEnded | PlaysOwed | GameEnded):
                said.append(_consequence(rules, before, state, event))
    return sentences(said)


def _with_cards(player: str, cards: Sequence[str]) -> Words:
    return joined(", ", (player, *(card_word(parse_card(card)) for card in cards)))


def _called(state: AddingState, *, passes: bool, turned: bool) -> Words:
    """Return the total; of a card that `passes`, also the player to whom it does."""
    total, addressed = figure(state.total), state.name_of(state.turn)
    if not passes or addressed is None:
        return total
    said = phrase("{total}, back on {player}") if turned else phrase("{total}, pass to {player}")
    return said.filled(total=total, player=addressed)
