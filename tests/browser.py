"""How Chromium is started for tests and pictures: quiet, and without a picture on any screen.

With SLOW_PHONE=8 in the environment pages run eight times as slowly as this machine can, which tries a
hurried finger on an old phone, and whatever else depends on the moment.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

PATIENCE = 20_000.0
"""Milliseconds until a test gives up: on a machine that is busy a page may take its time."""


def installed() -> str | None:
    """Where Chromium is, if possible the one without window, tabs and menus: these are pages as well."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser until the end of the block. There can be only one at a time in a thread."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=list(FLAGS))
        yield browser
        browser.close()


def slowed(page: Page) -> Page:
    """The page, as slow as SLOW_PHONE says."""
    if rate := os.environ.get("SLOW_PHONE"):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(rate)})
    return page


def answered(page: Page) -> None:
    """Returns when nothing is under way from the page to the box, which gives up by itself after a while."""
    # No `wait_for_function`: to that a promise is true whatever it will bring.
    page.evaluate(
        """async () => {
          const { app } = await import("/phone/js/app.js");
          const { keying } = await import("/phone/js/rule/keying.js");
          while (app.sending || keying.pressed) await new Promise(requestAnimationFrame); }"""
    )
