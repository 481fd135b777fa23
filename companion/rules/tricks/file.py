"""Reads a trick game's TOML file, merged over its parent, and reports what is wrong with it."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.inspect import type_info

from companion.config.schema_errors import describe_type, not_possible
from companion.errors import CardError, VariantError
from companion.message import phrase
from companion.rules.cards import RANKS, SUITS, parse_card
from companion.rules.options import TrickOptions, file_defaults, from_file
from companion.rules.tricks.contradictions import check_trick_contradictions
from companion.rules.tricks.variant import RoundEntry, Suit, TrickFile, TrickVariant
from companion.rules.variant_keys import (
    check_required,
    dotted,
    keys_set_in,
    read_number,
    read_players,
)

TRICK_DEFAULTS: Final[dict[str, Any]] = file_defaults(TrickOptions) | {"removed": {}}
TRICK_MUST_SAY: Final = ("title", "short", "players", "ranks", "rounds")


def merge_trick_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file merged over what it inherits (`below`), with each key's type checked.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = keys_set_in(raw, TrickFile, RoundEntry, _check_round)
    merged = {**TRICK_DEFAULTS, **below, **own}
    if "players" in own:
        fewest, most = read_players(own["players"])
    if "players" in own and "removed" not in own:
        # An entry for a number of players that this file does not allow is the parent's, not a
        # mistake here.
        merged["removed"] = {
            count: cards
            for count, cards in merged["removed"].items()
            if fewest <= int(count) <= most
        }
    return merged


def finish_trick_variant(name: str, content: Mapping[str, Any]) -> TrickVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    check_required(content, TRICK_MUST_SAY)
    variant = TrickVariant(
        name=name,
        players=read_players(content["players"]),
        ranks=_ranks(content["ranks"]),
        removed={
            read_number(count, "removed"): _removed(count, cards)
            for count, cards in content["removed"].items()
        },
        rounds=content["rounds"],
        **from_file(TrickOptions, content),
    )
    check_trick_contradictions(variant)
    return variant


def _check_round(raw: Mapping[str, Any], place: str) -> None:
    # A file omits the key for no suit; the type's own message would suggest writing None.
    if "restricted" in raw and raw["restricted"] not in SUITS:
        wrong = not_possible(raw["restricted"], describe_type(type_info(Suit)))
        raise VariantError(wrong, dotted("rounds", place, "restricted"))
    cards = raw.get("cards", {})
    if not isinstance(cards, dict):
        right = phrase(
            "a suit, rank or cards and what each costs: {example}", example="{ QS = 13 }"
        )
        raise VariantError(not_possible(cards, right), dotted("rounds", place, "cards"))


def _ranks(text: str) -> tuple[str, ...]:
    ranks = tuple(text.split())
    if not ranks:
        raise VariantError(phrase("names none: write the ranks of the deck, lowest first"), "ranks")
    for rank in ranks:
        if rank not in RANKS:
            raise VariantError(
                phrase(
                    "{text} is no rank: one of {ranks}", text=repr(rank[:20]), ranks=" ".join(RANKS)
                ),
                "ranks",
            )
        if ranks.count(rank) > 1:
            raise VariantError(
                phrase("{what} stands there twice: write it once", what=rank), "ranks"
            )
    return ranks


def _removed(count: str, text: str) -> tuple[str, ...]:
    where = dotted("removed", count)
    cards: list[str] = []
    for part in text.split():
        try:
            card = parse_card(part)
        except CardError as error:
            raise VariantError(error.reason, where) from None
        if card.suit is None or card.deck is not None:
            single = phrase(
                "{text} is not a single card of one deck: write it like 2C", text=repr(part[:20])
            )
            raise VariantError(single, where)
        if str(card) in cards:
            raise VariantError(phrase("{what} stands there twice: write it once", what=card), where)
        cards.append(str(card))
    return tuple(cards)
