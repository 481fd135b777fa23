"""The add-ons: their sources agree, and some of them contradict each other."""

import pytest

from companion.games.adding.editor import AddOn, load_add_ons
from companion.games.adding.reading import read_cards
from companion.variants import load_variants

ADD_ONS = load_add_ons()
SHELF = load_variants()


def named(name: str) -> AddOn:
    return next(add_on for add_on in ADD_ONS if add_on.name == name)


@pytest.mark.parametrize("add_on", ADD_ONS, ids=[add_on.name for add_on in ADD_ONS])
def test_add_on_matches_its_source(add_on: AddOn) -> None:
    source = SHELF.contents[add_on.source]
    cards = read_cards(add_on.cards)
    assert {key: source["cards"][key] for key in cards} == cards
    assert {key: source[key] for key in add_on.rules} == add_on.rules
    assert {total: source["exact"][total] for total in add_on.exact} == add_on.exact
    assert add_on.parts


def test_every_add_on_has_a_unique_name_and_title() -> None:
    for names in ([each.name for each in ADD_ONS], [each.title for each in ADD_ONS]):
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
def test_add_ons_about_the_same_thing_contradict_each_other(
    one: str, other: str, *, contradict: bool
) -> None:
    assert named(one).contradicts(named(other)) == contradict
    assert named(other).contradicts(named(one)) == contradict
