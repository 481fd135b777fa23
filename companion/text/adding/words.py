"""The words of an adding game that other families have in words of their own."""

from collections.abc import Sequence
from typing import Final

from companion.rules.adding.state import AddingState
from companion.rules.events import Eliminated, Event, Paid
from companion.text.adding.events import adding_event_row
from companion.text.interface import FamilyWords
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.numbers import Count, figure
from companion.text.voice import direction
from companion.text.whose_move import what_is_over


def _beside(state: AddingState, seat: int) -> str:
    if state.phase == "shield" and seat == state.named:
        return _("shield?")
    return _("owes {n}").format(n=state.owed) if state.owed > 1 and seat == state.turn else ""


def _then_again(then: AddingState, now: AddingState, events: Sequence[Event]) -> str:
    if then.phase == "hand-over":
        return what_is_over(then)
    if then.phase == "shield":
        return _("{player} is asked for the shield").format(player=then.name_of(then.named))
    turn = then.name_of(then.turn)
    out = [event.player for event in events if isinstance(event, Eliminated)]
    chips = sum(event.chips for event in events if isinstance(event, Paid))
    if chips:
        said = ngettext(
            "{player} to play at {total}, chip returned",
            "{player} to play at {total}, {chips} chips returned",
            chips,
        )
    elif out and out[0] == turn:
        said = _("{player} to play at {total}, in again")
    elif out:
        said = _("{player} to play at {total}, {other} in again")
    else:
        said = (
            _("{total} stays, {player} to play")
            if then.total == now.total
            else _("{total} again, {player} to play")
        )
        if then.clockwise != now.clockwise:
            said = f"{said}, {direction(then.clockwise)}"
    return said.format(player=turn, total=figure(then.total), other=out[0] if out else "", chips=Count(chips))


ADDING: Final = FamilyWords(adding_event_row, _then_again, _beside, forfeit=lambda rules: rules.forfeit)
