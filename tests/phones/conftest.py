"""Fixtures: boxes with phones around them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.phones.box import Box
from tests.phones.phone import PHONE, Phone

Comes = Callable[..., Phone]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """Yield a box that is switched on for the first time."""
    with Box(tmp_path / "box") as box:
        yield box


@pytest.fixture
def comes(browser: Browser, box: Box) -> Iterator[Comes]:
    """Yield a function that adds a phone. At the end, no phone may have logged an error, contacted
    another host or received an error status.
    """
    phones: list[tuple[Phone, list[str]]] = []
    with ExitStack() as closing:

        def come(
            size: tuple[int, int] = PHONE,
            *,
            address: str = "",
            light: bool = False,
            provokes: tuple[str, ...] = (),
            clock: bool = False,
        ) -> Phone:
            phone = Phone(browser, address or box.address, size, light=light, clock=clock)
            closing.callback(phone.close)
            phones.append((phone, list(provokes)))
            return phone

        yield come
        for phone, provoked in phones:
            assert phone.complaints == []
            assert phone.foreign == []
            assert phone.failures == provoked
