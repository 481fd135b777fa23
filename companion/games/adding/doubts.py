"""Keys of a playable variant file that are often meant otherwise, each with a question."""

from collections.abc import Iterator

from msgspec import UNSET

from companion.core.cards import JOKER, Card, parse_card
from companion.core.family import Content, Doubt
from companion.core.variant_keys import dotted
from companion.games.adding.contradictions import has_loser, uses_chips
from companion.games.adding.effects import (
    Ways,
    is_plain,
)
from companion.games.adding.reading import card_keys
from companion.games.adding.rules import ways_of
from companion.games.adding.variant import AddingVariant, alternatives
from companion.message import phrase


def doubts(variant: AddingVariant, own: Content, below: Content) -> Iterator[Doubt]:
    """Yield the doubts about a `variant` with the `own` keys of its file, and those `below` of the
    variant that it extends.
    """
    yield from _about_course(variant)
    yield from _about_own_cards(variant, own, below)
    for key, entries in variant.cards.items():
        for entry in alternatives(entries):
            if entry.oblige > 1 and entry.each_counts is UNSET and key != JOKER:
                owed = phrase(
                    "each of the {n} owed plays counts: is that meant? Then write each_counts = "
                    "true, else false"
                )
                yield dotted("cards", key), owed.filled(n=entry.oblige)
    if variant.up_card == "plain" and not any(
        is_plain(_ways(variant, card), card.rank, down=variant.counts_down)
        for card in variant.pack_of(1).cards()
    ):
        none = phrase("no card is plain, so no hand can begin: is that meant? Else write apply")
        yield "up_card", none


def _ways(variant: AddingVariant, card: Card) -> Ways:
    entries = variant.cards.get(str(card)) or variant.cards[card.rank]
    return ways_of(card.rank, entries, variant.target, down=variant.counts_down)


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
