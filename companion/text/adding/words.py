"""The words of an adding game that other families have in words of their own."""

from collections.abc import Sequence
from typing import Final

from companion.message import Words, joined, phrase, plural
from companion.rules.adding.state import AddingState
from companion.rules.events import Eliminated, Event, Paid
from companion.text.adding.events import adding_event_row
from companion.text.interface import FamilyWords
from companion.text.numbers import Count
from companion.text.variants import translated
from companion.text.voice import direction
from companion.text.whose_move import what_is_over


def _beside(state: AddingState, seat: int) -> Words:
    if state.phase == "shield" and seat == state.named:
        return phrase("shield?")
    return phrase("owes {n}", n=state.owed) if state.owed > 1 and seat == state.turn else ""


def _then_again(then: AddingState, now: AddingState, events: Sequence[Event]) -> Words:
    if then.phase == "hand-over":
        return what_is_over(then)
    if then.phase == "shield":
        return phrase("{player} is asked for the shield", player=then.name_of(then.named))
    turn = then.name_of(then.turn)
    out = [event.player for event in events if isinstance(event, Eliminated)]
    chips = sum(event.chips for event in events if isinstance(event, Paid))
    if chips:
        said = plural(
            "{player} to play at {total}, chip returned",
            "{player} to play at {total}, {chips} chips returned",
            chips,
        )
    elif out and out[0] == turn:
        said = phrase("{player} to play at {total}, in again")
    elif out:
        said = phrase("{player} to play at {total}, {other} in again")
    else:
        said = (
            phrase("{total} stays, {player} to play")
            if then.total == now.total
            else phrase("{total} again, {player} to play")
        )
    said = said.filled(player=turn, total=then.total, other=out[0] if out else "", chips=Count(chips))
    turned = not chips and not out and then.clockwise != now.clockwise
    return joined(", ", (said, direction(then.clockwise) if turned else ""))


ADDING: Final = FamilyWords(
    adding_event_row, _then_again, _beside, forfeit=lambda rules: translated(rules.forfeit)
)
