"""The editor's form: what a card may do to the total and besides, and the other rules, in the usual words."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.phone.editor.rows import Row, input_of
from companion.rules.adding.effects import Add, Effect
from companion.rules.adding.variant import CardEntry
from companion.rules.options import AddingOptions, Option, options
from companion.text.adding.effects import ChangeKind, kind_words, turn_words
from companion.text.rule_keys import rule_title

Entry = Mapping[str, Any]
"""A card as a file has it, which may be wrong."""

_BEGINS: Final[Mapping[ChangeKind, Entry]] = {
    "add": {"add": 0},
    "take off": {"add": -10},
    "add one of": {"add": [1, 11]},
    "set": {"set": "target"},
    "set any of": {"set": {"from": 0, "to": "target"}},
    "multiply": {"multiply": 2},
}
"""The effect that the editor gives a card that becomes one of this kind and has no number to keep."""

_USUAL: Final[tuple[Entry, ...]] = (
    {"reverse": True},
    {"skip": 1},
    {"skip": 2},
    {"again": True},
    {"choose_next": True},
    {"oblige": 2},
    {"oblige": 3},
    {"knock_out": True},
    {"shield": True},
)
_KEYS: Final = frozenset(key for does in _USUAL for key in does)


class ChangeChoice(msgspec.Struct, frozen=True):
    """One thing that a card may do to the total: its `kind`, that in words, and the `entry` to begin with."""

    kind: ChangeKind
    words: str
    entry: Entry


def change_choices() -> list[ChangeChoice]:
    """Return what a card may do to the total."""
    return [ChangeChoice(kind, kind_words(kind), entry) for kind, entry in _BEGINS.items()]


class TurnChoice(msgspec.Struct, frozen=True):
    """One thing that a card may do besides the total: as its entry in a file writes it, and in words."""

    does: Entry
    words: str


def turn_choices(cards: Mapping[str, Entry]) -> list[TurnChoice]:
    """Return what a card may do besides the total: the usual, then whatever else one of `cards` does."""
    found = [*_USUAL]
    for entry in cards.values():
        does = {key: value for key, value in entry.items() if key in _KEYS and value}
        if does and does not in found:
            found.append(does)
    return [TurnChoice(does, _turn_words(does)) for does in found]


def _turn_words(does: Entry) -> str:
    try:
        entry = msgspec.convert(does, CardEntry)
    except msgspec.ValidationError:
        return ", ".join(does)  # the file reader reports what is wrong
    effect = Effect(Add(0), **msgspec.to_builtins(entry))
    return ", ".join(said.label for said in turn_words(effect))


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
