"""Reads an adding variant's TOML file, merged over its parent,
and reports what is wrong with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET

from companion.errors import CardError, VariantError
from companion.message import phrase
from companion.rules.adding.contradictions import check_adding_contradictions
from companion.rules.adding.variant import AddingFile, AddingVariant, CardEntry, Span
from companion.rules.cards import RANKS, Card, parse_card
from companion.rules.options import AddingOptions, file_defaults, from_file, required_keys
from companion.rules.variant_keys import as_struct, check_required, dotted, keys_set_in, read_number

DEFAULTS: Final[dict[str, Any]] = file_defaults(AddingOptions) | {
    "listed": "",
    "players": (2,),
    "chips_look": "dots",
    "forfeit": "",
    "first_turns_without": {},
    "shows": {},
    "from_players": {},
}
MAX_PLAYERS: Final = 99
"""More players than any table seats; the search for a possible number of players ends here."""

MUST_SAY: Final = ("title", "short", *required_keys(AddingOptions), "cards")


def card_keys(key: str) -> list[Card]:
    """Return the ranks and single cards in a key of a ``[cards]`` table: "2 3 5", "AS AC", "JK".

    Raises:
        CardError: a part of the key is no rank and no card, or names a deck.
    """
    cards = []
    for part in key.split():
        card = parse_card(part)
        if card.deck is not None:
            raise CardError(
                phrase(
                    "{text} names a deck; a card does the same from either deck", text=repr(part)
                )
            )
        cards.append(card)
    if not cards:
        raise CardError(phrase("the key is empty: write the ranks or cards it is about"))
    return cards


def read_cards(table: Mapping[str, Any]) -> dict[str, CardEntry]:
    """Return a ``[cards]`` table with an entry for each rank and card, ranks first.

    Raises:
        VariantError: a key is no card, or an entry says too little or too much.
    """
    ranks: dict[str, CardEntry] = {}
    singles: dict[str, CardEntry] = {}
    for key, raw in table.items():
        where = dotted("cards", key)
        try:
            cards = card_keys(key)
        except CardError as error:
            raise VariantError(error.reason, where) from None
        entry = as_struct(raw, CardEntry, "cards", key)
        _check_entry(entry, where)
        for card in cards:
            if entry.add == "pip" and card.is_joker:
                raise VariantError(phrase("a joker has no pip value: write a number"), where)
            place = singles if card.suit else ranks
            if str(card) in place:
                raise VariantError(phrase("{card} is described twice: keep one", card=card), where)
            place[str(card)] = entry
    return ranks | singles


def merge_cards(
    cards: Mapping[str, CardEntry], over: Mapping[str, CardEntry]
) -> dict[str, CardEntry]:
    """Return `cards` overridden by `over`; a rank in `over` replaces the single cards
    of that rank too.
    """
    laid = {
        key: entry
        for key, entry in cards.items()
        if not ((card := parse_card(key)).suit and card.rank in over)
    }
    return laid | dict(over)


def _check_entry(entry: CardEntry, where: str) -> None:
    says = [name for name in ("add", "set", "multiply") if getattr(entry, name) is not UNSET]
    if len(says) != 1:
        raise VariantError(
            phrase("say one of add, set or multiply (add = 0 leaves the total)"), where
        )
    if (
        isinstance(entry.set, Span)
        and isinstance(entry.set.high, int)
        and entry.set.low > entry.set.high
    ):
        raise VariantError(
            phrase(
                "from {low} to {high} is nothing to choose from: write the smaller number first",
                low=entry.set.low,
                high=entry.set.high,
            ),
            where,
        )
    if isinstance(entry.add, tuple) and len(set(entry.add)) != len(entry.add):
        raise VariantError(phrase("the numbers to choose from must all differ"), where)
    if sum((entry.choose_next, entry.again, entry.skip > 0)) > 1:
        raise VariantError(
            phrase("choose_next, again and skip contradict each other: keep one"), where
        )
    if entry.each_counts is not UNSET and not entry.oblige:
        raise VariantError(
            phrase("each_counts is about plays that are owed: write oblige as well"), where
        )
    if entry.shield and entry.knock_out:
        raise VariantError(phrase("a card cannot be the shield and knock out: keep one"), where)


def merge_adding_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file merged over what it inherits (`below`), with each key's type checked.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = keys_set_in(raw, AddingFile)
    cards = read_cards(raw.get("cards", {}))
    merged = {**DEFAULTS, **below, **own}
    if "players" in own and "from_players" not in own:
        merged["from_players"] = inherited_changes(merged["from_players"], own["players"])
    merged["cards"] = merge_cards(below.get("cards", {}), cards)
    return merged


def inherited_changes(changes: Mapping[str, Any], players: Sequence[int]) -> dict[str, Any]:
    """Return the parent's ``from_players`` entries that apply to a file with its own ``players``.

    An entry for more players than this file allows is dropped instead of reported as a mistake.
    """
    return {
        count: change
        for count, change in changes.items()
        if len(players) < 2 or int(count) <= players[1]
    }


def finish_adding_variant(name: str, content: Mapping[str, Any]) -> AddingVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    check_required(content, MUST_SAY)
    rules = from_file(AddingOptions, content)
    rules["exact"] = {read_number(key, "exact"): what for key, what in rules["exact"].items()}
    variant = AddingVariant(
        name=name,
        listed=content["listed"],
        players=_players(content["players"]),
        chips_look=content["chips_look"],
        forfeit=content["forfeit"] or UNSET,
        first_turns_without={
            _rank(key, "first_turns_without"): n
            for key, n in content["first_turns_without"].items()
        },
        shows={_rank(key, "shows"): what for key, what in content["shows"].items()},
        from_players={
            read_number(key, "from_players"): what for key, what in content["from_players"].items()
        },
        cards=content["cards"],
        **rules,
    )
    check_adding_contradictions(variant)
    return variant


def _players(numbers: tuple[int, ...]) -> tuple[int, int | None]:
    if not 1 <= len(numbers) <= 2 or numbers[0] < 2 or numbers[-1] < numbers[0]:
        raise VariantError(
            phrase("write the fewest, at least 2, and perhaps the most: [2] or [3, 6]"), "players"
        )
    if numbers[-1] > MAX_PLAYERS:
        raise VariantError(
            phrase("no table seats {n}: write {most} at most", n=numbers[-1], most=MAX_PLAYERS),
            "players",
        )
    return numbers[0], numbers[1] if len(numbers) == 2 else None


def _rank(key: str, where: str) -> str:
    if key not in RANKS:
        raise VariantError(
            phrase("{text} is no rank: one of {ranks}", text=repr(key), ranks=" ".join(RANKS)),
            where,
        )
    return key
