"""The description of 98, 99, One Hundred and their kin, as `companion.variants.family` hands it out."""

from typing import Final

from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.text.adding.card_table import card_rows
from companion.text.lengths import Rows
from companion.variants.adding.rule_table import intro, rule_rows, table_rows
from companion.variants.adding.shortcuts import shortcuts
from companion.variants.interface import FamilyDescription, InForce


def _tables(variant: AddingVariant) -> tuple[Rows, ...]:
    rules = adding_rules_in_force(variant, {}, variant.players[0])
    return card_rows(rules), rule_rows(variant)


def _in_force(rules: AddingRules) -> InForce:
    return InForce(card_rows(rules), table_rows(rules), intro(rules))


ADDING: Final = FamilyDescription(_tables, _in_force, shortcuts=shortcuts)
