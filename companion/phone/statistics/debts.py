"""Debts over all evenings, in chips or money."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

from companion.core.frozen import Frozen
from companion.message import Words
from companion.phone.statistics.headline import Payment, payments
from companion.phone.statistics.history import AllGames
from companion.words.numbers import chips, money

Unit = Literal["chips", "cents"]

_LAST = 10
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
    made = tuple(payments_made(history))[:_LAST]
    return Debts(tuple(map(owed, payments(nets))), made, unit, price_in(history, _NEWEST))


def payments_made(history: AllGames, evening: int = 0) -> Iterator[Made]:
    """Yield the payments that count, newest first: all, or those entered since the first game of
    an `evening`, which has this number, and before the next evening.
    """
    ((first, until),) = history.rows(_GAMES, evening)
    for at, payer, payee, count, unit, game in reversed(history.rows(PAYMENTS)):
        if first <= game < until or not evening:
            yield Made(at, history.name(payer), history.name(payee), amount(count, unit))


_GAMES = """
SELECT COALESCE(MAX(CASE WHEN number <= ?1 THEN number END), 0),
    COALESCE(MIN(CASE WHEN number > ?1 THEN number END), 1 << 62) FROM evening
"""
"""The numbers of the first game of the evening of a game, and of the next evening's."""


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


_NEWEST = 1 << 62
"""A number after that of every evening."""

_PRICES = """
WITH since_evening AS (
    SELECT COALESCE(MAX(evening.number), 0) AS since, at, cents
    FROM price LEFT JOIN evening ON evening.number <= game GROUP BY game, at
)
"""
"""Prices since the evening in which they were set, even if its game has been undone."""

_PRICE_IN = """(
    SELECT cents FROM since_evening
    WHERE since <= MAX({evening}, (SELECT MIN(since) FROM since_evening))
    ORDER BY since DESC, at DESC LIMIT 1
)"""
"""The newest price up to the evening, or else that of the first evening with a price."""

_PRICE = f"{_PRICES} SELECT {_PRICE_IN.format(evening='?')}"

PAYMENTS = """
SELECT at, COALESCE(one.is_now, payer) AS payer, COALESCE(other.is_now, payee) AS payee, amount,
    unit, payment.game
FROM payment
LEFT JOIN person AS one ON one.id = payer LEFT JOIN person AS other ON other.id = payee
WHERE at NOT IN (SELECT at FROM payment_undone) ORDER BY at
"""

_CHANGES = f"""
{_PRICES},
paid AS (
    SELECT at, payer, payee, amount * IIF(unit = 'chips', COALESCE(
        {_PRICE_IN.format(evening=0)}, 1), 1) AS amount FROM ({PAYMENTS})
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
