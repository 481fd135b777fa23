"""Fixtures for the panel's page in a browser, and for the panels that it shows."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page

from companion.config import Config
from companion.message import ENGLISH, Language
from companion.phone.language import PhoneLanguages
from companion.phone.site import multilingual
from companion.simulation.box import SimulatedBox
from companion.simulation.panel import PanelBox, PanelSite, Rename
from tests.browser import Contexts
from tests.shared_port import SharedPorts

DESK, LAPTOP, PHONE = (1600, 1000), (1280, 800), (360, 780)

Open = Callable[..., Page]


def in_proof(*case: object) -> ParameterSet:
    """Mark a case that `make test` runs only when the pages have changed."""
    return pytest.param(*case, marks=pytest.mark.proof)


@pytest.fixture
def bench() -> SimulatedBox:
    """A bench without a box on it."""
    return SimulatedBox(Config(), time, "a seed")


@pytest.fixture
def open_page(contexts: Contexts, ports: SharedPorts) -> Iterator[Open]:
    """A function that serves a box and opens its page; any console message fails the test."""
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
            language: Callable[[], Language] = lambda: ENGLISH,
            rename: Rename = lambda _player, _name: None,
            waits_for: str = ".card",
        ) -> Page:
            if port is None:
                site = PanelSite(box, language, rename)
                shared = ports.serving(
                    multilingual(site.application(), None, PhoneLanguages(language))
                )
                port = open_things.enter_context(shared).port
                open_things.callback(site.close)
            page = open_things.enter_context(
                contexts.page(size, light=True, still=still, touch=touch, density=density)
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(message.text))
            page.goto(f"http://localhost:{port}/panel")
            page.wait_for_selector(waits_for)
            return page

        yield opened
    assert [text for text in complaints if "ERR_CONNECTION_REFUSED" not in text] == []
