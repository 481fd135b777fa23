"""Words the events of a trick game, what comes of them, and the state that an undo returns to."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.message import Aloud, Fitting, Name, Words, joined, phrase
from companion.rules.cards import parse_card
from companion.rules.events import (
    Broken,
    Event,
    GameEnded,
    OnlySuitDeclared,
    Revoked,
    RoundDealt,
    RoundEnded,
    Scored,
    Swept,
    TrickCardPlayed,
    TrickTaken,
)
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.cards import card_word, suit_sign
from companion.text.events.row import EventRow, Kind
from companion.text.form import beside_the_name, with_signs
from companion.text.interface import FamilyWords
from companion.text.named import parted
from companion.text.numbers import points
from companion.text.tricks.costs import costs_aloud
from companion.text.tricks.leads import is_broken, still_bound
from companion.text.tricks.taking import takes_it
from companion.text.turns import deals, deals_round, round_is_over
from companion.text.undo import undone
from companion.text.voice import sentences
from companion.text.whose_move import MAX_SENTENCE_LENGTH, outcome, points_of_all, what_is_over


def trick_event_row(
    rules: TrickRules, _before: TrickState | None, state: TrickState, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led to `state`."""
    first = events[0]
    kind: Kind
    player: str | None = None
    words: Words
    cards: tuple[str, ...] = ()
    match first:
        case RoundDealt(number, player):
            kind, words = "deal", deals_round(player, number)
        case Scored(_number, paid):
            kind, words = "score", _points(paid)
        case TrickCardPlayed(player, card):
            kind = "trick" if any(isinstance(event, TrickTaken) for event in events) else "play"
            words, cards = _declared_of(events), (card,)
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of a trick game")
    text = with_signs(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.round,
        player=player,
        text=text,
        brief=text,
        cards=cards,
        after=tuple(with_signs(after) for event in events if (after := _consequence(state, event))),
        said=Aloud(sentences(_heard(rules, state, events))),
        undone=undone(events),
    )


def _heard(rules: TrickRules, state: TrickState, events: Sequence[Event]) -> Iterator[Words]:
    """Yield what was done and what came of it, for a voice."""
    match events[0]:
        case RoundDealt(number, player):
            yield deals_round(player, number)
            yield from round_words(rules, state)
        case Scored(_number, paid):
            yield _points(paid)
        case TrickCardPlayed(player, card):
            yield joined(", ", (player, card_word(parse_card(card))))
            yield beside_the_name(_declared_of(events))
    yield from _consequences_aloud(state, events)


def said_of_trick(events: Sequence[Event]) -> Words:
    """Return what players say about `events` ("Bo takes it, 25"); "" for an ordinary card."""
    sentences = (_declared(event) or _said(event) for event in events)
    return joined(". ", sentences)


def round_words(rules: TrickRules, state: TrickState) -> Iterator[Words]:
    """Yield what costs in this round, and which suit may not be led yet."""
    yield costs_aloud(rules.round(state.round))
    if bound := still_bound(rules, state):
        yield bound.sentence


def _declared_of(events: Sequence[Event]) -> Words:
    return next((words for event in events if (words := _declared(event))), "")


def _declared(event: Event) -> Words:
    """Return what the player of a card declared with it."""
    match event:
        case OnlySuitDeclared(_player, suit):
            return phrase("Only {suit} left", suit=suit_sign(suit))
        case Revoked(player, suit, trick, penalty):
            template = (
                phrase("{name} had no {suit} in trick {trick}, it stands and costs {points}")
                if penalty
                else phrase("{name} had no {suit} in trick {trick}, it stands")
            )
            return template.filled(
                name=Name(player), suit=suit_sign(suit), trick=trick, points=penalty
            )
    return ""


def _said(event: Event) -> Words:
    match event:
        case Broken(_player, suit):
            return is_broken(suit)
        case TrickTaken(player, _card, _trick, paid):
            return takes_it(player, paid).sentence
        case Swept(player, paid):
            return phrase(
                "{player} has taken all that costs, {points} more", player=player, points=paid
            )
    return ""


def _consequence(state: TrickState, event: Event) -> Words:
    match event:
        case RoundEnded(deals=player):
            return deals(player)
        case GameEnded():
            return outcome(state)
    return _said(event)


def _consequences_aloud(state: TrickState, events: Sequence[Event]) -> Iterator[Words]:
    """Yield the consequences for a voice: a trick is taken by its card."""
    for event in events:
        match event:
            case TrickTaken(_player, card, _trick, paid):
                yield takes_it(card_word(parse_card(card)), paid).sentence
            case RoundEnded() | GameEnded():
                yield joined(": ", (round_is_over(state.round).sentence, points_of_all(state)))
            case _other:
                yield _said(event)


def _points(paid: dict[str, int]) -> Words:
    costs = joined(", ", (f"{parted(name)} {count}" for name, count in paid.items() if count))
    return Fitting(
        (costs, phrase("{points} in all", points=points(sum(paid.values())))), MAX_SENTENCE_LENGTH
    )


def _beside(state: TrickState, seat: int) -> Words:
    return phrase("to play") if seat == state.turn else ""


def _then_again(before: TrickState, _now: TrickState, _events: Sequence[Event]) -> Words:
    if before.phase == "round-over":
        return what_is_over(before)
    template = (
        phrase("{player} to play, trick {trick}")
        if before.trick
        else phrase("{player} to lead trick {trick} of round {round}")
    )
    return template.filled(
        player=before.name_of(before.turn), trick=before.number, round=before.round
    )


TRICKS: Final = FamilyWords(trick_event_row, _then_again, _beside, wins=lambda _rules: "lowest")
