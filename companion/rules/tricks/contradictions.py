"""Contradictions between keys of a trick game that are each valid alone."""

from typing import Final

from companion.errors import CardError, VariantError
from companion.message import phrase
from companion.rules.cards import SUITS, Pack, parse_card
from companion.rules.tricks.rules import cards_meant, pack_for
from companion.rules.tricks.variant import RoundEntry, TrickVariant
from companion.rules.variant_keys import dotted

SEATS: Final = 8
"""The maximum of players: as many cards fit side by side on a display,
and a table has as many lights.
"""


def check_trick_contradictions(variant: TrickVariant) -> None:
    """Raise VariantError, with key and reason, if two keys contradict each other."""
    _check_deal(variant)
    for place, entry in enumerate(variant.rounds, start=1):
        _check_round(variant, entry, str(place))


def _check_deal(variant: TrickVariant) -> None:
    fewest, most = variant.players
    if most > SEATS:
        room = phrase("a display has room for a trick of {n} cards: write {n} or less", n=SEATS)
        raise VariantError(room, "players")
    for count, cards in variant.removed.items():
        where = dotted("removed", str(count))
        if not fewest <= count <= most:
            nobody = phrase(
                "nobody plays this with {n}: players says {fewest} to {most}",
                n=count,
                fewest=fewest,
                most=most,
            )
            raise VariantError(nobody, where)
        for card in cards:
            if parse_card(card).rank not in variant.ranks:
                absent = phrase(
                    "{card} is not in this deck: take out only cards of its ranks", card=card
                )
                raise VariantError(absent, where)
    for count in range(fewest, most + 1):
        where = dotted("removed", str(count))
        size = pack_for(variant, count).size
        if size < count:
            few = phrase(
                "{cards} cards are too few for {n} players: take out fewer", cards=size, n=count
            )
            raise VariantError(few, where)
        if left := size % count:
            uneven = phrase(
                "{cards} cards cannot be dealt evenly to {n} players: take {left} more out",
                cards=size,
                n=count,
                left=left,
            )
            raise VariantError(uneven, where)


def _check_round(variant: TrickVariant, entry: RoundEntry, place: str) -> None:
    where = dotted("rounds", place)
    for key in entry.cards:
        _check_cards(key, Pack(ranks=variant.ranks), dotted("rounds", place, "cards", key))
    if not (entry.trick or entry.first_trick or entry.last_trick or entry.cards):
        raise VariantError(
            phrase("nothing costs in this round: say trick, first_trick, last_trick or cards"),
            where,
        )
    if entry.ends == "last card":
        if not entry.cards:
            raise VariantError(
                phrase("no card costs in this round, so none is the last: leave it out"),
                f"{where}.ends",
            )
        if entry.trick:
            raise VariantError(
                phrase("each trick costs, so all cards must be played: leave it out"),
                f"{where}.ends",
            )
    fewest, most = variant.players
    for count in range(fewest, most + 1):
        _check_pack(variant, entry, place, count)


def _check_pack(variant: TrickVariant, entry: RoundEntry, place: str, players: int) -> None:
    """Raise VariantError unless so many players' pack has the cards that cost,
    and a sweep two of them.
    """
    pack = pack_for(variant, players)
    for key in entry.cards:
        for part in key.split():
            if not list(cards_meant(part, pack)):
                gone = phrase(
                    "{card} is taken out for {n} players: take out another in removed.{n}",
                    card=part,
                    n=players,
                )
                raise VariantError(gone, dotted("rounds", place, "cards", key))
    costing = {card for key in entry.cards for card in cards_meant(key, pack)}
    tricks = pack.size // players if entry.trick else 0
    if (
        entry.sweep
        and len(costing) + tricks + bool(entry.first_trick) + bool(entry.last_trick) == 1
    ):
        raise VariantError(
            phrase("a single thing that costs is no sweep: leave it out"),
            dotted("rounds", place, "sweep"),
        )


def _check_cards(key: str, deck: Pack, where: str) -> None:
    if key in SUITS:
        return
    if not key.split():
        raise VariantError(
            phrase("the key is empty: write the suit, rank or cards it is about"), where
        )
    for part in key.split():
        if part in SUITS:
            raise VariantError(
                phrase(
                    "{suit} is a suit, which stands alone: write a key for each suit", suit=part
                ),
                where,
            )
        try:
            card = parse_card(part)
        except CardError:
            neither = phrase(
                "{text} is no suit, rank or card: write H, Q or KS", text=repr(part[:20])
            )
            raise VariantError(neither, where) from None
        if card.is_joker or card.deck is not None:
            absent = phrase(
                "{text} is not in one deck without jokers: write H, Q or KS", text=repr(part[:20])
            )
            raise VariantError(absent, where)
        if card not in deck:
            absent = phrase("{card} is not in this deck: write only cards of its ranks", card=card)
            raise VariantError(absent, where)
    meant = list(cards_meant(key, deck))
    for card in meant:
        if meant.count(card) > 1:
            raise VariantError(phrase("{card} is meant twice: write it once", card=card), where)
