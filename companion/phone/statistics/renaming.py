"""Gives players of earlier games other names: one is forgotten, or it turned out who sat at a seat."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import ForgetPlayer, NamesRequest, Rejected, TableResponse, TakeOver
from companion.errors import CompanionError, JournalError
from companion.phone.pairing.access import AccessControl
from companion.phone.request import Answer, RequestError, answer_of, asked, json_response, on_worker
from companion.phone.statistics.people import Roster
from companion.table.people import seat_id, seat_number
from companion.table.reader import read_only
from companion.table.table import WallClock
from companion.text.language import gettext as _
from companion.text.voice import sentences


class ForgetForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to forget a `player`."""

    player: str


class TakeOverForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to let people at the table take over `seats` of earlier games."""

    seats: dict[str, str]


def renaming_routes(
    ruler: Callable[[Request], Awaitable[str]],
    at_table: Callable[[], Iterable[str]],
    journal: Path,
    access: AccessControl,
    submit: Callable[[NamesRequest], None],
    clock: WallClock,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return the routes ``/people/forget`` and ``/people/take-over``.

    Args:
        ruler: raises the page's response to a phone that is not paired.
        at_table: returns the names of those who play now.
        journal: the folder, which is only read.
        access: the phones, which get the names of their owners.
        submit: puts a request on the box's queue.
        clock: says which games were this evening.
        worker: a single thread.
    """
    roster = Roster(journal)

    async def forget(request: Request) -> Response:
        await ruler(request)
        player = (await asked(request, ForgetForm)).player
        guest = await read(_guest_for, player, journal)
        # The phones come first: after a power cut the person is still known and can be forgotten again.
        await on_worker(worker, access.rename, player, guest)
        answer = await asked_of_box(ForgetPlayer(player))
        if isinstance(answer, Rejected):
            await on_worker(worker, access.rename, guest, player)
            raise _refusal(answer.error)
        return json_response({"players": {player: guest}})

    async def take_over(request: Request) -> Response:
        await ruler(request)
        seats, names = (await asked(request, TakeOverForm)).seats, frozenset(at_table())
        answer = await asked_of_box(await read(_taking_over, seats, names, roster, clock))
        if isinstance(answer, Rejected):
            raise _refusal(answer.error)
        for seat, player in seats.items():
            await on_worker(worker, access.rename, seat, player)
        return json_response({"players": seats})

    async def read(work: Callable[..., Answer], *what: object) -> Answer:
        try:
            return await on_worker(worker, work, *what)
        except JournalError as error:
            raise _refusal(error) from None

    async def asked_of_box(order: ForgetPlayer | TakeOver) -> TableResponse:
        return await answer_of(lambda answer: submit(NamesRequest(order, answer)))

    return [
        Route("/people/forget", forget, methods=["POST"]),
        Route("/people/take-over", take_over, methods=["POST"]),
    ]


def _guest_for(player: str, journal: Path) -> str:
    """Return what a player will be called once forgotten."""
    people = read_only(journal).people
    if player not in {person.name for person in people}:
        raise RequestError(400, _("Nobody of that name has played."))
    return people.next_guest()


def _taking_over(
    seats: Mapping[str, str], at_table: Iterable[str], roster: Roster, clock: WallClock
) -> TakeOver:
    """Return the order that lets those `at_table` be who sat at these seats earlier in the evening."""
    earlier = {seat.name: seat for seat in roster.earlier_seats(clock)}
    if not seats or not seats.keys() <= earlier.keys():
        raise RequestError(400, _("No such seat has played tonight without a name."))
    if not set(seats.values()) <= {name for name in at_table if seat_number(name) is None}:
        raise RequestError(400, _("Nobody of that name sits at the table."))
    sat = [(player, game) for seat, player in seats.items() for game in earlier[seat].games]
    if len(set(sat)) < len(sat) or any(player in earlier[seat].beside for seat, player in seats.items()):
        taken = _("Nothing was taken over: one of these names was another player's in the same game.")
        raise RequestError(400, taken)
    theirs = ((earlier[seat], player) for seat, player in seats.items())
    return TakeOver({seat_id(seat.number, game): player for seat, player in theirs for game in seat.games})


def _refusal(error: CompanionError) -> RequestError:
    return RequestError(503 if isinstance(error, JournalError) else 400, sentences([str(error)]))
