"""`make messages` finds every message, and brings a translator's catalogue up to date."""

import subprocess
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from companion.languages.catalogue import read
from tests.docs.pages import ROOT

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


def make_messages(folder: Path) -> bytes:
    places = [f"CATALOGUES={folder}", f"MESSAGES={folder / 'messages.pot'}"]
    subprocess.run(["make", "--silent", "messages", *places], cwd=ROOT, check=True)  # noqa: S607
    return (folder / "de.po").read_bytes()


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    folder = tmp_path_factory.mktemp("languages")
    (folder / "de.po").write_text(BEFORE, "utf-8")
    updated = make_messages(folder)
    assert make_messages(folder) == updated  # nothing but texts changes a catalogue
    return read(folder / "de.po")


def found(catalogue: Catalog, text: str, context: str | None = None) -> Message:
    message = catalogue.get(text, context)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "context", "place"),
    [
        ("{name} shows", None, "companion/dialogs/adding/busting.py"),
        ("chip, deal", "a bust", "companion/text/busts.py"),
        ("Ninety-nine, king passes", None, "companion/variants/ninety-nine-king-pass.toml"),
        ("99", None, "companion/variants/ninety-nine.toml"),
        (
            "Any other game of cards: only who plays, who deals and everybody's points are kept.",
            None,
            "companion/variants/points.toml",
        ),
        ("back on you", None, "companion/variants/ninety-nine.toml"),
        ("all of them cost", None, "companion/variants/arizona-spaghetti.toml"),
    ],
)
def test_a_message_is_found_where_it_stands(
    catalogue: Catalog, text: str, context: str | None, place: str
) -> None:
    assert place in [file for file, _line in found(catalogue, text, context).locations]


def test_a_message_with_a_plural_is_found(catalogue: Catalog) -> None:
    counted = found(catalogue, "{n} card")
    assert counted.id == ("{n} card", "{n} cards")
    places = [file for file, _line in counted.locations]
    assert places == ["companion/text/numbers.py", "companion/web/static/js/words.js"]


def test_what_was_translated_stays_and_what_is_gone_goes(catalogue: Catalog) -> None:
    assert found(catalogue, "{name} shows").string == "{name} zeigt"
    assert catalogue.get("nobody says this any more") is None
    assert not catalogue.obsolete
    assert not any(message.fuzzy for message in catalogue if message.id)
