"""Tests of a page's words: in its language, with the letters of the deck at the table."""

import pytest

from companion.languages import page_messages
from tests.node import run_module

CARDS = """import { ngettext } from "/shared/js/language.js";
export default () => [0, 1, 2, 5].map((n) => ngettext("{n} card", "{n} cards", n));"""


@pytest.mark.parametrize(
    ("language", "forms", "shown"),
    [
        ("de", ["{n} Karte", "{n} Karten"], ["0 Karten", "1 Karte", "2 Karten", "5 Karten"]),
        ("fr", ["{n} carte", "{n} cartes"], ["0 carte", "1 carte", "2 cartes", "5 cartes"]),
        ("pl", ["{n} karta", "{n} karty", "{n} kart"], ["0 kart", "1 karta", "2 karty", "5 kart"]),
        ("en", [], ["0 cards", "1 card", "2 cards", "5 cards"]),
    ],
)
def test_number_selects_the_plural_form(language: str, forms: list[str], shown: list[str]) -> None:
    messages = {"{n} card": forms} if forms else {}
    assert run_module(CARDS, language=language, messages=messages) == shown


def test_places_of_a_message_are_filled() -> None:
    messages = {
        "{player} busts": ["{player} ist pleite"],
        "{first} to {last}": ["{last} nach {first}"],
        "play\4turns": ["dreht"],
    }
    calls = {
        '_("{player} busts", { player: "Bo" })': "Bo ist pleite",
        '_("{player} stays", { player: "Bo" })': "Bo stays",
        '_("{first} to {last}", { first: 1, last: "{first}" })': "{first} nach 1",
        'pgettext("play", "turns", {})': "dreht",
        'pgettext("other", "turns", {})': "turns",
        'drawn(_("{player} busts"), { player: 3 }).join("|")': "|3| ist pleite",
        'rankLetter("J") + rankLetter("10") + rankLetter("A")': "J10A",
    }
    script = """import { _, drawn, pgettext, rankLetter } from "/shared/js/language.js";
    export default () => ({ %s });"""
    fields = ", ".join(f"{call!r}: {call}" for call in calls)
    assert run_module(script % fields, language="de", messages=messages) == calls


@pytest.mark.parametrize(("language", "written"), [("en", "Ann: 5"), ("fr", "Ann\u202f: 5")])
def test_colons_have_the_spaces_of_the_language(language: str, written: str) -> None:
    script = """import { _, colon } from "/shared/js/language.js";
    export default () => [`Ann${colon}5`, _("{name}: {n}", { name: "Ann", n: 5 })];"""
    messages = page_messages(language)
    assert run_module(script, language=language, messages=messages) == [written, written]
