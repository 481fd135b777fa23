"""The switches for two house rules of the adding games that change one entry of a table."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.message import phrase
from companion.rules.adding.effects import Add
from companion.rules.adding.rules import AddingRules
from companion.variants.interface import Shortcut

_ACE_ELEVEN: Final = {"add": [1, 11]}
_SIXTY_NINE: Final = "69"


def shortcuts(printed: AddingRules, rules: AddingRules, house: Mapping[str, Any]) -> Iterator[Shortcut]:
    """Yield the switches, as `companion.variants.interface.FamilyDescription` has them."""
    yield from _ace_eleven(printed, house)
    yield from _sixty_nine(printed, rules, house)


def _ace_eleven(printed: AddingRules, house: Mapping[str, Any]) -> Iterator[Shortcut]:
    """Yield the switch for aces that count 1 or 11, if the variant's own ace is a plain one."""
    ace = printed.effects.get(("A", None))
    laid = house.get("cards", {})
    if ace is None or ace.change != Add(1) or not isinstance(laid, dict):
        return
    is_on = laid.get("A") == _ACE_ELEVEN
    if "A" in laid and not is_on:
        return
    others = {key: entry for key, entry in laid.items() if key != "A"}
    lay = (others or None) if is_on else others | {"A": _ACE_ELEVEN}
    yield Shortcut("cards", phrase("Aces count 1 or 11"), is_on, lay)


def _sixty_nine(printed: AddingRules, rules: AddingRules, house: Mapping[str, Any]) -> Iterator[Shortcut]:
    """Yield the switch for the chip for a play to exactly 69, if there are chips and no lower target."""
    if rules.chips is None or rules.target < int(_SIXTY_NINE):
        return
    default = {str(total): what for total, what in printed.exact.items()}
    now = house.get("exact", default)
    if not isinstance(now, dict) or now.get(_SIXTY_NINE, "chip") != "chip":
        return
    others = {total: what for total, what in now.items() if total != _SIXTY_NINE}
    is_on = _SIXTY_NINE in now
    other = others if is_on else now | {_SIXTY_NINE: "chip"}
    lay = None if other == default else other
    label = phrase("A play to exactly {total} takes a chip from the pot", total=_SIXTY_NINE)
    yield Shortcut("exact", label, is_on, lay)
