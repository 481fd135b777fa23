"""Words what costs points in a round of a trick game."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from companion.message import Aloud, Fitting, Message, Name, Words, joined, phrase, plural
from companion.rules.cards import SUITS, parse_card
from companion.rules.tricks.rules import Round
from companion.text.cards import each, face_of
from companion.text.form import beside_the_name
from companion.text.variants import said_by_author

MAX_SHORT_LENGTH: Final = 20
"""Maximum characters of the text beside the number of the round."""

MAX_SPOKEN_LENGTH: Final = 60


class _Thing(NamedTuple):
    what: Words
    points: object
    cards: int = 1


def what_costs(costs: Round) -> Words:
    """Return what costs: ``K♠ costs 100``, ``each ♥ costs 10``;
    for a long list only that cards cost.
    """
    return _briefly(costs, MAX_SHORT_LENGTH)


class CardCosts(msgspec.Struct, frozen=True):
    """The only card that costs, and what stands beside its picture."""

    card: str
    beside: Words


def card_costs(costs: Round) -> CardCosts | None:
    """Return the card of a round in which only one costs; None for any other round."""
    things = list(_things(costs))
    if costs.says or len(things) != 1 or len(costs.cards) != 1:
        return None
    (card,) = costs.cards
    return CardCosts(
        str(card), beside_the_name(_one(1).filled(name=Name(""), points=things[0].points))
    )


def costs_aloud(costs: Round) -> Words:
    """Return the same for a voice, with cards in words: ``each heart costs 10``."""
    return Aloud(_briefly(costs, MAX_SPOKEN_LENGTH))


def _briefly(costs: Round, longest: int) -> Words:
    return said_by_author(costs.says) if costs.says else Fitting(_from_long(costs), longest)


def _from_long(costs: Round) -> Iterator[Words]:
    things = list(_things(costs))
    if len(things) == 1:
        what, points, cards = things[0]
        yield _one(cards).filled(name=what, points=points)
        yield joined(" ", (what, str(points)))
        yield phrase("{n} cards cost", n=len(costs.cards))
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
    for key, points in costs.named.items():
        yield _cards(key, points)
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
