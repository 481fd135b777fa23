"""The moves of an evening for a CSV file: one row each, described in few words."""

from collections.abc import Iterator

import msgspec

from companion.phone.statistics.replay import Evening, PlayedGame, ReplayedCommand
from companion.rules.events import Eliminated, Event, Paid
from companion.rules.family import State
from companion.text.family import for_family
from companion.text.variants import translated


class CsvRow(msgspec.Struct, frozen=True):
    """One play or other action at the table, in the order of the columns; `at` is in seconds since 1970 UTC.

    `game` counts the games of the evening from 1. `cards` are as in docs/protocol.md, separated by spaces;
    `total` is the total after it, None in a game without one; `chips` are those paid with it.
    """

    at: float
    game: int
    title: str
    hand: int
    player: str
    cards: str
    what: str
    total: int | None
    chips: int


def rows(evening: Evening) -> Iterator[CsvRow]:
    """Yield every command that was not taken back, oldest first."""
    for count, game in enumerate(evening.games, 1):
        before = game.commands[0]
        for command in game.commands:
            yield _row(count, game, command, before.moment.state)
            before = command


def _row(count: int, game: PlayedGame, command: ReplayedCommand, before: State) -> CsvRow:
    events, state = command.moment.events, command.moment.state
    row = for_family(state).event_row(game.rules, before, state, events)
    return CsvRow(
        at=command.at,
        game=count,
        title=translated(game.rules.title),
        hand=command.hand,
        player=row.player or "",
        cards=" ".join(row.cards),
        what=", ".join(str(text) for text in (row.brief, *row.after) if text),
        total=row.total,
        chips=sum(_paid(event, before) for event in events),
    )


def _paid(event: Event, before: State) -> int:
    """Return the chips paid to the pot: one for a bust, all that are left when a player leaves."""
    match event:
        case Paid():
            return 1
        case Eliminated(player, "left"):
            return sum(each.chips or 0 for each in before.players if each.name == player)
    return 0
