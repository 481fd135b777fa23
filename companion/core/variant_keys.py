"""Helpers shared by the file readers of all families: the keys set in a file, their values, and the
values of house rules.
"""

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import UNSET, Struct, ValidationError, to_builtins

from companion.core.cards import RANKS, Card, parse_card
from companion.core.options import convert
from companion.core.refusals import BadHouseRule
from companion.errors import CardError, Illegal, VariantError
from companion.foreign.schema_errors import shown, validate
from companion.message import Message, at_location, phrase

Content = dict[str, Any]
"""The content of a variant's file: texts, numbers, booleans, lists and dictionaries of these."""
Doubt = tuple[str, Message]
"""The key of a playable file that is often meant otherwise, with a question."""

_Kind = TypeVar("_Kind")

Contradiction = tuple[str, Message]
"""A key that contradicts another one, with the reason."""


def raise_first(contradictions: Iterable[Contradiction]) -> None:
    """Raise VariantError for the first of the `contradictions`. Later ones are not looked for,
    because they may make sense only without the first one.
    """
    for key, why in contradictions:
        raise VariantError(why, key)


def as_struct(raw: object, kind: type[_Kind], *within: str) -> _Kind:
    """Return `raw` converted to the struct type `kind`.

    Raises:
        VariantError: it does not fit; the error names the key below the keys `within`.
    """
    try:
        struct: _Kind = convert(raw, kind)
    except ValidationError as error:
        for path, why in validate(raw, kind):
            raise VariantError(why, dotted(*within, *path)) from None
        raise VariantError(str(error), dotted(*within)) from None
    for path, why in validate(raw, kind):
        raise VariantError(why, dotted(*within, *path))
    return struct


def dotted(*keys: str) -> str:
    """Return the name of a nested key, on one line: ``rounds.1.cards."JH JD"``."""
    return ".".join(
        key
        if key.isprintable() and key and " " not in key
        else json.dumps(key, ensure_ascii=not key.isprintable())
        for key in keys
    )


def key_path(key: str) -> tuple[str, ...]:
    """Return the keys joined by `dotted`.

    >>> key_path('rounds.1.cards."JH JD"')
    ('rounds', '1', 'cards', 'JH JD')
    """
    path = []
    while key:
        if key.startswith('"'):
            part, end = json.JSONDecoder().raw_decode(key)
            key = key[end + 1 :]
        else:
            part, _dot, key = key.partition(".")
        path.append(part)
    return tuple(path)


def read_players(numbers: tuple[int, ...]) -> tuple[int, int]:
    """Return the minimum and maximum number of players.

    Raises:
        VariantError: they are not two numbers, or the minimum is less than 2.
    """
    match numbers:
        case (fewest, most) if 2 <= fewest <= most:
            return fewest, most
    raise VariantError(phrase("write the minimum, 2 or more, and the maximum: [3, 8]"), "players")


def keys_set_in(
    raw: Content,
    file: type[Struct],
    entry: type[Struct] | None = None,
    check: Callable[[Content, str], None] = lambda _table, _place: None,
) -> dict[str, Any]:
    """Return the keys set in a file; in a family with rounds, each round as a struct `entry`.

    `check` raises the error of a round for which the type's own message would not help.

    Raises:
        VariantError: a key is unknown, or its value does not fit.
    """
    own = as_struct({key: raw[key] for key in raw if entry is None or key != "rounds"}, file)
    values = {
        key: value for key in file.__struct_fields__ if (value := getattr(own, key)) is not UNSET
    }
    if entry is not None and "rounds" in raw:
        rounds = []
        for place, table in _round_tables(raw["rounds"], entry, file):
            check(table, place)
            rounds.append(as_struct(table, entry, "rounds", place))
        values["rounds"] = tuple(rounds)
    return values


def _round_tables(
    raw: object, entry: type[Struct], file: type[Struct]
) -> Iterator[tuple[str, Content]]:
    """Yield each ``[[rounds]]`` table with its place,
    counted from "1", unless it has keys of the whole `file`.
    """
    if not isinstance(raw, list) or not raw or not all(isinstance(table, dict) for table in raw):
        raise VariantError(
            phrase("write [[rounds]], in double brackets, above the keys of each round"), "rounds"
        )
    for place, table in enumerate(raw, start=1):
        for key in table:
            if key in file.__struct_fields__ and key not in entry.__struct_fields__:
                why = phrase("applies to the whole game: write it above the first section")
                raise VariantError(why, dotted("rounds", str(place), key))
        yield str(place), table


def check_required(content: Content, required_keys: Iterable[str]) -> None:
    """Raise VariantError for the first key missing in a file and its parents, with the others;
    an empty table counts as missing.
    """
    missing = [key for key in required_keys if content.get(key, {}) == {}]
    if missing:
        first, *others = missing
        why = phrase("is missing, here and in the variants that this one extends")
        if others:
            why = phrase("{said}; so are {others}", said=why, others=", ".join(others))
        raise VariantError(why, first)


def read_number(key: str, where: str) -> int:
    """Return the whole number that is a key of the table `where`.

    Raises:
        VariantError: it is not a number, or not in its shortest form, so that two keys could mean
            the same number.
    """
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", key):
        raise VariantError(
            phrase("{text} is not a whole number: write one like 5", text=repr(key[:20])), where
        )
    return int(key)


def read_ranks(text: str) -> tuple[str, ...]:
    """Return the ranks in the value of the key ``ranks``, in its order.

    Raises:
        VariantError: there is none, one is not a rank, or one appears twice.
    """
    ranks = tuple(text.split())
    if not ranks:
        raise VariantError(phrase("names none: write the ranks of the deck, lowest first"), "ranks")
    for rank in ranks:
        if ranks.count(read_rank(rank, "ranks")) > 1:
            raise VariantError(phrase("{what} appears twice: write it once", what=rank), "ranks")
    return ranks


def read_rank(text: str, where: str) -> str:
    """Return a rank named by the key `where`.

    Raises:
        VariantError: it is not a rank.
    """
    if text not in RANKS:
        why = phrase("{text} is not a rank: write one of {ranks}", ranks=" ".join(RANKS))
        raise VariantError(why.filled(text=repr(text[:20])), where)
    return text


def read_cards_out(text: str, ranks: Container[str], where: str) -> tuple[Card, ...]:
    """Return the single cards that the key `where` takes out of a deck of these `ranks`.

    Raises:
        VariantError: one is not a single card of the deck, or appears twice.
    """
    cards = []
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
        if card in cards:
            raise VariantError(phrase("{what} appears twice: write it once", what=card), where)
        if card.rank not in ranks:
            absent = phrase("{card} is not in this deck: take out only cards of its ranks")
            raise VariantError(absent.filled(card=str(card)), where)
        cards.append(card)
    return tuple(cards)


def plain(value: object) -> Any:
    """Return the value in the form of JSON: lists, and dictionaries with texts as keys."""
    return json.loads(json.dumps(to_builtins(value)))


def house_rule(known: Mapping[str, Any], name: str, value: object) -> Any:
    """Return the `value` of the house rule `name`, converted to the type in `known`.

    Raises:
        Illegal: ``bad-house-rule`` if the rule does not exist, or the value is invalid.
    """
    if name not in known:
        raise Illegal(BadHouseRule(name, "unknown", tuple(known)))
    try:
        return convert(value, known[name])
    except ValidationError:
        for path, why in validate(value, known[name]):
            raise Illegal(BadHouseRule(name, at_location(path, why))) from None
        # Only the keys of `exact` fail like this; errors of other rules contain the reason.
        wrong = phrase(
            "{value} is not possible, the totals are whole numbers in quotes", value=shown(value)
        )
        raise Illegal(BadHouseRule(name, wrong)) from None


def house_values(known: Mapping[str, Any], house: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of all `house` rules, each converted by `house_rule`."""
    return {name: house_rule(known, name, value) for name, value in house.items()}
