"""Defines the words that each family of games gives."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.message import Words
from companion.rules.events import Event
from companion.rules.options import Wins
from companion.text.events.row import EventRow


class FamilyWords(NamedTuple):
    """The words of a family of games, for rules and states of this family.

    `event_row` gives the row of a command, from the rules, the states before and after it, and its
    events. `then_again` gives how the table stands in the first state, once the command that led to
    the second one with these events is taken back. `beside` gives what is to be read beside the
    name at a seat in this family only; "" for nothing. `wins` gives whose chips or points win, and
    `forfeit` what whoever loses a game does, in the language of its file; "" for nothing.
    """

    event_row: Callable[[Any, Any, Any, Sequence[Event]], EventRow]
    then_again: Callable[[Any, Any, Sequence[Event]], Words]
    beside: Callable[[Any, int], Words] = lambda _state, _seat: ""
    wins: Callable[[Any], Wins] = lambda _rules: "highest"
    forfeit: Callable[[Any], Words] = lambda _rules: ""
