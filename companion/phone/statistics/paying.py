"""Routes on which paired phones enter payments of debts and the price of a chip."""

import re
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import HistoryRequest, Pay, Rejected, SetPrice, UndoPayment
from companion.message import phrase
from companion.phone.request import RequestError, answer_of, asked, json_response, on_worker
from companion.phone.statistics.debts import Unit, payments_made, unit_of_debts
from companion.phone.statistics.history import AllGames, caught_up
from companion.words.numbers import sentences

_AMOUNT: Final = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


class PaymentForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to record a payment from `payer` to `payee`, by their ids."""

    payer: str
    payee: str
    amount: str


class PaymentUndoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to undo the payment entered `at` that time."""

    at: float


class PriceForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone to set the `price` of a chip."""

    price: str


def paying_routes(
    ruler: Callable[[Request], Awaitable[str]],
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

    async def payment(request: Request) -> Response:
        await ruler(request)
        form = await asked(request, PaymentForm)
        return await kept(await on_worker(worker, caught_up(history, _payment), form))

    async def undo(request: Request) -> Response:
        await ruler(request)
        form = await asked(request, PaymentUndoForm)
        return await kept(await on_worker(worker, caught_up(history, _undo), form))

    async def price(request: Request) -> Response:
        await ruler(request)
        return await kept(SetPrice(_amount((await asked(request, PriceForm)).price, "cents")))

    async def kept(order: Pay | UndoPayment | SetPrice) -> Response:
        answer = await answer_of(lambda answer: submit(HistoryRequest(order, answer)))
        if isinstance(answer, Rejected):
            raise RequestError(503, sentences([str(answer.error)]))
        return json_response({})

    acts = {"payment": payment, "undo": undo, "price": price}
    return [Route(f"/debts/{name}", act, methods=["POST"]) for name, act in acts.items()]


def _payment(history: AllGames, form: PaymentForm) -> Pay:
    """Return the order of a payment.

    Raises:
        RequestError: the form is not a valid payment.
    """
    two = {form.payer, form.payee}
    if any(not history.rows("SELECT 1 FROM sat WHERE who = ? LIMIT 1", who) for who in two):
        raise RequestError(400, phrase("No player has that name."))
    if len(two) == 1:
        raise RequestError(400, phrase("Choose two different people."))
    unit = unit_of_debts(history)
    if not (amount := _amount(form.amount, unit)):
        raise RequestError(400, phrase("Enter an amount above 0."))
    return Pay(form.payer, form.payee, amount, unit)


def _undo(history: AllGames, form: PaymentUndoForm) -> UndoPayment:
    if form.at not in payments_made(history):
        raise RequestError(400, phrase("That payment was already undone."))
    return UndoPayment(form.at)


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
            400, phrase('"{text}" is not an amount: enter one like 2.40.', text=text[:40])
        )
    whole, rest = found.groups()
    if unit == "cents":
        return int(whole) * 100 + int((rest or "0").ljust(2, "0"))
    if rest is not None:
        message = phrase('"{text}" is not a number of chips: enter a whole number.')
        raise RequestError(400, message.filled(text=text[:40]))
    return int(whole)
