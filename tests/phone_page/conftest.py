"""Fixtures: a browser for the phone's page, and tables for the page to show."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Contexts, line_of
from tests.phone.house import House
from tests.phone_page.table_at import TableAt
from tests.shared_port import SharedPorts

DESK, PHONE, NARROW = (1280, 800), (360, 780), (320, 640)
LINE_LOST = ("ERR_CONNECTION_REFUSED", "WebSocket connection to")
"""Messages of the browser when a test switches the box off, or ends it before the page."""


class Enter(Protocol):
    """Pairs a phone."""

    def __call__(self, house: House, owner: str | None = None) -> Page: ...


class Open(Protocol):
    """Opens a page on a table."""

    def __call__(
        self,
        table: TableAt,
        size: tuple[int, int] = ...,
        *,
        tab: str = ...,
        scanned: str = ...,
        light: bool = ...,
        still: bool = ...,
        touch: bool = ...,
        density: float = ...,
        clock: bool = ...,
        **context: Any,
    ) -> Page: ...


def put(page: Page, at: TableAt, other: TableAt) -> None:
    """Show the table `other` on the page, which is open at the table `at`."""
    with line_of(page).expect_event("framereceived", lambda message: '"plays"' in message):
        at.tell(rows=other.rows, **other.parts)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Resize the page's window, and return once everything that depends on its size is drawn."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )


@pytest.fixture
def open_page(contexts: Contexts, ports: SharedPorts) -> Iterator[Open]:
    """Open pages until the end of the test."""
    with opening(contexts, ports) as open_page:
        yield open_page


@pytest.fixture
def enter(contexts: Contexts) -> Iterator[Enter]:
    """Pair phones with the digits that the house shows, owned by the player `owner` or without an
    owner.

    An unexpected message on the browser's console fails the test at the end.
    """
    complaints: list[str] = []
    with ExitStack() as open_things:

        def entered(house: House, owner: str | None = None) -> Page:
            page = open_things.enter_context(contexts.page(PHONE))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(message.text))
            page.goto(f"{house.address}/#rule")
            if house.table.state is None:  # At a table the phone is named after its seat.
                page.get_by_label("Whose phone is this?").fill("Cy")
            page.get_by_label("The six digits", exact=True).fill(house.access.issue())
            page.wait_for_selector(".rule #more")
            # This text appears only after the digits are accepted; other changes can arrive before
            # it.
            expect(page.locator("#polite")).to_have_text("You can play.")
            if house.table.state is not None:
                seats = page.locator("dialog[open]")
                seats.get_by_role("button", name=owner or "No seat", exact=bool(owner)).click()
                expect(seats).to_have_count(0)
            return page

        yield entered
    assert [text for text in complaints if not _is_expected(text)] == []


@contextmanager
def opening(contexts: Contexts, ports: SharedPorts) -> Iterator[Open]:
    """Serve a table and open its page. An unexpected message on the browser's console fails the
    test at the end.
    """
    complaints: list[str] = []
    with ExitStack() as open_things:

        def opened(
            table: TableAt,
            size: tuple[int, int] = PHONE,
            *,
            tab: str = "table",
            scanned: str = "",
            light: bool = False,
            still: bool = True,
            touch: bool = False,
            density: float = 1,
            clock: bool = False,
            **context: Any,
        ) -> Page:
            if not table.is_served:
                open_things.enter_context(table.served(ports))
            page = open_things.enter_context(
                contexts.page(
                    size, light=light, still=still, touch=touch, density=density, **context
                )
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console",
                lambda message: complaints.append(f"{message.text} {message.location.get('url')}"),
            )
            if clock:  # the test controls the time
                page.clock.install()
            page.goto(f"{table.address}#{scanned or tab}")
            page.wait_for_selector("main" if scanned else f'body[data-tab="{tab}"] main')
            return page

        yield opened
    assert [text for text in complaints if not _is_expected(text)] == []


def _is_expected(text: str) -> bool:
    """Return whether a test caused this message: the box was switched off, or a request was
    refused.
    """
    if any(words in text for words in LINE_LOST):
        return True
    asked = "/phone/" not in text and "/shared/" not in text
    return asked and "the server responded with a status of 4" in text
