"""The rules of a game being made, but for its cards, as rows to change: the same words as for house rules."""

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
"""What comes first is what tables differ in most."""

OPTIONAL: Final = frozenset({"chips", "floor"})
"""Numbers that a game may do without: ``false`` in its file."""


def editor_rows(rules: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each rule: its `value` as the draft has it, and what else it may be.

    A switch has the value of each side. What is not of the right kind is shown as it is; whoever judges
    the draft says so.
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
