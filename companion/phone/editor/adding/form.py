"""The editor's form: what a card may do to the total and besides, and the other rules, in the usual words."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.message import Words, joined
from companion.phone.editor.rows import Row, input_of
from companion.rules.adding.in_force import effect_of
from companion.rules.adding.variant import CardEntry
from companion.rules.options import AddingOptions, Option, options
from companion.text.adding.effects import ChangeKind, kind_words, turn_words
from companion.text.rule_keys import rule_title

Entry = Mapping[str, Any]
"""A card as a file has it, which may be wrong."""

_BEGINS: Final[Mapping[ChangeKind, Entry]] = {
    "add": {"add": 0},
    "set": {"set": "target"},
    "multiply": {"multiply": 2},
}
"""The effect that the editor gives a card that becomes one of this kind."""

_USUAL: Final[tuple[Entry, ...]] = ({"reverse": True}, {"skip": 1}, {"again": True})
_RARE: Final[tuple[Entry, ...]] = (
    {"skip": 2},
    {"choose_next": True},
    {"oblige": 2},
    {"oblige": 3},
    {"oblige": 2, "each_counts": False},
    {"knock_out": True},
    {"shield": True},
)
_BESIDE: Final = "each_counts"
"""The key that says more about `oblige` and is nothing without it."""
_KEYS: Final = tuple(dict.fromkeys(key for does in (*_USUAL, *_RARE) for key in does if key != _BESIDE))
_EXCLUDING: Final = (("choose_next", "again", "skip"), ("knock_out", "shield"))
"""The keys that a file may not set together, each with the others."""


class ChangeChoice(msgspec.Struct, frozen=True):
    """One thing that a card may do to the total: its `kind`, that in words, and the `entry` to begin with."""

    kind: ChangeKind
    words: Words
    entry: Entry


def change_choices() -> list[ChangeChoice]:
    """Return what a card may do to the total."""
    return [ChangeChoice(kind, kind_words(kind), entry) for kind, entry in _BEGINS.items()]


class TurnChoice(msgspec.Struct, frozen=True):
    """One thing that a card may do besides the total: as its entry in a file writes it, and in words.

    `without` are the keys that cannot stand beside it. A `rare` one comes after the usual ones.
    """

    does: Entry
    words: Words
    without: list[str]
    rare: bool


def turn_choices(cards: Mapping[str, Entry]) -> list[TurnChoice]:
    """Return what a card may do besides the total: the usual, the rare, and what else one of `cards` does."""
    found: list[Entry] = [*_USUAL, *_RARE]
    for entry in cards.values():
        for key in _KEYS:
            keys = (key, _BESIDE) if key == "oblige" else (key,)
            does = {each: entry[each] for each in keys if each in entry}
            if entry.get(key) and does not in found:
                found.append(does)
    return [_turn(does, is_rare=does not in _USUAL) for does in found]


def _turn(does: Entry, *, is_rare: bool) -> TurnChoice:
    key = next(iter(does))
    without = [other for group in _EXCLUDING if key in group for other in group if other != key]
    if key == "oblige":
        without.append(_BESIDE)
    return TurnChoice(does, _turn_words(does, is_rare=is_rare), without, is_rare)


def _turn_words(does: Entry, *, is_rare: bool) -> Words:
    try:
        entry = msgspec.convert(does, CardEntry)
    except msgspec.ValidationError:
        return ", ".join(does)  # the file reader reports what is wrong
    effect = effect_of("2", entry, target=0)
    return joined(", ", (said.sentence if is_rare else said.label for said in turn_words(effect)))


_FIRST: Final = frozenset(["target", "hand_size", "chips", "bust", "over"])
"""The rules that most games of one's own change: the page shows them before it folds the others away."""


def editor_rows(rules: Mapping[str, Any]) -> list[Row]:
    """Return a row for each rule: its `value` in the draft, and the other possible values.

    A switch has the value of each side. A value of the wrong kind is shown unchanged; the file reader reports
    it.
    """
    return [_row(option, rules.get(name)) for name, option in options(AddingOptions).items()]


def _row(option: Option, value: object) -> Row:
    title = rule_title(option.name)
    row: Row = {"name": option.name, "value": value, "label": title.label, "usual": option.name in _FIRST}
    if option.on is not None:
        return row | {"about": title.off, "kind": "switch", "on": option.on, "off": option.off}
    row |= input_of(option)
    return row | {"optional": option.is_optional} if row["kind"] == "number" else row
