"""The form of the house rules that apply to a game, with the value that a tap sets."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.dialogs.house_rules import CHOICES, EXACT, NUMBERS, house_rules_of
from companion.dialogs.set_up import MOST_CHIPS
from companion.rules.adding.effects import Add
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER
from companion.rules.family import Rules
from companion.text.cards import face, rank_face
from companion.text.language import gettext as _
from companion.text.rule_keys import answer, rule_title

House = Mapping[str, Any]
Row = dict[str, Any]

SWITCHES: Final[dict[str, object]] = {
    "two_player_reverse": "again",
    "over": "bust",
    "sets": True,
    "stock_out": "reshuffle",
    "debt_passes": "full",
    "honor": True,
    "winner_takes_all": True,
}
"""House rules with two answers: the value for "on"."""

ACE_ELEVEN: Final = {"add": [1, 11]}
SIXTY_NINE: Final = "69"

_USUAL: Final = ("chips", "two_player_reverse", "over", "revoke_penalty")


def house_rows(printed: Rules, rules: Rules, house: House) -> list[Row]:
    """Return the house rules that apply, the usual ones first.

    Args:
        printed: the rules of the variant without house rules.
        rules: the rules with `house`, or `printed` while `house` contradicts itself.
        house: the house rules set so far.
    """
    needs_chips = str(house.get("bust", "")).startswith("chip")
    names = [
        name
        for name in _names(rules)
        if name in house or _fits(name, rules) or (name == "chips" and needs_chips)
    ]
    usual = [row | {"usual": True} for name in _USUAL if name in names for row in _row(name, printed, house)]
    if isinstance(printed, AddingRules):
        usual = [*_ace(printed, house), *usual, *_sixty_nine(printed, rules, house)]
    others = [
        row | {"usual": False} for name in names if name not in _USUAL for row in _row(name, printed, house)
    ]
    return [*usual, *others]


def _names(rules: Rules) -> tuple[str, ...]:
    chips = ("chips",) if isinstance(rules, AddingRules) else ()
    return (*chips, *house_rules_of(rules))


def _fits(name: str, rules: Rules) -> bool:
    """Return whether the house rule makes a difference to this game."""
    if not isinstance(rules, AddingRules):
        return True
    match name:
        case "chips" | "honor" | "winner_takes_all":
            return rules.chips is not None
        case "two_player_reverse":
            return any(effect.reverse for effect in rules.effects.values())
        case "debt_passes":
            obliging = (effect.oblige for (rank, _suit), effect in rules.effects.items() if rank != JOKER)
            return rules.pack.jokers > 0 or any(obliging)
    return True


def off_value(name: str) -> object:
    """Return the value of a switch that is off."""
    (off,) = (value for value in CHOICES[name] if value != SWITCHES[name])
    return off


def options(name: str) -> list[Row]:
    """Return the values of a house rule with a few answers, or what a play to an exact total brings."""
    values = EXACT if name == "exact" else CHOICES[name]
    return [{"value": value, "label": answer(name, value).label} for value in values]


def _row(name: str, printed: Rules, house: House) -> Iterator[Row]:
    default = _value(printed, name)
    value = house.get(name, default)
    if name in SWITCHES:
        on = SWITCHES[name]
        other = off_value(name) if value == on else on
        title = rule_title(name)
        lay = None if other == default else other
        yield _switch(name, title.label, title.off, is_on=value == on, lay=lay)
        return
    row: Row = {"name": name, "label": rule_title(name).label}
    if name in CHOICES:
        yield row | {"kind": "choice", "value": value, "default": default, "options": options(name)}
        return
    if name == "last_card":
        value = house.get(name)
        yield row | {"kind": "card", "value": value, "default": None, "options": _cards(printed)}
        return
    low, high = NUMBERS.get(name, (1, MOST_CHIPS))
    row |= {"low": low, "high": high}
    if name == "exact":
        value, default = _by_text(value), _by_text(default)
        yield row | {"kind": "exact", "value": value, "default": default, "options": options(name)}
    else:
        yield row | {"kind": "number", "value": value, "default": default}


def _switch(name: str, label: str, about: str, *, is_on: bool, lay: object) -> Row:
    """Return a switch; `lay` is the value that a tap sets, None to remove the house rule."""
    return {"name": name, "label": label, "about": about, "kind": "switch", "value": is_on, "lay": lay}


def _value(rules: Rules, name: str) -> Any:
    if name in {"decks", "jokers"}:
        return getattr(rules.pack, name)
    return getattr(rules, name)


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


def _cards(rules: Rules) -> list[Row]:
    cards = [{"value": str(card), "label": face(card)} for card in rules.pack.cards()]
    return [*cards, {"value": JOKER, "label": rank_face(JOKER)}] if rules.pack.jokers else cards
