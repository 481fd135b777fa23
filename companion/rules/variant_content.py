"""Writes variants, and the rules in force at a table, as the content of a variant file.

All values are those of JSON: texts, numbers, booleans, lists, and dictionaries with texts as keys.
"""

import json
from collections import Counter
from typing import Any, assert_never

import msgspec
from msgspec import UNSET

from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.in_force import each_counts
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant, CardEntry, FromPlayers, Span
from companion.rules.cards import JOKER, RANKS, SUITS
from companion.rules.family import Rules, Variant, options_of
from companion.rules.options import Option
from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsVariant
from companion.rules.tricks.rules import Round, TrickRules
from companion.rules.tricks.variant import RoundEntry, TrickVariant

Content = dict[str, Any]


def variant_content(variant: Variant) -> Content:
    """Return the whole content of a file that says the same as `variant` and extends no other.

    >>> from companion.variants import load_variants
    >>> variant_content(load_variants().variants["ninety-nine"])["players"]
    [2]
    """
    return {
        "family": variant.family,
        "title": variant.title,
        "short": variant.short,
        "provenance": variant.provenance,
        "source": variant.source,
        "players": [count for count in variant.players if count is not None],
        "dealer_by_lot": variant.dealer_by_lot,
        **key_values(variant),
        **_tables_of(variant),
    }


def key_values(game: Rules | Variant) -> Content:
    """Return every rule key of a game with its value, as a file writes it: false for none."""
    return {
        name: _written(option, getattr(game, name)) for name, option in options_of(game).items()
    }


def _written(option: Option, value: Any) -> Any:
    if value is None and option.is_optional:
        return False
    if isinstance(value, dict):
        return {str(key): plain(what) for key, what in value.items()}
    return plain(value)


def _tables_of(variant: Variant) -> Content:
    match variant:
        case AddingVariant():
            return {
                "listed": variant.listed,
                "chips_look": variant.chips_look,
                "forfeit": "" if variant.forfeit is UNSET else variant.forfeit,
                "first_turns_without": plain(variant.first_turns_without),
                "shows": plain(variant.shows),
                "from_players": {
                    str(count): _change(change) for count, change in variant.from_players.items()
                },
                "cards": {key: card_content(entry) for key, entry in variant.cards.items()},
            }
        case TrickVariant():
            return {
                "ranks": " ".join(variant.ranks),
                "removed": {
                    str(count): " ".join(cards) for count, cards in variant.removed.items()
                },
                "rounds": plain(variant.rounds),
            }
        case PointsVariant():
            return {"rounds": plain(variant.rounds)} if variant.rounds else {}
        case _:
            assert_never(variant)


def rules_content(rules: Rules) -> Content:
    """Return the rules in force: the variant and its title, the rule keys, and the cards or rounds.

    The cards say numbers in place of "pip" and "target", except jokers.
    """
    return {
        "variant": rules.variant,
        "title": rules.title,
        "family": rules.family,
        "keys": key_values(rules) | _further_keys(rules),
        **_tables_in_force(rules),
    }


def _further_keys(rules: Rules) -> Content:
    """Return the keys of files and house rules that are no rule keys, but change what is played."""
    match rules:
        case AddingRules(last_card=last):
            further = {
                "first_turns_without": plain(rules.first_turns_without),
                "shows": plain(rules.shows),
                "forfeit": rules.forfeit,
            }
            return further if last is None else further | {"last_card": str(last)}
        case TrickRules(pack=pack, hand_size=dealt):
            removed = " ".join(str(card) for card in pack.removed)
            players = str(pack.size // dealt)  # every card is dealt
            return {"ranks": " ".join(pack.ranks), "removed": {players: removed} if removed else {}}
        case PointsRules():
            return {}
        case _:
            assert_never(rules)


def _tables_in_force(rules: Rules) -> Content:
    match rules:
        case AddingRules():
            return {"cards": _cards(rules)}
        case TrickRules():
            return {"rounds": [plain(_round_entry(entry)) for entry in rules.rounds]}
        case PointsRules():
            return {"rounds": plain(rules.rounds)} if rules.rounds else {}
        case _:
            assert_never(rules)


def _cards(rules: AddingRules) -> Content:
    """Return the card table in force: a rank does what most of its suits do,
    other cards stand alone.
    """
    table: Content = {}
    singles: Content = {}
    for rank in RANKS:
        of_suits = {suit: rules.effects[rank, suit] for suit in SUITS}
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
    """Return what a joker does; a file may say of the total that it sets only
    that it is the target.
    """
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


def _round_entry(entry: Round) -> RoundEntry:
    values = {
        name: getattr(entry, name) for name in RoundEntry.__struct_fields__ if name != "cards"
    }
    return RoundEntry(cards=entry.named, **values)


def _change(change: FromPlayers) -> Content:
    return {
        name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET
    }


def card_content(entry: CardEntry) -> Content:
    """Return a card's entry without what is not said.

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


def plain(value: object) -> Any:
    """Return the value as JSON has it: lists, and dictionaries with texts as keys."""
    return json.loads(json.dumps(msgspec.to_builtins(value)))
