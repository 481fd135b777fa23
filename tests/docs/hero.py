"""Record the animated picture of the README: `python -m tests.docs.hero`.

The real program runs; a game is played on the panel in a real browser, and a phone watches. Only
the pack is fixed.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests.browser import chromium
from tests.docs.panel_picture import press, simulated, still, turn
from tests.docs.regenerate import ROOT

PICTURE = ROOT / "docs" / "hero.webp"
MAX_BYTES = 1_500_000  # so that the page loads fast on a phone

PANEL, PHONE = (1280, 800), (360, 800)
SCALE = 0.75
GAP = 16  # px between panel and phone
GROUND = "#808080"

PLAYS_BEFORE = 24  # so that the total is near the limit
PLAYS = 12  # one round of the table, and the plays at the limit
SHOWN = 1300  # ms, long enough to read the display
SHOWN_LAST = 3000


def seen(panel: Page, phone: Page) -> Image.Image:
    """Return a picture of panel and phone next to each other."""
    pictures = []
    for page in (panel, phone):
        still(page)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        size = (round(picture.width * SCALE), round(picture.height * SCALE))
        pictures.append(picture.resize(size, Image.Resampling.LANCZOS))
    left, right = pictures
    both = Image.new("RGB", (left.width + GAP + right.width, left.height), GROUND)
    both.paste(left, (0, 0))
    both.paste(right, (left.width + GAP, 0))
    return both


def main() -> None:
    """Write docs/hero.webp."""
    with (
        tempfile.TemporaryDirectory() as folder,
        simulated(Path(folder)) as address,
        chromium() as browser,
    ):
        panel = browser.new_page(viewport={"width": PANEL[0], "height": PANEL[1]})
        phone = browser.new_page(
            viewport={"width": PHONE[0], "height": PHONE[1]}, color_scheme="dark"
        )
        panel.goto(address)
        phone.goto(address.rpartition("/panel")[0] + "/")
        panel.wait_for_selector(".card")
        while not panel.locator(".hand.act").count():
            press(panel, "OK")
        for _ in range(PLAYS_BEFORE):
            turn(panel)
        frames = [seen(panel, phone)]
        for _ in range(PLAYS):
            turn(panel)
            frames.append(seen(panel, phone))
    first, *others = frames
    first.save(
        PICTURE,
        save_all=True,
        append_images=others,
        duration=[*[SHOWN] * len(others), SHOWN_LAST],
        loop=0,
        quality=70,
        method=6,
    )
    size = PICTURE.stat().st_size
    if size > MAX_BYTES:
        raise SystemExit(f"{PICTURE} has {size} bytes, more than {MAX_BYTES}: show fewer plays")


if __name__ == "__main__":
    main()
