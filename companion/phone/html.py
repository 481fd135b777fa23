"""Serves a page's HTML file, which is written in English, in the language in use."""

import html
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from starlette.responses import HTMLResponse, Response

from companion.text.language import ENGLISH, language_in_use, using

_TEXT: Final = re.compile(r"""(?<=[>"])[^<>"]+(?=[<"])""")

Words = Callable[[], Sequence[str]]
"""Returns the texts of a file in the language in use."""


def localized(file: Path, words: Words) -> Response:
    """Return the HTML `file` with its `words`, elements and values, in the language in use."""
    headers = {"Vary": "Cookie, Accept-Language"}
    return HTMLResponse(_in_language(_read(file), words), headers=headers)


@cache
def _read(file: Path) -> str:
    return file.read_text("utf-8")


def _in_language(page: str, words: Words) -> str:
    code = language_in_use().code
    if code == ENGLISH.code:
        return page
    with using(ENGLISH):
        english = words()
    told = dict(zip(english, map(html.escape, words()), strict=True))
    page = _TEXT.sub(lambda found: told.get(found[0], found[0]), page)
    return page.replace('<html lang="en"', f'<html lang="{code}"')
