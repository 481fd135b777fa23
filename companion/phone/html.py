"""Serves a page's HTML file with its messages in the language in use."""

import html
import json
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from companion.languages.extraction import STRING
from companion.message import in_context, language_in_use, phrase, render
from companion.web.built_files import MadeFile

_MESSAGE: Final = re.compile(rf"\{{\{{(?:_|pgettext)\(({STRING})(?:, ({STRING}))?\)\}}\}}")
_LANGUAGE: Final = "{{language}}"
_WORDS: Final = "{{messages}}"

WORDS: Final = "companion.words"
"""The key in the scope of a request of a function:
it returns the words of the pages' scripts as a file.
"""


def localized(
    file: Path, request: Request, places: Mapping[str, Callable[[], str]] | None = None
) -> Response:
    """Return the HTML `file` with each ``{{_("message")}}`` of it, and ``{{language}}``, filled in.

    Args:
        file: the page, or what was built of it: that names the file of its words by their tag.
        request: the request that it answers.
        places: what returns the text for further places of a built page.
    """
    page = _MESSAGE.sub(_translated, _read(file)).replace(_LANGUAGE, language_in_use().code)
    words = {_WORDS: lambda: request.scope[WORDS]().tag}
    for place, filled in {**words, **(places or {})}.items():
        if place in page:
            page = page.replace(place, filled())
    return _made(page).response(
        request.headers, "text/html", is_named=False, vary="Cookie, Accept-Language"
    )


@lru_cache(maxsize=8)
def _made(page: str) -> MadeFile:
    return MadeFile.of(page.encode())


@cache
def _read(file: Path) -> str:
    return file.read_text("utf-8")


def _translated(place: re.Match[str]) -> str:
    texts = [json.loads(text) for text in place.groups() if text]
    words = in_context(*texts) if len(texts) == 2 else phrase(*texts)
    return html.escape(render(words, "page"))
