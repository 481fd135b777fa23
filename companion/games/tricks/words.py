"""A trick game in words: who takes a trick, what costs, what may be led, and each event."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from companion.core.cards import SUITS, Card, parse_card
from companion.core.events import (
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
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import Round, TrickRules
from companion.message import Aloud, Fitting, Message, Name, Words, joined, phrase, plural
from companion.words.cards import card_word, each, face_of, suit_sign
from companion.words.events import EventRow, Kind
from companion.words.form import beside_the_name, with_signs
from companion.words.numbers import Wording, parted, points, sentences
from companion.words.refusals import may_not_be_led
from companion.words.turns import (
    MAX_SENTENCE_LENGTH,
    deals,
    deals_round,
    has_it,
    outcome,
    points_of_all,
    round_is_over,
    what_is_over,
)
from companion.words.undo import undone
from companion.words.variants import said_by_author


def takes_it(taker: Words, paid: int = 0) -> Wording:
    """Return the phrase for taking the trick, and its cost; `taker` is a player or a card.

    The display shows the taker separately.

    >>> takes_it("Bo", 25).sentence, takes_it("Bo", 25).short
    ('Bo takes it, 25', 'takes 25')
    """
    short = phrase("takes {points}") if paid else phrase("takes it")
    template = phrase("{taker} takes it, {points}") if paid else phrase("{taker} takes it")
    return Wording(short.filled(points=paid), "", template.filled(taker=taker, points=paid))


def card_of_trick(card: Card, *, wins: bool, complete: bool) -> Words:
    """Return the words of a card of a trick, to be read out, including the fact that it `wins`.

    >>> card_of_trick(Card("J", "H"), wins=True, complete=False)
    'jack of hearts has it so far'
    """
    word = card_word(card)
    if not wins:
        return word
    return takes_it(word).sentence if complete else has_it(word)


def suit_led(suit: str) -> Words:
    """Return the phrase for the suit led.

    >>> suit_led("H")
    'Hearts led'
    """
    return {
        "C": phrase("Clubs led"),
        "D": phrase("Diamonds led"),
        "H": phrase("Hearts led"),
        "S": phrase("Spades led"),
    }[suit]


def is_broken(suit: str) -> Words:
    """Return the sentence announcing that `suit` is broken."""
    return {
        "C": phrase("Clubs are broken"),
        "D": phrase("Diamonds are broken"),
        "H": phrase("Hearts are broken"),
        "S": phrase("Spades are broken"),
    }[suit]


def still_bound(rules: TrickRules, state: TrickState) -> Wording | None:
    """Return the words for the suit that may not be led yet in this round, or None."""
    suit = rules.round(state.round).restricted
    return None if suit is None or state.broken else may_not_be_led(suit)


MAX_SHORT_LENGTH: Final = 20
"""The maximum number of characters next to the number of the round."""

MAX_SPOKEN_LENGTH: Final = 60


class _Thing(NamedTuple):
    what: Words
    points: object
    cards: int = 1


def what_costs(costs: Round) -> Words:
    """Return the phrase for what costs: ``K♠ costs 100``, ``each ♥ costs 10``. A long list is
    reduced to the fact that cards cost.
    """
    return _briefly(costs, MAX_SHORT_LENGTH)


class CardCosts(msgspec.Struct, frozen=True):
    """The only card that costs, and the text next to its picture."""

    card: str
    beside: Words


def card_costs(costs: Round) -> CardCosts | None:
    """Return the only card that costs in a round, or None if there are several or none."""
    things = list(_things(costs))
    if costs.says or len(things) != 1 or len(costs.by_card) != 1:
        return None
    (card,) = costs.by_card
    return CardCosts(
        str(card), beside_the_name(_one(1).filled(name=Name(""), points=things[0].points))
    )


def costs_aloud(costs: Round) -> Words:
    """Return the same phrase to be read out, with cards in words: ``each heart costs 10``."""
    return Aloud(_briefly(costs, MAX_SPOKEN_LENGTH))


def _briefly(costs: Round, longest: int) -> Words:
    return said_by_author(costs.says) if costs.says else Fitting(_from_long(costs), longest)


def _from_long(costs: Round) -> Iterator[Words]:
    things = list(_things(costs))
    if len(things) == 1:
        what, points, cards = things[0]
        yield _one(cards).filled(name=what, points=points)
        yield joined(" ", (what, str(points)))
        yield phrase("{n} cards cost", n=len(costs.by_card))
    else:
        yield joined(", ", (joined(" ", (thing.what, str(thing.points))) for thing in things))
        yield phrase("{n} things cost", n=len(things))


def _one(cards: int) -> Message:
    return plural("{name} costs {points}", "{name} cost {points}", cards)


def _things(costs: Round) -> Iterator[_Thing]:
    if costs.trick:
        yield _Thing(phrase("each trick"), costs.trick)
    if costs.first_trick:
        yield _Thing(phrase("first trick"), costs.first_trick)
    if costs.last_trick:
        yield _Thing(phrase("last trick"), costs.last_trick)
    for key, cost in costs.cards.items():
        yield _cards(key, cost)
    if costs.sweep:
        yield _Thing(phrase("all"), f"+{costs.sweep}")


def _cards(key: str, points: int) -> _Thing:
    """Return a key of a variant's ``cards`` for display:
    ``each ♥``, ``each queen``, ``K♠``, ``J♥ J♦ J♣``.
    """
    cards = key.split()
    if len(cards) == 1 and (key in SUITS or parse_card(key).suit is None):
        return _Thing(each(key if key in SUITS else parse_card(key).rank), points)
    return _Thing(joined(" ", map(face_of, cards)), points, len(cards))


def trick_event_row(
    rules: TrickRules, _before: TrickState | None, state: TrickState, events: Sequence[Event]
) -> EventRow:
    """Return the event row of a command whose `events` led to `state`."""
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
    """Yield the sentences to read out: the command and its consequences."""
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
    """Return the players' announcement of `events` ("Bo takes it, 25"); "" for an ordinary card."""
    sentences = (_declared(event) or _said(event) for event in events)
    return joined(". ", sentences)


def round_words(rules: TrickRules, state: TrickState) -> Iterator[Words]:
    """Yield the phrases for what costs in this round, and for the suit that may not be led yet."""
    yield costs_aloud(rules.round(state.round))
    if bound := still_bound(rules, state):
        yield bound.sentence


def _declared_of(events: Sequence[Event]) -> Words:
    return next((words for event in events if (words := _declared(event))), "")


def _declared(event: Event) -> Words:
    """Return the phrase for what the player of a card declared with it."""
    match event:
        case OnlySuitDeclared(_player, suit):
            return phrase("Only {suit} left", suit=suit_sign(suit))
        case Revoked(player, suit, trick, penalty):
            template = (
                phrase("{name} had no {suit} in trick {trick}, the card stays and costs {points}")
                if penalty
                else phrase("{name} had no {suit} in trick {trick}, the card stays")
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
    """Yield the consequences to be read out; a trick is taken by its card."""
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


def beside(state: TrickState, seat: int) -> Words:
    return phrase("to play") if seat == state.turn else ""


def state_again(before: TrickState, _now: TrickState, _events: Sequence[Event]) -> Words:
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
