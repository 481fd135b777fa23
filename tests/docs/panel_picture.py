"""Takes the README's picture of the panel in mid-game: `python -m tests.docs.panel_picture`.

The real program runs, and the game is played in a real browser; only the pack is a known one.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.docs.regenerate import ROOT

PICTURE = ROOT / "docs" / "panel.png"
SEATS = '[game]\nseats = ["Ann", "Bo", "Cy", "Di"]\n'
SEED = "a pack for a picture"
PLAYS = 7
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
)
LINE = "the panel is at "


def play(page: Page, plays: int) -> None:
    """Starts ninety-nine for four and plays so many cards, whatever they are."""
    for shown in ("Which game?", "How many play?", "Start"):
        page.wait_for_function(
            "text => document.querySelector('#display').getAttribute('aria-label').includes(text)", arg=shown
        )
        page.click('.cap[data-key="OK"]')
    page.wait_for_selector(".hand.act")
    for _ in range(plays):
        before = page.locator("#display").get_attribute("aria-label")
        page.locator(".hand.act .card").last.click(position={"x": 60, "y": 90})
        page.wait_for_function(
            "old => document.querySelector('#display').getAttribute('aria-label') !== old", arg=before
        )
        if "counts as" in (page.locator("#display").get_attribute("aria-label") or ""):
            page.click('.cap[data-key="OK"]')


def main() -> None:
    """Writes docs/panel.png."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "pack-seed").write_text(SEED, "ascii")
        (data / "companion.toml").write_text(SEATS, "utf-8")
        words = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0"]
        words += ["--data", folder, "--config", str(data / "companion.toml")]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
            try:
                assert running.stderr is not None
                address = next(line.split(LINE)[1].strip() for line in running.stderr if LINE in line)
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(
                        executable_path=shutil.which("chromium"), args=list(FLAGS)
                    )
                    page = browser.new_page(viewport={"width": 1280, "height": 800})
                    page.goto(address)
                    play(page, PLAYS)
                    page.mouse.move(640, 5)
                    page.wait_for_function(
                        "() => document.getAnimations().every(one => one.playState !== 'running')"
                    )
                    page.screenshot(path=PICTURE)
                    browser.close()
            finally:
                running.terminate()


if __name__ == "__main__":
    main()
