"""The people who have played at this box, and the routes that rename, forget or merge them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import HistoryRequest, Rejected
from companion.core.frozen import Frozen
from companion.devices.ports import Clock
from companion.dialogs.context import MAX_SEATS
from companion.message import phrase
from companion.phone.orders import plain_name
from companion.phone.pairing.sessions import Sessions
from companion.phone.request import (
    Body,
    RequestError,
    Sender,
    answer_of,
    explaining,
    json_response,
    on_worker,
    posted,
)
from companion.phone.statistics.history import AllGames
from companion.screens.lights import light_places
from companion.table.dates import boot_id
from companion.table.evenings import Instant
from companion.table.people import People, seat_id, seat_number, seat_numbers, seat_of
from companion.table.reader import read_only
from companion.table.table import Table
from companion.words.numbers import seat_name

_WHO_SAT = """
SELECT who, name, COUNT(DISTINCT game) FROM (
    SELECT who, person.name, game, place, stands <> 'taken back' AS counts
    FROM sat JOIN game ON game.number = game LEFT JOIN person ON person.id = who
) GROUP BY who ORDER BY MAX(counts * 1000000000 + game) DESC, place
"""
"""All people by id, most recent player first, with the name and the number of their games."""

_MET = """
SELECT one.who, two.who FROM sat AS one JOIN sat AS two ON two.game = one.game
  AND two.place > one.place
JOIN game ON number = one.game WHERE stands <> 'taken back' AND one.who IN ({})
  AND two.who IN ({}) LIMIT 1
"""
"""Pairs of the given people who sat in one game."""

_SAT_IN = "SELECT who FROM sat WHERE game = ? ORDER BY place"


class UnnamedSeat(Frozen):
    """A seat that played tonight without a name: its `number`, and the `name` made from it.

    `games` are the numbers of its games, and `beside` are the other people in them.
    """

    name: str
    number: int
    games: tuple[int, ...]
    beside: tuple[str, ...]


class KnownPeople(Frozen):
    """All people `known` by name, most recent player first, and the `unnamed` seats that played.

    Forgotten people are not known. `games` is the number of games of each known person. `tonight`
    is whether the last game belongs to the current evening; `seats` are those that played in it
    without a name. `places` are the lights for each number of players, 0 at the top, then
    clockwise.
    """

    known: tuple[str, ...]
    unnamed: tuple[str, ...]
    games: dict[str, int]
    tonight: bool
    seats: tuple[UnnamedSeat, ...]
    places: tuple[tuple[int, ...], ...]


def known_people(history: AllGames, clock: Clock) -> KnownPeople:
    """Return all people who have played so far.

    Raises:
        JournalError: the journal cannot be read; the message is for the user.
    """
    history.look()
    sat = history.rows(_WHO_SAT)
    games = {name: count for _who, name, count in sat if name and seat_number(name) is None}
    numbers = {seat_of(who) for who, _name, _count in sat}
    tonight = _is_tonight(history, clock)
    return KnownPeople(
        known=tuple(games),
        unnamed=tuple(name for name, number in seat_numbers().items() if number in numbers),
        games=games,
        tonight=tonight,
        seats=tuple(_seats(history, history.games_of())) if tonight else (),
        places=tuple(light_places(count) for count in range(MAX_SEATS + 1)),
    )


def _is_tonight(history: AllGames, clock: Clock) -> bool:
    return history.is_on(Instant(clock.time(), clock.monotonic(), boot_id()))


def _seats(history: AllGames, games: Sequence[int]) -> Iterator[UnnamedSeat]:
    """Yield the seats that played in these games without a name, ordered by number."""
    sat = [(game, who) for game in games for (who,) in history.rows(_SAT_IN, game)]
    for number in sorted({number for _game, who in sat if (number := seat_of(who)) is not None}):
        theirs = tuple(game for game, who in sat if seat_of(who) == number)
        beside = {
            history.name(who) for game, who in sat if game in theirs and seat_of(who) != number
        }
        yield UnnamedSeat(seat_name(number, ()), number, theirs, tuple(sorted(beside)))


class ForgetForm(Body):
    """The request of a paired phone to forget a `player`."""

    player: str


class RenameForm(Body):
    """The request of a paired phone to rename a `player` to `name` in all games."""

    player: str
    name: Annotated[str, Meta(min_length=1)]


class MergeForm(Body):
    """The request of a paired phone to merge `people`, or seats of earlier games, with others."""

    people: dict[str, str]


def people_routes(
    ruler: Sender,
    history: AllGames,
    sessions: Sessions,
    submit: Callable[[HistoryRequest], None],
    clock: Clock,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return ``/people``, ``/people/forget``, ``/people/rename`` and ``/people/merge``.

    Args:
        ruler: raises the page's response to a phone that is not paired.
        history: all games.
        sessions: the phones, which get the names of their owners.
        submit: puts a request on the box's queue.
        clock: determines which games were this evening.
        worker: a single thread.
    """

    async def people(request: Request) -> Response:
        await ruler(request)
        with explaining(phrase("The list of players is not available. {reason}.")):
            return json_response(await on_worker(worker, known_people, history, clock))

    async def forget(form: ForgetForm, _phone: str) -> object:
        known = await on_worker(worker, _people_with, form.player, history.journal)
        guest = known.next_guest()
        return await changed(lambda table: table.forget(form.player), {form.player: guest})

    async def rename(form: RenameForm, _phone: str) -> object:
        name = await on_worker(worker, _new_name, form, history.journal)
        return await changed(
            lambda table: table.rename_person(form.player, name), {form.player: name}
        )

    async def merge(form: MergeForm, _phone: str) -> object:
        ids = await on_worker(worker, _merging, form.people, history, clock)
        return await changed(lambda table: table.merge(ids), form.people)

    async def changed(change: Callable[[Table], object], names: Mapping[str, str]) -> object:
        # The phones come first: after a power cut the old names are still known and can be changed
        # again.
        phones = {
            old: await on_worker(worker, sessions.rename, old, new) for old, new in names.items()
        }
        answer = await answer_of(submit, HistoryRequest, change)
        if isinstance(answer, Rejected):
            for old, new in names.items():
                await on_worker(worker, sessions.rename, new, old, phones[old])
            raise answer.error
        await on_worker(worker, history.follow_people)
        return {"players": names}

    return [
        Route("/people", people),
        posted("/people/forget", ruler, ForgetForm, forget),
        posted("/people/rename", ruler, RenameForm, rename),
        posted("/people/merge", ruler, MergeForm, merge),
    ]


def _people_with(player: str, journal: Path) -> People:
    """Return all people if this player is one of them."""
    people = read_only(journal).people
    if player not in {person.name for person in people}:
        raise _unknown()
    return people


def _new_name(form: RenameForm, journal: Path) -> str:
    """Return the new name of a player in its stored form."""
    known = {person.name for person in _people_with(form.player, journal) if person.name}
    return plain_name(form.name, known - {form.player})


def _merging(people: Mapping[str, str], history: AllGames, clock: Clock) -> Mapping[str, str]:
    """Return the ids of these `people`, or earlier seats of the evening, each with another's id."""
    history.catch_up()
    ids, others = _ids(history, clock), {*people.values()}
    are_known = {*people, *others} <= ids.keys() and not any(map(seat_number, others))
    if not people or not are_known or not others.isdisjoint(people):
        raise _unknown()
    merged = {who: ids[other][0] for name, other in people.items() for who in ids[name]}
    for other in {*merged.values()}:
        them = (other, *(who for who in merged if merged[who] == other))
        places = ", ".join("?" * len(them))
        for first, second in history.rows(_MET.format(places, places), *them, *them):
            met = phrase("{player} and {other} sat in the same game, so they are two people.")
            raise RequestError(met.filled(player=history.name(first), other=history.name(second)))
    return merged


def _ids(history: AllGames, clock: Clock) -> dict[str, tuple[str, ...]]:
    """Return the ids of all people by name, and of seats that played tonight before this game."""
    seats = {
        seat.name: tuple(seat_id(seat.number, game) for game in seat.games)
        for seat in _seats(history, history.games_of()[:-1] if _is_tonight(history, clock) else [])
    }
    named = history.rows("SELECT name, id FROM person WHERE name IS NOT NULL")
    return seats | {name: (person,) for name, person in named if seat_number(name) is None}


def _unknown() -> RequestError:
    return RequestError(phrase("No player has that name."))
