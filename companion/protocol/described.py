"""Variants, and the rules in force at a table, as data for programs:
keys, cards, and a table in words.
"""

from collections.abc import Iterable
from typing import Final

from companion.core.family import Content, Rules, Variant
from companion.games import family_of
from companion.message import ENGLISH, render, using
from companion.variants.content import rules_content, variant_content
from companion.words.numbers import Rows

_APART: Final = frozenset(
    {"family", "title", "short", "provenance", "source", "players", "cards", "rounds"},
)
"""The keys of a variant file that are no rules, and its tables, which have a place of their own."""


def rules_described(rules: Rules) -> Content:
    """Return the rules in force at a table in the form of the protocol's ``rules``."""
    in_force = family_of(rules).in_force(rules)
    return rules_content(rules) | {"table": _rows([in_force.main, in_force.others])}


def variant_described(variant: Variant) -> Content:
    """Return a variant in the form of the protocol's ``rules``, and which game it is."""
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
