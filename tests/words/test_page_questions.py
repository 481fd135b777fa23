"""Questions on the page that no seeded game asks; a golden file has the others."""

from pathlib import Path

import pytest

from companion.core.commands import Deal, New, Play, Score
from companion.core.questions import WhichValue
from companion.games import family_of
from companion.message import render
from companion.words.questions import question_words
from companion.words.refusals import words_of
from tests.phone.drawn_text import as_drawn
from tests.phone.told_table import ToldTable
from tests.worded import worded
from tests.words.games import VARIANTS

PEOPLE = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def asked(table: ToldTable, play: Play | Deal) -> tuple[str, ...]:
    """Return the title and text of a question, its first answer and its last."""
    question = table.asked(play)
    first, *_, last = (option.label for option in question.options)
    return tuple(map(as_drawn, (question.title, question.text, first, last)))


def test_question_about_a_card_with_many_numbers(table: ToldTable) -> None:
    table.new("ninety-nine", cards={"8": {"add": [1, 3, 5, 7, 20]}})
    assert asked(table, Play(card="8")) == ("Ann’s eight", "counts what?", "add one", "add 20")


def test_question_about_a_card_with_a_few_totals(table: ToldTable) -> None:
    table.new("one-hundred", cards={"K": {"set": {"from": 0, "to": 2}}})
    assert asked(table, Play(card="KD")) == ("Ann’s king", "sets which total?", "set 0", "set 2")


def test_question_about_a_set_of_three(table: ToldTable) -> None:
    table.new("arizona-ninety-eight")
    assert asked(table, Play(cards=("AS", "A", "AH"))) == (
        "Ann’s three aces",
        "one or eleven each?",
        "add one",
        "add eleven",
    )


def test_question_about_a_revoke_with_a_penalty(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3, revoke_penalty=25)
    table.play("5C", "2D", "6C", "8C", "9D")
    assert asked(table, Play(card="10C")) == (
        "Bo’s 10♣",
        "No ♣ in trick 1, so none now",
        "Undo it",
        "Accept it, for 25",
    )


@pytest.fixture
def shown(tmp_path: Path) -> ToldTable:
    """Return a table with the games that the tests show."""
    return ToldTable(tmp_path, VARIANTS)


def test_questions_of_the_first_trick(shown: ToldTable) -> None:
    shown.new("two-of-clubs-leads")
    assert asked(shown, Play(card="2C")) == ("Who leads 2♣?", "", "Ann", "Di")
    shown.obey(Play(card="2C", player="Ann"))
    assert asked(shown, Play(card="QS")) == (
        "Bo’s Q♠",
        "Q♠ may not be played to the first trick",
        "Undo it",
        "There is no other card",
    )


def test_questions_for_the_round_and_the_trump(shown: ToldTable) -> None:
    shown.obey(New(variant="king-with-trumps", players=PEOPLE, contract=1))
    shown.obey(Score(points={PEOPLE[0]: -16}))
    assert asked(shown, Deal()) == (
        "Ann chooses the round",
        "which round?",
        "each trick counts 2",
        "K♥ counts −16",
    )
    assert asked(shown, Deal(contract=2))[::3] == ("Which trump?", "no trump")


def test_first_question_names_the_card_and_its_values_in_words(table: ToldTable) -> None:
    table.new("ninety-nine")
    question = WhichValue(Play(card="10H"), "Ann", (-10, 10), -10)
    first = question_words(question, family_of(table.rules), table.rules).first
    assert worded(words_of(first)) == "Answer first: 10♥ -10 or +10?"
    assert render(words_of(first), "spoken") == "Answer first: 10 of hearts −10 or +10?"
