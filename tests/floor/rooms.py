"""Rooms of tables for the wall, made of played games."""

from pathlib import Path

from companion.core.commands import New, Play
from companion.core.seats import State
from companion.floor.link import Status, TableNow
from companion.floor.store import AdmittedTable
from companion.floor.wall import FloorNow
from companion.games.history import GameHistory
from companion.message import Words
from companion.table.lines import JournalNote
from companion.table.people import People, Person
from companion.variants import load_variants

VARIANTS = load_variants().variants

NAMES = {f"a100000{number}": name for number, name in enumerate(("Ann", "Bo", "Cy", "Di"))}
PEOPLE = People(Path("people.jsonl"), {key: Person(key, name) for key, name in NAMES.items()})

NOW = 1795800000.0
"""The time of the tests, in seconds since 1970 UTC."""


def game_of(variant: str, *cards: str, players: int = 3) -> State:
    """Return the state of a game after some cards."""
    game = GameHistory(VARIANTS)
    game.obey(New(variant=variant, players=tuple(NAMES)[:players]))
    for card in cards:
        game.obey(Play(card=card))
    assert game.state is not None
    return game.state


def call(at: float | None = None, origin: str | None = "a1000001's phone") -> JournalNote:
    return JournalNote(3, NOW - 130 if at is None else at, "director", {"calls": True}, origin)


def table(
    number: int,
    state: State | None = None,
    *,
    short: str = "99",
    status: Status = "live",
    problem: Words = "",
    called: JournalNote | None = None,
    ago: float = 19.0,
) -> TableNow:
    """Return a table with a number, whose last card was `ago` seconds ago."""
    admitted = AdmittedTable(f"{number:08x}", number, f"192.168.1.{number % 250}:8098", "")
    since = NOW - 240 if status == "silent" else NOW
    at = 0.0 if state is None else NOW - ago
    return TableNow(admitted, status, since, problem, PEOPLE, state, short, at, called)


def club(count: int) -> FloorNow:
    """Return a room: 7 calls, 15 is silent, 3 and 20 have no game, every third plays tricks."""
    adding = game_of("ninety-nine", "8H", "7S", "QC")
    tricks = game_of("arizona-spaghetti")
    tables = []
    for number in range(1, count + 1):
        state, short = (tricks, "Spaghetti") if number % 3 == 2 else (adding, "99")
        if number in {3, 20}:
            tables.append(table(number))
        elif number == 7:
            tables.append(table(number, state, called=call()))
        else:
            status: Status = "silent" if number == 15 else "live"
            tables.append(table(number, state, short=short, status=status, ago=number))
    return FloorNow("Friday club", tuple(tables))
