"""Tests of the messages of the pages' scripts: plain texts that a catalog can hold."""

import re
from pathlib import Path

import pytest

import companion
from tests.languages.extraction import extract_scripts

HOUSE = Path(companion.__file__).parent
SCRIPTS = sorted([*HOUSE.glob("*/static/js/**/*.js"), *HOUSE.glob("games/**/*.js")])
CALL = re.compile(r"(?<![\w.$])(?:_|ngettext|pgettext)\(")
DEFINED = re.compile(r"function (?:_|ngettext|pgettext)\(")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_each_message_is_found(script: Path) -> None:
    text = script.read_text()
    with script.open("rb") as file:
        found = list(extract_scripts(file, (), ()))
    assert len(found) == len(CALL.findall(text)) - len(DEFINED.findall(text))
    for _line, function, texts, _comments in found:
        assert isinstance(texts, str) == (function == "_")
