"""Routes that rename or forget a person who has played, or merge one person with another."""

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import ForgetPlayer, HistoryRequest, MergePeople, Rejected
from companion.errors import CompanionError, JournalError
from companion.message import phrase
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.names import BadName, plain_name
from companion.phone.request import (
    Answer,
    RequestError,
    answer_of,
    asked,
    json_response,
    on_worker,
)
from companion.phone.statistics.people import Roster
from companion.table.people import People, seat_number
from companion.table.reader import read_only
from companion.table.recorded import Rename
from companion.table.table import WallClock
from companion.words.numbers import sentences
from companion.words.refusals import words_of


class ForgetForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to forget a `player`."""

    player: str


class RenameForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to rename a `player` to `name` in all games."""

    player: str
    name: Annotated[str, Meta(min_length=1)]


class MergeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to merge `people`, or seats of earlier games, with others."""

    people: dict[str, str]


def renaming_routes(
    ruler: Callable[[Request], Awaitable[str]],
    roster: Roster,
    access: AccessControl,
    submit: Callable[[HistoryRequest], None],
    clock: WallClock,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return the routes ``/people/forget``, ``/people/rename`` and ``/people/merge``.

    Args:
        ruler: raises the page's response to a phone that is not paired.
        roster: the people who have played.
        access: the phones, which get the names of their owners.
        submit: puts a request on the box's queue.
        clock: determines which games were this evening.
        worker: a single thread.
    """

    async def forget(request: Request) -> Response:
        await ruler(request)
        player = (await asked(request, ForgetForm)).player
        people = await read(_people_with, player, roster.journal)
        return await carried_out(ForgetPlayer(player), {player: people.next_guest()})

    async def rename(request: Request) -> Response:
        await ruler(request)
        form = await asked(request, RenameForm)
        name = await read(_new_name, form, roster.journal)
        return await carried_out(Rename(form.player, name), {form.player: name})

    async def merge(request: Request) -> Response:
        await ruler(request)
        people = (await asked(request, MergeForm)).people
        return await carried_out(await read(_merging, people, roster, clock), people)

    async def read(work: Callable[..., Answer], *what: object) -> Answer:
        try:
            return await on_worker(worker, work, *what)
        except JournalError as error:
            raise _refusal(error) from None

    async def carried_out(
        order: ForgetPlayer | Rename | MergePeople, names: Mapping[str, str]
    ) -> Response:
        # The phones come first: after a power cut the old names are still known and can be changed
        # again.
        phones = {
            old: await on_worker(worker, access.rename, old, new) for old, new in names.items()
        }
        answer = await answer_of(lambda answer: submit(HistoryRequest(order, answer)))
        if isinstance(answer, Rejected):
            for old, new in names.items():
                await on_worker(worker, access.rename, new, old, phones[old])
            raise _refusal(answer.error)
        await read(roster.follow)
        return json_response({"players": names})

    acts = {"forget": forget, "rename": rename, "merge": merge}
    return [Route(f"/people/{name}", act, methods=["POST"]) for name, act in acts.items()]


def _people_with(player: str, journal: Path) -> People:
    """Return all people if this player is one of them."""
    people = read_only(journal).people
    if player not in {person.name for person in people}:
        raise _unknown()
    return people


def _new_name(form: RenameForm, journal: Path) -> str:
    """Return the new name of a player in its stored form."""
    known = {person.name for person in _people_with(form.player, journal) if person.name}
    try:
        return plain_name(form.name, known - {form.player})
    except BadName as bad:
        raise RequestError(400, str(bad)) from None


def _merging(people: Mapping[str, str], roster: Roster, clock: WallClock) -> MergePeople:
    """Return the order that merges these `people`, or earlier seats of the evening, with others."""
    ids, others = roster.ids(clock), {*people.values()}
    are_known = {*people, *others} <= ids.keys() and not any(map(seat_number, others))
    if not people or not are_known or not others.isdisjoint(people):
        raise _unknown()
    merged = {who: ids[other][0] for name, other in people.items() for who in ids[name]}
    if met := roster.who_met(merged):
        player, other = met
        message = phrase("{player} and {other} sat in the same game, so they are two people.")
        raise RequestError(400, message.filled(player=player, other=other))
    return MergePeople(merged)


def _unknown() -> RequestError:
    return RequestError(400, phrase("No player has that name."))


def _refusal(error: CompanionError) -> RequestError:
    return RequestError(
        503 if isinstance(error, JournalError) else 400, sentences([words_of(error)])
    )
