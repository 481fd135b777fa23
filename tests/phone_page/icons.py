"""Render the pictures of the page's icon from its drawing: `python -m tests.phone_page.icons`."""

from pathlib import Path

from tests.browser import chromium
from tests.phone_page.table_at import PAGE

ICONS = PAGE / "icons"
PICTURES = {"icon-192.png": 192, "icon-512.png": 512, "touch.png": 180}


def render(folder: Path) -> None:
    """Write each picture into `folder`."""
    drawing = (ICONS / "icon.svg").read_text()
    with chromium() as browser:
        for name, size in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}"
            )
            page.screenshot(path=folder / name)
            page.close()


if __name__ == "__main__":
    render(ICONS)
