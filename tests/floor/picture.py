"""Draws docs/floor-wall.png, the wall of a club: `make pictures`."""

import io
from pathlib import Path
from typing import Any

from PIL import Image

from companion.floor.server import FloorSite, Work
from companion.message import ENGLISH
from tests.browser import Contexts, chromium
from tests.floor.rooms import NOW, club

FILE = Path(__file__).parents[2] / "docs" / "floor-wall.png"
SIZE, COLORS = (1280, 720), 64


async def _do_nothing(_work: Work) -> Any:
    return None


def main() -> None:
    """Write the picture."""
    site = FloorSite("Friday club", _do_nothing, ENGLISH, 0)
    site.start()
    site.publisher.publish(club(24))
    with chromium() as browser, Contexts(browser).page((1920, 1080)) as page:
        page.clock.set_fixed_time(NOW)
        page.goto(f"http://localhost:{site.port}/")
        page.wait_for_selector(".tile.calls")
        shot = page.screenshot()
    site.close()
    picture = Image.open(io.BytesIO(shot)).resize(SIZE, Image.Resampling.LANCZOS)
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=COLORS).save(FILE, optimize=True)


if __name__ == "__main__":
    main()
