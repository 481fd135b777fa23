"""The check of a draft: its problems, its warnings, and how the game that it describes plays."""

from collections.abc import Callable
from typing import Any

import msgspec

from companion.errors import VariantError
from companion.phone.editor.adding.draft import Draft, file_of, whole_draft, yours
from companion.phone.editor.adding.fixes import Diagnostic, problems_of
from companion.phone.editor.adding.form import (
    ChangeChoice,
    TurnChoice,
    change_choices,
    editor_rows,
    turn_choices,
)
from companion.phone.editor.adding.reachability import SHORT_OF, PreviewCell, Warned, preview_row, warnings
from companion.rules.adding.effects import Effect
from companion.rules.adding.file import read_cards
from companion.rules.adding.in_force import adding_rules_in_force, effect_of
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import SUITS, parse_card
from companion.rules.family import Variant
from companion.text.adding.card_table import card_rows
from companion.text.lengths import Rows
from companion.text.variants import translated

replace = msgspec.structs.replace


class DraftReport(msgspec.Struct, frozen=True, rename="camel"):
    """The check of a draft: `wrong` are the rows of cards with a problem, `yours` those that differ.

    `parent` has its title, and `calls` what is said with cards, as the phone reads them. `changes` is what a
    card may do to the total, `turns` what besides; `rows` are the other rules. `preview_row` shows each
    card's result for `total`; `name` is its file's name, `exists` whether another variant of the user has it.
    """

    draft: Draft
    parent: Draft | None
    problems: tuple[Diagnostic, ...]
    warnings: list[Warned]
    wrong: list[str]
    yours: list[str]
    changes: list[ChangeChoice]
    turns: list[TurnChoice]
    rows: list[dict[str, Any]]
    cards: Rows
    calls: dict[str, str]
    total: int
    preview: list[PreviewCell] = msgspec.field(name="strip")
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
    if rules is not None:
        rules = _as_written(rules, whole, wrong)
    return DraftReport(
        draft=whole,
        parent=below and replace(below, title=translated(below.title)),
        problems=problems,
        warnings=warnings(rules) if rules is not None and not problems else [],
        wrong=wrong,
        yours=yours(whole, below),
        changes=change_choices(),
        turns=turn_choices(whole.cards),
        rows=editor_rows(whole.rules),
        cards=card_rows(rules) if rules is not None else (),
        calls={said: translated(said) for said in _calls(whole)},
        total=rules.target - SHORT_OF if rules is not None else 0,
        preview=preview_row(rules, rules.target - SHORT_OF) if rules is not None else [],
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


def _as_written(rules: AddingRules, draft: Draft, wrong: list[str]) -> AddingRules:
    """Return the rules with the cards of `wrong` doing what the draft says, if that is unambiguous."""
    effects: dict[tuple[str, str | None], Effect] = dict(rules.effects)
    for key in wrong:
        try:
            entry = read_cards({key: draft.cards.get(key, {})})[key]
        except VariantError:
            continue
        card = parse_card(key)
        effect = effect_of(card.rank, entry, rules.target)
        keys = [card.suit] if card.suit or card.is_joker else [*SUITS, None]
        effects |= {(card.rank, suit): effect for suit in keys}
    return replace(rules, effects=effects)
