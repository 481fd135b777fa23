"""The recipes: what they come from says the same, and which of them contradict each other."""

import pytest

from companion.rules.adding.file import read_cards
from companion.rules.adding.variant import AddingVariant
from companion.variants import load_variants
from companion.variants.adding.recipes import Recipe, load_recipes

RECIPES, START_FROM = load_recipes()
SHELF = load_variants()


def named(name: str) -> Recipe:
    return next(recipe for recipe in RECIPES if recipe.name == name)


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.name for recipe in RECIPES])
def test_a_recipe_is_what_its_source_says(recipe: Recipe) -> None:
    source = SHELF.said[recipe.source]
    cards = read_cards(recipe.cards)
    assert {key: source["cards"][key] for key in cards} == cards
    assert {key: source[key] for key in recipe.rules} == recipe.rules
    assert {total: source["exact"][total] for total in recipe.exact} == recipe.exact
    assert list(recipe.parts())


def test_every_recipe_has_a_name_and_a_title_of_its_own() -> None:
    for names in ([each.name for each in RECIPES], [each.title for each in RECIPES]):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("one", "other", "contradict"),
    [
        ("nine-turns", "king-passes", True),
        ("aces", "black-aces", True),
        ("black-aces", "knock-out", True),
        ("queen-of-hearts", "queen-of-spades", False),
        ("new-pile", "first-bust", True),
        ("sixty-nine", "honor", False),
    ],
)
def test_recipes_that_say_something_of_the_same_contradict_each_other(
    one: str, other: str, *, contradict: bool
) -> None:
    assert named(one).contradicts(named(other)) == contradict
    assert named(other).contradicts(named(one)) == contradict


def test_games_to_start_from_are_adding_games() -> None:
    assert all(isinstance(SHELF.variants[name], AddingVariant) for name in START_FROM)
