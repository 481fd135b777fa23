"""The check of a draft: its problems, its warnings, and how the game that it describes plays."""

from collections.abc import Callable
from typing import Any

import msgspec

from companion.errors import VariantError
from companion.message import Words, render
from companion.phone.editor.adding.cards import CardLine, card_lines, totals_of
from companion.phone.editor.adding.draft import Draft, file_of, whole_draft, yours
from companion.phone.editor.adding.fixes import Diagnostic, problems_of
from companion.phone.editor.adding.form import (
    ChangeChoice,
    TurnChoice,
    change_choices,
    editor_rows,
    turn_choices,
)
from companion.phone.editor.adding.reachability import Warned, warnings
from companion.phone.editor.adding.recipes import RecipeRow, recipe_rows
from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.family import Variant
from companion.text.variants import translated
from companion.variants.adding.recipes import load_recipes
from companion.variants.adding.rule_table import intro

replace = msgspec.structs.replace


class DraftReport(msgspec.Struct, frozen=True, rename="camel"):
    """The check of a draft: its `problems`, its `warnings`, and its card table in words.

    `parent` has its title, and `calls` what is said with cards, as the phone reads them. `changes` is what a
    card may do to the total, `turns` what besides; `rows` are the other rules, and `intro` says the most
    important ones in two sentences. `cards` say what each card makes of each of the `totals`. `start_from`
    are the variants that a new one is best based on. `name` is its file's name, `exists` whether another
    variant of the user has it.
    """

    draft: Draft
    parent: Draft | None
    problems: tuple[Diagnostic, ...]
    warnings: list[Warned]
    changes: list[ChangeChoice]
    turns: list[TurnChoice]
    rows: list[dict[str, Any]]
    intro: Words
    cards: list[CardLine]
    calls: dict[str, Words]
    totals: list[int]
    recipes: list[RecipeRow]
    start_from: tuple[str, ...]
    toml: str
    name: str
    exists: bool


def report_on(
    draft: Draft, below: Draft | None, judged: Callable[[Draft], Variant], name: str, *, exists: bool
) -> DraftReport:
    """Return everything known about a draft.

    Args:
        draft: the draft as the phone sends it.
        below: its base; None for none.
        judged: returns the variant that the file of a draft makes, or raises VariantError.
        name: the name of its file.
        exists: whether another variant of the user has that name.
    """

    def wrong_in(other: Draft) -> VariantError | None:
        try:
            judged(other)
        except VariantError as error:
            return error
        return None

    whole = whole_draft(draft, below)
    problems, settled = problems_of(whole, below, wrong_in)
    wrong = list(dict.fromkeys(card for problem in problems for card in problem.cards))
    rules = _rules(settled, judged)
    return DraftReport(
        draft=whole,
        parent=below and replace(below, title=render(translated(below.title))),
        problems=problems,
        warnings=warnings(rules) if rules is not None and not problems else [],
        changes=change_choices(),
        turns=turn_choices(whole.cards),
        rows=editor_rows(whole.rules),
        intro=intro(rules) if rules is not None else "",
        cards=card_lines(whole, rules, yours(whole, below), wrong),
        calls={said: translated(said) for said in _calls(whole)},
        totals=totals_of(rules) if rules is not None else [],
        recipes=recipe_rows(whole, settled, below, wrong_in),
        start_from=load_recipes().start_from,
        toml=file_of(whole, below),
        name=name,
        exists=exists,
    )


def _rules(draft: Draft, judged: Callable[[Draft], Variant]) -> AddingRules | None:
    try:
        variant = judged(draft)
    except VariantError:
        return None
    if not isinstance(variant, AddingVariant):
        return None
    return adding_rules_in_force(variant, {}, variant.players[0])


def _calls(draft: Draft) -> set[str]:
    """Return what is said with cards, in the words of the file."""
    said = (entry.get("call") for entry in draft.cards.values())
    return {call for call in said if isinstance(call, str) and call}
