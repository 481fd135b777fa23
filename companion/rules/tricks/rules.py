"""The rules in force at a table with a trick game: variant, number of players, house rules."""

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any, ClassVar, Final

import msgspec

from companion.errors import Illegal
from companion.rules.cards import SUITS, Card, Pack, parse_card
from companion.rules.house_rule import house_rule
from companion.rules.options import TrickOptions, house_rules, options
from companion.rules.refusals import BadPlayers
from companion.rules.tricks.variant import Ends, RoundEntry, Suit, TrickVariant

TRICK_HOUSE_RULES: Final[dict[str, Any]] = house_rules(TrickOptions)
"""Every house rule of the trick games, with its type (docs/protocol.md, "House rules")."""


class Round(msgspec.Struct, frozen=True):
    """One round with this pack: `cards` are the points of every single card that costs.

    `named` are the same by the variant's keys: a suit, a rank, or cards. `total` is what all
    players pay together, without a sweep and without penalties; `step` divides every sum that one
    player can pay without a sweep.
    """

    restricted: Suit | None
    trick: int
    first_trick: int
    last_trick: int
    cards: dict[Card, int]
    named: dict[str, int]
    sweep: int
    ends: Ends
    says: str
    total: int
    step: int


class TrickRules(TrickOptions, frozen=True, kw_only=True):
    """The rules of one game, from `new` to its end.

    `rounds` are played in order, and repeatedly if there is an `until`. `cards` are those of the
    pack, by the card as it prints and as its label names it. Nobody has `chips`.
    """

    variant: str
    title: str
    pack: Pack
    hand_size: int
    rounds: tuple[Round, ...]
    cards: dict[object, Card]
    chips: ClassVar[None] = None

    def round(self, number: int) -> Round:
        """Return the round of that number, counted from 1."""
        return self.rounds[(number - 1) % len(self.rounds)]

    def height(self, card: Card) -> int:
        """Return the rank of a card within its suit: 0 is the lowest."""
        return self.pack.ranks.index(card.rank)


def trick_rules_in_force(
    variant: TrickVariant, house: Mapping[str, object], players: int, *, stickers: bool = False
) -> TrickRules:
    """Return the rules of `variant` for so many `players`, overridden by the `house` rules.

    Raises:
        Illegal: ``bad-house-rule`` with the `rule`; ``bad-players`` if the pack cannot be dealt to
            so many.
    """
    house_rules = {
        name: house_rule(TRICK_HOUSE_RULES, name, value) for name, value in house.items()
    }
    fewest, most = variant.players
    if not fewest <= players <= most:
        raise Illegal(
            BadPlayers("count", count=players, title=variant.title, fewest=fewest, most=most)
        )
    pack = pack_for(variant, players, stickers=stickers)
    return TrickRules(
        variant=variant.name,
        title=variant.title,
        pack=pack,
        hand_size=pack.size // players,
        cards={text: card for card in pack.cards() for text in (str(card), f"{card}/1")},
        rounds=tuple(_round(entry, pack, pack.size // players) for entry in variant.rounds),
        **({name: getattr(variant, name) for name in options(TrickOptions)} | house_rules),
    )


def pack_for(variant: TrickVariant, players: int, *, stickers: bool = False) -> Pack:
    """Return the pack for so many players."""
    removed = tuple(parse_card(card) for card in variant.removed.get(players, ()))
    return Pack(stickers=stickers, ranks=variant.ranks, removed=removed)


def cards_meant(key: str, pack: Pack) -> Iterator[Card]:
    """Yield the cards of `pack` that a key of a round's ``cards`` matches:
    a suit, a rank, or cards.

    >>> [str(card) for card in cards_meant("QS", Pack())]
    ['QS']
    >>> [str(card) for card in cards_meant("J", Pack())]
    ['JC', 'JD', 'JH', 'JS']
    """
    if key in SUITS:
        yield from (card for card in pack.cards() if card.suit == key)
        return
    for part in key.split():
        named = parse_card(part)
        for card in pack.cards():
            if card.rank == named.rank and named.suit in {None, card.suit}:
                yield card


def _round(entry: RoundEntry, pack: Pack, hand_size: int) -> Round:
    costs: dict[Card, int] = {}
    singly = [entry.trick, entry.first_trick, entry.last_trick]
    for key, points in entry.cards.items():
        for card in cards_meant(key, pack):
            costs[card] = costs.get(card, 0) + points
            singly.append(points)
    return Round(
        restricted=entry.restricted,
        trick=entry.trick,
        first_trick=entry.first_trick,
        last_trick=entry.last_trick,
        cards=costs,
        named=entry.cards,
        sweep=entry.sweep,
        ends=entry.ends,
        says=entry.says,
        total=entry.trick * hand_size + entry.first_trick + entry.last_trick + sum(costs.values()),
        step=gcd(*singly),
    )
