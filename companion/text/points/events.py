"""Words the events of a points game, what comes of them, and the state that an undo returns to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.message import Aloud, Fitting, Name, Words, joined, phrase
from companion.rules.events import (
    Eliminated,
    EndCalled,
    Event,
    GameEnded,
    RoundDealt,
    RoundEnded,
    Scored,
)
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.points.variant import PointsRound
from companion.text.events.row import EventRow, Kind
from companion.text.form import beside_the_name, with_signs
from companion.text.interface import FamilyWords
from companion.text.named import parted
from companion.text.numbers import figure
from companion.text.points.rounds import about_round
from companion.text.turns import deals, deals_round
from companion.text.undo import undone
from companion.text.voice import sentences
from companion.text.whose_move import MAX_SENTENCE_LENGTH, outcome, points_of_all, what_is_over


def points_event_row(
    rules: PointsRules, _before: PointsState | None, state: PointsState, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led to `state`."""
    first = events[0]
    kind: Kind
    player: str | None = None
    words: Words
    about: PointsRound | None = None
    match first:
        case RoundDealt(number, player):
            kind, words = "deal", deals_round(player, number)
            about = rules.round(number)
        case Scored(number, points):
            kind, words = "score", _points(number, points)
        case Eliminated(player):
            kind, words = "left", phrase("{name} goes home", name=Name(player))
        case EndCalled():
            kind, words = "end", phrase("The game ends here")
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of a points game")
    text = with_signs(beside_the_name(words))
    consequences = [after for event in events if (after := _consequence(state, event))]
    return EventRow(
        kind=kind,
        hand=state.round,
        player=player,
        text=text,
        brief=text,
        after=(*map(with_signs, about_round(about)), *consequences),
        said=Aloud(sentences((words, *about_round(about), *_standings(state, events)))),
        undone=undone(events),
    )


def _points(number: int, points: Mapping[str, int]) -> Words:
    all_points = joined(
        ", ", (joined(" ", (parted(name), figure(count))) for name, count in points.items())
    )
    return Fitting((all_points, phrase("Points of round {n}", n=number)), MAX_SENTENCE_LENGTH)


def _consequence(state: PointsState, event: Event) -> Words:
    match event:
        case RoundEnded(deals=player):
            return deals(player)
        case GameEnded():
            return outcome(state)
    return ""


def _standings(state: PointsState, events: Sequence[Event]) -> Iterator[Words]:
    """Yield everybody's standing after a round, for a voice."""
    if any(isinstance(event, Scored) for event in events):
        yield phrase(
            "Round {round} is over: {points}", round=state.round, points=points_of_all(state)
        )


def _then_again(before: PointsState, _now: PointsState, _events: Sequence[Event]) -> Words:
    if before.phase == "round-over":
        return what_is_over(before)
    return phrase("round {round} has no points yet", round=before.round)


POINTS: Final = FamilyWords(points_event_row, _then_again, wins=lambda rules: rules.wins)
