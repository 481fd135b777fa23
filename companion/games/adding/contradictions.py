"""The keys of an adding variant that contradict each other."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.consequences import (
    OF_AMOUNTS,
    OF_CHIPS,
    Consequence,
    Consequences,
    Does,
    all_of,
)
from companion.core.variant_keys import dotted
from companion.errors import VariantError
from companion.games.adding.variant import AddingVariant, FromPlayers, alternatives, largest_hand
from companion.message import Message, phrase

MAX_MATCHED: Final = 13
"""The most cards that may be alike or a run: a run has each rank once."""


def check_adding_contradictions(variant: AddingVariant) -> None:
    """Raise VariantError, with key and reason, if two keys contradict each other."""
    if variant.starts_at == variant.target:
        raise VariantError(
            phrase("a hand begins at the target: write another start or target"), "target"
        )
    if variant.counts_down and variant.floor is not None:
        raise VariantError(
            phrase("the target is the lowest total of a game that counts down: leave floor out"),
            "floor",
        )
    _check_cards(variant)
    _check_chips(variant)
    _check_course(variant)
    _check_consequences(variant)
    for number in variant.exact:
        if variant.is_over(number):
            never = phrase(
                "{n} is over the target {target} and never reached: leave it out, or raise the "
                "target"
            )
            if variant.counts_down:
                never = phrase(
                    "{n} is below the target {target} and never reached: leave it out, or lower "
                    "the target"
                )
            raise VariantError(never.filled(n=number, target=variant.target), "exact")
    _check_deal(variant)


def _check_cards(variant: AddingVariant) -> None:
    pack = variant.pack_of(1)
    for card in pack.cards():
        if card.rank not in variant.cards and str(card) not in variant.cards:
            rank = card.rank
            raise VariantError(phrase("has no line for {rank}: add one", rank=rank), "cards")
    entries = [
        (key, entry) for key, every in variant.cards.items() for entry in alternatives(every)
    ]
    for key, entry in entries:
        listed = entry.set if isinstance(entry.set, tuple) else (entry.set,)
        for number in (total for total in listed if isinstance(total, int)):
            if variant.is_over(number):
                over = phrase("sets {n}, over the target {target}: lower it, or raise the target")
                if variant.counts_down:
                    over = phrase(
                        "sets {n}, below the target {target}: raise it, or lower the target"
                    )
                raise VariantError(
                    over.filled(n=number, target=variant.target), dotted("cards", key)
                )
    if any(entry.shield for _, entry in entries) and not any(
        entry.knock_out for _, entry in entries
    ):
        raise VariantError(
            phrase("there is a shield, but no card knocks a player out: leave shield out"), "cards"
        )


def _check_course(variant: AddingVariant) -> None:
    for key, why in endless(variant):
        raise VariantError(why, key)
    if not variant.has_next_hand and variant.leads != "left of dealer":
        raise VariantError(phrase("there is only one hand: leave it out, or add a match"), "leads")
    if variant.ends == "first out" and variant.winner_takes_all:
        nobody = phrase("the first one out loses and nobody wins the pot: leave one of them out")
        raise VariantError(nobody, "ends")


def endless(variant: AddingVariant) -> Iterator[tuple[str, Message]]:
    """Yield the rules by which a hand, or the game, would have no end, each with the reason."""
    if (
        variant.match is not None
        and variant.bust in {"chip, play on", "chip, new pile", "pass"}
        and variant.empty_hand == "out"
    ):
        lasting = phrase(
            "in a match a bust ends the hand or puts the player out, unless an empty hand ends it "
            "(empty_hand)"
        )
        yield "bust", lasting
    if variant.empty_hand == "passes" and not variant.has_next_hand:
        no_winner = phrase(
            "a hand without cards has no winner: let another hand follow (chips, or a match)"
        )
        yield "empty_hand", no_winner
    if variant.bust == "pass" and not _can_end(variant):
        no_end = phrase(
            "the game has no end: let an empty hand win (empty_hand), or a bust cost something "
            "(on_bust)"
        )
        yield "bust", no_end


def _can_end(variant: AddingVariant) -> bool:
    """Return whether a game in which a bust is a pass can end."""
    does = _does(variant)
    return (
        variant.empty_hand != "out"
        or variant.stock_out == "play on"
        or bool(variant.shows)
        or not does <= {"drinks", "scores", "draws", "starts a new pile"}
        or any(entry.knock_out for every in variant.cards.values() for entry in alternatives(every))
    )


def consequences_of(variant: AddingVariant) -> Iterator[tuple[str, Consequence]]:
    """Yield every consequence of a variant with its key, except those of its cards."""
    tables: dict[str, str | UnsetType | Consequences] = {
        "on_bust": variant.on_bust,
        "stuck": variant.stuck,
        "reward": variant.reward,
        "forfeit": variant.forfeit,
        **{f"passing.{number}": what for number, what in variant.passing.items()},
        **{f"multiples.{number}": what for number, what in variant.multiples.items()},
        **{f"alike.{number}": what for number, what in variant.alike.items()},
        **{f"runs.{number}": what for number, what in variant.runs.items()},
        **{f"exact.{number}": what for number, what in variant.exact.items()},
    }
    for key, consequences in tables.items():
        if isinstance(consequences, tuple):
            yield from ((key, consequence) for consequence in consequences)


def uses_chips(variant: AddingVariant) -> bool:
    """Return whether players can lose or win chips."""
    pays = variant.bust.startswith("chip") and not variant.on_bust
    return pays or bool(_does(variant) & OF_CHIPS)


def _does(variant: AddingVariant) -> set[Does]:
    """Return what the consequences of a variant do."""
    every = (*consequences_of(variant), *_card_consequences(variant))
    return {consequence.does for _, consequence in every}


def _card_consequences(variant: AddingVariant) -> Iterator[tuple[str, Consequence]]:
    """Yield the consequences of the cards with their keys."""
    for card, entries in variant.cards.items():
        ways = alternatives(entries)
        for number, entry in enumerate(ways, start=1):
            place = (str(number),) if len(ways) > 1 else ()
            for consequence in all_of(entry.then):
                yield dotted("cards", card, *place, "then"), consequence


def _check_consequences(variant: AddingVariant) -> None:
    for key, consequence in consequences_of(variant):
        _check_consequence(variant, key, consequence)
    check_card_consequences(variant)
    if variant.stuck and variant.bust != "pass" and variant.empty_hand != "passes":
        never_stuck = phrase('stuck needs a bust that is a pass: write bust = "pass", too')
        raise VariantError(never_stuck, "stuck")
    for number in variant.multiples:
        if not 2 <= number <= max(variant.target, variant.starts_at):
            none = phrase("{n} has no multiples here: write 2 to {most}", n=number)
            most = max(variant.target, variant.starts_at)
            raise VariantError(none.filled(most=most), f"multiples.{number}")
    for table, numbers, least in (("alike", variant.alike, 2), ("runs", variant.runs, 3)):
        for number in numbers:
            if not least <= number <= MAX_MATCHED:
                few = phrase("write a number of cards, {least} to {most}")
                raise VariantError(few.filled(least=least, most=MAX_MATCHED), f"{table}.{number}")
    for number in variant.passing:
        if number == variant.target or variant.is_over(number):
            never = phrase("a total of {n} is never passed: lower it, or raise the target")
            if variant.counts_down:
                never = phrase("a total of {n} is never passed: raise it, or lower the target")
            raise VariantError(never.filled(n=number), "passing")


def check_card_consequences(variant: AddingVariant) -> None:
    """Raise VariantError, with key and reason, for a card's consequence that cannot happen."""
    for key, consequence in _card_consequences(variant):
        _check_consequence(variant, key, consequence, of_card=True)


def _check_consequence(
    variant: AddingVariant, key: str, consequence: Consequence, *, of_card: bool = False
) -> None:
    who, does, other = consequence.who, consequence.does, consequence.other
    if does in OF_CHIPS and variant.chips is None:
        raise VariantError(phrase("needs chips: give each player some (chips = 5)"), key)
    if does in OF_CHIPS and who == other:
        same = phrase('who and with are the same: write with = "pot", or another player')
        raise VariantError(same, key)
    if does not in OF_CHIPS and other != "pot":
        raise VariantError(phrase("with is for chips only: leave it out"), key)
    _check_amount(variant, key, consequence)
    if consequence.going is not None and not key.startswith("passing."):
        raise VariantError(phrase("only a passed total has a direction: leave going out"), key)
    if does.startswith("wins") and who in {"others", "everyone"}:
        raise VariantError(phrase("only one player can win: write another who"), key)
    if does == "starts a new pile" and who != "player":
        raise VariantError(phrase("there is only one pile: leave who out"), key)
    if does not in OF_AMOUNTS - {"draws"} and key in {"reward", "forfeit"}:
        over = phrase("the hand is over then: write pays, takes, drinks or scores")
        raise VariantError(over, key)
    if who == "named" and not of_card:
        nobody = phrase("only a card can name a player: write another who")
        raise VariantError(nobody, key)


def _check_amount(variant: AddingVariant, key: str, consequence: Consequence) -> None:
    does, how_many = consequence.does, consequence.how_many
    if does not in OF_AMOUNTS and how_many != 1:
        raise VariantError(phrase("there is nothing to count here: leave how_many out"), key)
    if how_many == "over":
        if key != "on_bust" or variant.over != "bust":
            no_over = phrase('nothing goes over here: write a number, or on_bust and over = "bust"')
            raise VariantError(no_over, key)
    elif does in OF_AMOUNTS and does != "scores" and (how_many == "pile" or how_many < 0):
        raise VariantError(phrase('only points can be below 0, or "pile": write 1 or more'), key)
    if how_many == 0:
        raise VariantError(phrase("0 is nothing: write another number"), key)


def _check_chips(variant: AddingVariant) -> None:
    if variant.chips is not None:
        return
    if variant.bust.startswith("chip") and not variant.on_bust:
        raise VariantError(phrase("a bust costs chips: give each player some (chips = 5)"), "bust")
    if variant.honor or variant.winner_takes_all:
        key = "honor" if variant.honor else "winner_takes_all"
        raise VariantError(phrase("needs chips: give each player some (chips = 5)"), key)


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
        most_dealt = 1 if variant.deal == "all" else largest_hand(hand_size)
        if count * most_dealt > variant.pack_of(decks).size:
            too_many = phrase(
                "{n} players cannot be dealt {cards} cards each: lower hand_size, or add a deck",
                n=count,
                cards=most_dealt,
            )
            raise VariantError(too_many, "hand_size")
