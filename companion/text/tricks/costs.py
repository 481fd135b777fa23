"""What costs in a round of a trick game."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from companion.rules.cards import SUITS, parse_card
from companion.rules.tricks.rules import Round
from companion.text.cards import aloud, each, face, face_of
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.named import named
from companion.text.variants import translated

LONGEST: Final = 20
"""Maximum characters of the text beside the number of the round."""

LONGEST_ALOUD: Final = 60


class _Thing(NamedTuple):
    what: str
    points: object
    cards: int = 1


def what_costs(costs: Round) -> str:
    """Return what costs: ``K♠ costs 100``, ``each ♥ costs 10``; for a long list only that cards cost."""
    return _briefly(costs, each, LONGEST)


class CardCosts(msgspec.Struct, frozen=True):
    """The only card that costs, and what stands beside its picture."""

    card: str
    beside: str


def card_costs(costs: Round) -> CardCosts | None:
    """Return the card of a round in which only one costs; None for any other round."""
    things = list(_things(costs, each))
    if costs.says or len(things) != 1 or len(costs.cards) != 1:
        return None
    (card,) = costs.cards
    said = named(_one(1), face(card), points=things[0].points)
    return CardCosts(str(card), f"{said.before}{said.after}".strip())


def costs_aloud(costs: Round) -> str:
    """Return the same for a voice, with cards in words: ``each heart costs 10``."""
    return aloud(_briefly(costs, _each_in_words, LONGEST_ALOUD))


def _briefly(costs: Round, each_of: Callable[[str], str], longest: int) -> str:
    if costs.says:
        return translated(costs.says)
    things = list(_things(costs, each_of))
    if len(things) == 1:
        what, points, cards = things[0]
        for one in (_one(cards).format(name=what, points=points), f"{what} {points}"):
            if len(one) <= longest:
                return one
        return _("{n} cards cost").format(n=len(costs.cards))
    briefly = ", ".join(f"{thing.what} {thing.points}" for thing in things)
    return briefly if len(briefly) <= longest else _("{n} things cost").format(n=len(things))


def _one(cards: int) -> str:
    return ngettext("{name} costs {points}", "{name} cost {points}", cards)


def _things(costs: Round, each_of: Callable[[str], str]) -> Iterator[_Thing]:
    if costs.trick:
        yield _Thing(_("each trick"), costs.trick)
    if costs.first_trick:
        yield _Thing(_("first trick"), costs.first_trick)
    if costs.last_trick:
        yield _Thing(_("last trick"), costs.last_trick)
    for key, points in costs.named.items():
        yield _cards(key, points, each_of)
    if costs.sweep:
        yield _Thing(_("all"), f"+{costs.sweep}")


def _cards(key: str, points: int, each_of: Callable[[str], str]) -> _Thing:
    """Return a key of a variant's ``cards`` for display: ``each ♥``, ``each queen``, ``K♠``, ``J♥ J♦ J♣``."""
    cards = key.split()
    if len(cards) == 1 and (key in SUITS or parse_card(key).suit is None):
        return _Thing(each_of(key if key in SUITS else parse_card(key).rank), points)
    return _Thing(" ".join(face_of(card) for card in cards), points, len(cards))


def _each_in_words(rank_or_suit: str) -> str:
    in_words = {"C": _("each club"), "D": _("each diamond"), "H": _("each heart"), "S": _("each spade")}
    return in_words.get(rank_or_suit) or each(rank_or_suit)
