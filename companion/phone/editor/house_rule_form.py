"""The form of the house rules that apply to a game, with the value that a tap sets."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.dialogs.adding.last_card import LAST_CARD
from companion.dialogs.house_rules import EXACT
from companion.rules.adding.effects import Add
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER
from companion.rules.family import Rules, options_of
from companion.rules.options import Option
from companion.text.cards import face, rank_face
from companion.text.language import gettext as _
from companion.text.rule_keys import answer, rule_title

House = Mapping[str, Any]
Row = dict[str, Any]

ACE_ELEVEN: Final = {"add": [1, 11]}
SIXTY_NINE: Final = "69"


def house_rows(printed: Rules, rules: Rules, house: House) -> list[Row]:
    """Return the house rules that apply, the usual ones first.

    Args:
        printed: the rules of the variant without house rules.
        rules: the rules with `house`, or `printed` while `house` contradicts itself.
        house: the house rules set so far.
    """
    needs_chips = str(house.get("bust", "")).startswith("chip")
    shown = [
        option
        for name, option in options_of(rules).items()
        if option.key.house_rule
        and (name in house or _fits(option, rules) or (name == "chips" and needs_chips))
    ]
    usual = [_row(option, printed, house) | {"usual": True} for option in shown if option.key.usual]
    if isinstance(printed, AddingRules):
        usual = [*_ace(printed, house), *usual, *_sixty_nine(printed, rules, house)]
    others = [_row(option, printed, house) for option in shown if not option.key.usual]
    if isinstance(printed, AddingRules):
        others.append(_last_card(printed, house))
    return [*usual, *(row | {"usual": False} for row in others)]


def _fits(option: Option, rules: Rules) -> bool:
    """Return whether the house rule makes a difference to this game."""
    return not option.key.applies or bool(getattr(rules, option.key.applies))


def answers(option: Option) -> list[Row]:
    """Return the values of a house rule with a few answers, or what a play to an exact total brings."""
    values = EXACT if option.name == "exact" else option.choices
    return [{"value": value, "label": answer(option.name, value).label} for value in values]


def _row(option: Option, printed: Rules, house: House) -> Row:
    name, title = option.name, rule_title(option.name)
    default = getattr(printed, name)
    value = house.get(name, default)
    if option.on is not None:
        other = option.off if value == option.on else option.on
        lay = None if other == default else other
        return _switch(name, title.label, title.off, is_on=value == option.on, lay=lay)
    row: Row = {"name": name, "label": title.label}
    if option.choices:
        return row | {"kind": "choice", "value": value, "default": default, "options": answers(option)}
    low, high = option.range
    row |= {"low": low, "high": high}
    if name == "exact":
        value, default = _by_text(value), _by_text(default)
        return row | {"kind": "exact", "value": value, "default": default, "options": answers(option)}
    return row | {"kind": "number", "value": value, "default": default}


def _last_card(printed: AddingRules, house: House) -> Row:
    said = {"name": LAST_CARD, "label": rule_title(LAST_CARD).label, "value": house.get(LAST_CARD)}
    return said | {"kind": "card", "default": None, "options": _cards(printed)}


def _switch(name: str, label: str, about: str, *, is_on: bool, lay: object) -> Row:
    """Return a switch; `lay` is the value that a tap sets, None to remove the house rule."""
    return {"name": name, "label": label, "about": about, "kind": "switch", "value": is_on, "lay": lay}


def _ace(printed: AddingRules, house: House) -> Iterator[Row]:
    """Yield the switch for aces that count 1 or 11, if the variant's own ace is a plain one."""
    ace = printed.effects.get(("A", None))
    laid = house.get("cards", {})
    if ace is None or ace.change != Add(1) or not isinstance(laid, dict):
        return
    is_on = laid.get("A") == ACE_ELEVEN
    if "A" in laid and not is_on:
        return
    others = {key: entry for key, entry in laid.items() if key != "A"}
    lay = (others or None) if is_on else others | {"A": ACE_ELEVEN}
    yield _switch("cards", _("Aces count 1 or 11"), "", is_on=is_on, lay=lay) | {"usual": True}


def _sixty_nine(printed: AddingRules, rules: AddingRules | Rules, house: House) -> Iterator[Row]:
    """Yield the chip for a play to exactly 69, if there are chips and a target above it."""
    if not isinstance(rules, AddingRules) or rules.chips is None or rules.target < int(SIXTY_NINE):
        return
    default = _by_text(printed.exact)
    now = house.get("exact", default)
    if not isinstance(now, dict) or now.get(SIXTY_NINE, "chip") != "chip":
        return
    others = {total: what for total, what in now.items() if total != SIXTY_NINE}
    is_on = SIXTY_NINE in now
    other = others if is_on else now | {SIXTY_NINE: "chip"}
    lay = None if other == default else other
    label = _("A play to exactly {total} takes a chip from the pot").format(total=SIXTY_NINE)
    yield _switch("exact", label, "", is_on=is_on, lay=lay) | {"usual": True}


def _by_text(exact: Mapping[Any, str]) -> dict[str, str]:
    return {str(total): what for total, what in exact.items()}


def _cards(rules: AddingRules) -> list[Row]:
    cards = [{"value": str(card), "label": face(card)} for card in rules.pack.cards()]
    return [*cards, {"value": JOKER, "label": rank_face(JOKER)}] if rules.pack.jokers else cards
