"""The description of Arizona Spaghetti and its kin, as `companion.variants.family` hands it out."""

from typing import Final

from companion.message import phrase
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.variant import TrickVariant
from companion.text.lengths import Rows
from companion.text.numbers import cards
from companion.variants.interface import FamilyDescription, InForce
from companion.variants.tricks.rule_table import deal_rows, round_rows, trick_rows


def _tables(variant: TrickVariant) -> tuple[Rows, ...]:
    return deal_rows(variant), round_rows(variant), trick_rows(variant)


def _in_force(rules: TrickRules) -> InForce:
    dealt = phrase("{what} each", what=cards(rules.hand_size))
    return InForce(round_rows(rules), ((phrase("Dealt"), dealt), *trick_rows(rules)))


TRICKS: Final = FamilyDescription(_tables, _in_force)
