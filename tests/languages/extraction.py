"""Extracts the messages from the pages' scripts and HTML, from variants and add-ons and from the
list of label sheets, for Babel.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterator
from typing import IO

STRING = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(rf"(?<![\w.$])(_|ngettext|pgettext)\(\s*({STRING})(?:,\s*({STRING}))?")

Found = tuple[int, str, str | tuple[str, ...], list[str]]


def extract_scripts(
    file: IO[bytes], _keywords: Collection[str], _tags: Collection[str], **_options: object
) -> Iterator[Found]:
    """Yield the line, the function and the texts of each call; Babel calls this for each file.

    Babel's own JavaScript reader does not support nested templates, which the pages use.
    """
    script = file.read().decode()
    for call in CALL.finditer(script):
        texts = tuple(json.loads(text) for text in call.groups()[1:] if text)
        line = script.count("\n", 0, call.start()) + 1
        yield line, call[1], texts[0] if len(texts) == 1 else texts, []


def extract_sheets(
    file: IO[bytes], _keywords: Collection[str], _tags: Collection[str], **_options: object
) -> Iterator[Found]:
    """Yield the doubts about label sheets; Babel calls this for their file."""
    for sheet in tomllib.loads(file.read().decode()).values():
        if "doubt" in sheet:
            yield 1, "gettext", sheet["doubt"], []


def extract_variants(
    file: IO[bytes], _keywords: Collection[str], _tags: Collection[str], **_options: object
) -> Iterator[Found]:
    """Yield the texts of a variant that players read; Babel calls this for each file.

    These are its title, short name and source, the cost of a lost game, the calls of its cards and
    the texts of its rounds, and the same of each add-on. The line is always 1, because the catalogs
    name only files.
    """
    file_says = tomllib.loads(file.read().decode())
    for content in (file_says, *file_says.get("add_ons", ())):
        calls = [card.get("call") for card in content.get("cards", {}).values()]
        rounds = [entry.get("says") for entry in content.get("rounds", ())]
        for text in (
            content.get("title"),
            content.get("short"),
            content.get("listed"),
            content.get("source"),
            content.get("forfeit"),
            *calls,
            *rounds,
        ):
            if text:
                yield 1, "gettext", text, []
