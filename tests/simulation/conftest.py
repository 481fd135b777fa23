"""The panel's page in a browser, and panels for it to look at."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from companion.config import Config
from companion.devices.clock import SystemClock
from companion.simulation.box import SimulatedBox
from companion.simulation.view import PanelBox
from tests.browser import PATIENCE, slowed
from tests.simulation.served import Panel

DESK, LAPTOP, PHONE = (1600, 1000), (1280, 800), (360, 780)

Open = Callable[..., Page]


@pytest.fixture
def bench() -> SimulatedBox:
    """A bench on which no box stands yet."""
    return SimulatedBox(Config(), SystemClock(), "a seed")


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Serves a box and opens its page; a message on the browser's console fails the test."""
    complaints: list[str] = []
    with ExitStack() as open_things:

        def opened(
            box: PanelBox,
            size: tuple[int, int] = DESK,
            *,
            density: float = 1,
            touch: bool = False,
            still: bool = True,
            port: int | None = None,
        ) -> Page:
            if port is None:
                panel = Panel(box, port=0)
                panel.start()
                open_things.callback(panel.close)
                port = panel.port
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                device_scale_factor=density,
                has_touch=touch,
                reduced_motion="reduce" if still else "no-preference",
            )
            context.set_default_timeout(PATIENCE)
            open_things.callback(context.close)
            page = slowed(context.new_page())
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(message.text))
            page.goto(f"http://localhost:{port}/panel")
            page.wait_for_selector(".card")
            return page

        yield opened
    assert [text for text in complaints if "ERR_CONNECTION_REFUSED" not in text] == []
