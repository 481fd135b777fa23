"""Keys of a playable variant file that are often meant otherwise, each with a question."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product

from msgspec import UNSET

from companion.core.cards import JOKER, Card, Pack, parse_card
from companion.core.family import Content, Doubt
from companion.core.variant_keys import dotted
from companion.games.adding.contradictions import has_loser, uses_chips
from companion.games.adding.effects import (
    Effect,
    Situation,
    Ways,
    conditions,
    is_one,
    is_plain,
    open_ways,
)
from companion.games.adding.reading import MAX_PLAYERS, card_keys
from companion.games.adding.rules import ways_of
from companion.games.adding.variant import AddingVariant, alternatives
from companion.message import phrase

FARTHEST = 9999
"""The largest number in a condition."""


def doubts(variant: AddingVariant, own: Content, below: Content) -> Iterator[Doubt]:
    """Yield the doubts about a `variant` with the `own` keys of its file, and those `below` of the
    variant that it extends.
    """
    yield from _about_course(variant)
    yield from _about_own_cards(variant, own, below)
    pack = variant.pack_of(1)
    first = Situation(
        variant.starts_at, None, variant.players[0], first_round=True, first_bust=True
    )
    can_begin, can_turn = variant.up_card != "none", variant.up_card != "plain"
    for key, entries in variant.cards.items():
        where = dotted("cards", key)
        for entry in alternatives(entries):
            if entry.oblige > 1 and entry.each_counts is UNSET and key != JOKER:
                owed = phrase(
                    "each of the {n} owed plays counts: is that meant? Then write each_counts = "
                    "true, else false"
                )
                yield where, owed.filled(n=entry.oblige)
        cards = _cards_of(key, variant, pack)
        ways = ways_of(parse_card(key).rank, entries, variant.target)
        can_begin = can_begin or any(any(open_ways(ways, first, card)) for card in cards)
        can_turn = can_turn or any(
            is_plain(ways, card.rank, down=variant.counts_down) for card in cards if card.suit
        )
        for number in _never_possible(variant, pack, cards, ways) if cards else ():
            never = phrase(
                "alternative {n} is never possible: is that meant? Change its condition, or "
                "leave it out"
            )
            if len(ways) == 1:
                never = phrase("it can never be played: is that meant? Change its condition")
            yield where, never.filled(n=number)
    if not can_begin:
        nobody = phrase(
            "no card can be played first in a hand: is that meant? Give one a line without when"
        )
        yield "cards", nobody
    if not can_turn:
        none = phrase("no card is plain, so no hand can begin: is that meant? Else write apply")
        yield "up_card", none


def _about_course(variant: AddingVariant) -> Iterator[Doubt]:
    if variant.forfeit and not has_loser(variant):
        nobody = phrase(
            'this game has a winner and no loser: is that meant? Write ends = "first out" or '
            'bust = "lose", or leave it out'
        )
        yield "forfeit", nobody
    if variant.draws == "never" and (variant.empty_hand, variant.stock_out) == ("out", "reshuffle"):
        stuck = phrase(
            'players without cards can only bust: is that meant? Write empty_hand = "wins" or '
            '"passes", too'
        )
        yield "draws", stuck
    if isinstance(variant.hand_size, tuple) and not variant.has_next_hand:
        once = phrase("a game of one hand deals only the first number: is that meant?")
        yield "hand_size", once
    if variant.chips is not None and not uses_chips(variant):
        idle = phrase(
            "nothing pays a chip: is that meant? Let bust, or on_bust if there is one, pay it, or "
            "write chips = false"
        )
        yield "chips", idle
    for number, what in variant.exact.items():
        if what == "chip" and variant.chips is None:
            bare = phrase(
                "nobody has chips: is that meant? Give each player some (chips = 5), or leave it "
                "out"
            )
            yield dotted("exact", str(number)), bare


def _about_own_cards(variant: AddingVariant, own: Content, below: Content) -> Iterator[Doubt]:
    written = {str(card): key for key in own.get("cards", {}) for card in card_keys(key)}
    if JOKER in written and not variant.jokers:
        none = phrase("there are no jokers: is that meant? Write jokers = 2, too, or leave it out")
        yield dotted("cards", written[JOKER]), none
    inherited = [parse_card(card) for card in below.get("cards", {}) if card not in written]
    for key in dict.fromkeys(written.values()):
        here = [str(card) for card in inherited if card.suit and written.get(card.rank) == key]
        if here:
            replaced = phrase(
                "this line also replaces {cards} of the extended variant: is that meant? Then "
                'write "{keys}" instead',
                cards=" ".join(here),
                keys=" ".join([key, *here]),
            )
            yield dotted("cards", key), replaced


def _cards_of(key: str, variant: AddingVariant, pack: Pack) -> list[Card]:
    """Return the cards of `pack` that the line `key` describes."""
    named = parse_card(key)
    return [
        card
        for card in pack.cards()
        if card.rank == named.rank
        and (card.suit == named.suit if named.suit else str(card) not in variant.cards)
    ]


def _never_possible(
    variant: AddingVariant, pack: Pack, cards: list[Card], ways: Ways
) -> Iterator[int]:
    """Yield the numbers of the alternatives that equal an earlier one, or hold at no table."""
    shut = set(range(len(ways)))
    for now, card in product(_situations(variant, pack, ways), cards):
        shut -= {place for place, is_open in enumerate(open_ways(ways, now, card)) if is_open}
        if not shut:
            break
    for place, way in enumerate(ways):
        if place in shut or way in ways[:place]:
            yield place + 1


def _situations(variant: AddingVariant, pack: Pack, ways: Iterable[Effect]) -> Iterator[Situation]:
    """Yield tables that differ in what the conditions of `ways` look at."""
    whens = conditions(ways)
    if variant.counts_down:
        totals = range(variant.target, variant.starts_at + FARTHEST)
    else:
        lowest = -FARTHEST if variant.floor is None else variant.floor
        totals = range(lowest, min(variant.target, 2 * FARTHEST) + 1)
    players = range(2, (variant.players[1] or MAX_PLAYERS) + 1)
    jokers = [parse_card(JOKER)] if variant.jokers else []
    for total, count, top, first_round, first_bust in product(
        _told_apart(totals, lambda n: tuple(is_one(n, when.total) for when in whens)),
        _told_apart(players, lambda n: tuple(is_one(n, when.players) for when in whens)),
        (None, *pack.cards(), *jokers),
        (True, False),
        (True, False),
    ):
        yield Situation(total, top, count, first_round, first_bust)


def _told_apart(numbers: range, judged: Callable[[int], Hashable]) -> Iterable[int]:
    """Return one of the `numbers` for each value of `judged`."""
    return {judged(number): number for number in numbers}.values()
