"""The form of the house rules that apply to a game, with the value that a tap sets."""

from collections.abc import Mapping
from typing import Any

from companion.core.cards import JOKER, Pack
from companion.core.family import Rules
from companion.core.options import Option
from companion.dialogs.house_rules import EXACT
from companion.games import family_of
from companion.message import Words
from companion.words.cards import face, rank_face
from companion.words.rule_keys import answer, rule_title

House = Mapping[str, Any]
Row = dict[str, Any]
"""The row of a rule in a form, in the page's format."""


def house_rows(printed: Rules, rules: Rules, house: House) -> list[Row]:
    """Return the house rules that apply, the usual ones first.

    Args:
        printed: the rules of the variant without house rules.
        rules: the rules with `house`, or `printed` while `house` contradicts itself.
        house: the house rules set so far.
    """
    family = family_of(printed)
    needs_chips = str(house.get("bust", "")).startswith("chip")
    options = [
        option
        for name, option in family.options.items()
        if option.key.house_rule
        and (name in house or _fits(option, rules) or (name == "chips" and needs_chips))
    ]
    shortcuts = [
        _switch(shortcut.rule, shortcut.label, "", is_on=shortcut.is_on, lay=shortcut.lay)
        for shortcut in family.shortcuts(printed, rules, house)
    ]
    usual = [*shortcuts, *(_row(option, printed, house) for option in options if option.key.usual)]
    places = {name: place for place, name in enumerate(family.options)}
    usual.sort(
        key=lambda row: places.get(row["name"], -1)
    )  # Single cards, which are not options, come first.
    others = [_row(option, printed, house) for option in options if not option.key.usual]
    if (pack := printed.pack) is not None:  # The rules with a dialog of their own ask for a card.
        others += [_card_row(rule, pack, house) for rule in family.own_house_rules]
    return [*(row | {"usual": True} for row in usual), *(row | {"usual": False} for row in others)]


def _fits(option: Option, rules: Rules) -> bool:
    """Return whether the house rule affects this game."""
    return not option.key.applies or bool(getattr(rules, option.key.applies))


def _row(option: Option, printed: Rules, house: House) -> Row:
    name, title = option.name, rule_title(option.called)
    default = getattr(printed, name)
    value = house.get(name, default)
    if option.on is not None:
        other = option.off if value == option.on else option.on
        lay = None if other == default else other
        return _switch(name, title.label, title.off, is_on=value == option.on, lay=lay)
    if name == "exact":
        value, default = _by_text(value), _by_text(default)
    return {"name": name, "label": title.label, "value": value, "default": default} | _input_of(
        option
    )


def _input_of(option: Option) -> Row:
    """Return the input type of a rule that is not a switch, with its answers or its range."""
    if option.choices:
        return {"kind": "choice", "options": _answers(option.name, option.choices)}
    low, high = option.range
    if option.name == "exact":
        return {"kind": "exact", "low": low, "high": high, "options": _answers(option.name, EXACT)}
    return {"kind": "numbers" if option.name == "sums" else "number", "low": low, "high": high}


def _answers(rule: str, values: tuple[object, ...]) -> list[Row]:
    return [{"value": value, "label": answer(rule, value).label} for value in values]


def _card_row(rule: str, pack: Pack, house: House) -> Row:
    row: Row = {"name": rule, "label": rule_title(rule).label, "value": house.get(rule)}
    return row | {"kind": "card", "default": None, "options": _cards(pack)}


def _switch(name: str, label: Words, about: Words, *, is_on: bool, lay: object) -> Row:
    """Return a switch; `lay` is the value that a tap sets, None to remove the house rule."""
    return {
        "name": name,
        "label": label,
        "about": about,
        "kind": "switch",
        "value": is_on,
        "lay": lay,
    }


def _by_text(exact: Mapping[Any, object]) -> dict[str, str]:
    """Return the exact totals that have an effect of one word, which a form can change."""
    return {str(total): what for total, what in exact.items() if isinstance(what, str)}


def _cards(pack: Pack) -> list[Row]:
    cards = [{"value": str(card), "label": face(card)} for card in pack.cards()]
    return [*cards, {"value": JOKER, "label": rank_face(JOKER)}] if pack.jokers else cards
