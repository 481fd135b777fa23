"""Contradictions between keys of an adding variant that are each valid alone."""

from msgspec import UNSET

from companion.errors import VariantError
from companion.message import phrase
from companion.rules.adding.variant import AddingVariant, FromPlayers
from companion.rules.cards import JOKER, RANKS, SUITS


def check_adding_contradictions(variant: AddingVariant) -> None:
    """Raise VariantError, with key and reason, if two keys contradict each other."""
    _check_cards(variant)
    _check_chips(variant)
    for number in variant.exact:
        if number > variant.target:
            over = phrase(
                "{n} is over the target {target} and never reached: leave it out, or raise the "
                "target",
                n=number,
                target=variant.target,
            )
            raise VariantError(over, "exact")
    _check_deal(variant)


def _check_cards(variant: AddingVariant) -> None:
    for rank in RANKS:
        if rank not in variant.cards and not all(rank + suit in variant.cards for suit in SUITS):
            raise VariantError(
                phrase("does not say what {rank} does: add a line for it", rank=rank), "cards"
            )
    for key, entry in variant.cards.items():
        if isinstance(entry.set, int) and entry.set > variant.target:
            over = phrase(
                "sets {n}, over the target {target}: lower it, or raise the target",
                n=entry.set,
                target=variant.target,
            )
            raise VariantError(over, f"cards.{key}")
    joker = variant.cards.get(JOKER)
    if joker is not None and joker.set != "target":
        raise VariantError(
            phrase('a joker always sets the target: write set = "target"'), f"cards.{JOKER}"
        )
    entries = variant.cards.values()
    if any(entry.shield for entry in entries) and not any(entry.knock_out for entry in entries):
        raise VariantError(
            phrase("there is a shield, but no card knocks a player out: leave shield out"), "cards"
        )


def _check_chips(variant: AddingVariant) -> None:
    if variant.chips is not None:
        return
    if variant.bust.startswith("chip"):
        raise VariantError(phrase("a bust costs chips: give each player some (chips = 5)"), "bust")
    if variant.honor or variant.winner_takes_all:
        key = "honor" if variant.honor else "winner_takes_all"
        raise VariantError(phrase("is about chips: give each player some (chips = 5)"), key)


def _check_deal(variant: AddingVariant) -> None:
    fewest, most = variant.players
    for count, change in ((fewest, FromPlayers()), *variant.from_players.items()):
        if count < fewest or (most is not None and count > most):
            raise VariantError(
                phrase("{n} players cannot play this: leave it out", n=count),
                f"from_players.{count}",
            )
        decks = variant.decks if change.decks is UNSET else change.decks
        hand_size = variant.hand_size if change.hand_size is UNSET else change.hand_size
        if count * hand_size > decks * (52 + variant.jokers):
            too_many = phrase(
                "{n} players cannot be dealt {cards} cards each: lower hand_size, or add a deck",
                n=count,
                cards=hand_size,
            )
            raise VariantError(too_many, "hand_size")
