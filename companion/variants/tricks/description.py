"""The description of trick games, as `companion.variants.family` hands it out."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.variant import TrickVariant
from companion.text.language import gettext as _
from companion.text.lengths import Rows
from companion.text.numbers import cards
from companion.variants.interface import InForce, Shortcut
from companion.variants.tricks.rule_table import deal_rows, round_rows, trick_rows


class TrickDescription:
    """The words for Arizona Spaghetti and its kin."""

    def tables(self, variant: TrickVariant) -> tuple[Rows, ...]:
        return deal_rows(variant), round_rows(variant), trick_rows(variant)

    def in_force(self, rules: TrickRules) -> InForce:
        dealt = _("{what} each").format(what=cards(rules.hand_size))
        return InForce(round_rows(rules), ((_("Dealt"), dealt), *trick_rows(rules)))

    def shortcuts(
        self, printed: TrickRules, rules: TrickRules, house: Mapping[str, Any]
    ) -> Iterator[Shortcut]:
        return iter(())

    def why_not_edited(self, title: str) -> str:
        return _("{title} is a trick game: change its file with a text editor.").format(title=title)
