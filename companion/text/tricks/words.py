"""The words of a trick game that other families have in words of their own."""

from collections.abc import Sequence
from typing import Final

from companion.message import Words, phrase
from companion.rules.events import Event
from companion.rules.tricks.state import TrickState
from companion.text.interface import FamilyWords
from companion.text.tricks.events import trick_event_row
from companion.text.whose_move import what_is_over


def _beside(state: TrickState, seat: int) -> Words:
    return phrase("to play") if seat == state.turn else ""


def _then_again(then: TrickState, _now: TrickState, _events: Sequence[Event]) -> Words:
    if then.phase == "round-over":
        return what_is_over(then)
    said = (
        phrase("{player} to play, trick {trick}")
        if then.trick
        else phrase("{player} to lead trick {trick} of round {round}")
    )
    return said.filled(player=then.name_of(then.turn), trick=then.number, round=then.round)


TRICKS: Final = FamilyWords(trick_event_row, _then_again, _beside, wins=lambda _rules: "lowest")
