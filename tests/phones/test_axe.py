"""Accessibility tests of the page with axe: tabs, sheets, themes, languages.

A phone is checked in one language, and a desktop in another one in dark mode. With `DEPTH=full`
each is checked in all languages, and in light mode as well. tests/web/test_tokens.py compares the
colors of both themes in pairs.
"""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.languages import language_codes, load_language
from companion.message import using
from tests.depth import FULL
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.phone import DESK, PHONE
from tests.phones.tour import Tour

AXE = Path(__file__).parents[2] / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
"""The file that `make build/axe/.installed` installs."""

GRAVE = {"serious", "critical"}
RUN = """async (rules) => {
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run(document, { ...only, resultTypes: ["violations"] });
  return violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html,
    failureSummary }) =>
    `${html.slice(0, 160)} ${failureSummary}`)]);
}"""


def found(page: Page, *rules: str) -> list[Any]:
    """Return the serious and critical findings of axe, by `rules` or by all of them."""
    return [each for each in page.evaluate(RUN, list(rules)) if each[1] in GRAVE]


LOOKED_AT = (
    list(product((PHONE, DESK), language_codes())) if FULL else [(PHONE, "en"), (DESK, "de")]
)

pytestmark = pytest.mark.proof


@pytest.mark.parametrize(("size", "code"), LOOKED_AT)
def test_axe_finds_no_serious_problem_anywhere(
    box: Box, comes: Comes, size: tuple[int, int], code: str
) -> None:
    if not AXE.exists():
        pytest.skip("axe is missing: `make test` installs it")
    with using(load_language(code)):
        assert grave_anywhere(box, comes, size) == {}


def grave_anywhere(box: Box, comes: Comes, size: tuple[int, int]) -> dict[str, Any]:
    """Return the findings of axe at each stop of a tour."""
    phone = comes(size, provokes=("GET /evening 401", "POST /pair 403"))
    phone.page.evaluate(AXE.read_text("utf-8"))
    wrong: dict[str, Any] = {}
    for stop in Tour(box, phone).stops():
        if grave := found(phone.page):
            wrong[f"{stop}, dark"] = grave
        if FULL:
            phone.page.emulate_media(color_scheme="light")
            if grave := found(phone.page, "color-contrast"):
                wrong[f"{stop}, light"] = grave
            phone.page.emulate_media(color_scheme="dark")
    return wrong


def test_axe_finds_an_injected_problem(comes: Comes) -> None:
    if not AXE.exists():
        pytest.skip("axe is missing: `make test` installs it")
    phone = comes()
    phone.page.evaluate(AXE.read_text("utf-8"))
    phone.page.evaluate(
        """() => {
          const button = document.createElement("button");
          button.append(document.createElement("i"));
          const faint = document.createElement("p");
          faint.append("faint");
          faint.style.setProperty("color", "#1a2a24");
          document.querySelector("main").append(button, faint);
        }"""
    )
    assert {each[0] for each in found(phone.page)} == {"button-name", "color-contrast"}
