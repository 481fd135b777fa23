"""Tests of built pages: few requests, few bytes, and no file requested twice."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bench.phones import NEW, Busy, busy
from tests.phones.loading import Loading

REQUESTS = 12
BYTES = 121_000

NAMED = re.compile(
    r"/(shared/built|shared|panel/shared|phone)/[a-z0-9-]+-([0-9A-Z]{8}|[0-9a-f]{32})\.[a-z0-9]+"
)
"""The path of a file whose name contains a hash of its content."""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Busy]:
    """Yield a box with a game and its pages."""
    with busy(tmp_path, pages=True) as box:
        box.orders(NEW)
        yield box


@contextmanager
def opened(browser: Browser, language: str) -> Iterator[Page]:
    """Yield a page of a browser without a cache, and assert that it reports no error."""
    amiss: list[str] = []
    context = browser.new_context(locale=language)
    page = context.new_page()
    page.on(
        "console",
        lambda told: amiss.append(told.text) if told.type in {"error", "warning"} else None,
    )
    page.on("pageerror", lambda error: amiss.append(str(error)))
    yield page
    context.close()
    assert amiss == []


def test_phone_loads_little_and_revalidates_only_mutable_files(box: Busy, browser: Browser) -> None:
    assert box.pages is not None
    with opened(browser, "de") as page:
        first = Loading(page)
        page.goto(f"http://localhost:{box.pages.port}/")
        expect(page.locator(".standing")).to_have_text(re.compile("verbunden|live"))
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready")
        assert len(first.paths) <= REQUESTS, first.paths
        assert first.size <= BYTES, first.size
        first.close()
        again = Loading(page)
        page.reload()
        expect(page.locator(".standing")).to_have_text(re.compile("verbunden|live"))
        page.wait_for_load_state("networkidle")
        assert sorted(again.paths) == ["/", "/line", "/me"]
        changing = [path for path in first.paths if not NAMED.fullmatch(path)]
        assert sorted(changing) == ["/", "/line", "/me"]
        again.close()


def test_tab_of_the_games_is_loaded_when_it_is_opened(box: Busy, browser: Browser) -> None:
    assert box.pages is not None
    with opened(browser, "en") as page:
        page.goto(f"http://localhost:{box.pages.port}/")
        loading = Loading(page)
        page.get_by_role("link", name="Game").click()
        expect(page.get_by_text("What the cards do").first).to_be_visible()
        assert any(NAMED.fullmatch(path) for path in loading.paths)


def test_panel_loads_little_and_revalidates_only_mutable_files(box: Busy, browser: Browser) -> None:
    assert box.pages is not None
    with opened(browser, "en") as page:
        first = Loading(page)
        page.goto(f"http://localhost:{box.pages.port}/panel")
        expect(page.locator("#game")).not_to_have_text("Waiting for the box")
        page.wait_for_load_state("networkidle")
        assert len(first.paths) <= REQUESTS, first.paths
        assert first.size <= BYTES, first.size
        first.close()
        again = Loading(page)
        page.reload()
        expect(page.locator("#game")).not_to_have_text("Waiting for the box")
        assert sorted(again.paths) == ["/panel", "/panel/line"]
        again.close()
