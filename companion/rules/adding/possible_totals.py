"""The totals that may come of the last entries of an adding game, without judging these by the rules.

A search asks first whether a total can come of a change at all: that is quicker than to judge what follows.
"""

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.adding.effects import is_choice, offers
from companion.rules.adding.evaluate import effects_of, read_cards, total_after
from companion.rules.adding.rules import AddingRules
from companion.rules.commands import Bust, Deal, Play, Set, Step


class PossibleTotals:
    """Every total that may come of `commands`: some that the rules do not allow, but all that they do."""

    def __init__(self, rules: AddingRules, commands: Sequence[Step]) -> None:
        self.rules, self.commands = rules, commands
        self._obliges = rules.obliges
        self._resets = "reset" in rules.exact.values()
        self._last: dict[tuple[int, int], frozenset[int]] = {}
        self._after: dict[tuple[int, Step], set[int]] = {}

    def in_the_end(self, total: int, steps: Iterable[Step], then: int) -> frozenset[int]:
        """Return the last totals that may come of a `total`, `steps`, and the commands from `then` on."""
        totals = {total}
        for command in steps:
            totals = {after for one in totals for after in self._totals_after(one, command)}
        if len(totals) == 1:
            return self._last_totals(then, *totals)
        return frozenset(last for one in totals for last in self._last_totals(then, one))

    def _last_totals(self, place: int, total: int) -> frozenset[int]:
        if place == len(self.commands):
            return frozenset((total,))
        known = self._last.get((place, total))
        if known is None:
            after = self._totals_after(total, self.commands[place])
            known = frozenset(last for one in after for last in self._last_totals(place + 1, one))
            self._last[place, total] = known
        return known

    def _totals_after(self, total: int, command: Step) -> set[int]:
        if isinstance(command, Set):
            return {total if command.total is UNSET else command.total}
        known = self._after.get((total, command))
        if known is None:
            known = self._after[total, command] = self._possible(total, command)
        return known

    def _possible(self, total: int, command: Step) -> set[int]:
        rules = self.rules
        cards: tuple[str, ...]
        match command:
            case Bust():
                return {0} if rules.bust == "chip, new pile" else {total}
            case Deal(up_card=str(up)):
                total, cards, said = 0, (up,), command.up_value
            case Deal():
                return {0}
            case Play():
                cards, said = command.all_cards, command.value
            case _:
                return {total}
        try:
            effects = effects_of(rules, read_cards(rules, cards))
        except Illegal:
            return set()  # no such play counts: its suit is missing, for instance
        values: Sequence[int | None] = (None,) if said is UNSET else (said,)
        if said is UNSET:
            asks = [effect.change for effect in effects if is_choice(effect.change)]
            values = offers(asks[0]) if asks else values
        after = {total_after(rules, total, effects, value) for value in values}
        possible = {one for one in after if one <= rules.target}
        if self._obliges:
            possible.add(total)  # a play that is not the last one owed leaves the total where it was
        if rules.over == "bust" and len(possible) < len(after):
            possible |= {0, total}
        return possible | {0} if self._resets else possible
