"""The cards of an adding game in the form of its file."""

from collections import Counter
from typing import assert_never

import msgspec
from msgspec import UNSET

from companion.core.cards import JOKER
from companion.core.family import Content
from companion.core.variant_keys import plain
from companion.games.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.games.adding.rules import AddingRules, each_counts
from companion.games.adding.variant import AddingVariant, CardEntry, FromPlayers, Span


def content(variant: AddingVariant) -> Content:
    """Return the content of a variant's file, except its names and rule keys."""
    return {
        "listed": variant.listed,
        "chips_look": variant.chips_look,
        "forfeit": "" if variant.forfeit is UNSET else plain(variant.forfeit),
        "first_turns_without": plain(variant.first_turns_without),
        "shows": plain(variant.shows),
        "from_players": {
            str(count): _change(change) for count, change in variant.from_players.items()
        },
        "cards": {key: card_content(entry) for key, entry in variant.cards.items()},
    }


def further_content(rules: AddingRules) -> Content:
    """Return the remaining content of rules in force that affects the game but has no rule key."""
    further = {
        "first_turns_without": plain(rules.first_turns_without),
        "shows": plain(rules.shows),
        "forfeit": plain(rules.forfeits) or rules.forfeit,
    }
    last = rules.last_card
    return further if last is None else further | {"last_card": str(last)}


def cards_in_force(rules: AddingRules) -> Content:
    """Return the card table in force. A rank has the effect of most of its suits; other cards have
    entries of their own.
    """
    table: Content = {}
    singles: Content = {}
    for rank in rules.pack.ranks:
        of_suits = {suit: rules.effects[rank, suit] for suit in rules.pack.suits(rank)}
        if not of_suits:
            continue
        (usual, _count), *_ = Counter(of_suits.values()).most_common(1)
        table[rank] = card_content(_entry(rank, usual))
        singles |= {
            rank + suit: card_content(_entry(rank, effect))
            for suit, effect in of_suits.items()
            if effect != usual
        }
    if rules.pack.jokers:
        table[JOKER] = _joker(rules)
    return table | singles


def _joker(rules: AddingRules) -> Content:
    """Return the joker's entry. A file can set the total only to the target here."""
    effect = rules.effects[JOKER, None]
    content = card_content(_entry(JOKER, effect))
    return content | {"set": "target"} if effect.change == SetTo(rules.target) else content


def _entry(rank: str, effect: Effect) -> CardEntry:
    others = {
        name: getattr(effect, name)
        for name in CardEntry.__struct_fields__
        if name not in {"add", "set", "multiply", "each_counts"}
    }
    entry = msgspec.structs.replace(_changing(effect.change), **others)
    if effect.each_counts == each_counts(rank, entry):
        return entry
    return msgspec.structs.replace(entry, each_counts=effect.each_counts)


def _changing(change: Change) -> CardEntry:
    match change:
        case Add(n):
            return CardEntry(add=n)
        case AddOneOf(numbers):
            return CardEntry(add=numbers)
        case SetTo(n):
            return CardEntry(set=n)
        case SetWithin(low, high):
            return CardEntry(set=Span(low, high))
        case Multiply(factor):
            return CardEntry(multiply=factor)
        case _:
            assert_never(change)


def _change(change: FromPlayers) -> Content:
    return {
        name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET
    }


def card_content(entry: CardEntry) -> Content:
    """Return a card's entry without its defaults.

    >>> card_content(CardEntry(add=(1, 11), reverse=True))
    {'add': [1, 11], 'reverse': True}
    """
    values = {
        field.encode_name: getattr(entry, field.name)
        for field in msgspec.structs.fields(entry)
        if getattr(entry, field.name) != field.default
    }
    content: Content = plain(values)
    return content
