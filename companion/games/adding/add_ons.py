"""The add-ons: small changes, most of them from published versions,
that any adding game may take.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec

from companion.core.cards import parse_card
from companion.games.adding.variant import AddingFile, read_cards

FILE: Final = "add_ons.toml"
"""The file of the add-ons, next to this module."""

Part = tuple[str, str]
"""One thing that an add-on changes: ``("cards", "QS")``, ``("exact",
"69")``, ``("rules", "jokers")``.
"""


class AddOn(msgspec.Struct, frozen=True):
    """One add-on.

    `source` is the variant that says the same. `cards` are entries as a file has them, `rules` the
    other keys, and `exact` the totals that are added to those of the game.
    """

    name: str
    title: str
    source: str
    cards: Mapping[str, Mapping[str, Any]]
    rules: Mapping[str, Any]
    exact: Mapping[str, str]

    def parts(self) -> Iterator[tuple[Part, Any]]:
        """Yield everything that it changes, with the value that it gives."""
        for table in ("cards", "rules", "exact"):
            for key, value in getattr(self, table).items():
                yield (table, key), value

    def contradicts(self, other: "AddOn") -> bool:
        """Return whether both change the same thing; a rank and one of its cards are the same."""
        return any(
            _same_thing(mine, theirs) for mine, _ in self.parts() for theirs, _ in other.parts()
        )


@cache
def load_add_ons() -> tuple[AddOn, ...]:
    """Return all add-ons in the order of the page.

    >>> load_add_ons()[0].title
    'Aces 1 or 11'
    """
    file = tomllib.loads((resources.files(__package__) / FILE).read_text("utf-8"))
    return tuple(map(_add_on, file["add_ons"]))


def _add_on(table: Mapping[str, Any]) -> AddOn:
    cards = table.get("cards", {})
    read_cards(cards)
    rules = {key: table[key] for key in AddingFile.__struct_fields__ if key in table}
    for key in ("title", "cards", "exact"):
        rules.pop(key, None)
    return AddOn(table["name"], table["title"], table["from"], cards, rules, table.get("exact", {}))


def _same_thing(part: Part, other: Part) -> bool:
    if part[0] != "cards" or other[0] != "cards":
        return part == other
    mine, theirs = parse_card(part[1]), parse_card(other[1])
    return mine.rank == theirs.rank and (
        not mine.suit or not theirs.suit or mine.suit == theirs.suit
    )
