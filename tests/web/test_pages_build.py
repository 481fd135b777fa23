"""Tests of the pages' build: what it refuses, and how it changes a style sheet
for older browsers.
"""

import doctest
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from companion.web.built_files import built_pages

BUILD = Path(__file__).parents[2] / "deploy" / "pages" / "build.py"


def test_examples_of_the_build_run_as_printed() -> None:
    spec = spec_from_file_location("build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    build = module_from_spec(spec)
    spec.loader.exec_module(build)
    results = doctest.testmod(build)
    assert (results.failed, results.attempted) == (0, 8)


@pytest.mark.parametrize("page", ["phone", "panel"])
@pytest.mark.parametrize(
    "unknown", [":is(", ":where(", "inset:", "aspect-ratio:", "color-mix(", "dvh", "@layer"]
)
def test_built_style_is_supported_by_the_oldest_browser(page: str, unknown: str) -> None:
    assert built_pages().files, (
        "the pages are not built from their sources: `make pages` builds them"
    )
    assert unknown not in built_pages().page(page).read_text("utf-8")
