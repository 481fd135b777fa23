"""The editor's form for all rules but the cards, in the same words as the house rules."""

from collections.abc import Mapping
from typing import Any

from companion.phone.editor.rows import Row, input_of
from companion.rules.options import AddingOptions, Option, options
from companion.text.rule_keys import rule_title


def editor_rows(rules: Mapping[str, Any]) -> list[Row]:
    """Return a row for each rule: its `value` in the draft, and the other possible values.

    A switch has the value of each side. A value of the wrong kind is shown unchanged; the file reader reports
    it.
    """
    return [_row(option, rules.get(name)) for name, option in options(AddingOptions).items()]


def _row(option: Option, value: object) -> Row:
    title = rule_title(option.name)
    row: Row = {"name": option.name, "value": value, "label": title.label}
    if option.on is not None:
        return row | {"about": title.off, "kind": "switch", "on": option.on, "off": option.off}
    row |= input_of(option)
    return row | {"optional": option.is_optional} if row["kind"] == "number" else row
