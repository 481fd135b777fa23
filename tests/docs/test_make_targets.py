"""Every `make` target that a document names is in the Makefile."""

import re

import pytest

from tests.docs.pages import ROOT
from tests.docs.test_links import PAGES

TARGETS = set(
    re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("name", PAGES)
def test_every_make_target_on_a_page_exists(name: str) -> None:
    named = re.findall(
        r"(?:`|^\$ )make ([a-z0-9-]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE
    )
    assert set(named) - TARGETS == set()
