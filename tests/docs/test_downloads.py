"""The documents agree with `base_url` in deploy/release/release.toml; test_commands_page compares
the parts that are made from it.
"""

import re

from tests.docs.downloads import NOTHING_PUBLISHED, base_url, uvx_line
from tests.docs.regenerate import README, ROOT

UNPUBLISHED = re.compile(
    r"nothing (?:is|has been) (?:published|released)|no releases? yet|not (?:yet )?released",
    re.IGNORECASE,
)


def documents() -> str:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return "\n".join(page.read_text("utf-8") for page in pages)


def test_documents_say_once_that_nothing_is_published_while_nothing_is() -> None:
    said = [] if base_url() else [NOTHING_PUBLISHED.removesuffix(" yet.")]
    assert UNPUBLISHED.findall(documents()) == said


def test_readme_starts_the_program_with_uvx_only_from_an_address() -> None:
    assert ("uvx" in README.read_text("utf-8")) == bool(base_url())
    assert uvx_line("", "0.1.0") == ""
    assert uvx_line("https://example.org/x", "0.1.0").endswith(
        "`uvx --from https://example.org/x/table_companion-0.1.0-py3-none-any.whl table-companion`"
    )
