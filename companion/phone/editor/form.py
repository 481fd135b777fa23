"""The editor's form for all rules but the cards, in the same words as the house rules."""

from collections.abc import Mapping
from typing import Any, Final

from companion.dialogs.house_rules import CHOICES, EXACT, NUMBERS
from companion.dialogs.set_up import MOST_CHIPS
from companion.phone.editor.house_rule_form import CHOSEN, EXACT_WORDS, NUMBERED, SWITCHES

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
    row: dict[str, Any] = {"name": name, "value": value}
    if name in SWITCHES:
        on, label, about = SWITCHES[name]
        (off,) = (other for other, _ in CHOICES[name] if other != on)
        return row | {"label": label, "about": about, "kind": "switch", "on": on, "off": off}
    if name in CHOSEN:
        label, words = CHOSEN[name]
        options = [{"value": value, "label": words[value]} for value, _ in CHOICES[name]]
        return row | {"label": label, "kind": "choice", "options": options}
    low, high = NUMBERS.get(name, (1, MOST_CHIPS))
    if name == "exact":
        options = [{"value": what, "label": EXACT_WORDS[what]} for what in EXACT]
        label = "A play to exactly a number"
        return row | {"label": label, "kind": "exact", "options": options, "low": low, "high": high}
    optional = name in OPTIONAL
    return row | {"label": NUMBERED[name], "kind": "number", "low": low, "high": high, "optional": optional}
