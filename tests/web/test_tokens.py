"""Tests of all pages' colors: both themes are readable, and do not depend on
how they are chosen.
"""

import re

import pytest

from companion.web.sources import FOLDERS

SHEET = (FOLDERS["shared"] / "css" / "tokens.css").read_text("utf-8")
DARK = ":root"
BY_SYSTEM = ':root:not([data-theme="dark"])'
BY_CHOICE = ':root[data-theme="light"]'


def colours(selector: str) -> dict[str, str]:
    """Return the tokens that the sheet sets for `selector`."""
    block = re.search(rf"^ *{re.escape(selector)} {{(.*?)}}", SHEET, re.DOTALL | re.MULTILINE)
    assert block, selector
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block[1]))


THEMES = {"dark": colours(DARK), "light": {**colours(DARK), **colours(BY_CHOICE)}}


def test_light_is_the_same_by_system_and_by_choice() -> None:
    assert colours(BY_SYSTEM) == colours(BY_CHOICE)


def light(colour: str) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXT, DRAWN = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11


RULE = re.compile(r"([^{}]+){([^{}]*)}")
COLOR = re.compile(r"(?<![\w-])color: var\(--([\w-]+)\)")
GROUND = re.compile(r"background(?:-color)?: var\(--([\w-]+)\)")


@pytest.mark.parametrize("theme", THEMES)
def test_rule_that_sets_color_and_ground_is_readable(theme: str) -> None:
    tokens = THEMES[theme]
    pairs = {
        (color[1], ground[1])
        for folder in FOLDERS.values()
        for sheet in folder.glob("css/*.css")
        for selector, body in RULE.findall(
            re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        )
        if (color := COLOR.search(body)) and (ground := GROUND.search(body))
        if selector.strip() != "html"  # a page's background, which has no text on it
    }
    assert len(pairs) >= 8
    assert [pair for pair in pairs if contrast(tokens[pair[0]], tokens[pair[1]]) < TEXT] == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("colour", "ground", "least"),
    [
        *(
            (text, ground, TEXT)
            for text in ("chalk", "soft")
            for ground in ("cloth", "panel", "key")
        ),
        *((text, "cloth", TEXT) for text in ("mark", "no", "yes")),
        *((text, "felt", TEXT) for text in ("felt-chalk", "felt-soft", "brass")),
        *((text, "card", TEXT) for text in ("ink", "pip")),
        ("on-brass", "brass", TEXT),
        ("no", "no-bg", TEXT),
        ("chevron", "rail", DRAWN),
        ("edge", "cloth", DRAWN),
        ("key-edge", "cloth", DRAWN),
    ],
)
def test_texts_and_drawings_have_enough_contrast(
    theme: str, colour: str, ground: str, least: float
) -> None:
    tokens = THEMES[theme]
    assert contrast(tokens[colour], tokens[ground]) >= least
