"""Lays recipes over a draft and lifts them again; says which of them contradict each other or the game.

What a recipe replaces stays in the draft, in `Draft.under`, so that a second tap puts it back.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.message import Words, joined, phrase
from companion.phone.editor.adding.cards import effect_at, limit_of
from companion.phone.editor.adding.draft import Draft, DraftError, Under, one_by_one, same
from companion.phone.editor.adding.fixes import Judge, problems_of
from companion.rules.cards import RANKS, SUITS
from companion.rules.options import AddingOptions, options
from companion.text.adding.card_table import effect_sentence
from companion.text.cards import face_of
from companion.text.rule_keys import answer, rule_title
from companion.variants.adding.recipes import Part, Recipe, load_recipes

replace = msgspec.structs.replace


class RecipeRow(msgspec.Struct, frozen=True):
    """A recipe as the page shows it: its title and what it changes.

    It is `laid` if the draft says all of it, and `printed` if it says so because the base does: then there is
    nothing to lift. `against` says what it contradicts before it is laid; "" for nothing.
    """

    name: str
    title: Words
    about: Words
    laid: bool
    printed: bool
    against: Words


def recipe_rows(draft: Draft, settled: Draft, below: Draft | None, judge: Judge) -> list[RecipeRow]:
    """Return all recipes as they stand to a whole draft; `settled` is the same without its problems."""
    limit = limit_of(draft)
    return [
        RecipeRow(
            recipe.name,
            _title(recipe, limit),
            joined("; ", _about(recipe, limit)),
            is_laid(draft, recipe),
            _is_printed(draft, below, recipe),
            _against(draft, settled, below, recipe, judge),
        )
        for recipe in load_recipes().recipes
    ]


def tapped(draft: Draft, below: Draft | None, name: str) -> Draft:
    """Return the draft with a recipe laid over it, or lifted if it lies there.

    Those that contradict it are lifted first.

    Raises:
        DraftError: there is no such recipe.
    """
    recipe = next((each for each in load_recipes().recipes if each.name == name), None)
    if recipe is None:
        raise DraftError(phrase("There is no recipe {name}.", name=repr(name[:40])))
    if is_laid(draft, recipe):
        return draft if _is_printed(draft, below, recipe) else _lifted(draft, below, recipe)
    for other in _in_the_way(draft, below, recipe):
        draft = _lifted(draft, below, other)
    return _laid(draft, recipe)


def is_laid(draft: Draft, recipe: Recipe) -> bool:
    """Return whether a draft says all that a recipe says."""
    return all(_says(draft, part, value) for part, value in recipe.parts())


def _is_printed(draft: Draft, below: Draft | None, recipe: Recipe) -> bool:
    is_of_the_base = below is None or is_laid(below, recipe)
    return is_of_the_base and recipe.name not in draft.under and is_laid(draft, recipe)


def _in_the_way(draft: Draft, below: Draft | None, recipe: Recipe) -> Iterator[Recipe]:
    for other in load_recipes().recipes:
        lies = is_laid(draft, other) and not _is_printed(draft, below, other)
        if other is not recipe and lies and other.contradicts(recipe):
            yield other


def _laid(draft: Draft, recipe: Recipe) -> Draft:
    if recipe.name in draft.under:  # part of it was changed meanwhile, and the rest still lies there
        draft = _lifted(draft, None, recipe)
    under = _covered(draft, recipe)
    for table in Under.__struct_fields__:
        covered = getattr(under, table)
        rest = {key: value for key, value in _table(draft, table).items() if key not in covered}
        draft = _with_table(draft, table, rest | getattr(recipe, table))
    return replace(draft, under=draft.under | {recipe.name: under})


def _lifted(draft: Draft, below: Draft | None, recipe: Recipe) -> Draft:
    """Return the draft with what lay under a recipe, or with what the base says; later changes stay."""
    under = draft.under.get(recipe.name)
    if under is None:
        under = _covered(below, recipe) if below is not None else Under()
    still = [part for part, value in recipe.parts() if _says(draft, part, value)]
    for table in Under.__struct_fields__:
        now = _table(draft, table)
        rest = {key: value for key, value in now.items() if (table, key) not in still}
        back = {
            key: value
            for key, value in getattr(under, table).items()
            if any(_covers(part, (table, key)) for part in still)
        }
        draft = _with_table(draft, table, back | rest)
    others = {name: before for name, before in draft.under.items() if name != recipe.name}
    return replace(draft, under=others)


def _covered(draft: Draft, recipe: Recipe) -> Under:
    """Return what a recipe would replace, table by table."""
    parts = [part for part, _value in recipe.parts()]

    def covered(table: str) -> dict[str, Any]:
        of_draft = _table(draft, table).items()
        return {key: value for key, value in of_draft if any(_covers(part, (table, key)) for part in parts)}

    return Under(*map(covered, Under.__struct_fields__))


def _covers(part: Part, other: Part) -> bool:
    """Return whether `part` replaces `other`: a rank also replaces its single cards."""
    if part == other:
        return True
    if part[0] != "cards" or other[0] != "cards":
        return False
    return part[1] in RANKS and other[1] in {part[1] + suit for suit in SUITS}


def _says(draft: Draft, part: Part, value: object) -> bool:
    table, key = part
    said = _table(draft, table)
    if key not in said:
        return False
    if table == "cards":
        return same(one_by_one({key: said[key]}), one_by_one({key: value}))
    return same(said[key], value)


def _table(draft: Draft, table: str) -> dict[str, Any]:
    if table == "exact":
        exact = draft.rules.get("exact")
        return exact if isinstance(exact, dict) else {}
    said: dict[str, Any] = getattr(draft, table)
    return said


def _with_table(draft: Draft, table: str, said: dict[str, Any]) -> Draft:
    if same(said, _table(draft, table)):
        return draft
    return (
        replace(draft, rules=draft.rules | {table: said})
        if table == "exact"
        else replace(draft, **{table: said})
    )


def _title(recipe: Recipe, target: int) -> Words:
    return phrase(recipe.title, target=target)


def _about(recipe: Recipe, target: int) -> Iterator[Words]:
    """Yield what a recipe changes, in the words of the card table and of the house rules."""
    alike: dict[Words, list[Words]] = {}
    for key, entry in recipe.cards.items():
        if (effect := effect_at(key, entry, target)) is not None:
            alike.setdefault(effect_sentence(replace(effect, call=""), target), []).append(face_of(key))
    for does, cards in alike.items():
        yield phrase("{what}: {does}", what=joined(" ", cards), does=does)
    for key, value in recipe.rules.items():
        title, said = rule_title(key), answer(key, value)
        if value == options(AddingOptions)[key].on:
            yield title.label
        else:
            yield phrase("{what}: {does}", what=title.label, does=said.label or said.short)
    for total, what in recipe.exact.items():
        exactly = phrase("Exactly {total}", total=total)
        yield phrase("{what}: {does}", what=exactly, does=answer("exact", what).label)


def _against(draft: Draft, settled: Draft, below: Draft | None, recipe: Recipe, judge: Judge) -> Words:
    if is_laid(draft, recipe):
        return ""
    for other in _in_the_way(draft, below, recipe):
        return phrase(
            "It contradicts “{recipe}”, which is lifted for it.", recipe=_title(other, limit_of(draft))
        )
    problems, _after = problems_of(_laid(settled, recipe), below, judge, most=1)
    return problems[0].sentence if problems else ""
