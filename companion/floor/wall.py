"""What the wall shows of each table, as values in the language in use."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Raw
from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.core.seats import SeatedPlayer, State
from companion.floor.discovery import Found
from companion.floor.link import TableNow
from companion.message import Words, in_context, language_in_use, phrase, plural
from companion.table.people import People
from companion.table.recorded import Every, origin_with
from companion.words.form import FOR_PAGES
from companion.words.numbers import figure
from companion.words.parts import phone_word
from companion.words.turns import hand_number, round_number, whose_move
from companion.words.variants import translated

Kind = Literal["calls", "silent", "playing", "ready"]


class PlayerTile(Frozen):
    """A player on a tile: the `count` of chips or points, None in a game without either."""

    name: str
    count: int | None
    is_out: bool


class Tile(Frozen):
    """A table on the wall.

    Attributes:
        number: its number, and the id of its `box`.
        address: where its own page is.
        kind: what the director must know first: it calls, is silent, plays, or is ready.
        game: the short name of its game.
        figure: the total, or the round of a game without one.
        won: who has won, if the game is over.
        move: whose turn it is.
        facts: the number of the hand, and how many are still in.
        players: the players in the order of the seats.
        at: the time of the last card, in ms since 1970 UTC; 0 before the first.
        since: when it called or was heard last, in ms since 1970 UTC.
        caller: who called the director.
        problem: what the director must settle, or "".
    """

    number: int
    box: str
    address: str
    kind: Kind
    game: Words
    at: int
    since: int
    caller: Words
    problem: Words
    figure: Words = ""
    won: Words = ""
    move: Words = phrase("No game")
    facts: tuple[Words, ...] = ()
    players: tuple[PlayerTile, ...] = ()


class FloorNow(Frozen):
    """The floor at one moment: its `room`, its tables, tables that could be added, and a problem of
    the floor itself.
    """

    room: str
    tables: tuple[TableNow, ...] = ()
    found: tuple[Found, ...] = ()
    problem: Words = ""


class WallParts:
    """Makes the parts of the page, each table's only when that table has changed."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], tuple[TableNow, Raw]] = {}

    def __call__(self, floor: FloorNow) -> Mapping[str, object]:
        """Return the parts: ``floor``, and ``table`` with its box for each table."""
        numbers = [table.table.number for table in floor.tables]
        known = {table.table.box for table in floor.tables}
        shared = {
            "room": floor.room or phrase("The floor"),
            "boxes": [table.table.box for table in floor.tables],
            "twice": sorted({number for number in numbers if numbers.count(number) > 1}),
            "found": [found for found in floor.found if found.box not in known],
            "problem": floor.problem,
        }
        tables = {f"table {each.table.box}": self._tile(each) for each in floor.tables}
        return {"floor": shared, **tables}

    def _tile(self, table: TableNow) -> Raw:
        key = language_in_use().code, table.table.box
        made = self._made.get(key)
        if made is None or made[0] != table:
            made = self._made[key] = table, Raw(FOR_PAGES.encode(tile(table)))
        return made[1]


def tile(table: TableNow) -> Tile:
    """Return the tile of a table."""
    state, call = table.state, table.call
    idle = Tile(
        number=table.table.number,
        box=table.table.box,
        address=table.table.address,
        kind=_kind(table),
        game=translated(table.short),
        at=_ms(table.at),
        since=_ms(table.since if call is None else call.at),
        caller="" if call is None else _caller(call.origin, table.people),
        problem=table.problem,
    )
    if state is None:
        return idle
    state = state.renamed(table.people.names(player.name for player in state.players))
    return replace(
        idle,
        figure=_figure(state),
        won=whose_move(state) if state.phase == "game-over" else "",
        move=whose_move(state),
        facts=_facts(state),
        players=tuple(map(_player, state.players)),
    )


def _kind(table: TableNow) -> Kind:
    if table.status != "live":
        return "silent"
    if table.call is not None or table.problem:
        return "calls"
    is_playing = table.state is not None and table.state.phase != "game-over"
    return "playing" if is_playing else "ready"


def _figure(state: State) -> Words:
    if state.total is None:
        return in_context("the number of a round, very short", "R{n}").filled(n=state.deal_number)
    return figure(state.total)


def _facts(state: State) -> tuple[Words, ...]:
    number = hand_number if state.deals_a == "hand" else round_number
    still_in = sum(player.still_in for player in state.players)
    return number(state.deal_number), plural("{n} in", "{n} in", still_in)


def _player(player: SeatedPlayer) -> PlayerTile:
    count = player.points if player.chips is None else player.chips
    return PlayerTile(player.name, count, not player.still_in)


def _caller(origin: str | None, people: People) -> Words:
    if origin is None:
        return phrase("The box")
    return phone_word(origin_with(origin, Every({}, people.name)) or "")


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
