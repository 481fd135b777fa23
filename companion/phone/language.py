"""The language of each phone: its messages, and the page with them filled in."""

import asyncio
import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.routing import Route

from companion import languages
from companion.core.cards import JOKER, RANKS
from companion.message import ENGLISH, Language, Words, in_context, language_in_use, phrase, render
from companion.web.built_files import MadeFile, built_pages
from companion.words.cards import card_names, rank_face, suit_names
from companion.words.form import FOR_PAGES
from companion.words.questions import which_rank

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_MESSAGE = re.compile(rf"\{{\{{(?:_|pgettext)\(({_STRING})(?:, ({_STRING}))?\)\}}\}}")
_LANGUAGE = "{{language}}"
_WORDS = "{{messages}}"

WORDS = "companion.words"
"""The key in a request's scope of a function that returns the words of the pages' scripts.

It returns them as a file.
"""


def localized(file: Path, request: Request) -> Response:
    """Return the HTML `file` with each ``{{_("message")}}`` and ``{{language}}`` filled in.

    A built page names the file of its words by their tag.
    """
    page = _MESSAGE.sub(_translated, _read(file)).replace(_LANGUAGE, language_in_use().code)
    if _WORDS in page:
        page = page.replace(_WORDS, request.scope[WORDS]().tag)
    return _made(page).response(request.headers, "text/html")


def page_route(path: str, name: str) -> Route:
    """Return the route of the HTML of a page, "phone", "panel" or "floor"."""

    def page(request: Request) -> Response:
        return localized(built_pages().page(name), request)

    return Route(path, page)


@lru_cache(maxsize=8)
def _made(page: str) -> MadeFile:
    return MadeFile.of(page.encode())


@cache
def _read(file: Path) -> str:
    return file.read_text("utf-8")


def _translated(place: re.Match[str]) -> str:
    texts = [json.loads(text) for text in place.groups() if text]
    return html.escape(render(in_context(*texts) if len(texts) == 2 else phrase(*texts), "page"))


COOKIE = "language"

MESSAGES = "/messages.js"
"""The path of a JavaScript module with the language and the pages' messages.

It is below that of the shared files.
"""

EXPORTS = b"export const { language, languages, messages, names } = globalThis.pageWords;\n"

NAMED_MESSAGES = "/messages-{tag}.js"
"""The path of the same as a script for the built pages, with a tag of its content."""


class PhoneLanguages:
    """The available languages, with the letters of the table's deck.

    Args:
        box_language: returns the box's own language, now.
        folder: the catalogs.
    """

    def __init__(
        self,
        box_language: Callable[[], Language] = lambda: ENGLISH,
        folder: Path = languages.CATALOGUES,
    ) -> None:
        self.box_language = box_language
        self._folder = folder
        self._codes = languages.language_codes(folder)
        self._loaded = {ENGLISH.code}
        self._words: dict[tuple[str, Sequence[str]], MadeFile] = {}

    def code_of(self, headers: Headers) -> str:
        """Return the code of the language of the phone that sends these headers."""
        cookie = cookie_parser("; ".join(headers.getlist("cookie"))).get(COOKIE, "")
        if cookie in self._codes:
            return cookie
        accepted = headers.get("accept-language", "")
        return languages.preferred_language(accepted, self._codes) or self.box_language().code

    def language(self, code: str) -> Language:
        """Return the language with that code and the deck's letters.

        The first call reads its catalog.
        """
        box = self.box_language()
        language = box if code == box.code else languages.load_language(code, self._folder)
        self._loaded.add(code)
        return language if language.court == box.court else language._replace(court=box.court)

    async def of(self, headers: Headers) -> Language:
        """Return the language of the phone that sends these headers."""
        code = self.code_of(headers)
        return (
            self.language(code)
            if code in self._loaded
            else await asyncio.to_thread(self.language, code)
        )

    def words(self) -> MadeFile:
        """Return a script that stores the words of the current language in `pageWords`."""
        language = language_in_use()
        key = (language.code, language.court)
        if key not in self._words:
            exports = {
                "language": language.code,
                "languages": [(code, languages.own_name(code)) for code in self._codes],
                "messages": dict(languages.page_messages(language.code, self._folder)),
                "names": names_of_cards(),
            }
            script = f"globalThis.pageWords={FOR_PAGES.encode(exports).decode()};\n"
            self._words[key] = MadeFile.of(script.encode())
        return self._words[key]


def names_of_cards() -> dict[str, Words | Mapping[str, Words]]:
    """Return the cards' names for the pages' scripts: ranks, cards, suits, and requests for a suit.

    `joker` is the text in the corner of a joker.
    """
    return {
        "cards": card_names(),
        "suits": suit_names(),
        "joker": rank_face(JOKER),
        "which": {rank: which_rank(rank) for rank in RANKS},
    }
