"""Variants and rules in force as data: the content of a file, and their description in the
protocol.

All values are those of JSON: texts, numbers, booleans, lists, and dictionaries with texts as keys.
"""

from collections.abc import Iterable
from typing import Any, Final

from companion.core.family import Content, Rules, Variant
from companion.core.options import Option
from companion.core.variant_keys import plain
from companion.games import family_of
from companion.message import ENGLISH, render, using
from companion.words.numbers import Rows


def variant_content(variant: Variant) -> Content:
    """Return the whole content of a file that describes `variant` and does not extend another one.

    >>> from companion.variants import load_variants
    >>> variant_content(load_variants().variants["ninety-nine"])["players"]
    [2]
    """
    return {
        "family": variant.family,
        "title": variant.title,
        "short": variant.short,
        "provenance": variant.provenance,
        "source": variant.source,
        "players": [count for count in variant.players if count is not None],
        "dealer_by_lot": variant.dealer_by_lot,
        **key_values(variant),
        **family_of(variant).content(variant),
    }


def key_values(game: Rules | Variant) -> Content:
    """Return every rule key of a game with its value in the form of a file: false for none."""
    return {
        name: _written(option, getattr(game, name))
        for name, option in family_of(game).options.items()
    }


def _written(option: Option, value: Any) -> Any:
    if value is None and option.is_optional:
        return False
    if isinstance(value, dict):
        return {str(key): plain(what) for key, what in value.items()}
    return plain(value)


def rules_content(rules: Rules) -> Content:
    """Return the rules in force: the variant and its title, the rule keys, and the cards or rounds.

    The cards have numbers instead of "pip" and "target", except jokers.
    """
    family = family_of(rules)
    return {
        "variant": rules.variant,
        "title": rules.title,
        "family": rules.family,
        "keys": key_values(rules) | family.further_content(rules),
        **family.content_in_force(rules),
    }


_APART: Final = frozenset(
    {"family", "title", "short", "provenance", "source", "players", "cards", "rounds"},
)
"""The keys of a variant file that are not rules, and its tables, which have their own places."""


def rules_described(rules: Rules) -> Content:
    """Return the rules in force at a table in the form of the protocol's ``rules``."""
    in_force = family_of(rules).in_force(rules)
    return rules_content(rules) | {"table": _rows([in_force.main, in_force.others])}


def variant_described(variant: Variant) -> Content:
    """Return a variant in the form of the protocol's ``rules``, with the name of the game."""
    content = variant_content(variant)
    tables = family_of(variant).rule_tables(variant)
    return {
        "variant": variant.name,
        "title": variant.title,
        "family": variant.family,
        "short": variant.short,
        "players": list(variant.players),
        "provenance": variant.provenance,
        "source": variant.source,
        "keys": {key: value for key, value in content.items() if key not in _APART},
        **{name: content[name] for name in ("cards", "rounds") if name in content},
        "table": _rows(tables),
    }


def _rows(tables: Iterable[Rows]) -> list[list[str]]:
    with using(ENGLISH):
        return [list(map(render, row)) for rows in tables for row in rows]
