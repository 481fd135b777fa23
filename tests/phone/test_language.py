"""Tests of a phone's language and of the messages for the scripts of its page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from companion.message import ENGLISH, Language, language_in_use
from companion.phone.language import MESSAGES, PhoneLanguages, names_of_cards
from companion.phone.site import multilingual
from companion.web.server import WebServer
from tests.web.raw import Answer, ask, request
from tests.web.small_site import served
from tests.worded import gettext, worded

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

#: companion/phone/static/js/link.js:1
msgid "The box is off"
msgstr "Aus </script> \u2028"

#: companion/phone/static/js/link.js:2
msgctxt "key"
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} Karte"
msgstr[1] "{n} Karten"

#: companion/phone/server.py:1
msgid "Page not found."
msgstr "Diese Seite gibt es nicht."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "de.po").write_text(GERMAN, "utf-8")
    return tmp_path


class Box:
    """A box whose language a test changes."""

    def __init__(self, folder: Path) -> None:
        self.language: Language = ENGLISH
        self.languages = PhoneLanguages(lambda: self.language, folder)


@pytest.fixture
def box(folder: Path) -> Box:
    return Box(folder)


@pytest.fixture
def site(box: Box) -> Iterator[WebServer]:
    said = Route("/", lambda _: PlainTextResponse(gettext("Page not found.")))
    panel = Starlette(routes=[Route("/panel", lambda _: PlainTextResponse(language_in_use().code))])
    with served(multilingual(panel, Starlette(routes=[said]), box.languages)) as server:
        yield server


def get(server: WebServer, path: str = f"/shared{MESSAGES}", **headers: str) -> Answer:
    return ask(server.port, request("GET", path, {"host": f"127.0.0.1:{server.port}", **headers}))


def exported(module: bytes) -> dict[str, Any]:
    """Return the constants that a module exports."""
    words, names, _end = module.decode().split("\n")
    found: dict[str, Any] = json.loads(
        words.removeprefix("globalThis.pageWords=").removesuffix(";")
    )
    assert names == f"export const {{ {', '.join(found)} }} = globalThis.pageWords;"
    return found


@pytest.mark.parametrize(
    ("headers", "box_speaks", "code"),
    [
        ({"cookie": "language=en", "accept-language": "de"}, "de", "en"),
        ({"cookie": "companion=abc; language=de", "accept-language": "en"}, "en", "de"),
        ({"cookie": "language=fr", "accept-language": "de-AT,en;q=0.5"}, "en", "de"),
        ({"accept-language": "fr,en;q=0.8"}, "de", "en"),
        ({"cookie": "language=../en", "accept-language": "fr"}, "de", "de"),
        ({}, "de", "de"),
        ({}, "en", "en"),
    ],
)
def test_cookie_wins_over_header_and_header_over_box(
    box: Box, headers: dict[str, str], box_speaks: str, code: str
) -> None:
    box.language = box.languages.language(box_speaks)
    assert box.languages.code_of(Headers(headers)) == code


def test_each_request_is_answered_in_the_language_of_its_phone(site: WebServer) -> None:
    told = [get(site, "/", cookie=f"language={code}").body for code in ("de", "en", "de")]
    assert told == [
        b"Diese Seite gibt es nicht.",
        b"Page not found.",
        b"Diese Seite gibt es nicht.",
    ]


@pytest.mark.parametrize("code", ["de", "en"])
def test_panel_uses_the_boxs_language_and_ignores_its_browsers(
    box: Box, site: WebServer, code: str
) -> None:
    box.language = box.languages.language(code)
    other = {"de": "en", "en": "de"}[code]
    headers = {"cookie": f"language={other}", "accept_language": other}
    assert get(site, "/panel", **headers).body == code.encode()
    assert exported(get(site, f"/panel/shared{MESSAGES}", **headers).body)["language"] == code
    assert exported(get(site, **headers).body)["language"] == other


def test_every_language_has_the_letters_of_the_deck_at_the_table(box: Box) -> None:
    box.language = ENGLISH._replace(court="BDK")
    assert {box.languages.language(code).court for code in ("de", "en")} == {"BDK"}


def test_module_holds_the_language_and_the_messages_of_scripts(site: WebServer) -> None:
    answer = get(site, cookie="language=de")
    assert answer.headers["content-type"].startswith("text/javascript;")
    told = exported(answer.body)
    assert told.pop("names") == worded(names_of_cards())
    assert told == {
        "language": "de",
        "languages": [["de", "Deutsch"], ["en", "English"]],
        "messages": {
            "The box is off": ["Aus </script> \u2028"],
            "key\x04{n} card": ["{n} Karte", "{n} Karten"],
        },
    }


def test_module_is_cached_by_language_and_checked_each_time(site: WebServer) -> None:
    german, english = (get(site, cookie=f"language={code}") for code in ("de", "en"))
    assert german.headers["cache-control"] == "no-cache"
    assert {"Cookie", "Accept-Language"} <= set(german.headers["vary"].split(", "))
    assert german.headers["etag"] != english.headers["etag"]
    again = get(site, cookie="language=de", if_none_match=german.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", german.headers["etag"])
    assert get(site, cookie="language=en", if_none_match=german.headers["etag"]).status == 200
