"""Words the events of a points game and what comes of them."""

from collections.abc import Iterator, Mapping, Sequence

from companion.rules.events import Eliminated, EndCalled, Event, GameEnded, RoundDealt, RoundEnded, Scored
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.points.variant import PointsRound
from companion.text.events.row import EventRow, Kind, beside_the_name
from companion.text.form import aloud, in_parts
from companion.text.language import gettext as _
from companion.text.named import Words, named, parted, plain
from companion.text.numbers import figure
from companion.text.points.rounds import about_round
from companion.text.turns import deals, deals_round
from companion.text.undo import undone
from companion.text.voice import sentences
from companion.text.whose_move import LONGEST, outcome, points_of_all


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
            kind, words = "left", named(_("{name} goes home"), player)
        case EndCalled():
            kind, words = "end", _("The game ends here")
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of a points game")
    text = beside_the_name(words)
    consequences = filter(None, (_consequence(state, event) for event in events))
    return EventRow(
        kind=kind,
        hand=state.round,
        player=player,
        text=text,
        brief=text,
        after=(*map(in_parts, about_round(about)), *consequences),
        said=aloud(lambda: sentences((plain(words), *about_round(about), *_standings(state, events)))),
        undone=undone(events),
    )


def _points(number: int, points: Mapping[str, int]) -> str:
    said = ", ".join(f"{parted(name)} {figure(count)}" for name, count in points.items())
    return said if len(said) <= LONGEST else _("Points of round {n}").format(n=number)


def _consequence(state: PointsState, event: Event) -> str:
    match event:
        case RoundEnded(deals=player):
            return plain(deals(player))
        case GameEnded():
            return plain(outcome(state))
    return ""


def _standings(state: PointsState, events: Sequence[Event]) -> Iterator[str]:
    """Yield everybody's standing after a round, for a voice."""
    if any(isinstance(event, Scored) for event in events):
        yield _("Round {round} is over: {points}").format(round=state.round, points=points_of_all(state))
