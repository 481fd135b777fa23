"""The events of a game, in the words of each place that describes them."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from companion.core.events import Event, ManualSettings, Revoked, TrickTaken
from companion.core.family import HistoryEntry, Rules
from companion.core.seats import State
from companion.dialogs.context import Scene
from companion.dialogs.taking_back import TakeBackDialog
from companion.games import FAMILIES, family_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.screens import call_lines
from companion.games.adding.state import AddingState
from companion.games.tricks.state import TrickState
from companion.games.tricks.words import said_of_trick
from companion.phone.statistics.export import rows
from companion.phone.statistics.headline import ahead, settle
from companion.phone.statistics.replay import PlayedGame, ReplayedCommand
from companion.phone.statistics.strips import strips
from companion.phone.view import undo_of
from companion.words.events import event_row
from companion.words.result import status_badges
from tests.phone.drawn_text import as_drawn
from tests.words.games import VARIANTS, Game, games
from tests.words.once import Once
from tests.words.pictures import texts

Shape = tuple[object, ...]


class Moment(NamedTuple):
    """A command of a game, with all earlier ones."""

    rules: Rules
    moments: tuple[HistoryEntry, ...]

    @property
    def now(self) -> HistoryEntry:
        return self.moments[-1]

    @property
    def before(self) -> HistoryEntry | None:
        return self.moments[-2] if len(self.moments) > 1 else None

    @property
    def scene(self) -> Scene:
        return Scene(
            VARIANTS,
            rules=self.rules,
            state=self.now.state,
            moments=self.moments,
            families=FAMILIES,
        )


@cache
def telling() -> tuple[Moment, ...]:
    """Return the first moment of each kind of event."""
    return tuple(_telling())


def _telling() -> Iterator[Moment]:
    known: set[Shape] = set()
    for rules, moments in games():
        for place in range(len(moments)):
            moment = Moment(rules, moments[: place + 1])
            shapes = set(shapes_of(moment))
            if not shapes <= known:
                known |= shapes
                yield moment


def shapes_of(moment: Moment) -> Iterator[Shape]:
    """Yield what the sentences about a moment depend on. All names, cards and large numbers are
    equal.
    """
    state, events = moment.now.state, moment.now.events
    before = moment.before.state if moment.before is not None else None
    for event in events:
        fields = msgspec.structs.asdict(event)
        shape = tuple(_alike(name, value) for name, value in fields.items())
        yield type(event).__name__, *shape, *(_card(moment) if event is events[0] else ())
    if before is not None:
        first = type(events[0]).__name__
        yield first, before.phase, state.phase, *_turned(before, state)
        yield (
            first,
            "after",
            tuple(sorted({type(event).__name__ for event in events[1:]} - PASSING)),
        )
        costs = any(isinstance(event, Revoked) and event.penalty for event in events)
        yield first, "costs", costs, any(isinstance(event, TrickTaken) for event in events)


PASSING = {"CardDrawn"}
"""Events that accompany any other event."""


ANY = {"total", "hand", "round", "trick", "card", "player", "deals", "direction", "number"}
"""Fields of events whose value never changes the words."""


def _alike(name: str, value: object) -> object:
    match value:
        case _ if name in {
            "total",
            "hand",
            "round",
            "trick",
            "card",
            "player",
            "deals",
            "direction",
            "number",
        }:
            return ""
        case bool() | None:
            return value
        case int():
            return min(value, 2)
        case dict():
            return min(sum(1 for paid in value.values() if paid), 4)
        case tuple():
            return min(len(value), 5)
        case ManualSettings():
            return tuple(_alike(*field) for field in msgspec.structs.asdict(value).items())
        case str() if name in {"what", "why", "call"}:
            return value
    return ""


def _card(moment: Moment) -> Iterator[object]:
    """Yield the properties of the last card on which the rows of a play depend."""
    match moment.rules, moment.now.state:
        case AddingRules() as rules, AddingState(call=call) if call is not None:
            effect = rules.effect(call.cards[-1], call.way)
            yield (effect.change.operation, effect.change.is_choice) if effect is not None else ""
            yield len(call.cards) > 1
            yield None if call.value is None else (call.value > 0) - (call.value < 0)


def _turned(before: State, state: State) -> tuple[object, ...]:
    match before, state:
        case AddingState(), AddingState():
            return (
                before.clockwise == state.clockwise,
                before.total == state.total,
                before.pot > state.pot,
            )
        case TrickState(), TrickState():
            return (bool(before.trick),)
    return ()


def said_of(moment: Moment) -> Iterator[str]:
    """Yield a line for each place that describes the moment."""
    yield f"row: {row_of(moment)}"
    undo = undo_of(moment.scene)
    if undo is not None:
        yield f"undo: {as_drawn(undo.what)} -> {as_drawn(undo.then)}"
        yield (
            f"take back: "
            f"{' | '.join(texts(TakeBackDialog(1).picture(moment.scene), 'question', 'line'))}"
        )
    before = moment.before.state if moment.before is not None else None
    now = moment.now
    shown = family_of(now.state).announcement(moment.rules, before, now.state, now.events)
    if shown is not None:
        yield f"announced: {' | '.join(texts(shown))}"
    if said := said_of_trick(moment.now.events):
        yield f"said of the trick: {said}"
    match moment.rules, moment.now.state:
        case AddingRules() as rules, AddingState(call=call) as state if call is not None:
            yield f"last card: {' | '.join(texts(call_lines(rules, state, call)))}"
    for name, note in status_badges(
        family_of(moment.now.state), moment.now.state, moment.now.events
    ).items():
        yield f"beside the name: {name} {note}"
    *_, row = rows((_game(Game(moment.rules, moment.moments[-2:])),))
    yield f"CSV: {row.what}"


def row_of(moment: Moment) -> str:
    before = moment.before.state if moment.before is not None else None
    row = event_row(
        family_of(moment.rules), moment.rules, before, moment.now.state, moment.now.events
    )
    return " | ".join((f"{row.kind} {row.player or 'nobody'}: {row.text}", *map(str, row.after)))


def _game(game: Game, number: int = 1, *, resumed: bool = True) -> PlayedGame:
    commands = tuple(
        ReplayedCommand(place, 1_700_000_000.0 + 60 * place, moment)
        for place, moment in enumerate(game.moments, 1)
    )
    return PlayedGame(number, game.rules, commands, resumed=resumed)


def events_met() -> set[type[Event]]:
    """Return all kinds of events that occur in the golden files."""
    return {type(event) for moment in telling() for event in moment.now.events}


def adding_events() -> Iterator[str]:
    yield from _of_family(AddingState)


def trick_events() -> Iterator[str]:
    yield from _of_family(TrickState)


def _of_family(family: type[Any]) -> Iterator[str]:
    for moment in telling():
        if isinstance(moment.now.state, family):
            yield f"# {moment.rules.variant}: {'; '.join(map(repr, moment.now.events))}"
            yield from said_of(moment)


def evenings() -> Iterator[str]:
    """Yield the leader after one game or several, and the fate of the pot."""
    once = Once()
    yield "# nobody has played"
    yield from once.each(_of_evening(()))
    for game in games()[::3]:
        yield f"# {game.rules.variant}, {len(game.moments[0].state.players)} players"
        for part in (1, len(game.moments) // 3, len(game.moments)):
            yield from once.each(
                _of_evening((_game(Game(game.rules, game.moments[: max(part, 1)])),))
            )
    for count in (2, 3):
        for first in range(0, len(games()) - count, 8):
            some = games()[first : first + count]
            yield f"# {' and '.join(game.rules.variant for game in some)}"
            together = [
                _game(game, place, resumed=place == count) for place, game in enumerate(some, 1)
            ]
            yield from once.each(_of_evening(tuple(together)))


def _of_evening(played: tuple[PlayedGame, ...]) -> Iterator[str]:
    settled = settle(played)
    line = ahead(played, settled)
    yield f"ahead: {line.title} | {line.by} | {line.text}"
    if settled is not None:
        yield f"settle: {settled.stands} {settled.pot}"
    yield from (f"strip: {strip.title}: {strip.sentence}" for strip in strips(played))
