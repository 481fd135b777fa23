"""The cards of an adding game in the form of its file."""

from collections import Counter
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import JOKER
from companion.core.variant_keys import Content, plain
from companion.games.adding.effects import Change, Effect, Ways
from companion.games.adding.rules import AddingRules
from companion.games.adding.variant import (
    OPERATIONS,
    AddingVariant,
    CardEntry,
    Entries,
    FromPlayers,
    Range,
    Span,
    alternatives,
    each_counts,
)


def content(variant: AddingVariant) -> Content:
    """Return the content of a variant's file, except its names and rule keys."""
    return {
        "listed": variant.listed,
        "chips_look": variant.chips_look,
        "forfeit": "" if variant.forfeit is UNSET else plain(variant.forfeit),
        "start": variant.starts_at,
        "first_turns_without": plain(variant.first_turns_without),
        "shows": plain(variant.shows),
        "from_players": {
            str(count): _without_defaults(change) for count, change in variant.from_players.items()
        },
        "cards": {key: card_content(entries) for key, entries in variant.cards.items()},
    }


def further_content(rules: AddingRules) -> Content:
    """Return the remaining content of rules in force that affects the game but has no rule key."""
    further = {
        "first_turns_without": plain(rules.first_turns_without),
        "shows": plain(rules.shows),
        "forfeit": plain(rules.forfeits) or rules.forfeit,
    }
    if rules.start:
        further["start"] = rules.start
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
        table[rank] = _written(rank, usual, rules.target)
        singles |= {
            rank + suit: _written(rank, ways, rules.target)
            for suit, ways in of_suits.items()
            if ways != usual
        }
    if rules.pack.jokers:
        table[JOKER] = _written(JOKER, rules.effects[JOKER, None], rules.target)
    return table | singles


def _written(rank: str, ways: Ways, target: int) -> Content | list[Content]:
    return card_content(tuple(_entry(rank, way, target) for way in ways))


def _entry(rank: str, effect: Effect, target: int) -> CardEntry:
    change = effect.change
    by: Any = change.by
    if rank == JOKER and change == Change("set", target):
        by = "target"  # A file can set the total only to the target here.
    elif isinstance(by, range):
        ends = Span if change.operation == "set" else Range
        by = ends(by.start, by.stop - 1)
    others = {
        name: getattr(effect, name)
        for name in CardEntry.__struct_fields__
        if name not in {*OPERATIONS, "round", "when", "each_counts"}
    }
    entry = CardEntry(
        **{change.operation: by},
        **others,
        round="up" if change.round_up else UNSET,
        when=UNSET if effect.when is None else effect.when,
    )
    if effect.each_counts == each_counts(rank, entry):
        return entry
    return replace(entry, each_counts=effect.each_counts)


def card_content(entries: Entries) -> Content | list[Content]:
    """Return a card's entry without its defaults, or the list of its alternatives.

    >>> card_content(CardEntry(add=(1, 11), reverse=True))
    {'add': [1, 11], 'reverse': True}
    """
    contents = [_without_defaults(entry) for entry in alternatives(entries)]
    return contents if len(contents) > 1 else contents[0]


def _without_defaults(table: CardEntry | FromPlayers) -> Content:
    values = {
        field.encode_name: getattr(table, field.name)
        for field in msgspec.structs.fields(table)
        if getattr(table, field.name) != field.default
    }
    content: Content = plain(values)
    return content
