"""Readability of a page: it can be read and tapped in each window size with each font size."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Page

READABLE = (Path(__file__).parent / "readable.js").read_text("utf-8")

WINDOWS = {320: 640, 360: 780, 390: 844, 1280: 800}
"""The height of a window for each width, in CSS pixels."""

LETTERS = ("100%", "200%")
FAULTS = ("wider", "outside", "shortened", "narrow", "covered", "unsaid")
"""The faults that no tab or sheet may have, as readable.js names them."""

LOOK = f"""async (size) => {{
  document.documentElement.style.fontSize = size;
  dispatchEvent(new Event("resize"));
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return ({READABLE})();
}}"""
"""Draws the page with this font size, and returns its faults."""

Look = tuple[int, str]
ALL_LOOKS = tuple(product(WINDOWS, LETTERS))
"""Every window width with every font size."""


def faults(page: Page, looks: Iterable[Look]) -> Iterator[str]:
    """Yield each fault of the page in each of the `looks`; the page keeps the last one."""
    for width, letters in looks:
        page.set_viewport_size({"width": width, "height": WINDOWS[width]})
        found = page.evaluate(LOOK, letters)
        yield from (
            f"{width} px, {letters}: {kind}: {one}" for kind in FAULTS for one in found[kind]
        )
