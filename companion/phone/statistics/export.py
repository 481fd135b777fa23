"""Exports of the evening: a table for a spreadsheet, and the complete data as JSON."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.core.events import ChipsLeft, Eliminated, Event, ManualSettings, Paid, SetByHand
from companion.core.seats import State
from companion.games import family_of
from companion.message import Words, in_context, joined, render
from companion.phone.statistics.headline import settle
from companion.phone.statistics.players import causes, records, said_of, tallied, tally
from companion.phone.statistics.replay import PlayedGame
from companion.table.dates import local_time
from companion.words.events import event_row
from companion.words.form import FOR_PAGES
from companion.words.variants import translated

FORMULA = tuple("=+-@\t\r＝＋－＠")
"""Beginnings that make a spreadsheet treat a cell as a formula, including full-width forms.

After OWASP, "CSV Injection" (https://owasp.org/www-community/attacks/CSV_Injection).
"""

BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet does not recognize the file as UTF-8."""


class CsvRow(NamedTuple):
    """One play or other action at the table, in the order of the columns.

    `at` is in seconds since 1970 UTC. `game` counts the games of the evening from 1. `cards` are as
    in docs/reference/referee-protocol.md, separated by spaces; `total` is the total after it, None
    in a game without one; `chips` are those paid with it, `tally` its tally entries: "Bo: takes a
    drink".
    """

    at: float
    game: int
    title: Words
    hand: int
    player: str
    cards: str
    what: str
    total: int | None
    chips: int
    tally: str


def as_csv(games: Sequence[PlayedGame], *, dated: bool = True) -> str:
    """Return a row for each move, with local times and UTC offsets, in safe cells.

    Without `dated`, the times are left out.
    """
    text = io.StringIO(newline="")
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text, delimiter=render(delimiter()), lineterminator="\r\n")
    writer.writerow(headings())
    for at, *cells in rows(games):
        writer.writerow([local(at) if dated else "", *map(safe, cells)])
    return text.getvalue()


def delimiter() -> Words:
    """Return the character between the cells, which spreadsheets choose by language.

    >>> delimiter()
    ','
    """
    return in_context("between cells of CSV; where the comma is the decimal sign, a semicolon", ",")


def headings() -> tuple[Words, ...]:
    """Return the headings of the columns.

    >>> headings()
    ('time', 'game', 'title', 'hand', 'player', 'cards', 'what', 'total', 'chips paid', 'tally')
    """
    return (
        in_context("column", "time"),
        in_context("column", "game"),
        in_context("column", "title"),
        in_context("column", "hand"),
        in_context("column", "player"),
        in_context("column", "cards"),
        in_context("column", "what"),
        in_context("column", "total"),
        in_context("column", "chips paid"),
        in_context("column", "tally"),
    )


def safe(cell: object) -> object:
    """Return a number unchanged, and text with an apostrophe if it looks like a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def as_json(games: Sequence[PlayedGame], *, dated: bool = True) -> bytes:
    """Return every game with its events, the players' records, settlement, tally and corrections.

    Without `dated`, the times are null.
    """
    content = {
        "games": [_game(game, dated=dated) for game in games],
        "players": records(games),
        "settled": settle(games),
        "tally": tally(games),
        "repaired": causes(games),
    }
    return msgspec.json.format(FOR_PAGES.encode(content), indent=1)


def local(at: float) -> str:
    """Return seconds since 1970 UTC as local time in ISO 8601: 2026-11-20T21:42:07+01:00."""
    return local_time(at).isoformat(timespec="seconds")


def rows(games: Sequence[PlayedGame]) -> Iterator[CsvRow]:
    """Yield every command that was not undone, oldest first."""
    for count, game in enumerate(games, 1):
        family, title = family_of(game.rules), render(translated(game.rules.title))
        for previous, command in game.steps:
            before, moment = previous.moment.state, command.moment
            row = event_row(family, game.rules, before, moment.state, moment.events)
            yield CsvRow(
                command.at,
                count,
                title,
                command.hand,
                row.player or "",
                " ".join(row.cards),
                render(joined(", ", (row.brief, *row.after))),
                row.total,
                sum(_paid(event, before) for event in moment.events),
                render(joined(", ", map(said_of, tallied(game, before, moment.events)))),
            )


def _paid(event: Event, before: State) -> int:
    """Return the chips paid to the pot: for a rule, by a player who leaves, or by hand."""
    match event:
        case Paid(chips=chips) if event.is_to_pot:
            return chips
        case Paid(player=None, chips=chips):
            return -chips
        case Eliminated(player, "left"):
            return sum(each.chips or 0 for each in before.players if each.name == player)
        case ChipsLeft(taken=returned, shared=shared):  # The row above has counted all of them.
            return -returned - sum(shared.values())
        case SetByHand(
            ManualSettings(pot=int() as pot_before), ManualSettings(pot=int() as pot_after)
        ):
            return pot_after - pot_before
    return 0


def _game(game: PlayedGame, *, dated: bool) -> dict[str, Any]:
    return {
        "number": game.number,
        "variant": game.rules.variant,
        "title": game.rules.title,
        "players": game.players,
        "stands": game.stands,
        "winners": game.winners,
        "losers": game.losers,
        "plays": [
            {
                "at": local(command.at) if dated else None,
                "sequence": command.sequence,
                "hand": command.hand,
                "by": command.by,
                "events": command.moment.events,
            }
            for command in game.commands
        ],
        "called": game.called,
    }
