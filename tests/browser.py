"""Chromium for tests and pictures: quiet, and without a window on any screen.

With SLOW_PHONE=8 in the environment pages run eight times as slowly as on this machine. This tries
a hurried finger on an old phone, and everything else that depends on timing.
"""

import os
import shutil
from collections import defaultdict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import Browser, Page, WebSocket, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # otherwise each kept page starts one when it leaves about:blank
)

PATIENCE = 20_000.0
"""Milliseconds until a test gives up: on a busy machine a page may take its time."""


def installed() -> str | None:
    """Return the path of Chromium, preferably of the headless build, which is enough for pages."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a browser until the end of the block. Only one can exist at a time in a thread."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=list(FLAGS))
        yield browser
        browser.close()


_LINES: WeakKeyDictionary[Page, WebSocket] = WeakKeyDictionary()


_SCRIPTED: WeakSet[Page] = WeakSet()

_LISTENED = ("console", "pageerror", "request", "websocket")


class Contexts:
    """The browser's pages, each in its own context and lent to one test at a time.

    A kept page keeps its process, and what it has loaded is in its cache.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[Hashable, list[Page]] = defaultdict(list)

    @contextmanager
    def page(
        self,
        size: tuple[int, int],
        *,
        light: bool = False,
        still: bool = True,
        touch: bool = False,
        density: float = 1,
        **options: Any,
    ) -> Iterator[Page]:
        """Yield a page without any state of earlier tests, until the end of the block.

        Args:
            size: of the window, in CSS pixels.
            light: whether the system's color scheme is light.
            still: whether the user prefers reduced motion.
            touch: whether there is a touch screen.
            density: device pixels per CSS pixel.
            options: of `Browser.new_context`.
        """
        free = self._free[touch, density, *sorted(options.items())]
        page = free.pop() if free else self._new(touch, density, options)
        page.on("websocket", partial(_LINES.__setitem__, page))
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(
            color_scheme="light" if light else "dark",
            reduced_motion="reduce" if still else "no-preference",
        )
        try:
            yield page
        finally:
            if _becomes_new(page):
                free.append(page)
            else:
                page.context.close()

    def _new(self, touch: bool, density: float, options: dict[str, Any]) -> Page:
        context = self._browser.new_context(has_touch=touch, device_scale_factor=density, **options)
        context.set_default_timeout(PATIENCE)
        return slowed(context.new_page())


def _becomes_new(page: Page) -> bool:
    """Clear the page of everything that a test has stored or listens to; return False if
    impossible.

    Playwright takes over the clock of a whole context and cannot return it. It leaves its own
    `Date` there, whose text reveals the browser's. It also cannot remove a script that `each_load`
    runs.
    """
    try:
        is_native: bool = page.evaluate(
            """() => {
              localStorage.clear();
              sessionStorage.clear();
              return Function.prototype.toString.call(Date).includes("[native code]"); }"""
        )
        if not is_native or page in _SCRIPTED:
            return False
        page.goto("about:blank")
    except PlaywrightError:  # the page is at another address, or gone
        return False
    page.context.clear_cookies()
    page.unroute_all()
    page.mouse.move(0, 0)
    for event in _LISTENED:  # Playwright itself removes one at a time, by its function
        page._impl_obj.remove_all_listeners(event)
    return True


def each_load(page: Page, script: str) -> None:
    """Run `script` first at each load of the page, which is not kept afterwards."""
    page.add_init_script(script)
    _SCRIPTED.add(page)


def line_of(page: Page) -> WebSocket:
    """Return the WebSocket that the page opened last."""
    return _LINES[page]


def translate(page: Page) -> None:
    """Replace each text of the page like the browser's translator: with one in its own elements."""
    page.evaluate(
        """() => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const texts = [];
          while (walker.nextNode()) texts.push(walker.currentNode);
          for (const text of texts.filter(({ data }) => data.trim())) {
            const [outer, inner] = ["font", "font"].map((name) => document.createElement(name));
            inner.append(`<${text.data}>`);
            outer.append(inner);
            text.replaceWith(outer);
          } }"""
    )


def slowed(page: Page) -> Page:
    """Return the page, slowed down by SLOW_PHONE."""
    if rate := os.environ.get("SLOW_PHONE"):
        page.context.new_cdp_session(page).send(
            "Emulation.setCPUThrottlingRate", {"rate": float(rate)}
        )
    return page


def answered(page: Page) -> None:
    """Wait until no request from the page to the box is pending; they time out by themselves."""
    page.wait_for_selector("body:not(.ordering)", state="attached")
