"""Routes for the evening and the standings, answered from the journal on a separate thread."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.message import Language, Message, language_in_use, phrase, using
from companion.phone.request import RequestError, explaining, json_response, number_in, on_worker
from companion.phone.statistics.debts import price_in
from companion.phone.statistics.evenings import Evenings, evening_page
from companion.phone.statistics.export import as_csv, as_json
from companion.phone.statistics.history import AllGames, answered
from companion.phone.statistics.picture import picture
from companion.phone.statistics.replay import Evening
from companion.phone.statistics.shared import as_text, shared_evening
from companion.phone.statistics.standings import SeasonWins, all_evenings, person_page, season_wins
from companion.table.dates import local_time
from companion.table.verify import Verified
from companion.words.form import FOR_PAGES

Make = Callable[[Evening, int | None, bool], bytes]
"""Renders the evening with the price of a chip, with dates or without."""


def evening_routes(
    snapshot: Callable[[], Snapshot],
    admit: Callable[[Request], Awaitable[None]],
    history: AllGames,
    worker: ThreadPoolExecutor,
    is_set: Callable[[], bool],
    verified: Callable[[], Verified | None] = lambda: None,
) -> list[Route]:
    """Return the routes ``/evening`` and its files, ``/evenings`` and ``/people/{person}``.

    An evening is the newest one, or that with the ``number`` in the query. ``/standings``, the
    games won this season, is open to all.

    Args:
        snapshot: returns the newest snapshot of the box.
        admit: raises an error for a phone that may not see the evening.
        history: the games of the journal.
        worker: a single thread, so that many requests at once do not occupy those of paired phones.
        is_set: returns whether the box's clock is set; otherwise the files have no dates.
        verified: returns the result of the last check of all games.
    """
    answers = _Answers(snapshot, history, worker, is_set)

    def route(kind: str, file: str, make: Make) -> Route:
        async def shown(request: Request) -> Response:
            await admit(request)
            return await answers.answer(kind, make, file, number_in(request, "number", _no_evening))

        return Route(f"/evening.{file}" if file else "/evening", shown)

    async def evenings(request: Request) -> Response:
        await admit(request)
        season = request.query_params.get("season", "")
        before = number_in(request, "before", _no_evening)
        return json_response(await answered(worker, history, all_evenings, season, before))

    @lru_cache(maxsize=1)
    def wins_after(_changes: int) -> SeasonWins:
        """Return the games won, counted once for any number of onlookers."""
        return season_wins(history)

    def wins(history: AllGames) -> SeasonWins:
        return wins_after(history.changes)

    async def standings(_request: Request) -> Response:
        return json_response(await answered(worker, history, wins))

    async def person(request: Request) -> Response:
        await admit(request)
        page = await answered(worker, history, person_page, request.path_params["person"])
        if page is None:
            raise RequestError(phrase("No player has that name."), 404)
        return json_response(page)

    return [
        route(
            "application/json",
            "",
            lambda evening, price, _dated: FOR_PAGES.encode(
                evening_page(evening, verified(), price)
            ),
        ),
        route(
            "text/csv; charset=utf-8",
            "csv",
            lambda evening, _price, dated: as_csv(evening, dated=dated).encode(),
        ),
        route(
            "application/json",
            "json",
            lambda evening, _price, dated: as_json(evening, dated=dated),
        ),
        route(
            "image/png",
            "png",
            lambda evening, price, dated: picture(shared_evening(evening, price, dated=dated)),
        ),
        route(
            "text/plain; charset=utf-8",
            "txt",
            lambda evening, price, dated: as_text(
                shared_evening(evening, price, dated=dated)
            ).encode(),
        ),
        Route("/evenings", evenings),
        Route("/standings", standings),
        Route("/people/{person}", person),
    ]


def _no_evening(text: str) -> Message:
    return phrase("Evening {number} not found.", number=text)


class _Answers:
    """The answers, each made once per language for all requests, one after the other."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        history: AllGames,
        worker: ThreadPoolExecutor,
        is_set: Callable[[], bool],
    ) -> None:
        self._snapshot, self._is_set = snapshot, is_set
        self._history, self._evenings = history, Evenings(history)
        self._evening = Evening()
        self._worker = worker
        self._made: dict[tuple[Language, str, int | None, bool], bytes] = {}

    async def answer(self, kind: str, make: Make, file: str, number: int | None) -> Response:
        """Return the evening as `make` renders it, as a download if a `file` ending is given.

        It is the one whose first game has this `number`, or else the newest.
        """
        with explaining(phrase("The evening cannot be shown. {reason}.")):
            body, day = await on_worker(self._worker, self._body, make, file, number)
        headers = (
            {"Content-Disposition": f'attachment; filename="evening{day}.{file}"'} if file else {}
        )
        return Response(body, media_type=kind, headers=headers)

    def _body(self, make: Make, file: str, number: int | None) -> tuple[bytes, str]:
        dated = self._is_set()
        with using(self._snapshot().language):  # which names a seat without a name
            evening = self._evenings.read(number)
        if evening != self._evening:
            self._evening, self._made = evening, {}
        # The price may change without a command.
        price = price_in(self._history, evening.games[0].number) if evening.games else None
        key = language_in_use(), file, price, dated
        if key not in self._made:
            self._made[key] = make(evening, price, dated)
        return self._made[key], _day(evening) if dated else ""


def _day(evening: Evening) -> str:
    """Return the suffix of a file's name: the local day of the evening; "" without games."""
    if not evening.games:
        return ""
    began = local_time(evening.games[0].commands[0].at)
    return f"-{began.date().isoformat()}"
