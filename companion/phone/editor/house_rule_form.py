"""The form of the house rules that apply to a game, in whole sentences, with the value that a tap sets.

`companion.dialogs.house_rules` defines the rules, their values and ranges; here are only the longer words of
a wider page.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.dialogs.house_rules import CHOICES, EXACT, NUMBERS, titles_of
from companion.dialogs.set_up import MOST_CHIPS
from companion.rules.adding.effects import Add
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER
from companion.rules.family import Rules
from companion.text.cards import face

House = Mapping[str, Any]
Row = dict[str, Any]

SWITCHES: Final[dict[str, tuple[object, str, str]]] = {
    "two_player_reverse": ("again", "Two left: whoever reverses plays again", ""),
    "over": (
        "bust",
        "A card that goes over busts at once",
        "Off: it is refused and goes back to the hand.",
    ),
    "sets": (True, "Several cards of a rank may be played together", ""),
    "stock_out": (
        "reshuffle",
        "An empty stock is made anew from the pile",
        "Off: when it is empty, nobody draws.",
    ),
    "debt_passes": (
        "full",
        "All that was owed passes on with a bust",
        "Off: only the plays that are still owed.",
    ),
    "honor": (True, "Without chips one plays on until the next bust", ""),
    "winner_takes_all": (True, "The winner takes the pot", ""),
}
"""House rules with two answers: the value for "on", its meaning, and the meaning of off."""

CHOSEN: Final[dict[str, tuple[str, dict[object, str]]]] = {
    "bust": (
        "Who busts",
        {
            "out": "is out",
            "lose": "loses the game",
            "chip, new hand": "pays a chip; new hand",
            "chip, play on": "pays a chip; play goes on",
            "chip, new pile": "pays a chip; new pile",
        },
    ),
    "up_card": (
        "Card turned up before the first play",
        {"none": "none", "apply": "it counts as the dealer's", "plain": "a plain one begins"},
    ),
}
"""House rules with more answers: label, and the name of each answer."""

NUMBERED: Final = {
    "chips": "Chips each",
    "target": "Target",
    "hand_size": "Cards each",
    "decks": "Decks",
    "jokers": "Jokers in each deck",
    "floor": "The total never falls below",
    "revoke_penalty": "A revoke that is let stand costs",
}
"""House rules that are numbers."""

EXACT_WORDS: Final = {
    "chip": "a chip from the pot",
    "reset": "the total becomes 0",
    "point": "a point, to be written down",
    "drink": "a drink",
}
"""The effects of a play to exactly some total."""

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
    return (*chips, *titles_of(rules))


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
            obliging = (effect.oblige for (rank, _), effect in rules.effects.items() if rank != JOKER)
            return rules.pack.jokers > 0 or any(obliging)
    return True


def _row(name: str, printed: Rules, house: House) -> Iterator[Row]:
    default = _value(printed, name)
    value = house.get(name, default)
    if name in SWITCHES:
        on, label, about = SWITCHES[name]
        (off,) = (other for other, _ in CHOICES[name] if other != on)
        other = off if value == on else on
        yield _switch(name, label, about, is_on=value == on, lay=None if other == default else other)
    elif name in CHOSEN:
        label, words = CHOSEN[name]
        options = [{"value": value, "label": words[value]} for value, _ in CHOICES[name]]
        yield {
            "name": name,
            "label": label,
            "kind": "choice",
            "value": value,
            "default": default,
            "options": options,
        }
    elif name == "exact":
        options = [{"value": what, "label": EXACT_WORDS[what]} for what in EXACT]
        low, high = NUMBERS[name]
        yield {
            "name": name,
            "label": "A play to exactly a number",
            "kind": "exact",
            "value": _by_text(value),
            "default": _by_text(default),
            "options": options,
            "low": low,
            "high": high,
        }
    elif name == "last_card":
        label = "Good card at the bottom of the stock"
        yield {
            "name": name,
            "label": label,
            "kind": "card",
            "value": house.get(name),
            "default": None,
            "options": _cards(printed),
        }
    else:
        low, high = NUMBERS.get(name, (1, MOST_CHIPS))
        label = NUMBERED[name]
        yield {
            "name": name,
            "label": label,
            "kind": "number",
            "value": value,
            "default": default,
            "low": low,
            "high": high,
        }


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
    yield _switch("cards", "Aces count 1 or 11", "", is_on=is_on, lay=lay) | {"usual": True}


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
    yield _switch("exact", "A play to exactly 69 takes a chip from the pot", "", is_on=is_on, lay=lay) | {
        "usual": True
    }


def _by_text(exact: Mapping[Any, str]) -> dict[str, str]:
    return {str(total): what for total, what in exact.items()}


def _cards(rules: Rules) -> list[Row]:
    cards = [{"value": str(card), "label": face(card)} for card in rules.pack.cards()]
    return [*cards, {"value": JOKER, "label": "Joker"}] if rules.pack.jokers else cards
