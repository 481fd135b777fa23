"""Runs modules of the pages in Node.js, as code that draws nothing needs no browser."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.phone.language import names_of_cards
from companion.web.sources import FOLDERS
from companion.words.form import FOR_PAGES

PROGRAM = Path(__file__).with_name("node.mjs")

PATIENCE = 60.0  # seconds; only an endless script takes this long

PATHS = {
    "/panel/shared/": FOLDERS["shared"],
    "/panel/static/": FOLDERS["panel"],
    "/shared/": FOLDERS["shared"],
    "/phone/games/": FOLDERS["games"],
    "/phone/": FOLDERS["phone"],
}
"""The sources by the paths that pages use; a path comes before its prefixes."""


def run_module(
    script: str,
    *given: object,
    language: str = "en",
    messages: Mapping[str, Sequence[str]] | None = None,
) -> Any:
    """Return the result of the default export of the module `script` for `given`.

    Args:
        script: imports modules by their paths on a page, as `"/shared/js/speech.js"`.
        given: values of JSON.
        language: of the page.
        messages: of that language, with their forms, by the English message.
    """
    words = {
        "language": language,
        "languages": [],
        "messages": messages or {},
        "names": names_of_cards(),
    }
    paths = {path: str(folder) for path, folder in PATHS.items()}
    answer = subprocess.run(
        ["node", "--experimental-vm-modules", "--no-warnings", PROGRAM],  # noqa: S607
        input=FOR_PAGES.encode(
            {"script": script, "given": given, "words": words, "paths": paths}
        ).decode(),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    return json.loads(answer.stdout)
