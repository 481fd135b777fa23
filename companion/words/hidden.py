"""A total that players add up themselves: it reads as a question mark until it is called."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.events import Event, Events, Played, WentOver
from companion.core.refusals import OverTarget, Refusal
from companion.words.numbers import HiddenTotal


def hidden(state: Any) -> Any:
    """Return a state whose total is hidden."""
    return replace(state, total=HiddenTotal(state.total))


def revealed(state: Any) -> Any:
    """Return a state with the number that its total may hide, as rules and searches need it."""
    total = state.total
    return replace(state, total=int(total)) if isinstance(total, HiddenTotal) else state


def without_totals(events: Sequence[Event]) -> Events:
    """Return events without the total that a play makes."""
    return tuple(
        replace(event, total=HiddenTotal(event.total))
        if isinstance(event, Played | WentOver)
        else event
        for event in events
    )


def with_hidden_sum(refusal: Refusal) -> Refusal:
    """Return a refusal whose total before and after the play is hidden, if it names them."""
    if not isinstance(refusal, OverTarget):
        return refusal
    return replace(refusal, total=HiddenTotal(refusal.total), was=HiddenTotal(refusal.was))
