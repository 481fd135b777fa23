"""The words of a trick game that other families have in words of their own."""

from collections.abc import Sequence
from typing import Final

from companion.rules.events import Event
from companion.rules.tricks.state import TrickState
from companion.text.interface import FamilyWords
from companion.text.language import gettext as _
from companion.text.tricks.events import trick_event_row
from companion.text.whose_move import what_is_over


def _beside(state: TrickState, seat: int) -> str:
    return _("to play") if seat == state.turn else ""


def _then_again(then: TrickState, _now: TrickState, _events: Sequence[Event]) -> str:
    if then.phase == "round-over":
        return what_is_over(then)
    said = (
        _("{player} to play, trick {trick}")
        if then.trick
        else _("{player} to lead trick {trick} of round {round}")
    )
    return said.format(player=then.name_of(then.turn), trick=then.number, round=then.round)


TRICKS: Final = FamilyWords(trick_event_row, _then_again, _beside, wins=lambda _rules: "lowest")
