"""What was refused and what was called, in the words of the page."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from companion.errors import CardError
from companion.phone.event_row import EventRow
from companion.phone.named_cards import bare_card
from companion.phone.words import figure, with_minus
from companion.rules.adding.state import AddingState
from companion.rules.family import State
from companion.table.reader import JournalNote

Fields = Mapping[str, Any]


def note_event_row(note: JournalNote, state: State, *, then: bool) -> EventRow:
    """The deed of a note; `state` is how things stood `then`, else no more is known of it than the hand."""
    hand = state.hand if isinstance(state, AddingState) else state.round
    total = state.total if then and isinstance(state, AddingState) else None
    if note.kind == "claim":
        return _claim(note.facts, hand, total)
    command: Fields = json.loads(str(note.facts["command"]))
    return EventRow(
        kind="refused",
        hand=hand,
        player=command.get("player") or (_whose(command, state) if then else None),
        text=with_minus(str(note.facts["sentence"])),
        cards=tuple(_cards(command)),
        total=total,
    )


def _claim(facts: Fields, hand: int, total: int | None) -> EventRow:
    called, actual = figure(facts["called"]), figure(facts["actual"])
    if facts["correct"]:
        return EventRow("right", hand, facts["player"], f"called {called}, which is right", total=total)
    return EventRow("miscount", hand, facts["player"], f"called {called}, it is {actual}", total=total)


def _whose(command: Fields, state: State) -> str | None:
    """Whose move a refused command was meant to be."""
    if command["cmd"] in {"play", "bust"}:
        return state.name_of(state.turn)
    if command["cmd"] in {"shield", "accept"} and isinstance(state, AddingState):
        return state.name_of(state.named)
    return None


def _cards(command: Fields) -> Iterator[str]:
    """The cards of a refused command, as far as they are any."""
    single = [command[field] for field in ("card", "up_card") if field in command]
    for text in (*single, *command.get("cards", ()), *command.get("hand", ())):
        with suppress(CardError):
            yield str(bare_card(text))
