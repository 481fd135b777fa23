"""Cards and names in other languages, which the drawing cannot know, are drawn like the English
ones.
"""

import pytest

from companion.drawing import draw
from companion.drawing.names import forms, tags
from companion.screens.model import CardRowScreen, RankScreen


def test_joker_of_any_language_is_a_star() -> None:
    for width in (128, 256):
        english = draw(CardRowScreen("Set", "", ("Joker", "8♥")), width)
        assert (
            draw(CardRowScreen("Set", "", ("Comodín", "8♥")), width).tobytes() == english.tobytes()
        )
        ring = RankScreen("Ann plays", "9", ("Q", "K", "Joker", "A"), 1)
        other = RankScreen("Ann plays", "9", ("Q", "K", "Comodín", "A"), 1)
        assert draw(ring, width).tobytes() == draw(other, width).tobytes()


@pytest.mark.parametrize("letter", ["B", "D", "V", "R", "S", "C"])
def test_letters_of_other_decks_are_drawn_as_cards(letter: str) -> None:
    pair = [draw(CardRowScreen("Set", "", (face,))).tobytes() for face in (f"{letter}♥", "Joker")]
    assert pair[0] != pair[1]


@pytest.mark.parametrize("word", ["Seat", "Platz", "Asiento", "Θέση"])
def test_seats_of_any_language_keep_an_initial_and_their_number(word: str) -> None:
    table = tuple(f"{word} {number}" for number in range(1, 9))
    texts = [form.text for form in forms(table[2], table)]
    assert (texts[0], texts[-1]) == (table[2], "3")
    assert f"{word[0]} 3" in texts
    assert all(text.endswith("3") for text in texts)
    assert tags(table, lambda text: len(text) <= 2) == tuple(
        f"{word[0]}{number}" for number in range(1, 9)
    )


def test_initial_with_a_number_is_never_ambiguous() -> None:
    texts = [form.text for form in forms("Ann 2", ("Ann 2", "Amy"))]
    assert "A 2" not in texts[:2]
    assert forms("Seat 3", ("Seat 3", "Sam"))[1].text != "S 3"
