"""Keys of a playable variant file that are often meant otherwise, each with a question."""

from collections.abc import Iterator

from companion.core.cards import RANKS, SUITS, parse_card
from companion.core.variant_keys import Content, Doubt, dotted
from companion.games.tricks.variant import (
    OthersPay,
    RoundEntry,
    TrickVariant,
    pack_for,
    points_by_card,
)
from companion.message import Message, phrase

USUAL_ORDER = (*RANKS[1:], RANKS[0])
"""The ranks as most trick games order them: the ace is the highest."""


def doubts(variant: TrickVariant, _own: Content, _below: Content) -> Iterator[Doubt]:
    """Yield the doubts about a `variant`."""
    lowest, highest = variant.ranks[0], variant.ranks[-1]
    if USUAL_ORDER.index(lowest) > USUAL_ORDER.index(highest):
        order = phrase(
            "the ranks go from low to high, so {low} takes no trick from {high}: is that meant? "
            "Else write the highest last",
            low=lowest,
            high=highest,
        )
        yield "ranks", order
    for place, entry in enumerate(variant.rounds, start=1):
        for key, doubt in _about_round(variant, entry):
            yield dotted("rounds", str(place), *key), doubt


def _about_round(
    variant: TrickVariant, entry: RoundEntry
) -> Iterator[tuple[tuple[str, ...], Message]]:
    if variant.wins == "lowest" and entry.places != "any" and max(entry.written) <= 0:
        gains = phrase(
            "this round only takes points off, and the lowest number wins: is that meant? Else "
            'write wins = "highest", or numbers above 0'
        )
        yield (), gains
    if isinstance(entry.sweep, OthersPay):
        others = entry.sweep.others
        if others < 0 if variant.wins == "lowest" else others > 0:
            helps = phrase("{n} is good for the others: is that meant? Else write {other}")
            yield ("sweep", "others"), helps.filled(n=others, other=-others)
    named = [
        (key, parse_card(part)) for key in entry.cards if key not in SUITS for part in key.split()
    ]
    ranks = {card.rank for _, card in named if card.suit is None}
    points = points_by_card(entry, pack_for(variant, variant.players[0]))
    for key, card in named:
        if card.suit and card.rank in ranks:
            added = phrase(
                "{card} counts {n}, as the points of {rank} are added: is that meant? Else write "
                "the other cards of that rank by suit",
                card=card,
                n=points[card],
                rank=card.rank,
            )
            yield ("cards", key), added
