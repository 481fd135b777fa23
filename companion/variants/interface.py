"""Defines how each family of games describes its variants and the rules in force."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.text.lengths import Rows

_Variant_contra = TypeVar("_Variant_contra", contravariant=True)
_Rules_contra = TypeVar("_Rules_contra", contravariant=True)


class Shortcut(NamedTuple):
    """A switch for one entry of the table that is the value of a house `rule`.

    `lay` is the value of the house rule that turns the switch; None to remove the house rule.
    """

    rule: str
    label: str
    is_on: bool
    lay: object


class InForce(NamedTuple):
    """The rules in force at a table, in words.

    `main` has a row for each thing that the family's table is about: a card, a round, or a rule. `others` are
    the rules besides. `intro` is "" where the rows say it all.
    """

    main: Rows
    others: Rows = ()
    intro: str = ""


class FamilyDescription(Protocol[_Variant_contra, _Rules_contra]):
    """The words for the games of a family, which has variants of one type and rules of one type."""

    def tables(self, variant: _Variant_contra) -> tuple[Rows, ...]:
        """Return the rules as tables to lay beside the deck."""
        ...

    def in_force(self, rules: _Rules_contra) -> InForce:
        """Return the rules in force at a table."""
        ...

    def shortcuts(
        self, printed: _Rules_contra, rules: _Rules_contra, house: Mapping[str, Any]
    ) -> Iterator[Shortcut]:
        """Yield the switches for what tables commonly change within a house rule.

        Args:
            printed: the rules of the variant without house rules.
            rules: the rules with `house`, or `printed` while `house` contradicts itself.
            house: the house rules set so far.
        """
        ...

    def why_not_edited(self, title: str) -> str:
        """Return why the page cannot edit the game of that `title`, as a sentence; "" if it can."""
        ...
