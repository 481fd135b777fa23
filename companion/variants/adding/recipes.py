"""The recipes: small changes, most of them from published versions, that can be laid over any adding game."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from companion.rules.adding.file import read_cards
from companion.rules.adding.variant import AddingFile
from companion.rules.cards import parse_card

FILE: Final = "recipes.toml"
"""The file of the recipes, beside this module."""

Part = tuple[str, str]
"""One thing that a recipe changes: ``("cards", "QS")``, ``("exact", "69")``, ``("rules", "jokers")``."""


class Recipe(msgspec.Struct, frozen=True):
    """One recipe.

    `source` is the variant that says the same. `cards` are entries as a file has them, `rules` the other
    keys, and `exact` the totals that are laid over those of the game.
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

    def contradicts(self, other: "Recipe") -> bool:
        """Return whether both change the same thing; a rank and one of its cards are the same."""
        return any(_same_thing(mine, theirs) for mine, _ in self.parts() for theirs, _ in other.parts())


class Recipes(NamedTuple):
    """All recipes in the order of the page, and the variants that the page proposes to `start_from`."""

    recipes: tuple[Recipe, ...]
    start_from: tuple[str, ...]


@cache
def load_recipes() -> Recipes:
    """Return what the file of the recipes says.

    >>> load_recipes().recipes[0].title
    'Aces 1 or 11'
    """
    said = tomllib.loads((resources.files(__package__) / FILE).read_text("utf-8"))
    return Recipes(tuple(map(_recipe, said["recipes"])), tuple(said["start_from"]))


def _recipe(said: Mapping[str, Any]) -> Recipe:
    cards = said.get("cards", {})
    read_cards(cards)
    rules = {key: said[key] for key in AddingFile.__struct_fields__ if key in said}
    for key in ("title", "cards", "exact"):
        rules.pop(key, None)
    return Recipe(said["name"], said["title"], said["from"], cards, rules, said.get("exact", {}))


def _same_thing(one: Part, other: Part) -> bool:
    if one[0] != "cards" or other[0] != "cards":
        return one == other
    mine, theirs = parse_card(one[1]), parse_card(other[1])
    return mine.rank == theirs.rank and (not mine.suit or not theirs.suit or mine.suit == theirs.suit)
