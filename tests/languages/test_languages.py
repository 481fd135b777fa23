"""The languages of the program: a language needs only a catalog."""

from pathlib import Path

import pytest

from companion.languages import (
    language_codes,
    load_language,
    own_name,
    page_messages,
    preferred_language,
    terminal_language,
)
from companion.message import ENGLISH, Name, language_in_use, phrase, pieces, render, using
from tests.worded import gettext, ngettext, pgettext

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: companion/words/outcomes.py
msgid "{name} wins"
msgstr "{name} gewinnt"

#: companion/phone/static/js/app.js companion/words/numbers.py
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} Karte"
msgstr[1] "{n} Karten"

#: companion/phone/static/js/app.js
msgctxt "key"
msgid "no"
msgstr "nein"

#: companion/phone/static/js/app.js
#, fuzzy
msgid "back"
msgstr "der Rücken"

#: companion/phone/static/js/app.js
msgid "not yet"
msgstr ""
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "de.po").write_text(CATALOGUE, "utf-8")
    return tmp_path


def test_language_needs_only_a_catalog(folder: Path) -> None:
    assert language_codes(folder) == ("de", "en")
    with using(load_language("de", folder)):
        assert gettext("{name} wins") == "{name} gewinnt"
        assert [ngettext("{n} card", "{n} cards", n) for n in (1, 2)] == ["{n} Karte", "{n} Karten"]
        assert pgettext("key", "no") == "nein"


def test_missing_translation_falls_back_to_english(folder: Path) -> None:
    with using(load_language("de", folder)):
        assert (
            [gettext(message) for message in ("no", "back", "not yet", "a game of our own")]
        ) == [
            "no",
            "back",
            "not yet",
            "a game of our own",
        ]


def test_language_applies_only_within_its_block(folder: Path) -> None:
    german = load_language("de", folder)
    with using(german):
        with using(ENGLISH):
            assert gettext("{name} wins") == "{name} wins"
        assert language_in_use() is german
    assert language_in_use() is ENGLISH


def test_pages_get_the_messages_of_scripts(folder: Path) -> None:
    assert page_messages("de", folder) == {
        "{n} card": ["{n} Karte", "{n} Karten"],
        "key\x04no": ["nein"],
    }
    assert page_messages("en", folder) == {}


def test_language_has_its_own_name() -> None:
    assert [own_name(code) for code in ("en", "de", "fr", "es")] == [
        "English",
        "Deutsch",
        "Français",
        "Español",
    ]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT, de;q=0.9, en;q=0.5", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("fr, de;q=0.3", "de"),
        ("DE", "de"),
        ("de;q=0, en", "en"),
        ("de;q=much, en;q=0.1", "en"),
        ("fr", None),
        ("", None),
    ],
)
def test_browser_gets_its_preferred_language(accepted: str, language: str | None) -> None:
    assert preferred_language(accepted, ("de", "en")) == language


def test_language_without_a_catalog_is_rejected(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_language("fr", folder)


@pytest.mark.parametrize(
    ("configured", "environ", "language"),
    [
        ("de", {"LANG": "en_GB.UTF-8"}, "de"),
        ("", {"LANG": "de_AT.UTF-8"}, "de"),
        ("", {"LC_ALL": "C", "LANG": "de_DE"}, "de"),
        ("", {"LANGUAGE": "xx:de", "LANG": "en_GB"}, "de"),
        ("", {"LC_MESSAGES": "en_GB", "LANG": "de_DE"}, "en"),
        ("", {}, "en"),
    ],
)
def test_terminal_uses_the_configured_language_or_its_own(
    configured: str, environ: dict[str, str], language: str
) -> None:
    assert terminal_language(configured, environ).code == language


SOUNDS = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"
msgctxt "what is written differently before a sound: /pattern/replacement/, one a line, or -"
msgid "-"
msgstr ""
"/\\bde (?=[AEIOUH])/d'/\n"
"/\\by (?=I)/e /\n"
"/([^ ]): /$1 : /"

msgid "{name}'s bust"
msgstr "bust de {name}"
"""


@pytest.mark.parametrize(("name", "written"), [("Ann", "bust d'Ann"), ("Bo", "bust de Bo")])
def test_words_are_written_as_they_sound_before_a_name(
    tmp_path: Path, name: str, written: str
) -> None:
    (tmp_path / "fr.po").write_text(SOUNDS, "utf-8")
    with using(load_language("fr", tmp_path)):
        for called in (name, Name(name)):
            assert render(phrase("{name}'s bust", name=called)) == written
        apart = pieces(phrase("{name}'s bust", name=Name(name)), "printed", (Name,))
        assert "".join(map(str, apart)) == written


@pytest.mark.parametrize("kept", [(), (Name,)])
def test_words_are_written_as_they_sound_after_a_name(
    tmp_path: Path, kept: tuple[type[Name], ...]
) -> None:
    (tmp_path / "fr.po").write_text(SOUNDS, "utf-8")
    with using(load_language("fr", tmp_path)):
        said = pieces(phrase("{name}: {n}", name=Name("Ann"), n=5), "printed", kept)
        assert "".join(map(str, said)) == "Ann : 5"
