"""The editor's form for all rules but the cards, in the same words as the house rules."""

from collections.abc import Mapping
from typing import Any, Final

from companion.dialogs.house_rules import CHOICES, NUMBERS
from companion.dialogs.set_up import MOST_CHIPS
from companion.phone.editor.house_rule_form import SWITCHES, off_value, options
from companion.text.rule_keys import rule_title

ORDER: Final = (
    "target",
    "hand_size",
    "chips",
    "bust",
    "over",
    "two_player_reverse",
    "sets",
    "decks",
    "jokers",
    "stock_out",
    "up_card",
    "debt_passes",
    "floor",
    "exact",
    "honor",
    "winner_takes_all",
)
"""The rules in which games differ most come first."""

OPTIONAL: Final = frozenset({"chips", "floor"})
"""Numbers that a variant may omit: ``false`` in its file."""


def editor_rows(rules: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each rule: its `value` in the draft, and the other possible values.

    A switch has the value of each side. A value of the wrong kind is shown unchanged; the file reader reports
    it.
    """
    return [_row(name, rules.get(name)) for name in ORDER]


def _row(name: str, value: object) -> dict[str, Any]:
    title = rule_title(name)
    row: dict[str, Any] = {"name": name, "value": value, "label": title.label}
    if name in SWITCHES:
        on, off = SWITCHES[name], off_value(name)
        return row | {"about": title.off, "kind": "switch", "on": on, "off": off}
    if name in CHOICES:
        return row | {"kind": "choice", "options": options(name)}
    low, high = NUMBERS.get(name, (1, MOST_CHIPS))
    row |= {"low": low, "high": high}
    if name == "exact":
        return row | {"kind": "exact", "options": options(name)}
    return row | {"kind": "number", "optional": name in OPTIONAL}
