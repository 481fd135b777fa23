"""How the page asks for the value of a rule: from a few answers, or as a number in a range."""

from typing import Any

from companion.dialogs.house_rules import EXACT
from companion.rules.options import Option
from companion.text.rule_keys import answer

Row = dict[str, Any]
"""The row of a rule in a form, as the page reads it."""


def input_of(option: Option) -> Row:
    """Return the kind of a rule that is no switch, with its answers, or its lowest and highest number."""
    if option.choices:
        return {"kind": "choice", "options": _answers(option.name, option.choices)}
    low, high = option.range
    if option.name == "exact":
        return {"kind": "exact", "low": low, "high": high, "options": _answers(option.name, EXACT)}
    return {"kind": "number", "low": low, "high": high}


def _answers(rule: str, values: tuple[object, ...]) -> list[Row]:
    return [{"value": value, "label": answer(rule, value).label} for value in values]
