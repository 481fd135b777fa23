"""Debts over all evenings, in chips or money, and the routes by which payments are entered."""

import re
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal

from starlette.routing import Route

from companion.box.requests import HistoryRequest
from companion.core.frozen import Frozen
from companion.message import Words, phrase
from companion.phone.request import (
    Asked,
    Body,
    RequestError,
    Sender,
    carried_out,
    posted,
)
from companion.phone.statistics.history import AllGames, answered
from companion.phone.statistics.settlement import Payment, payments
from companion.table.table import Table
from companion.words.numbers import chips, money

Unit = Literal["chips", "cents"]

_LAST: Final = 10
"""Number of recent payments that can be undone."""


class Debt(Frozen):
    """A debt of one person to another, with their ids and names, and its `text`.

    `evenings` is the number of evenings it is from, and `since` the first of them.
    """

    payer: str
    payer_name: Words
    payee: str
    payee_name: Words
    amount: int
    text: Words
    since: float
    evenings: int


class Made(Frozen):
    """A payment entered `at` that time, which can be undone."""

    at: float
    payer: Words
    payee: Words
    text: Words


class Debts(Frozen):
    """The fewest payments that settle all evenings, and the last payments `made`, newest first.

    The amounts are in a `unit`. `price` is that of a chip in cents, None without a price.
    """

    owed: tuple[Debt, ...]
    made: tuple[Made, ...]
    unit: Unit
    price: int | None


class _Balance:
    """A person's balance, with the evenings since it was last zero."""

    def __init__(self) -> None:
        self.amount, self.since = 0, 0.0
        self.evenings: set[int] = set()

    def add(self, change: int, at: float, evening: int | None) -> None:
        if not self.amount:
            self.since, self.evenings = at, set()
        self.amount += change
        if evening is not None:
            self.evenings.add(evening)


def debts(history: AllGames) -> Debts | None:
    """Return all debts; None if no game was for chips."""
    balances: defaultdict[str, _Balance] = defaultdict(_Balance)
    changes = history.rows(_CHANGES)
    if not changes:
        return None
    for at, evening, who, change in changes:
        if change:
            balances[who].add(change, at, evening)
    unit, name = unit_of_debts(history), history.name

    def owed(payment: Payment) -> Debt:
        payer, payee, count = payment.payer, payment.payee, payment.chips
        of = balances[payer]
        return Debt(
            payer,
            name(payer),
            payee,
            name(payee),
            count,
            amount(count, unit),
            of.since,
            len(of.evenings),
        )

    nets = {who: balance.amount for who, balance in balances.items()}
    made = tuple(
        Made(at, name(payer), name(payee), amount(*paid))
        for at, payer, payee, *paid in history.rows(_PAYMENTS)[: -_LAST - 1 : -1]
    )
    return Debts(tuple(map(owed, payments(nets))), made, unit, price_in(history, _NEWEST))


def unit_of_debts(history: AllGames) -> Unit:
    """Return the unit of all debts: chips, until a chip has a price."""
    return "cents" if history.rows("SELECT 1 FROM price LIMIT 1") else "chips"


def amount(count: int, unit: Unit) -> Words:
    """Return an amount in words: ``2.40`` of cents, ``three chips`` of chips."""
    return money(count) if unit == "cents" else chips(count)


def price_in(history: AllGames, evening: int) -> int | None:
    """Return the price of a chip in cents in the evening of a game; None without a price."""
    price: int | None
    ((price,),) = history.rows(_PRICE, evening)
    return price


_NEWEST: Final = 1 << 62
"""A number after that of every evening."""

_PRICES: Final = """
WITH since_evening AS (
    SELECT COALESCE(MAX(evening.number), 0) AS since, at, cents
    FROM price LEFT JOIN evening ON evening.number <= game GROUP BY game, at
)
"""
"""Prices since the evening in which they were set, even if its game has been undone."""

_PRICE_IN: Final = """(
    SELECT cents FROM since_evening
    WHERE since <= MAX({evening}, (SELECT MIN(since) FROM since_evening))
    ORDER BY since DESC, at DESC LIMIT 1
)"""
"""The newest price up to the evening, or else that of the first evening with a price."""

_PRICE: Final = f"{_PRICES} SELECT {_PRICE_IN.format(evening='?')}"

_PAYMENTS: Final = """
SELECT at, COALESCE(one.is_now, payer) AS payer, COALESCE(other.is_now, payee) AS payee, amount,
    unit
FROM payment
LEFT JOIN person AS one ON one.id = payer LEFT JOIN person AS other ON other.id = payee
WHERE at NOT IN (SELECT at FROM payment_undone) ORDER BY at
"""

_CHANGES: Final = f"""
{_PRICES},
paid AS (
    SELECT at, payer, payee, amount * IIF(unit = 'chips', COALESCE(
        {_PRICE_IN.format(evening=0)}, 1), 1) AS amount FROM ({_PAYMENTS})
),
change AS (
    SELECT began AS at, evening, who, SUM(net) * COALESCE(
        {_PRICE_IN.format(evening="evening")}, 1) AS amount, 0 AS place
    FROM sat JOIN game ON game.number = game JOIN evening ON evening.number = evening
    WHERE stands = 'over' AND net IS NOT NULL GROUP BY evening, who
    UNION ALL SELECT at, NULL, payer, amount, 1 FROM paid
    UNION ALL SELECT at, NULL, payee, -amount, 2 FROM paid
),
seat_of_evening AS (
    SELECT who, FIRST_VALUE(who) OVER (
        PARTITION BY evening, SUBSTR(who, 1, INSTR(who, '.')) ORDER BY game) AS id
    FROM sat JOIN game ON game.number = game WHERE who LIKE 'seat%' AND evening IS NOT NULL
)
SELECT at, evening, COALESCE(id, change.who), amount
FROM change LEFT JOIN seat_of_evening ON seat_of_evening.who = change.who
ORDER BY at, place, change.who
"""  # noqa: S608  # our own text
"""All changes of people's balances: time, evening (NULL for a payment), id, and amount.

What was won counts at the price of its evening; chips paid before the first price are valued like
those won by then. A seat without a name has a new id in each game: the first of the evening counts.
"""

_AMOUNT: Final = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


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
    if form.at not in {at for at, *_payment in history.rows(_PAYMENTS)}:
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
