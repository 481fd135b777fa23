"""Gives players of games already played other names: somebody is forgotten, or seats turn out to be people.

This may take minutes, and is asked for again until it has ended: each time it is answered within a second.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from contextvars import copy_context
from pathlib import Path
from threading import Event
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import Accepted, NamesRequest, Rejected, TableResponse
from companion.errors import CompanionError, JournalError, ReplayError
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.names import phone_of
from companion.phone.request import asked, json_response
from companion.phone.statistics.people import Roster, guest_names
from companion.table.kept_files import remove_old_copies
from companion.table.reader import read_only
from companion.table.rewriter import Rewriter
from companion.table.rewriting import Rewriting
from companion.table.table import WallClock
from companion.text.language import gettext as _
from companion.text.voice import sentences

PATIENCE: Final = 60
"""Seconds that the box may take to write all that has changed; no key counts meanwhile."""


TOLD_AFTER: Final = 1.0
"""Seconds after which the page is told how far it is."""


class ForgetForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to forget a `player`."""

    player: str


class TakeOverForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to let people at the table take over `seats` of earlier games."""

    seats: dict[str, str]


class NotRenamedError(CompanionError):
    """Nobody gets another name; the message is one sentence."""


class Renamed(msgspec.Struct, frozen=True):
    """What `players` are called now, and the files that may still hold the names that they had."""

    players: Mapping[str, str]
    kept: tuple[str, ...] = ()


class Renaming:
    """One renaming in the journal at `path`; `done` of `games` have been read.

    Args:
        path: the journal, which this only reads, with a connection of its own.
        access: the phones, which follow.
        submit: puts the renaming on the box's queue.
        closing: is set when the page closes; then nothing is renamed any more.
    """

    def __init__(
        self, path: Path, access: AccessControl, submit: Callable[[NamesRequest], None], closing: Event
    ) -> None:
        self._path, self._access, self._submit, self._closing = path, access, submit, closing
        self.done = self.games = 0

    def forget(self, player: str, now: float) -> Renamed:
        """Call a person by no name that says who it was, for good; the sums and places stay.

        Raises:
            NotRenamedError, NameInUseError: nobody of that name has played, or they play now.
            JournalError: the journal cannot be read or written; nothing has changed.
        """
        if player not in Roster(self._path).people(now).known:
            raise NotRenamedError(_("Nobody of that name has played."))
        with closing(read_only(self._path)) as journal:
            name = next(name for name in guest_names() if not journal.games_naming(name))
        self._rename({player: name}, None, forgets=True)
        return Renamed({player: name}, remove_old_copies(self._path))

    def take_over(self, seats: Mapping[str, str], at_table: Iterable[str], now: float) -> Renamed:
        """Let those `at_table` be who played at these seats in the earlier games of the evening.

        Raises:
            NotRenamedError: the seats did not play without names tonight, or a name is another player's.
            JournalError: the journal cannot be read or written; nothing has changed.
        """
        people = Roster(self._path).people(now)
        with closing(read_only(self._path)) as journal:
            on = journal.last()
        under_way = set() if on is None else {on.game}
        earlier = {seat.name: games for seat in people.seats if (games := set(seat.games) - under_way)}
        if not seats or not seats.keys() <= earlier.keys():
            raise NotRenamedError(_("No such seat has played tonight without a name."))
        if not set(seats.values()) <= set(at_table) - set(people.unnamed):
            raise NotRenamedError(_("Nobody of that name sits at the table."))
        try:
            self._rename(seats, set().union(*(earlier[seat] for seat in seats)), forgets=False)
        except ReplayError:
            raise NotRenamedError(
                _("Nothing was taken over: one of these names was another player's in the same game.")
            ) from None
        return Renamed(seats)

    def _rename(self, names: Mapping[str, str], games: Iterable[int] | None, *, forgets: bool) -> None:
        origins = {phone_of(old): phone_of(new) for old, new in names.items()}
        rewriter = Rewriter(names, origins, games, self._heard)
        changes = self._read(rewriter)
        # The phones come first: after a power cut the person is known yet and can be forgotten once more.
        self._rename_phones(names)
        try:
            while not self._is_written(changes, forgets=forgets):
                changes = self._read(rewriter)
        except CompanionError:
            self._rename_phones({new: old for old, new in names.items()})
            raise

    def _read(self, rewriter: Rewriter) -> Rewriting:
        with closing(read_only(self._path)) as journal:
            return rewriter.read(journal)

    def _rename_phones(self, names: Mapping[str, str]) -> None:
        for old, new in names.items():
            self._access.rename(old, new)

    def _is_written(self, changes: Rewriting, *, forgets: bool) -> bool:
        """Let the box write the changes; return False if something else was written meanwhile."""
        given: Future[TableResponse] = Future()
        self._submit(NamesRequest(changes, forgets, given.set_result))
        for _second in range(PATIENCE):
            if not self._closing.is_set() and not given.done():
                wait([given], timeout=1.0)
        if not given.done():
            raise JournalError(lambda: _("The box does not answer"))
        answer = given.result()
        if isinstance(answer, Rejected):
            raise answer.error
        return isinstance(answer, Accepted)

    def _heard(self, done: int, games: int) -> None:
        if self._closing.is_set():
            raise JournalError(lambda: _("The box does not answer"))
        self.done, self.games = done, games


class _Job(msgspec.Struct, frozen=True):
    """A renaming under way, as it was `asked` for."""

    asked: ForgetForm | TakeOverForm
    renaming: Renaming
    future: Future[Renamed]


def renaming_routes(
    ruler: Callable[[Request], Awaitable[str]],
    at_table: Callable[[], Iterable[str]],
    begin: Callable[[], Renaming],
    clock: WallClock,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return the routes ``/people/forget`` and ``/people/take-over``.

    Args:
        ruler: raises the page's response to a phone that is not paired.
        at_table: returns the names of those who play now.
        begin: returns a new renaming.
        clock: says which games were this evening.
        worker: a single thread.
    """
    job: _Job | None = None

    async def forget(request: Request) -> Response:
        await ruler(request)
        form = await asked(request, ForgetForm)
        return await answered(form, lambda renaming: renaming.forget(form.player, clock.time()))

    async def take_over(request: Request) -> Response:
        await ruler(request)
        form, names = await asked(request, TakeOverForm), tuple(at_table())
        return await answered(form, lambda renaming: renaming.take_over(form.seats, names, clock.time()))

    async def answered(form: ForgetForm | TakeOverForm, work: Callable[[Renaming], Renamed]) -> Response:
        nonlocal job
        if job is not None and job.asked != form:
            if not job.future.done():
                return json_response({"problem": _("Other names are being written: wait a moment.")}, 503)
            job = None
        if job is None:
            renaming = begin()
            job = _Job(form, renaming, worker.submit(copy_context().run, work, renaming))
        under_way = job
        outcome = asyncio.wrap_future(under_way.future)
        # Nobody may ask this one: then asyncio would log a refusal as an error that was never retrieved.
        outcome.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        done, _waiting = await asyncio.wait([outcome], timeout=TOLD_AFTER)
        if not done:
            return json_response({"done": under_way.renaming.done, "games": under_way.renaming.games})
        if job is under_way:
            job = None
        try:
            return json_response(msgspec.to_builtins(under_way.future.result()))
        except NotRenamedError:
            raise  # it is a sentence already
        except JournalError as error:
            return json_response({"problem": sentences([str(error)])}, 503)
        except CompanionError as error:
            return json_response({"problem": sentences([str(error)])}, 400)

    return [
        Route("/people/forget", forget, methods=["POST"]),
        Route("/people/take-over", take_over, methods=["POST"]),
    ]
