"""Each catalog has every message of the program, with a faithful translation."""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from companion.languages import CATALOGUES
from companion.languages.catalogue import read
from tests.docs.pages import ROOT
from tests.languages.conftest import Update

BARE = re.compile(
    r">\s*[A-Za-z][A-Za-z ]+</|textContent = [\"'`][A-Za-z]|[\"`, ]aria-label\", [\"`][A-Za-z]"
)
"""Words that a script puts into a page without a function that translates them."""

SHORTER = ("two lines beside the total", "{call} {total}")
"""Context and text of the only message of which a language may leave out a part."""


@pytest.fixture(
    scope="module", params=sorted(CATALOGUES.glob("*.po")), ids=lambda file: str(file.stem)
)
def file(request: pytest.FixtureRequest) -> Path:
    """The file of each catalog."""
    return Path(request.param)


@pytest.fixture(scope="module")
def catalogue(file: Path) -> Catalog:
    return read(file)


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def names(catalogue: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, forms(message.id)) for message in messages(catalogue)}


def fields(text: str) -> list[str]:
    """Return the fields of a message, sorted; ``{n}`` and ``{n:d}`` are the same one."""
    return sorted(field for _, field, _, _ in Formatter().parse(text) if field is not None)


@pytest.mark.slow("brings a catalog up to date from all messages of the program")
def test_catalog_has_exactly_the_messages_of_the_program(
    file: Path, catalogue: Catalog, tmp_path: Path, update: Update
) -> None:
    updated = Path(shutil.copy(file, tmp_path))
    update(updated)
    assert names(catalogue) == names(read(updated))
    assert not catalogue.obsolete


def test_each_message_is_translated(catalogue: Catalog) -> None:
    lacking = [message.id for message in messages(catalogue) if not all(forms(message.string))]
    assert not lacking
    assert not [message.id for message in messages(catalogue) if message.fuzzy]


def test_no_message_is_written_in_an_f_string() -> None:
    """Babel finds no message there."""
    functions = {"phrase", "plural", "in_context", "_", "ngettext", "pgettext"}
    found = {
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file in (ROOT / "companion").rglob("*.py")
        for string in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in functions
    }
    assert not found


def test_translation_has_the_fields_of_its_message(catalogue: Catalog) -> None:
    for message in messages(catalogue):
        if (message.context, message.id) != SHORTER:
            wanted, said = (
                [fields(form) for form in forms(text)] for text in (message.id, message.string)
            )
            assert all(form in wanted for form in said), message.id


def test_french_signs_have_a_space_that_never_breaks() -> None:
    catalog = read(CATALOGUES / "fr.po")
    translations = (form for message in messages(catalog) for form in forms(message.string))
    assert not [text for text in translations if re.search(r"\S [:;?!»]|« ", text)]


def test_page_scripts_have_no_untranslated_words() -> None:
    scripts = [
        *ROOT.glob("companion/*/static/js/**/*.js"),
        *ROOT.glob("companion/games/**/*.js"),
    ]
    bare = {
        script.name: found
        for script in scripts
        if (found := BARE.findall(script.read_text("utf-8")))
    }
    assert scripts
    assert bare == {}
