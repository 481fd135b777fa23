"""Defines how each family of games describes its variants and the rules in force."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.message import Words
from companion.text.lengths import Rows


class Shortcut(NamedTuple):
    """A switch for one entry of the table that is the value of a house `rule`.

    `lay` is the value of the house rule that turns the switch; None to remove the house rule.
    """

    rule: str
    label: Words
    is_on: bool
    lay: object


class InForce(NamedTuple):
    """The rules in force at a table, in words.

    `main` has a row for each thing that the family's table is about: a card, a round, or a rule.
    `others` are the rules besides. `intro` is "" where the rows say it all.
    """

    main: Rows
    others: Rows = ()
    intro: Words = ""


class FamilyDescription(NamedTuple):
    """The words for the games of a family, for variants and rules of this family.

    `tables` gives the rules of a variant as tables to lay beside the deck, and `in_force` those in
    force at a table.

    `shortcuts` yields the switches for what tables commonly change within a house rule. It gets the
    rules of the variant without house rules, the rules with those set so far (or the first ones
    while these contradict each other), and the house rules themselves.
    """

    tables: Callable[[Any], tuple[Rows, ...]]
    in_force: Callable[[Any], InForce]
    shortcuts: Callable[[Any, Any, Mapping[str, Any]], Iterator[Shortcut]] = lambda *_all: iter(())
