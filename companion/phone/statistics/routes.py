"""The evening as the page gets it, and its routes, those of the standings and those by which
payments are entered; all are answered from the journal on a separate thread.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import HistoryRequest
from companion.box.state import Snapshot
from companion.core.frozen import Frozen
from companion.message import Language, Message, Words, language_in_use, phrase, using
from companion.phone.request import (
    Answer,
    Asked,
    Body,
    RequestError,
    Sender,
    carried_out,
    explaining,
    json_response,
    number_in,
    on_worker,
    posted,
)
from companion.phone.statistics.debts import (
    PAYMENTS,
    Made,
    Unit,
    payments_made,
    price_in,
    unit_of_debts,
)
from companion.phone.statistics.export import as_csv, as_json
from companion.phone.statistics.headline import Headline, Settled, ahead, settle
from companion.phone.statistics.history import AllGames
from companion.phone.statistics.picture import picture
from companion.phone.statistics.players import CauseCount, Record, TallyRow, causes, records, tally
from companion.phone.statistics.replay import PlayedGame, replayed_game
from companion.phone.statistics.shared import as_text, shared_evening
from companion.phone.statistics.standings import SeasonWins, all_evenings, person_page, season_wins
from companion.phone.statistics.strips import Strip, strips
from companion.table.dates import local_time
from companion.table.evenings import Calendar
from companion.table.reader import RecordCache, Verified, read_only
from companion.table.table import Table
from companion.words.disk import game_damaged, games_whole
from companion.words.form import FOR_PAGES


class Evenings:
    """Replays of the journal's evenings that the `history` knows. Not thread-safe.

    A game is replayed again only if it has changed, or if a name or a date of the journal has.
    """

    def __init__(self, history: AllGames) -> None:
        self._history = history
        self._known: object = None
        self._games: RecordCache[PlayedGame]

    def read(self, number: int | None = None) -> tuple[PlayedGame, ...]:
        """Return the games of the evening whose first one has this number, or of the newest.

        They are oldest first. A game that was given up before its first play does not count.

        Raises:
            JournalError: the journal cannot be read; the message is for the user.
        """
        self._history.look()
        journal, dates = read_only(self._history.journal), self._history.dates()
        people = journal.people
        known = number, tuple(people), dates, language_in_use()
        if known != self._known:
            calendar = Calendar()
            calendar.learn(dates)
            self._known = known
            self._games = RecordCache(lambda record: replayed_game(record, people, calendar)[0])
        played = self._history.games_of(number, played=True)
        games = (self._games.of(journal, game) for game in played)
        return tuple(replace(game, resumed=game.number == journal.current) for game in games)


class EveningPage(Frozen):
    """The page of an evening; docs/reference/phone-protocol.md describes each field.

    `start` is None before the first game, `settled` if no game was for chips. A chip costs `price`
    cents, None without a price. `verified` reports in sentences whether all games of the journal
    are intact; it is empty before the first check. `paid` are the payments since the evening began.
    """

    start: float | None
    ahead: Headline
    games: tuple[Strip, ...]
    settled: Settled | None
    price: int | None
    tally: tuple[TallyRow, ...]
    players: tuple[Record, ...]
    repaired: tuple[CauseCount, ...]
    verified: tuple[Words, ...] = ()
    paid: tuple[Made, ...] = ()


def evening_page(
    games: Sequence[PlayedGame],
    verified: Verified | None = None,
    price: int | None = None,
    paid: Iterable[Made] = (),
) -> EveningPage:
    """Return the response to `GET /evening`, with the result of the last check of all games."""
    settled = settle(games)
    return EveningPage(
        start=games[0].commands[0].at if games else None,
        ahead=ahead(games, settled),
        games=strips(games),
        settled=settled,
        price=price,
        tally=tally(games),
        players=records(games),
        repaired=causes(games),
        verified=() if verified is None else _words(verified),
        paid=tuple(paid),
    )


def _words(verified: Verified) -> tuple[Words, ...]:
    if not verified.flaws:
        return (games_whole(verified.games, f"{local_time(verified.at):%H:%M}"),)
    return tuple(game_damaged(flaw.game, flaw.entries) for flaw in verified.flaws)


Make = Callable[[Sequence[PlayedGame], int | None, bool], bytes]
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
            games = replays.read(number)
        price = price_in(history, games[0].number) if games else None
        day = f"-{local_time(games[0].commands[0].at).date()}" if dated and games else ""
        return make(games, price, dated), day

    def paid(games: Sequence[PlayedGame]) -> Iterable[Made]:
        return payments_made(history, games[0].number) if games else ()

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
            lambda games, price, _dated: FOR_PAGES.encode(
                evening_page(games, verified(), price, paid(games))
            ),
        ),
        route(
            "text/csv; charset=utf-8",
            "csv",
            lambda games, _price, dated: as_csv(games, dated=dated).encode(),
        ),
        route(
            "application/json",
            "json",
            lambda games, _price, dated: as_json(games, dated=dated),
        ),
        route(
            "image/png",
            "png",
            lambda games, price, dated: picture(shared_evening(games, price, dated=dated)),
        ),
        route(
            "text/plain; charset=utf-8",
            "txt",
            lambda games, price, dated: as_text(shared_evening(games, price, dated=dated)).encode(),
        ),
        Route("/evenings", evenings),
        Route("/standings", standings),
        Route("/people/{person}", person),
    ]


def _no_evening(text: str) -> Message:
    return phrase("Evening {number} not found.", number=text)


async def answered(
    worker: ThreadPoolExecutor, history: AllGames, work: Callable[..., Answer], *what: object
) -> Answer:
    """Return the result of `work` on the `history`, which catches up first.

    Raises:
        RequestError: the journal cannot be read, or the tables cannot be used.
    """

    def caught_up() -> Answer:
        history.look()
        return work(history, *what)

    with explaining(phrase("The evenings cannot be shown. {reason}.")):
        return await on_worker(worker, caught_up)


_AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


class PaymentForm(Body):
    """The request of a paired phone to record a payment from `payer` to `payee`, by their ids."""

    payer: str
    payee: str
    amount: str


class PaymentUndoForm(Body):
    """The request of a paired phone to undo the payment entered `at` that time."""

    at: float


class PriceForm(Body):
    """The request of a paired phone to set the `price` of a chip."""

    price: str


def paying_routes(
    ruler: Sender,
    history: AllGames,
    submit: Callable[[HistoryRequest], None],
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return the routes ``/debts/payment``, ``/debts/undo`` and ``/debts/price``.

    Args:
        ruler: raises the page's response to a phone that is not paired.
        history: all games.
        submit: puts a request on the box's queue.
        worker: a single thread.
    """

    def route(
        name: str, kind: type[Asked], change_of: Callable[[AllGames, Asked], _Change]
    ) -> Route:
        async def kept(form: Asked, _phone: str) -> object:
            change = await answered(worker, history, change_of, form)
            await carried_out(submit, HistoryRequest, change)
            return {}

        return posted(f"/debts/{name}", ruler, kind, kept)

    return [
        route("payment", PaymentForm, _payment),
        route("undo", PaymentUndoForm, _undo),
        route("price", PriceForm, _price),
    ]


_Change = Callable[[Table], object]
"""Keeps a payment, that it was undone, or a price in the journal."""


def _payment(history: AllGames, form: PaymentForm) -> _Change:
    """Return the change that records a payment.

    Raises:
        RequestError: the form is not a valid payment.
    """
    two = {form.payer, form.payee}
    if any(not history.rows("SELECT 1 FROM sat WHERE who = ? LIMIT 1", who) for who in two):
        raise RequestError(phrase("No player has that name."))
    if len(two) == 1:
        raise RequestError(phrase("Choose two different people."))
    unit = unit_of_debts(history)
    if not (amount := _amount(form.amount, unit)):
        raise RequestError(phrase("Enter an amount above 0."))
    paid = {"payer": form.payer, "payee": form.payee, "amount": amount, "unit": unit}
    return lambda table: table.keep("payment", **paid)


def _undo(history: AllGames, form: PaymentUndoForm) -> _Change:
    if form.at not in {at for at, *_payment in history.rows(PAYMENTS)}:
        raise RequestError(phrase("That payment was already undone."))
    return lambda table: table.keep("payment-undone", at=form.at)


def _price(_history: AllGames, form: PriceForm) -> _Change:
    cents = _amount(form.price, "cents")
    return lambda table: table.keep("price", cents=cents)


def _amount(text: str, unit: Unit) -> int:
    """Return an amount that was entered, in cents or chips.

    >>> _amount("2,4", "cents"), _amount("3", "chips")
    (240, 3)

    Raises:
        RequestError: the text is not an amount.
    """
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise RequestError(
            phrase('"{text}" is not an amount: enter one like 2.40.', text=text[:40])
        )
    whole, rest = found.groups()
    if unit == "cents":
        return int(whole) * 100 + int((rest or "0").ljust(2, "0"))
    if rest is not None:
        message = phrase('"{text}" is not a number of chips: enter a whole number.')
        raise RequestError(message.filled(text=text[:40]))
    return int(whole)
