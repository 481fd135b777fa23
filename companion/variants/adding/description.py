"""The description of adding games, as `companion.variants.family` hands it out."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.text.adding.card_table import card_rows
from companion.text.lengths import Rows
from companion.variants.adding.rule_table import intro, rule_rows, table_rows
from companion.variants.adding.shortcuts import ace_eleven, sixty_nine
from companion.variants.interface import InForce, Shortcut


class AddingDescription:
    """The words for 98, 99, One Hundred and their kin."""

    def tables(self, variant: AddingVariant) -> tuple[Rows, ...]:
        rules = adding_rules_in_force(variant, {}, variant.players[0])
        return card_rows(rules), rule_rows(variant)

    def in_force(self, rules: AddingRules) -> InForce:
        return InForce(card_rows(rules), table_rows(rules), intro(rules))

    def shortcuts(
        self, printed: AddingRules, rules: AddingRules, house: Mapping[str, Any]
    ) -> Iterator[Shortcut]:
        yield from ace_eleven(printed, house)
        yield from sixty_nine(printed, rules, house)

    def why_not_edited(self, title: str) -> str:
        return ""
