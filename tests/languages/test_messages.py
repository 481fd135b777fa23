"""`make messages` finds every message, and updates a translator's catalog."""

import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from companion.languages.catalogue import read
from tests.docs.pages import ROOT
from tests.languages.conftest import Update
from tests.languages.extraction import extract_scripts, extract_sheets, extract_variants

BEFORE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{name} shows"
msgstr "{name} zeigt"

msgid "nobody says this any more"
msgstr "das sagt niemand mehr"
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, update: Update) -> Path:
    """The catalog of a translator after an update."""
    file = tmp_path_factory.mktemp("languages") / "de.po"
    file.write_text(BEFORE, "utf-8")
    update(file)
    return file


@pytest.fixture(scope="module")
def catalogue(file: Path) -> Catalog:
    return read(file)


def found(catalogue: Catalog, text: str, context: str | None = None) -> Message:
    message = catalogue.get(text, context)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "context", "place"),
    [
        ("{name} shows", None, "companion/games/adding/playing.py"),
        ("chip, deal", "a bust", "companion/words/consequences.py"),
        (
            "Ninety-nine, king passes",
            None,
            "companion/games/adding/tables/ninety-nine-king-pass.toml",
        ),
        ("99", None, "companion/games/adding/tables/ninety-nine.toml"),
        (
            "Any other card game: the box keeps the players, the dealer and the points.",
            None,
            "companion/games/points/tables/points.toml",
        ),
        ("back on you", None, "companion/games/adding/tables/ninety-nine.toml"),
        ("everything costs", None, "companion/games/tricks/tables/arizona-spaghetti.toml"),
    ],
)
def test_message_is_found_with_its_location(
    catalogue: Catalog, text: str, context: str | None, place: str
) -> None:
    assert place in [file for file, _line in found(catalogue, text, context).locations]


def test_message_with_a_plural_is_found(catalogue: Catalog) -> None:
    counted = found(catalogue, "{n} card")
    assert counted.id == ("{n} card", "{n} cards")
    places = [file for file, _line in counted.locations]
    assert places == ["companion/web/static/js/words.js", "companion/words/numbers.py"]


def test_update_keeps_translations_and_removes_obsolete_messages(catalogue: Catalog) -> None:
    assert found(catalogue, "{name} shows").string == "{name} zeigt"
    assert catalogue.get("nobody says this any more") is None
    assert not catalogue.obsolete
    assert not any(message.fuzzy for message in catalogue if message.id)


def test_update_without_new_messages_changes_nothing(file: Path, update: Update) -> None:
    before = file.read_bytes()
    update(file)
    assert file.read_bytes() == before


@pytest.mark.full
def test_make_does_not_change_an_updated_catalog(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    places = [f"CATALOGUES={file.parent}", f"MESSAGES={tmp_path / 'messages.pot'}"]
    subprocess.run(["make", "--silent", "messages", *places], cwd=ROOT, check=True)  # noqa: S607
    assert file.read_bytes() == before


def test_messages_of_nested_templates_are_found() -> None:
    script = b'html`<p>${a ? html`<b>${_("All \\u2660")}</b>`'
    script += b' : ngettext("{n} card", "{n} cards", n)}</p>`'
    found = [call[1:3] for call in extract_scripts(BytesIO(script), (), ())]
    assert found == [("_", "All ♠"), ("ngettext", ("{n} card", "{n} cards"))]


def test_doubts_about_label_sheets_are_found() -> None:
    file = BytesIO(b'[a4-84]\nrows = 21\ndoubt = "a millimeter off"')
    assert [text for _, _, text, _ in extract_sheets(file, (), ())] == ["a millimeter off"]


def test_texts_of_a_variant_are_found() -> None:
    file = BytesIO(b'title = "Ours"\ntarget = 99')
    assert [text for _, _, text, _ in extract_variants(file, (), ())] == ["Ours"]
