"""Routes for the evening and the standings, answered from the journal on a separate thread."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.message import Language, Message, language_in_use, phrase, using
from companion.phone.request import RequestError, json_response, number_in
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
    replays = Evenings(history)

    @lru_cache(maxsize=16)
    def made(
        _changes: int,
        of_box: Language,
        _of_page: Language,
        make: Make,
        number: int | None,
        *,
        dated: bool,
    ) -> tuple[bytes, str]:
        """Return an evening as `make` renders it, once for all requests, and its day or ""."""
        with using(of_box):  # which names a seat without a name
            evening = replays.read(number)
        games = evening.games
        price = price_in(history, games[0].number) if games else None
        day = f"-{local_time(games[0].commands[0].at).date()}" if dated and games else ""
        return make(evening, price, dated), day

    def route(kind: str, file: str, make: Make) -> Route:
        def newest(history: AllGames, number: int | None) -> tuple[bytes, str]:
            languages = snapshot().language, language_in_use()
            return made(history.changes, *languages, make, number, dated=is_set())

        async def shown(request: Request) -> Response:
            await admit(request)
            number = number_in(request, "number", _no_evening)
            body, day = await answered(worker, history, newest, number)
            name = f'attachment; filename="evening{day}.{file}"'
            headers = {"Content-Disposition": name} if file else {}
            return Response(body, media_type=kind, headers=headers)

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
