"""Helpers for tests of the tab "Play": a paired phone, its keys, and what it sent."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser import line_of
from tests.phone_page import tables
from tests.phone_page.conftest import PHONE, Open
from tests.phone_page.table_at import Answer, TableAt

Json = dict[str, Any]
Ruled = Callable[[Json], Json | None]


def table(parts: Json | None = None, ruled: Ruled | None = None, **more: Any) -> TableAt:
    """Return a table at which the phone can play; `ruled(order)` answers orders, unless it returns
    None.
    """

    def answers(path: str, body: Json) -> Answer | None:
        answer = ruled(body["order"]) if ruled and path == "order" else None
        return None if answer is None else (200, answer)

    rows = tables.ninety_nine_rows() if parts is None else []
    return TableAt(
        parts or tables.ninety_nine(), more.pop("rows", rows), rules=True, answers=answers
    )


def rule(open_page: Open, at: TableAt, size: tuple[int, int] = PHONE, **more: Any) -> Page:
    """Return the tab "Play" of a paired phone, with its keys drawn."""
    page = open_page(at, size, tab="rule", **more)
    page.wait_for_selector(".rule #more")
    return page


def key(page: Page, rank: str) -> Locator:
    """Return the key of a rank."""
    return page.locator(f'.rule .key[data-rank="{rank}"]')


def sheet(page: Page) -> Locator:
    """Return the open sheet."""
    return page.locator("dialog[open]")


def sends(page: Page, act: Callable[[], object]) -> Json:
    """Return the order that `act` sends."""
    with answering(page), ordering(page) as sent:
        act()
    order: Json = json.loads(sent.value)["order"]
    return order


def ordering(page: Page) -> AbstractContextManager[Any]:
    """Return a context in which the page sends an order; its `value` is the message."""
    return line_of(page).expect_event("framesent", lambda message: '"seen":' in message)


def answering(page: Page) -> AbstractContextManager[Any]:
    """Return a context in which the box answers a request that the page sent on its line."""
    return line_of(page).expect_event("framereceived", lambda message: "id" in json.loads(message))


def orders(at: TableAt) -> list[Json]:
    """Return every order received, in order."""
    return [body["order"] for body in at.posted("order")]


def stop_the_watch(page: Page, at: float = 1000) -> None:
    """Freeze the time of the page's events at `at` milliseconds, while timers keep running."""
    page.evaluate(
        "at => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => at, "
        "configurable: true })",
        at,
    )


def later(page: Page) -> None:
    """Let a moment pass, so that the next tap at the same place is not the second half of a double
    tap.
    """
    page.clock.run_for(400)
