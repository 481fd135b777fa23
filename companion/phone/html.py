"""Serves a page's HTML file with its messages in the language in use."""

import html
import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from starlette.responses import HTMLResponse, Response

from companion.languages.scripts import STRING
from companion.text.language import gettext, language_in_use, pgettext

_MESSAGE: Final = re.compile(rf"\{{\{{(?:_|pgettext)\(({STRING})(?:, ({STRING}))?\)\}}\}}")
_LANGUAGE: Final = "{{language}}"


def localized(file: Path) -> Response:
    """Return the HTML `file` with each ``{{_("message")}}`` of it, and ``{{language}}``, filled in."""
    page = _MESSAGE.sub(_translated, _read(file)).replace(_LANGUAGE, language_in_use().code)
    return HTMLResponse(page, headers={"Vary": "Cookie, Accept-Language"})


@cache
def _read(file: Path) -> str:
    return file.read_text("utf-8")


def _translated(place: re.Match[str]) -> str:
    texts = [json.loads(text) for text in place.groups() if text]
    return html.escape(pgettext(*texts) if len(texts) == 2 else gettext(*texts))
