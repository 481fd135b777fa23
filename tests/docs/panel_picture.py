"""Take the README's picture of the panel during a game: `python -m tests.docs.panel_picture`.

The real program runs, and the game is played in a real browser; only the pack is fixed.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.browser import chromium
from tests.docs.regenerate import ROOT

PICTURE = ROOT / "docs" / "panel.png"
SETTINGS = '[text]\nlanguage = "en"\n[game]\nseats = ["Ann", "Bo", "Cy", "Di"]\n'
SEED = "a pack for a picture"
FIRST_PLAYS, MOST_PLAYS = 40, 200
LINE = "the panel is at "
CHANGED = "old => document.querySelector('#display').ariaLabel !== old"


def text(page: Page) -> str:
    """Return the text of the display."""
    return page.locator("#display").get_attribute("aria-label") or ""


def press(page: Page, key: str) -> None:
    """Press a button and wait for the display to change."""
    before = text(page)
    page.click(f'.cap[data-key="{key}"]')
    page.wait_for_function(CHANGED, arg=before)


def turn(page: Page) -> None:
    """Play the first card of the player to act that the box accepts, or else bust."""
    labels = page.locator(".hand.act .card").evaluate_all(
        "all => all.map(card => card.dataset.label)"
    )
    for label in labels:
        before = text(page)
        page.locator(f'.hand.act .card[data-label="{label}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=before)
        if "counts as" in text(page):
            press(page, "OK")
        if "Not allowed" not in text(page):
            return
        page.wait_for_selector("#flight:empty", state="attached")
    for key in ("BUST", "OK", "OK"):
        press(page, key)


def play(page: Page) -> None:
    """Play ninety-nine for four until it makes a good picture: late, high, counterclockwise."""
    page.wait_for_selector(".card")
    while not page.locator(".hand.act").count():
        press(page, "OK")
    for count in range(MOST_PLAYS):
        turn(page)
        said = text(page)
        if count > FIRST_PLAYS and said.startswith(("8", "9")) and "counterclockwise" in said:
            return
    raise SystemExit("no moment worth a picture: shuffle another pack")


def still(page: Page) -> None:
    """Wait until nothing moves and nothing has the focus."""
    page.mouse.move(640, 5)
    page.evaluate("() => document.activeElement?.blur()")
    page.wait_for_function(
        "() => document.getAnimations().every(one => one.playState !== 'running')"
    )


@contextmanager
def simulated(folder: Path) -> Iterator[str]:
    """Run the program with a fixed pack until the end of the block; yield its panel's address."""
    (folder / "pack-seed").write_text(SEED, "ascii")
    (folder / "companion.toml").write_text(SETTINGS, "utf-8")
    words = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0"]
    words += ["--data", str(folder), "--config", str(folder / "companion.toml")]
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, text=True, env=os.environ | {"DISPLAY": ":0"}
    ) as running:
        try:
            assert running.stderr is not None
            yield next(line.split(LINE)[1].strip() for line in running.stderr if LINE in line)
        finally:
            running.terminate()


def main() -> None:
    """Write docs/panel.png."""
    with (
        tempfile.TemporaryDirectory() as folder,
        simulated(Path(folder)) as address,
        chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        play(page)
        still(page)
        page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
