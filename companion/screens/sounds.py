"""Chooses the sound of events; pure."""

from collections.abc import Sequence

from companion.outputs import Sound
from companion.rules.events import Busted, Event, GameEnded, HandEnded, RoundEnded, WentOver


def sound_of(events: Sequence[Event]) -> Sound:
    """Return the sound for an accepted command that made `events` happen."""
    kinds = {type(event) for event in events}
    if GameEnded in kinds:
        return "game-over"
    if kinds & {HandEnded, RoundEnded}:
        return "hand-over"
    return "bust" if kinds & {Busted, WentOver} else "accepted"
