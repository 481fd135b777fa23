"""A test of the pages' HTML in another language: every word is translated and nothing else."""

import re
from gettext import NullTranslations
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.requests import Request

from companion.message import Language, using
from companion.phone import server
from companion.phone.language import localized
from companion.simulation import panel


class Foreign(NullTranslations):
    """Puts every message between marks that HTML and attributes must escape."""

    def gettext(self, message: str) -> str:
        return f'<"{message}">'

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002  # the library's signature
        return f'<"{message}">'


class Texts(HTMLParser):
    """Collects the texts of a page, and the attributes that people read or hear."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.lang: str | None = None
        self._inside = [""]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        told = dict(attrs)
        self.lang = told.get("lang") or self.lang
        self.found += filter(None, (told.get(name) for name in ("aria-label", "title", "alt")))

    def handle_endtag(self, tag: str) -> None:
        while self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and self._inside[-1] not in {"kbd", "script", "style"}:
            self.found.append(data.strip())


REQUEST = Request({"type": "http", "headers": []})

PRINTED = {"OK", "MORE", "UNDO", "BUST", "98 99 100", "-"}
"""Texts that are printed on the box and stay untranslated."""


@pytest.mark.parametrize("file", [server.STATIC / "page.html", panel.STATIC / "panel.html"])
def test_every_text_of_a_page_is_translated(file: Path) -> None:
    english = Texts(bytes(localized(file, REQUEST).body).decode())
    with using(Language("de", Foreign())):
        foreign = Texts(bytes(localized(file, REQUEST).body).decode())
    assert (english.lang, foreign.lang) == ("en", "de")
    assert foreign.found == [text if text in PRINTED else f'<"{text}">' for text in english.found]


@pytest.mark.parametrize("folder", ["web", "phone", "simulation", "floor", "games"])
def test_no_script_makes_elements_of_a_text(folder: str) -> None:
    """Templates escape names; these would not."""
    unsafe = re.compile(
        r"(?:inner|outer)HTML *=[^=]|insertAdjacentHTML|unsafe(?:HTML|SVG)|\.write\("
    )
    scripts = [*(Path(server.STATIC).parents[1] / folder).rglob("*.js")]
    own = [file for file in scripts if not {"built", "lib"} & {*file.parts}]
    assert [file.name for file in own if unsafe.search(file.read_text("utf-8"))] == []
