"""Recipes are laid over a game of one's own, and lifted: what was there before comes back."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.languages import load_language
from companion.message import render, using
from companion.phone.editor.adding.draft import Draft, DraftError, read_draft
from companion.phone.editor.adding.recipes import RecipeRow
from companion.phone.editor.store import VariantStore
from companion.text.form import FOR_PAGES
from companion.variants.adding.recipes import load_recipes
from tests.depth import FULL
from tests.worded import worded

replace = msgspec.structs.replace

STORE = VariantStore(None, lambda _: None)
RECIPES = load_recipes().recipes
NAMES = [recipe.name for recipe in RECIPES]
ADDING = [name for name, said in STORE.shelf.said.items() if said["family"] == "adding"]


def tapped(draft: Draft, *names: str) -> Draft:
    """The draft after taps on recipes, each sent and read as a page does it."""
    for name in names:
        answered = STORE.check(draft, name).draft
        draft = read_draft(msgspec.json.decode(FOR_PAGES.encode(answered)))
    return draft


def opened(name: str = "ninety-nine", **cards: Any) -> Draft:
    draft = tapped(STORE.check(STORE.open(name)).draft)
    return read_draft(msgspec.json.decode(FOR_PAGES.encode(replace(draft, cards=draft.cards | cards))))


def row(draft: Draft, name: str) -> RecipeRow:
    return next(each for each in STORE.check(draft).recipes if worded(each.name) == worded(name))


def laid(draft: Draft) -> set[str]:
    return {each.name for each in STORE.check(draft).recipes if each.laid and not each.printed}


@st.composite
def compatible(draw: st.DrawFn) -> list[str]:
    """Recipes of which none contradicts another."""
    chosen: list[str] = []
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=5, unique=True)):
        recipe = RECIPES[NAMES.index(name)]
        if not any(recipe.contradicts(RECIPES[NAMES.index(other)]) for other in chosen):
            chosen.append(name)
    return chosen


@given(data=st.data(), base=st.sampled_from(ADDING), names=compatible())
@settings(max_examples=200 if FULL else 4)
def test_lifted_in_any_order_the_game_is_as_before(data: st.DataObject, base: str, names: list[str]) -> None:
    before = opened(base, QS={"add": 3}, K={"add": 7})
    fresh = {each.name for each in STORE.check(before).recipes if not each.laid}
    names = [name for name in names if name in fresh]
    after = tapped(before, *names)
    assert laid(after) >= set(names)
    assert tapped(after, *data.draw(st.permutations(names))) == before


def test_a_recipe_changes_the_game_and_marks_its_rows_as_ones_own() -> None:
    checked = STORE.check(opened(), "nine-turns")
    assert checked.problems == ()
    assert [each.card for each in checked.cards if each.yours] == ["4", "9"]
    assert row(checked.draft, "nine-turns").laid


def test_what_contradicts_another_recipe_says_so_and_lifts_it() -> None:
    nine = tapped(opened(), "nine-turns")
    said = "It contradicts “Nine turns play round”, which is lifted for it."
    assert worded(row(nine, "king-passes").against) == worded(said)
    both = tapped(nine, "king-passes")
    assert laid(both) == {"king-passes"}
    assert both.cards["4"] == opened().cards["4"]
    assert tapped(both, "king-passes") == opened()


def test_what_contradicts_the_game_says_so_and_can_be_mended() -> None:
    draft = opened("ninety-eight")
    assert render(row(draft, "new-pile").against).startswith("A bust costs a chip, but nobody has chips")
    (problem,) = STORE.check(draft, "new-pile").problems
    assert problem.fixes
    assert row(draft, "aces").against == ""


def test_what_the_game_says_by_itself_cannot_be_lifted() -> None:
    draft = opened("ninety-nine-ten-minus")
    assert row(draft, "ten-down").printed
    assert tapped(draft, "ten-down") == draft


def test_a_recipe_of_a_saved_game_is_lifted_to_what_the_base_says() -> None:
    draft = replace(tapped(opened(), "aces"), under={})
    assert laid(draft) == {"aces"}
    assert tapped(draft, "aces") == opened()


def test_what_was_changed_after_a_recipe_stays() -> None:
    draft = tapped(opened(), "king-passes")
    changed = replace(draft, cards=draft.cards | {"9": {"add": 5}})
    assert laid(changed) == set()
    again = tapped(changed, "king-passes")
    assert laid(again) == {"king-passes"}
    lifted = tapped(again, "king-passes")
    assert (lifted.cards["9"], lifted.cards["K"]) == ({"add": 5}, {"set": "target"})


def test_a_recipe_for_a_rank_replaces_its_single_cards_until_it_is_lifted() -> None:
    own = opened(AS={"add": 5})
    changed = tapped(own, "aces")
    assert "AS" not in changed.cards
    assert tapped(changed, "aces").cards == own.cards


def test_ones_own_totals_stay_beside_that_of_a_recipe() -> None:
    draft = opened()
    draft = replace(draft, rules=draft.rules | {"exact": {"77": "reset"}})
    with_both = tapped(draft, "sixty-nine")
    assert with_both.rules["exact"] == {"77": "reset", "69": "chip"}
    assert tapped(with_both, "sixty-nine") == draft


def test_a_recipe_is_told_in_the_language_of_the_phone() -> None:
    with using(load_language("de")):
        kings = row(opened("ninety-eight"), "king-passes")
    assert worded((kings.title, kings.about)) == (
        "König gibt weiter, Neun setzt 98",
        "K: zählt nichts; 9: setzt die Summe auf 98",
    )


def test_unknown_recipe_is_refused() -> None:
    with pytest.raises(DraftError, match="There is no recipe 'soup'"):
        STORE.check(opened(), "soup")


@pytest.mark.parametrize(
    "under", [{"aces": {"cards": {"8 9": {}}}}, {"aces": {"rules": {"taste": 1}}}, {"aces": 3}]
)
def test_what_lies_under_a_recipe_is_read_as_a_draft_is(under: dict[str, Any]) -> None:
    with pytest.raises(DraftError):
        read_draft({"extends": "ninety-nine", "title": "Ours", "under": under})
