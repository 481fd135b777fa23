"""The site that `make docs` builds."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONFIGURATION = (ROOT / "deploy" / "site" / "mkdocs.yml").read_text("utf-8")


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = re.findall(r"^ +- (\S+\.md)$", CONFIGURATION, re.MULTILINE)
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "hardware").rglob("*.md")]
    listed = [page for page in listed if not page.endswith("/api.md")]  # from deploy/site
    assert sorted(listed) == sorted(str(page.relative_to(ROOT)) for page in pages)
